"""What a run draws and records, and how the quantities that are asked for are read off it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from rftheory.inputs.arrays import Array, check_room
from rftheory.montecarlo.difference import DifferenceSampler
from rftheory.montecarlo.full import FullSampler
from rftheory.montecarlo.quantities import (
    BIAS,
    MSE,
    MSE_DIFFERENCE,
    Quantity,
    Variance,
)
from rftheory.montecarlo.ranges import ranges
from rftheory.montecarlo.readings import LessSquare, MeanOf, QuantileOf, Reading, ShareOf
from rftheory.montecarlo.samplers import TiltedSampler, reduced_sampler
from rftheory.montecarlo.setting import Sampler, Setting

#: arrays of that many numbers a draw takes, about: coordinates, lengths, features of either side
_ARRAYS = 4
#: what can be asked for
Asked = Quantity | Variance
Wanted = Literal["auto", "plain", "tilted"]
#: pairs that are tilted unasked: each has a tilt of its own, which takes longer than a plain draw of many
MOST_TILTED = 4096


@dataclass(frozen=True, eq=False)
class Plan:
    """Of one run.

    Args:
        asked: the quantities that are asked for.
        sampler: what is drawn.
        columns: the quantities whose variables are recorded.
        centres: of their sums, shape (P, C).
        readings: one for each quantity that is asked for.
        method: how it is drawn, in words.
    """

    asked: tuple[Asked, ...]
    sampler: Sampler
    columns: tuple[Quantity, ...]
    centres: Array
    readings: tuple[Reading, ...]
    method: str


def plan_of(setting: Setting, quantities: Sequence[Asked], method: Wanted = "auto") -> Plan:
    """Choose what is drawn for the quantities that are asked for: tilted draws where there are any and they can tell all of them."""
    names = [quantity.name for quantity in quantities]
    if not names or len(set(names)) < len(names):
        raise ValueError(f"quantities must be at least one and each once, got {names}")
    if method not in get_args(Wanted):
        raise ValueError(f"method must be one of {', '.join(get_args(Wanted))}, got {method!r}")
    unweighted = [each.name for each in quantities if not isinstance(each, Variance) and each.read != "mean"]
    if method == "tilted" and unweighted:
        raise ValueError(f"method 'tilted' cannot tell {', '.join(unweighted)}; use 'plain'")
    sampler = sampler_of(setting)
    if method == "tilted":
        sampler = TiltedSampler(setting)
    elif method == "auto" and not unweighted and setting.pairs <= MOST_TILTED:
        sampler = tilted_sampler(setting) or sampler
    return _Planner(setting, sampler).plan(quantities)


def sampler_of(setting: Setting) -> Sampler:
    """Plain draws: one image for each projection where the law allows, else whole projections."""
    sampler: Sampler = reduced_sampler(setting) or FullSampler(setting)
    check_room("the arrays of one draw", _ARRAYS, sampler.cost)
    return sampler


def tilted_sampler(setting: Setting) -> TiltedSampler | None:
    """Tilted draws, or None where there are none: samples that are not positive, other couplings, lengths beyond float64."""
    try:
        return TiltedSampler(setting)
    except ValueError:
        return None


def difference_plan(first: Setting, second: Setting) -> Plan:
    """Draw the difference of two mean squared errors."""
    settings = first, second
    one, other = (tilted_sampler(setting) or sampler_of(setting) for setting in settings)
    sampler, quantity = DifferenceSampler(settings, (one, other)), MSE_DIFFERENCE
    method = "shared, squares cancelled" if sampler.cancels else "shared"
    centres = np.zeros((first.pairs, 1))
    return Plan((quantity,), sampler, (quantity,), centres, (MeanOf(0, sampler.range),), method)


class _Planner:
    """Collects columns while it makes readings."""

    def __init__(self, setting: Setting, sampler: Sampler):
        self._setting, self._sampler = setting, sampler
        self._columns: list[Quantity] = []

    def plan(self, quantities: Sequence[Asked]) -> Plan:
        readings = tuple(self._reading(quantity) for quantity in quantities)
        kernel = self._sampler.kernel
        centres = np.stack([each.centre(kernel) for each in self._columns], axis=1)
        method = "tilted" if isinstance(self._sampler, TiltedSampler) else "plain"
        return Plan(tuple(quantities), self._sampler, tuple(self._columns), centres, readings, method)

    def _reading(self, quantity: Asked) -> Reading:
        if isinstance(quantity, Variance):
            return LessSquare(self._reading(MSE), self._reading(BIAS))
        if quantity.needs_squares and not self._sampler.has_squares:
            raise ValueError(f"{quantity.name} needs samples of one kind, got {self._setting.estimator}")
        column = self._column(quantity)
        if quantity.read == "quantile":
            return QuantileOf(quantity.parameter)
        if quantity.read == "event":
            return ShareOf(column)
        return MeanOf(column, ranges(quantity, self._setting, self._sampler))

    def _column(self, quantity: Quantity) -> int:
        if quantity not in self._columns:
            self._columns.append(quantity)
        return self._columns.index(quantity)
