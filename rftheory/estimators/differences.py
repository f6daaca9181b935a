"""The difference of the squared errors of two estimators with independent projections: what one coupling saves over another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import mpmath
import numpy as np
import sympy as sp

from rftheory.arrays import Array
from rftheory.estimators.coupled import Coupled
from rftheory.estimators.estimator import CentralMoments, Estimator, WeightedSum
from rftheory.estimators.moments import DIGITS, Number
from rftheory.families.family import Kernel


@dataclass(frozen=True)
class ErrorDifference(Estimator):
    """``(K_1 - K)^2 - (K_2 - K)^2``, whose mean is a difference of mean squared errors.

    Args:
        first, second: estimators of the Gaussian kernel; their projections are drawn independently.
    """

    first: Coupled
    second: Coupled

    def __post_init__(self) -> None:
        if {self.first.kernel, self.second.kernel} != {"gaussian"}:
            raise ValueError(
                f"both must estimate the Gaussian kernel, got {self.first.kernel} and {self.second.kernel}"
            )

    @property
    def kernel(self) -> Kernel:
        return "gaussian"

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> ErrorDifference:
        return ErrorDifference(self.first.at(point), self.second.at(point))

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        kernel = np.exp(-np.sum((x - y) ** 2) / 2)
        one, other = (e.draw(generator, replicates, x, y, m, n) - kernel for e in (self.first, self.second))
        return np.asarray(one**2 - other**2)

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        raise ValueError("differences of errors have no moments of one-sample variables alone")

    def moments(self, x: Array, y: Array, m: int, n: int, center: Number) -> CentralMoments:
        """Mean and mean square about a center; there is no fourth moment."""
        with mpmath.workdps(DIGITS):
            kernel = mpmath.exp(-mpmath.fsum((mpmath.mpf(a) - b) ** 2 for a, b in zip(x, y, strict=True)) / 2)
            one, other = (e.moments(x, y, m, n, kernel) for e in (self.first, self.second))
            mean = one.second - other.second - center
            variance = one.fourth - one.second**2 + other.fourth - other.second**2
            return CentralMoments(mean, variance + mean**2, mpmath.inf)
