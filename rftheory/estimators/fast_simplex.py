"""A block of simplex projections that are rotated by a Hadamard product, at inputs in fixed coordinates, and its exact moments."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import mpmath

from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.hadamard_law import rows_law
from rftheory.couplings.simplex import simplex_matrix
from rftheory.estimators.fixed_inputs import AtFixedInputs
from rftheory.estimators.hadamard_rows import multinomial, over_length
from rftheory.estimators.moments import DIGITS, Number, number


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
        powers = [p for p in itertools.product(range(order + 1), repeat=m) if sum(p) == order]
        total = mpmath.mpf(0)
        for images, probability in _images(d, self.coupling.k, tuple(self.sum)).items():
            ways = mpmath.fsum(
                multinomial(power) * mpmath.fprod(over_length(d, p * a) for p, a in zip(power, images, strict=True))
                for power in powers
            )
            total += ways * probability.numerator / probability.denominator
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
