r"""Estimators of one or two projections of a Hadamard product, at inputs in fixed coordinates, and their exact moments.

Given the rows u_i of the product, the lengths are independent chi lengths in D dimensions, ``w_i = r_i u_i``, and for a real a

    E exp(r a) = 1F1(D/2; 1/2; a^2/2) + a 2^(1/2) Gamma((D+1)/2)/Gamma(D/2) 1F1((D+1)/2; 3/2; a^2/2),

the even and the odd powers. The average over the rows is a sum over the laws of `couplings.hadamard_law`. Two projections are two rows
of one block chosen at random, or all of them for D = 2.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cache

import mpmath

from rftheory.couplings.hadamard import HadamardProduct, padded
from rftheory.couplings.hadamard_law import rows_law
from rftheory.estimators.fixed_inputs import AtFixedInputs
from rftheory.estimators.moments import DIGITS, Number


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
        powers = [p for p in itertools.product(range(order + 1), repeat=m) if sum(p) == order]
        total = mpmath.mpf(0)
        for rows in choices:
            for vectors, probability in rows_law(d, self.coupling.k, rows).items():
                images = [mpmath.fdot(vector, self.sum) / mpmath.sqrt(d) ** self.coupling.k for vector in vectors]
                ways = mpmath.fsum(
                    multinomial(power) * mpmath.fprod(over_length(d, p * a) for p, a in zip(power, images, strict=True))
                    for power in powers
                )
                total += ways * probability.numerator / probability.denominator
        return total / len(choices) / mpmath.mpf(m) ** order


def multinomial(powers: tuple[int, ...]) -> Number:
    """``order!/(p_1! ... p_m!)``."""
    return mpmath.factorial(sum(powers)) / mpmath.fprod(mpmath.factorial(power) for power in powers)


@cache
def over_length(d: int, a: Number) -> Number:
    """``E exp(r a)`` over a chi length in R^d."""
    with mpmath.workdps(DIGITS):
        half, square = mpmath.mpf(d) / 2, a**2 / 2
        odd = mpmath.sqrt(2) * mpmath.gammaprod([half + mpmath.mpf(1) / 2], [half])
        even = mpmath.hyp1f1(half, mpmath.mpf(1) / 2, square)
        return even + a * odd * mpmath.hyp1f1(half + mpmath.mpf(1) / 2, mpmath.mpf(3) / 2, square)
