"""How far the iteration of simplex+ projections comes in a number of passes, for lengths that are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import sympy as sp

from rftheory.arrays import Array
from rftheory.couplings.coupling import chi_lengths
from rftheory.couplings.resultant import least_resultant, simplex_vectors, sweep
from rftheory.estimators.estimator import Estimator, WeightedSum
from rftheory.estimators.moments import Number


@dataclass(frozen=True)
class LeftOver(Estimator):
    """The share of ``|T| - least |T|``, T the resultant of d vectors of chi lengths along a simplex, that some passes leave.

    Args:
        passes: through all d vectors.
        inputs: fix the dimension.
    """

    passes: int
    inputs: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        d = len(x)
        lengths = chi_lengths(generator, d, d, replicates)
        vectors, least = simplex_vectors(lengths), least_resultant(lengths)
        start = np.linalg.norm(vectors.sum(axis=0), axis=0) - least
        for _ in range(self.passes):
            sweep(vectors, lengths)
        return np.asarray((np.linalg.norm(vectors.sum(axis=0), axis=0) - least) / start)

    def deviation(self, draws: Array, kernel: Array | float) -> Array:
        return draws

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        raise ValueError("the moments of what an iteration leaves are not known")

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> LeftOver:
        return self
