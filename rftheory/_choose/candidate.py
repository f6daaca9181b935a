"""One mechanism at its best parameters: expected errors over pairs of a query and a key, sizes and costs.

Errors are averages over pairs, all or sampled. The *matrix error* is ``(mean MSE / mean K^2)^(1/2)``, the expected error of the kernel
matrix in the Frobenius norm relative to its own; the *pair error* is ``(mean of MSE/K^2)^(1/2)``. Averages are kept as logarithms,
because mean squared errors of the softmax kernel leave the range of float64.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

import numpy as np

from rftheory._choose.json import Plain
from rftheory._choose.quantiles import Typical
from rftheory._choose.sizes import Laws, Size
from rftheory.features.drawing import Fitted
from rftheory.features.maps import FeatureMap
from rftheory.features.transformer import RandomFeatures
from rftheory.inputs.arrays import Array, check_count
from rftheory.inputs.bandwidths import Scale, divided, multiplied
from rftheory.inputs.devices import numbers
from rftheory.mechanisms.names import of_map
from rftheory.printing import Printed

#: how an average is known: of all pairs, of a sample, or no more than
How = Literal["exact", "sampled", "bound"]
#: relative differences of errors that are below this are rounding, and no advice
TOLD = 1e-9
#: a ratio of expected and typical errors that is told
APART = 1.5


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
    """A parameter, of a matrix its trace, that makes the averaged error least; ``certified`` says why.

    "unimodal" is proved, "grid" searched; "averages" makes the mean logarithm of the second moment least, in closed form.
    """

    name: str
    value: float | complex
    certified: Literal["unimodal", "grid", "averages"]


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


@dataclass(frozen=True, eq=False)
class Units:
    """The kernel, and what rows of R^dimension are divided by and what is subtracted from them then, for features of it.

    Attributes:
        kernel: "gaussian", "softmax", or the name of a mixture.
        scale: the bandwidth (a number or an array), or the temperature.
        origin: shape (d,), zeros without centring.
        columns: the names of those of a frame, which maps ask for again.
    """

    kernel: str
    scale: Scale
    origin: Array
    dimension: int
    columns: Array | None

    @property
    def scale_name(self) -> str:
        """What `scale` is called: the temperature of the softmax kernel, the bandwidth of others."""
        return "temperature" if self.kernel == "softmax" else "bandwidth"

    @property
    def _divisor(self) -> Scale:
        return math.sqrt(self.scale) if self.kernel == "softmax" else self.scale

    def scaled(self, rows: Array) -> Array:
        """Rows over the bandwidth or the root of the temperature."""
        return np.asarray(divided(np.asarray(numbers(rows), dtype=float), self._divisor))

    def drawn(self, maps: Fitted, size: Size, seed: Any) -> RandomFeatures:
        """A map of rows as they are given, of a mechanism for these units."""
        made = RandomFeatures(
            maps.mechanism, size.projections, d=self.dimension, kernel=self.kernel,
            **{self.scale_name: self.scale},  # type: ignore[arg-type]
            parameters={"n": size.coefficients} if size.coefficients else None,
            center=multiplied(self.origin, self._divisor) if np.any(self.origin) else None, random_state=seed,
        ).fit()  # fmt: skip
        if self.columns is not None:
            # as scikit-learn calls it
            made.feature_names_in_ = self.columns
        return made


@dataclass(frozen=True, kw_only=True, repr=False)
class Candidate(Printed, Plain):
    """One mechanism with one coupling of its projections, at its best parameters.

    Attributes:
        name, projections: "positive", "orthogonal".
        size: projections and features per input of the map that errors are stated for (`Choice.stated`).
        mse: average MSE at this size, of the kernel itself.
        pair_mse: average of MSE/K^2; None where it is not known.
        error: the relative error at this size in the measure of the choice; NaN where it is not known.
        typical: the median error of maps that were made, with its interval, for some rows; None for waves, for
            other couplings than the best, and where none was made. The expectation of heavy tails may be far above it.
        settled: whether the pairs that were looked at settle it.
        needed: the least size with a relative error of at most the target; None without a target, or above 10^6 features.
        positive: whether all features are positive, so that no estimate is negative.
        bounded: whether one sample of the estimator is bounded for every projection.
        law: the average MSE as a function of the size; None where it is not known.
        log_unit: the log of what the error is relative to (measure "matrix": mean K^2, "pair": 1).
        maps: the mechanism itself, of inputs in units of the kernel (`Choice.scaled`), whose maps can be drawn with ``size.projections``;
            not in JSON.
        units: of the kernel, for maps of rows as they are given; not in JSON.
    """

    hidden: ClassVar[tuple[str, ...]] = ("law", "log_unit", "maps", "units")

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
    units: Units
    notes: tuple[str, ...] = ()
    typical: Typical | None = None

    @property
    def heavy(self) -> bool:
        """Whether what maps that are made are off by is told apart from the expectation by half of either."""
        found = self.typical
        return found is not None and not found.low / APART <= self.error <= found.high * APART

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

    def make(self, *, m: int | None = None, seed: Any = None) -> RandomFeatures:
        """This map, drawn and ready: with its parameters, and the scale and the centre of the data.

        Its ``promised_error_`` is the expected relative error, in the measure of the choice.

        Args:
            m: projections; by default what reaches the target, and without a target (or if it is out of reach) what errors are stated for.
            seed: the ``random_state`` of `features.make`.

        Raises:
            ValueError: for a candidate of which no map can be drawn.
        """
        if self.maps is None:
            raise ValueError(f"title must be of a candidate with feature maps, got {self.title!r}")
        size, error = self.at(self.wanted.projections if m is None else check_count("m", m))
        made = self.units.drawn(self.maps, size, seed)
        made.promised_error_ = error
        return made

    def feature_map(self, seed: int, *key: int) -> FeatureMap:
        """One draw, for inputs in units of the kernel: the same whatever else is drawn."""
        assert self.maps is not None
        digest = hashlib.sha256(self.title.encode()).digest()
        words = [int.from_bytes(digest[k : k + 4], "little") for k in range(0, 16, 4)]
        stream = np.random.SeedSequence([seed, *words], spawn_key=key)
        return self.maps.feature_map(self.units.kernel, stream, self.size.projections, self.units.dimension)

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


def _root(log: float, log_unit: float) -> float:
    """``exp((log - unit)/2)``."""
    if log == -math.inf:
        return 0.0
    exponent = (log - log_unit) / 2
    return math.exp(exponent) if exponent < 709 or math.isnan(exponent) else math.inf
