"""Projections from a random Halton sequence: points of randomised quasi-Monte Carlo, made normal.

Coordinate j of point i is the radical inverse of i = 0, 1, ... in the j-th prime base, each digit permuted at random and
independently of the others (the random Halton sequence of Owen 2017). The infinitely many leading zeros of i are
permuted too: as all m points share them, their permuted digits are one uniform variable. So each point is uniform in
[0, 1)^d, and each projection, through the inverse normal distribution function, N(0, I_d).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from rftheory.couplings.coupling import Coupling
from rftheory.inputs.arrays import Array

#: the normal quantile is infinite at 0 and 1, which rounding can produce with a probability of this size
_EDGE = 2.0**-53


def scrambled_inverse(count: int, base: int, permutations: Iterable[Array], rest: Array) -> Array:
    """Radical inverses of 0, ..., count - 1 with permuted digits; shape (count, replicates).

    Args:
        permutations: one array (replicates, base) for each digit that occurs, the least one first.
        rest: what the digits after those make, in units of the last of them: in [0, 1), shape (replicates,).
    """
    index, reach = np.arange(count), 1
    values = np.zeros((count, len(rest)))
    for permutation in permutations:
        digits = index // reach % base
        reach *= base
        values += permutation.T[digits] / reach
    return values + rest / reach


def digits_needed(count: int, base: int) -> int:
    """How many digits the numbers 0, ..., count - 1 have."""
    digits, reach = 0, 1
    while reach < count:
        digits, reach = digits + 1, reach * base
    return digits


def primes(count: int) -> list[int]:
    """The first primes, by a sieve: p_n < n (log n + log log n) for n >= 6 (Rosser)."""
    limit = 13 if count < 6 else math.ceil(count * (math.log(count) + math.log(math.log(count))))
    sieve = np.arange(limit + 1) >= 2
    for k in range(2, math.isqrt(limit) + 1):
        sieve[k * k :: k] = False
    return np.flatnonzero(sieve)[:count].tolist()


def normal_quantiles(uniform: Array) -> Array:
    """Normal quantiles of variables in [0, 1], in their place."""
    from scipy.special import ndtri

    np.clip(uniform, _EDGE, 1 - _EDGE, out=uniform)
    return ndtri(uniform, out=uniform)


@dataclass(frozen=True)
class Halton(Coupling):
    """The first m points of a random Halton sequence, each N(0, I_d); different points are dependent.

    There are no blocks: any m points are one sequence. Rows are not exchangeable.
    """

    def draw_columns(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        points = np.empty((d, m, replicates))
        for column, base in zip(points, primes(d), strict=True):
            every = np.tile(np.arange(base), (replicates, 1))
            permutations = (generator.permuted(every, axis=1) for _ in range(digits_needed(m, base)))
            column[...] = scrambled_inverse(m, base, permutations, generator.random(replicates))
        return normal_quantiles(points)
