"""Simulation of probabilities: how often an estimator is off by a given amount or more, by the interval of Clopper and Pearson."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

import sympy as sp

from rftheory.inputs.arrays import Array
from rftheory.montecarlo.checks.checks import MomentCheck
from rftheory.montecarlo.estimators.estimator import Estimator
from rftheory.montecarlo.quantities import Quantity
from rftheory.montecarlo.readings import Reading, ShareOf
from rftheory.montecarlo.setting import Draws

#: vectors of exact numbers, one per row
Rows = tuple[tuple[sp.Expr, ...], ...]


@dataclass(frozen=True)
class TailCheck(MomentCheck):
    """``P(|K_hat - K| >= threshold)`` of ``estimator`` equals ``expected`` (or is at most that) at ``point``.

    Args:
        threshold: a positive expression in the symbols of ``point``.
    """

    threshold: sp.Expr = sp.Integer(1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.quantity != "probability":
            raise ValueError(f"quantity of a tail must be 'probability', got {self.quantity!r}")
        if not 0 < self.value < 1:
            raise ValueError(f"check {self.name!r}: a probability in (0, 1) is needed, got {self.value}")

    @property
    def scale(self) -> float:
        return self.value

    @property
    def centre(self) -> float:
        # indicators are counted
        return 0.0

    def reading(self, column: int) -> Reading:
        return ShareOf(column)

    @cached_property
    def _level(self) -> float:
        return self.evaluate(self.threshold)

    @property
    def variable(self) -> Quantity:
        deviates = partial(_deviates, self.configuration.estimator, self._level)
        return Quantity("deviation", deviates, power=0, read="event", parameter=self._level)


def _deviates(estimator: Estimator, level: float, draws: Draws, kernel: Array) -> Array:
    """Whether each draw is off by ``level`` or more."""
    return (estimator.deviation(draws.estimates, kernel[:, None]) >= level).astype(float)
