"""Projections from a scrambled Sobol sequence: points of randomised quasi-Monte Carlo, made normal.

Nested uniform scrambling (Owen 1995): each binary digit is flipped at random, with a coin for each string of digits before it. In each
coordinate the first 2^k points lie in different intervals of length 2^-k, so that all digits after the k-th have coins of
their own: they are one uniform variable for each point. So each point is uniform in [0, 1)^d, and each projection N(0, I_d).

Estimators are unbiased due to the scrambling: the points as they are have the corner 0, whose normal quantile is infinite, among them,
and an error that no number of maps averages away. The error depends on the axes and has no known closed form: it has to be
drawn. The deviation of the samples of one map says nothing about it, as they are dependent.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.halton import digits_needed, normal_quantiles
from rftheory.inputs.arrays import Array


def scrambled_digits(generator: np.random.Generator, cells: Array, bits: int, replicates: int) -> Array:
    """Nested uniform scrambling of binary fractions ``cells / 2^bits`` that are all different; shape (m, replicates)."""
    values = generator.random((len(cells), replicates)) * 0.5**bits
    for depth in range(bits):
        coins = generator.integers(2, size=(1 << depth, replicates), dtype=np.int8)
        digits = (cells >> (bits - depth - 1) & 1)[:, None] ^ coins[cells >> (bits - depth)]
        values += digits * 0.5 ** (depth + 1)
    return values


@dataclass(frozen=True)
class Sobol(Coupling):
    """The first m points of a scrambled Sobol sequence, each N(0, I_d); different points are dependent.

    Best where m is a power of two: these points are a net, and more of them are not balanced. There are no blocks.
    """

    def check_size(self, m: int, d: int) -> None:
        """Raises a ValueError for dimensions beyond the table of direction numbers (Joe and Kuo 2008)."""
        from scipy.stats import qmc

        if d > qmc.Sobol.MAXDIM:
            raise ValueError(f"d must be at most {qmc.Sobol.MAXDIM} for Sobol points, got {d}")

    def draw_columns(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        from scipy.stats import qmc

        self.check_size(m, d)
        bits = digits_needed(m, 2)
        cells = (qmc.Sobol(d, scramble=False).random_base2(bits)[:m] * 2**bits).astype(np.int64)
        points = np.empty((d, m, replicates))
        for column, places in zip(points, cells.T, strict=True):
            column[...] = scrambled_digits(generator, places, bits, replicates)
        return normal_quantiles(points)
