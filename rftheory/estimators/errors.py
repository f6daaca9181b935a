"""Errors that are drawn as they are: the difference of two squared ones, and the largest over all pairs of queries and keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import mpmath
import numpy as np
import sympy as sp

from rftheory.arrays import Array, check_inputs
from rftheory.couplings.iid import Independent
from rftheory.estimators.coupled import Coupled
from rftheory.estimators.estimator import CentralMoments, Estimator
from rftheory.estimators.moments import DIGITS, Number
from rftheory.families.family import Family, Kernel


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

    def moments(self, x: Array, y: Array, m: int, n: int, center: Number) -> CentralMoments:
        """Mean and mean square about a center; there is no fourth moment."""
        with mpmath.workdps(DIGITS):
            kernel = mpmath.exp(-mpmath.fsum((mpmath.mpf(a) - b) ** 2 for a, b in zip(x, y, strict=True)) / 2)
            one, other = (e.moments(x, y, m, n, kernel) for e in (self.first, self.second))
            mean = one.second - other.second - center
            variance = one.fourth - one.second**2 + other.fourth - other.second**2
            return CentralMoments(mean, variance + mean**2, mpmath.inf)


_IID = Independent()
#: vectors of exact numbers, one per row
Rows = tuple[tuple[sp.Expr, ...], ...]


@dataclass(frozen=True)
class LargestError(Estimator):
    """The largest error over all pairs of given queries and keys, ``max_ij |K_hat(x_i, y_j) - K(x_i, y_j)|``.

    Args:
        family: features of the Gaussian kernel, of a positive, real estimator.
        queries, keys: rows of exact numbers, all of one length d.
        softmax: of the softmax kernel exp(x.y) in place of the Gaussian one: both sides times exp((|x|^2 + |y|^2)/2).
    """

    family: Family
    queries: Rows
    keys: Rows
    softmax: bool = True

    @property
    def inputs(self) -> tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]:  # type: ignore[override]
        """One of the pairs, which fixes the dimension."""
        return self.queries[0], self.keys[0]

    def _rows(self) -> tuple[Array, Array]:
        sides = ([[float(e) for e in row] for row in rows] for rows in (self.queries, self.keys))
        first, second = (check_inputs(side, name) for side, name in zip(sides, ("queries", "keys"), strict=True))
        return first, second

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        first, second = self._rows()
        projections = _IID.draw(generator, m, first.shape[1], replicates)
        sides = self.family.features(first, projections, "x"), self.family.features(second, projections, "y")
        errors = np.einsum("rif,rjf->rij", *sides) - self._gaussian(first, second)
        if self.softmax:
            errors *= np.exp((first**2).sum(1)[:, None] / 2 + (second**2).sum(1) / 2)
        return np.abs(errors).max(axis=(1, 2))

    @staticmethod
    def _gaussian(first: Array, second: Array) -> Array:
        return np.exp(-((first[:, None] - second[None]) ** 2).sum(-1) / 2)

    def deviation(self, draws: Array, kernel: Array | float) -> Array:
        return draws

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> LargestError:
        return LargestError(self.family.at(point), self.queries, self.keys, self.softmax)
