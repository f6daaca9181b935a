"""Estimators with projections of a Hadamard product, at inputs in fixed coordinates, and their exact moments.

Given the rows u_i of the product, the lengths are independent chi lengths in D dimensions, ``w_i = r_i u_i`` (`estimators.fixed_inputs`).
The average over the rows is a sum over the laws of `couplings.hadamard_law`. Two projections are two rows of one block chosen at random,
or all of them for D = 2; a block of simplex projections that the product rotates is taken whole.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import mpmath

from rftheory.couplings.hadamard import HadamardProduct, padded
from rftheory.couplings.hadamard_law import rows_law
from rftheory.couplings.simplex import simplex_matrix
from rftheory.estimators.fixed_inputs import AtFixedInputs, power_of_sum
from rftheory.estimators.moments import DIGITS, Number, number


@dataclass(frozen=True)
class HadamardRows(AtFixedInputs):
    """Positive features with one or two projections of a product of k blocks HD, in a dimension that is a power of two."""

    coupling: HadamardProduct

    def mean_power(self, order: int, m: int) -> Number:
        """Raises:
        ValueError: unless m is 1 or 2, the geometry orthogonal, and d a power of two, at least m.
        """
        d = len(self.inputs[0])
        if m not in (1, 2):
            raise ValueError(f"m must be 1 or 2, got {m}")
        if self.coupling.geometry != "orthogonal":
            raise ValueError(f"geometry must be orthogonal, got {self.coupling.geometry!r}")
        if padded(d) != d or d < m:
            raise ValueError(f"d must be a power of two and at least m = {m}, got {d}")
        choices = [(0,)] if m == 1 else list(itertools.combinations(range(d), 2))
        total = mpmath.mpf(0)
        for rows in choices:
            for vectors, probability in rows_law(d, self.coupling.k, rows).items():
                images = [mpmath.fdot(vector, self.sum) / mpmath.sqrt(d) ** self.coupling.k for vector in vectors]
                total += power_of_sum(d, images, order) * probability.numerator / probability.denominator
        return total / len(choices) / mpmath.mpf(m) ** order


@dataclass(frozen=True)
class FastSimplex(AtFixedInputs):
    """Positive features with one whole block ``D S R``, R a product of k blocks HD in a dimension that is a power of two."""

    coupling: HadamardProduct

    def mean_power(self, order: int, m: int) -> Number:
        """Raises:
        ValueError: unless the geometry is the simplex, and m the dimension, a power of two.
        """
        d = len(self.inputs[0])
        if self.coupling.geometry != "simplex" or m != d:
            raise ValueError(
                f"a whole simplex block is needed, got {m} {self.coupling.geometry} projections for d = {d}"
            )
        total = mpmath.mpf(0)
        for images, probability in _images(d, self.coupling.k, tuple(self.sum)).items():
            total += power_of_sum(d, images, order) * probability.numerator / probability.denominator
        return total / mpmath.mpf(m) ** order


@cache
def _images(d: int, k: int, z: tuple[Number, ...]) -> dict[tuple[Number, ...], Fraction]:
    """The images of z under the rows of S R with their probabilities; their order does not matter."""
    found: dict[tuple[Number, ...], Fraction] = {}
    with mpmath.workdps(DIGITS):
        matrix = [[number(entry) for entry in row] for row in simplex_matrix(d).tolist()]
        unit = mpmath.sqrt(d) ** k
        for rows, probability in rows_law(d, k, range(d)).items():
            rotated = [mpmath.fdot(row, z) / unit for row in rows]
            images = tuple(sorted(mpmath.fdot(row, rotated) for row in matrix))
            found[images] = found.get(images, Fraction(0)) + probability
    return found
