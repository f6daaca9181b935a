"""Simulation of probabilities: how often an estimator is off by a given amount or more.

The tested variable is an indicator, so its variance is known from its mean: at most q(1 - q) for a probability of at
most q <= 1/2. The plan detects an excess of up to the claimed value itself, whence q = min(1/2, 2 claimed).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from rftheory.arrays import Array
from rftheory.estimators.estimator import Estimator
from rftheory.montecarlo.quantities import Quantity
from rftheory.montecarlo.setting import Draws
from rftheory.simulate.checks import MomentCheck

#: vectors of exact numbers, one per row
Rows = tuple[tuple[sp.Expr, ...], ...]


@dataclass(frozen=True)
class _Deviation(Quantity):
    """Whether a draw is off by ``level`` or more."""

    estimator: Estimator
    level: float

    name = "deviation"
    power = 0

    def values(self, draws: Draws, kernel: Array) -> Array:
        return (self.estimator.deviation(draws.estimates, kernel[:, None]) >= self.level).astype(float)


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

    @cached_property
    def variance_bound(self) -> float:
        largest = min(0.5, 2 * self.value)
        return largest * (1 - largest)

    @cached_property
    def _level(self) -> float:
        return self.evaluate(self.threshold)

    @property
    def variable(self) -> Quantity:
        return _Deviation(self.configuration.estimator, self._level)
