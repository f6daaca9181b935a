"""What `choose` answers: mechanisms with their parameters, expected errors, sizes and costs, and which of them it recommends.

Errors are averages over pairs of a query and a key, all or sampled. The *matrix error* is ``(mean MSE / mean K^2)^(1/2)``, the
expected error of the kernel matrix in the Frobenius norm relative to its own; the *pair error* is ``(mean of MSE/K^2)^(1/2)``.
Averages are kept as logarithms, because mean squared errors of the softmax kernel leave the range of float64.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from rftheory._choose.json import Plain
from rftheory._choose.sizes import Laws, Size, Stated
from rftheory.extensions.naming import one_of
from rftheory.features.drawing import Fitted
from rftheory.features.transformer import RandomFeatures
from rftheory.inputs.arrays import Array, check_count
from rftheory.inputs.bandwidths import Scale, divided, multiplied
from rftheory.inputs.devices import numbers
from rftheory.mechanisms.names import of_map
from rftheory.printing import Printed

if TYPE_CHECKING:
    from rftheory._choose.attention import Attention

#: how an average is known: of all pairs, of a sample, or no more than
How = Literal["exact", "sampled", "bound"]
Measure = Literal["matrix", "pair"]
#: relative differences of errors that are below this are rounding, and no advice
TOLD = 1e-9


@dataclass(frozen=True)
class Average(Plain):
    """The logarithm of an average over pairs of numbers >= 0; ``reason`` says why a sample does not settle it, or is empty."""

    log: float
    how: How
    reason: str = ""
    pairs: int = 0

    @property
    def settled(self) -> bool:
        """Whether it is of all pairs, a bound, or of a sample without heavy tails."""
        return not self.reason

    def root(self, log_unit: float = 0.0) -> float:
        """The root of the average over exp(log_unit): 0 of nothing, infinite where it overflows or the unit is nothing."""
        return _root(self.log, log_unit)


@dataclass(frozen=True)
class Parameter(Plain):
    """A parameter that makes the averaged error least; ``certified`` says why: "unimodal" (proved), or "grid" (searched)."""

    name: str
    value: float | complex
    certified: Literal["unimodal", "grid"]


@dataclass(frozen=True)
class Cost(Plain):
    """Per input: multiplications (projections and products of features), and exponentials, sines, cosines or powers."""

    multiplications: int
    exponentials: int


@dataclass(frozen=True)
class Worst(Plain):
    """The pair with the largest error in the measure that was asked for, among those looked at.

    ``error`` is the root of its MSE over K (measure "pair") or over the root of the mean of K^2 (measure "matrix").
    """

    query: int
    key: int
    error: float
    log_mse: float
    log_kernel: float


@dataclass(frozen=True, kw_only=True, repr=False)
class Candidate(Printed, Plain):
    """One mechanism with one coupling of its projections, at its best parameters.

    Attributes:
        name, projections: "positive", "orthogonal".
        size: projections and features per input of the map that errors are stated for (`Choice.stated`).
        mse: average MSE at this size, of the kernel itself.
        pair_mse: average of MSE/K^2; None where it is not known.
        error: the relative error at this size in the measure of the choice; NaN where it is not known.
        settled: whether the pairs that were looked at settle it.
        needed: the least size with a relative error of at most the target; None without a target, or if none has been found.
        positive: whether all features are positive, so that no estimate is negative.
        bounded: whether one sample of the estimator is bounded for every projection.
        law: the average MSE as a function of the size; None where it is not known.
        log_unit: the log of what the error is relative to (measure "matrix": mean K^2, "pair": 1).
        maps: the mechanism itself, of inputs in units of the kernel (`Choice.scaled`), whose maps can be drawn with ``size.projections``;
            not in JSON.
    """

    hidden: ClassVar[tuple[str, ...]] = ("law", "log_unit", "maps")

    name: str
    projections: str
    parameters: tuple[Parameter, ...]
    size: Size
    mse: Average
    pair_mse: Average | None
    error: float
    settled: bool
    worst: Worst | None
    needed: Size | None
    positive: bool
    bounded: bool
    cost: Cost
    cost_needed: Cost | None
    law: Laws | None
    log_unit: float
    maps: Fitted | None
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """ "positive, orthogonal"."""
        return f"{self.name}, {self.projections}"

    @property
    def called(self) -> frozenset[str]:
        """What it may be asked for by, in small letters: the title, and the mechanism with its parameters and without."""
        plain_name = f"{self.name.removesuffix(' hybrid')} x {self.projections}"
        return frozenset(each.lower() for each in (self.title, plain_name, self.mechanism) if each)

    @property
    def wanted(self) -> Size:
        """The size to make: the one that reaches the target, or else the one that errors are stated for."""
        return self.needed or self.size

    @property
    def mechanism(self) -> str | None:
        """The name that `features.make` takes: fitted to the same rows it is this map of the size to make. None where none is drawn."""
        if self.maps is None:
            return None
        margin = next((float(each.value.real) for each in self.parameters if each.name == "margin"), None)
        return of_map(self.maps.mechanism, self.wanted.coefficients, margin)

    def at(self, m: int) -> tuple[Size, float]:
        """The size of a map of m projections (a hybrid keeps its coefficients), and its relative error; NaN if unknown."""
        if m == self.size.projections and self.wanted == self.size:
            return self.size, self.error
        if self.law is None:
            return replace(self.size, projections=m), math.nan
        law = next(each for each in self.law.laws if each.coefficients == self.wanted.coefficients)
        return law.size(m), _root(law.log_at(m), self.log_unit)

    def errors(self, features: Iterable[int]) -> Array:
        """The relative error in the measure of the choice for maps of so many features; NaN where none fits or none is known."""
        if self.law is None:
            return np.array([math.nan for _ in features])
        return np.array([_root(self.law.log_at_features(each), self.log_unit) for each in features])

    def __str__(self) -> str:
        parameters = "".join(f", {each.name} = {each.value:.6g}" for each in self.parameters)
        needed = f"; {self.needed.features} features reach the target" if self.needed else ""
        return f"{self.title}{parameters}: relative error {self.error:.3g} with {self.size.features} features{needed}"

    def to_json(self) -> dict[str, Any]:
        own = super().to_json() | {"mechanism": self.mechanism}
        return own | {"error": {"value": own["error"]}}


@dataclass(frozen=True)
class Served(Plain):
    """The largest factor of the rows at which a map of the stated size has a relative error of at most ``error``.

    Attributes:
        factor: rounded down to three digits.
        scale: the temperature or bandwidth that does the same; None where bandwidths are several.
        title: of the mechanism.
    """

    factor: float
    scale: float | None
    error: float
    title: str


@dataclass(frozen=True, repr=False)
class Recommendation(Printed, Plain):
    """The advice in one sentence, the candidate by its title, and why in words.

    ``useless`` says why even the best is of no use, and ``instead`` what to do; both are empty where it is of use.
    """

    sentence: str
    title: str
    reason: str
    useless: str = ""
    instead: str = ""

    def __str__(self) -> str:
        return f"{self.sentence} {self.title}: {self.reason}"


@dataclass(frozen=True, kw_only=True, repr=False)
class Choice(Printed, Plain):
    """The answer of `choose`: candidates, the one with the least error first, those without a known error last. Printed it is the table.

    Attributes:
        kernel: "gaussian", "softmax", or the name of a mixture.
        scale: the bandwidth (a number or an array), or the temperature.
        origin: what is subtracted from queries and keys after scaling, shape (d,) (zeros without centring).
        queries, keys, dimension: L, N, d, of all ``groups`` matrices together.
        pairs: how many pairs the averages are over; ``exact`` if these are all L N.
        stated: the size that errors are stated for: at most so many features per input, or m projections.
        target: the relative error that was asked for, or None.
        measure: which relative error, "matrix" or "pair".
        log_mean_square: of the kernel, ``log mean K^2``.
        served: at which norms, or temperature, maps of the stated size reach the target, or 10%.
        outputs: errors of attention by draws, where these were asked for or few rows and the softmax kernel made them the default.
        findings: what is odd about the data; ``notes``: what to know when reading the table.
    """

    hidden: ClassVar[tuple[str, ...]] = ("origin",)

    kernel: str
    scale: Scale
    origin: Array
    queries: int
    keys: int
    dimension: int
    groups: int
    pairs: int
    exact: bool
    stated: Stated
    target: float | None
    measure: Measure
    seed: int
    log_mean_square: Average
    candidates: tuple[Candidate, ...]
    recommendation: Recommendation
    served: Served | None
    outputs: Attention | None
    findings: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def recommended(self) -> Candidate:
        """The candidate that is recommended."""
        return self.candidate(self.recommendation.title)

    def candidate(self, title: str) -> Candidate:
        """A candidate by its title, "positive, simplex", or by its mechanism, "positive x simplex".

        Raises:
            ValueError: if there is none; the message names the nearest.
        """
        for each in self.candidates:
            if title.strip().lower() in each.called:
                return each
        called = sorted(name for each in self.candidates for name in each.called)
        raise one_of("title", [each.title for each in self.candidates], title, called)

    def make(self, title: str | None = None, *, m: int | None = None, seed: Any = None) -> RandomFeatures:
        """The recommended map, or that of another candidate, drawn and ready: with parameters, scale and centre of the choice.

        Its ``promised_error_`` is the expected relative error, in the measure of the choice.

        Args:
            title: of a candidate, or its mechanism, as of `candidate`.
            m: projections; by default what reaches the target, and without a target (or if it is out of reach) what errors are stated for.
            seed: the ``random_state`` of `features.make`.

        Raises:
            ValueError: for an unknown title, and a candidate of which no map can be drawn.
        """
        chosen = self.recommended if title is None else self.candidate(title)
        if chosen.maps is None:
            raise ValueError(f"title must be of a candidate with feature maps, got {chosen.title!r}")
        size, error = chosen.at(chosen.wanted.projections if m is None else check_count("m", m))
        mechanism = chosen.maps.mechanism
        made = RandomFeatures(
            mechanism, size.projections, d=self.dimension, kernel=self.kernel,
            **{self.scale_name: self.scale},  # type: ignore[arg-type]
            parameters={"n": size.coefficients} if size.coefficients else None,
            center=multiplied(self.origin, self.unit) if np.any(self.origin) else None, random_state=seed,
        ).fit()  # fmt: skip
        made.promised_error_ = error
        return made

    def attention(self, queries: Any, keys: Any = None, values: Any = None, **options: Any) -> Attention:
        """Errors of the row sums and of the normalised output of attention, by draws; as `attention.attention_errors`."""
        from rftheory._choose.attention import attention_errors

        return attention_errors(self, queries, keys, values, **options)

    def __str__(self) -> str:
        from rftheory._choose.show import choice_text

        return choice_text(self)

    def __repr__(self) -> str:
        return f"<Choice among {len(self.candidates)} for the {self.kernel} kernel: {self.recommendation.sentence}>"

    @property
    def scale_name(self) -> str:
        """What `scale` is called: the temperature of the softmax kernel, the bandwidth of others."""
        return "temperature" if self.kernel == "softmax" else "bandwidth"

    @property
    def unit(self) -> Scale:
        """What rows are divided by: the bandwidth or the root of the temperature."""
        return math.sqrt(self.scale) if self.kernel == "softmax" else self.scale

    def scaled(self, rows: Array) -> Array:
        """Rows in the units in which `Candidate.maps` take them: over the bandwidth or the root of the temperature."""
        return np.asarray(divided(np.asarray(numbers(rows), dtype=float), self.unit))

    def to_json(self) -> dict[str, Any]:
        """As `Plain`; the scale and the size by their names."""
        own = super().to_json()
        stated, own["attention"] = own.pop("stated"), own.pop("outputs")
        return {self.scale_name if key == "scale" else key: value for key, value in own.items()} | stated


def _root(log: float, log_unit: float) -> float:
    """``exp((log - unit)/2)``."""
    if log == -math.inf:
        return 0.0
    exponent = (log - log_unit) / 2
    return math.exp(exponent) if exponent < 709 or math.isnan(exponent) else math.inf
