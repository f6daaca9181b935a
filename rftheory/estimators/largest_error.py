"""The largest error over all pairs of given queries and keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import sympy as sp

from rftheory.arrays import Array, check_inputs
from rftheory.couplings.iid import Independent
from rftheory.estimators.estimator import Estimator, WeightedSum
from rftheory.estimators.moments import Number
from rftheory.families.family import Family

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

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        raise ValueError("the moments of a largest error are not known")

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> LargestError:
        return LargestError(self.family.at(point), self.queries, self.keys, self.softmax)
