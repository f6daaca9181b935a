"""What a run draws and records, and how the quantities that are asked for are read off it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from rftheory.arrays import Array, check_room
from rftheory.montecarlo.bounds import Bound, Choice, Method, best_method, binned_bounds, known_square, variance_bound
from rftheory.montecarlo.contrasts import ContrastSampler
from rftheory.montecarlo.full import FullSampler, SpanSampler
from rftheory.montecarlo.quantities import (
    Bias,
    ErrorDifference,
    MeanSquaredError,
    PairCovariance,
    Quantile,
    Quantity,
    TailProbability,
    Variance,
)
from rftheory.montecarlo.readings import LessSquare, MeanOf, QuantileOf, Reading, ShareOf
from rftheory.montecarlo.samplers import ReducedSampler, TiltedSampler, reduced_sampler
from rftheory.montecarlo.setting import Sampler, Setting, first_of_each

#: arrays of that many numbers a draw takes, about: coordinates, lengths, features of either side
_ARRAYS = 4
#: what can be asked for
Asked = Quantity | Variance
Wanted = Literal["auto", "plain", "controlled", "tilted"]
#: exact moments of more distances |z| take longer than their draws, of means less than of squares: what is beyond has the bounds of bins
#: (`bounds`), or none; proved bars of more pairs take longer, too
MOST_PROVED, _MOST_PROVED_MEANS, MOST_PAIRS = 64, 256, 4096
#: quantities that are made of squared errors
_SQUARED = ("mse", "variance")
#: quantities whose bounds need two moments
_MEANS = ("mean", "bias")
#: quantities that weighted draws can tell
_WEIGHTED = ("mean", "bias", "second_moment", "mse", "pair_covariance", "variance")


@dataclass(frozen=True, eq=False)
class Plan:
    """Of one run.

    Args:
        asked: the quantities that are asked for.
        sampler: what is drawn.
        columns: the quantities whose variables are recorded.
        centres: of their sums, shape (P, C).
        readings: one for each quantity that is asked for.
        method: of the mean squared error, in words.
    """

    asked: tuple[Asked, ...]
    sampler: Sampler
    columns: tuple[Quantity, ...]
    centres: Array
    readings: tuple[Reading, ...]
    method: str

    @property
    def relative_variance(self) -> float | None:
        """The largest proved one, over readings and pairs; None if one is not known."""
        pairs = range(len(self.sampler.kernel))
        largest = max(reading.relative_variance(pair) for reading in self.readings for pair in pairs)
        return largest if math.isfinite(largest) else None

    def method_of(self, quantity: Asked) -> str:
        """How one quantity is formed: what is known of single samples enters squared errors alone."""
        controlled = self.method == "controlled" and quantity.name not in _SQUARED
        return "plain" if controlled else self.method


def plan_of(setting: Setting, quantities: Sequence[Asked], method: Wanted = "auto", all_drawn: bool = False) -> Plan:
    """Choose what is drawn for the quantities that are asked for.

    Args:
        all_drawn: whether "auto" leaves out what is known beforehand, so that a comparison with theory says something.

    Raises:
        ValueError: for no quantities or the same twice, an unknown method, and a method that cannot tell a quantity.
    """
    names = [quantity.name for quantity in quantities]
    if not names or len(set(names)) < len(names):
        raise ValueError(f"quantities must be at least one and each once, got {names}")
    if method not in get_args(Wanted):
        raise ValueError(f"method must be one of {', '.join(get_args(Wanted))}, got {method!r}")
    plain = sampler_of(setting)
    alike = _alike(plain)
    choice = _choice(setting, plain, alike, names, method, all_drawn)
    sampler = TiltedSampler(setting, choice.share) if choice.method == "tilted" else plain
    return _Planner(setting, sampler, choice, alike).plan(quantities)


def sampler_of(setting: Setting) -> Sampler:
    """One image for each projection where the law allows, else coordinates in the span of a pair, else whole projections.

    Raises:
        ValueError: where the estimator has inputs of its own that are not those of the setting, and for numbers of projections
            of which memory does not hold one draw.
    """
    sampler: Sampler | None = reduced_sampler(setting)
    if sampler is None:
        sampler = SpanSampler(setting) if SpanSampler.applies(setting) else FullSampler(setting)
    check_room("the arrays of one draw", _ARRAYS, sampler.cost)
    return sampler


def _alike(plain: Sampler) -> list[int]:
    """Of each pair the first one whose samples have the same law in units of ``exp(log_unit)``, as have pairs of one distance |z|."""
    if not isinstance(plain, ReducedSampler):
        return list(range(len(plain.kernel)))
    return first_of_each(plain.sizes)


def _are_too_many(alike: Sequence[int], most: int = MOST_PROVED) -> bool:
    return len(set(alike)) > most or len(alike) > MOST_PAIRS


def _choice(
    setting: Setting, plain: Sampler, alike: Sequence[int], names: Sequence[str], method: Wanted, all_drawn: bool
) -> Choice:
    """The method of the mean squared error; the other quantities are read off the same draws."""
    squared = any(name in _SQUARED for name in names)
    can_control = plain.has_squares and setting.m > 1
    weighable = all(name in _WEIGHTED for name in names)
    if method == "controlled" and not can_control:
        raise ValueError(
            f"method 'controlled' needs samples of one kind and m >= 2, got {setting.estimator}, m = {setting.m}"
        )
    if method == "tilted" and not weighable:
        raise ValueError(
            f"method 'tilted' cannot tell {', '.join(n for n in names if n not in _WEIGHTED)}; use 'plain'"
        )
    allowed: list[Method] = [method] if method != "auto" else ["plain"]
    if method == "auto" and can_control and not all_drawn:
        allowed.append("controlled")
    tilted = weighable if all_drawn else all(name in ("mse", "variance", "bias") for name in names)
    if method == "auto" and squared and tilted:
        allowed.append("tilted")
    if not squared and method != "tilted":
        # there is nothing to choose, and exact moments take time
        return Choice("plain", 0.0, ())
    if _are_too_many(alike):
        return Choice(allowed[0], 0.5 if allowed[0] == "tilted" else 0.0, ())
    return best_method(MeanSquaredError(), setting, sorted(set(alike)), allowed)


def contrast_plan(first: Setting, second: Setting) -> Plan:
    """Draw the difference of two mean squared errors, in whichever form has the least proved variance.

    Raises:
        ValueError: for settings that cannot share their draws.
    """
    forms = [ContrastSampler(first, second, cancel) for cancel in (True, False)]
    alike = forms[0].alike
    if _are_too_many(alike):
        sampler, bounds = forms[0], (_too_many(),) * first.pairs
    else:
        known = []
        for form in forms:
            by_pair = {pair: form.bound(pair) for pair in set(alike)}
            known.append(tuple(by_pair[pair] for pair in alike))
        worst = [max(math.inf if b.variance is None else b.variance for b in bounds) for bounds in known]
        best = int(worst[1] < worst[0])
        sampler, bounds = forms[best], known[best]
    quantity, nothing = ErrorDifference(), np.zeros(first.pairs)
    reading = MeanOf(0, quantity, bounds, nothing)
    method = "shared, squares cancelled" if sampler.cancel else "shared"
    return Plan((quantity,), sampler, (quantity,), nothing[:, None], (reading,), method)


def _too_many() -> Bound:
    most = f"{MOST_PROVED} distances |z| (means: {_MOST_PROVED_MEANS})"
    return Bound(None, reason=f"bounds are computed for up to {MOST_PAIRS} pairs, and here for up to {most}")


class _Planner:
    """Collects columns while it makes readings."""

    def __init__(self, setting: Setting, sampler: Sampler, choice: Choice, alike: Sequence[int]):
        self._setting, self._sampler, self._choice, self._alike = setting, sampler, choice, alike
        self._columns: list[Quantity] = []

    def plan(self, quantities: Sequence[Asked]) -> Plan:
        readings = tuple(self._reading(quantity) for quantity in quantities)
        kernel = self._sampler.kernel
        centres = [each.centre(kernel) for each in self._columns]
        method = self._choice.method
        return Plan(tuple(quantities), self._sampler, tuple(self._columns), np.stack(centres, axis=1), readings, method)

    def _reading(self, quantity: Asked) -> Reading:
        if isinstance(quantity, Variance):
            return LessSquare(self._reading(MeanSquaredError()), self._reading(Bias()))
        if isinstance(quantity, MeanSquaredError) and self._choice.method == "controlled":
            return self._controlled()
        if isinstance(quantity, PairCovariance) and not self._sampler.has_squares:
            raise ValueError(f"pair_covariance needs samples of one kind, got {self._setting.estimator}")
        return self._mean_of(quantity)

    def _mean_of(self, quantity: Quantity) -> MeanOf:
        column, nothing = self._column(quantity), np.zeros(self._setting.pairs)
        if isinstance(quantity, Quantile):
            return QuantileOf(column, quantity, self._bounds(quantity), nothing)
        kind = ShareOf if isinstance(quantity, TailProbability) else MeanOf
        return kind(column, quantity, self._bounds(quantity), nothing)

    def _controlled(self) -> MeanOf:
        """``E |Z - K|^2/m + (1 - 1/m) C`` with the pair covariance C."""
        m, unit = self._setting.m, self._sampler.log_unit
        products = PairCovariance(m)
        squares = known_square(self._setting, self._alike) * np.exp(2 * (self._setting.log_kernel - unit))
        if not np.isfinite(squares).all():
            raise ValueError(
                "method must be another one: the squares of samples are beyond float64; choose smaller norms"
            )
        return MeanOf(self._column(products), products, self._bounds(products), squares / m, 1 - 1 / m)

    def _bounds(self, quantity: Quantity) -> Sequence[Bound]:
        """Of each pair."""
        setting = self._setting
        method: Method = "tilted" if self._choice.method == "tilted" else "plain"
        if isinstance(quantity, TailProbability | Quantile):
            return [Bound(None)] * setting.pairs
        if _are_too_many(self._alike, _MOST_PROVED_MEANS if quantity.name in _MEANS else MOST_PROVED):
            most = len(self._alike) > MOST_PAIRS or method != "plain"
            binned = None if most else binned_bounds(quantity, setting, self._sampler.kernel)
            return binned or [_too_many()] * setting.pairs
        share, units = self._choice.share or 0.5, self._sampler.log_unit.tolist()
        known = {pair: variance_bound(quantity, setting, method, pair, share, units[pair]) for pair in set(self._alike)}
        return [known[pair] for pair in self._alike]

    def _column(self, quantity: Quantity) -> int:
        if quantity not in self._columns:
            self._columns.append(quantity)
        return self._columns.index(quantity)
