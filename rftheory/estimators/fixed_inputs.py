r"""Estimators with any coupling at inputs in fixed coordinates, whose moments are known from their raw moments.

For independent chi lengths r in D dimensions and a real a

    E exp(r a) = 1F1(D/2; 1/2; a^2/2) + a 2^(1/2) Gamma((D+1)/2)/Gamma(D/2) 1F1((D+1)/2; 3/2; a^2/2),

the even and the odd powers.
"""

from __future__ import annotations

import itertools
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import mpmath
import numpy as np
import sympy as sp

from rftheory.arrays import Array, check_pair
from rftheory.couplings.coupling import Coupling
from rftheory.estimators.estimator import CentralMoments, Estimator, central_moments
from rftheory.estimators.moments import DIGITS, Number, number
from rftheory.families.family import Kernel
from rftheory.families.generalized_exponential import GeneralizedExponential

_POSITIVE = GeneralizedExponential(sp.Integer(0), 1)


@dataclass(frozen=True)
class AtFixedInputs(Estimator):
    """Positive features of the Gaussian kernel, ``exp(-|x|^2 - |y|^2)/m sum_i exp(w_i.(x + y))``.

    Attributes:
        coupling: the law of the projections, which rotations may change.
        inputs: x and y.
    """

    coupling: Coupling
    inputs: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]

    @property
    def kernel(self) -> Kernel:
        return "gaussian"

    @property
    def sum(self) -> list[Number]:
        """The coordinates of x + y."""
        return [number(a) + number(b) for a, b in zip(*self.inputs, strict=True)]

    @abstractmethod
    def mean_power(self, order: int, m: int) -> Number:
        """``E (1/m sum_i exp(w_i.(x + y)))^order`` for an order from 1 to 4.

        Raises:
            ValueError: for numbers of projections for which it is not known.
        """

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        x, y = check_pair(x, y)
        projections = self.coupling.draw(generator, m, len(x), replicates)
        maps = [_POSITIVE.features(u[None], projections, side)[:, 0] for u, side in ((x, "x"), (y, "y"))]
        return np.einsum("rf,rf->r", *maps).real

    def moments(self, x: Array, y: Array, m: int, n: int, center: Number) -> CentralMoments:
        """Central moments, multiplied out.

        Raises:
            ValueError: as `mean_power`.
        """
        with mpmath.workdps(DIGITS):
            decay = -sum(number(c) ** 2 for side in self.inputs for c in side)
            raw = [mpmath.exp(order * decay) * self.mean_power(order, m) for order in range(1, 5)]
            return central_moments(raw, center)


def power_of_sum(d: int, images: Sequence[Number], order: int) -> Number:
    """``E (sum_i exp(r_i a_i))^order`` over independent chi lengths r_i in R^d."""
    return mpmath.fsum(
        ways * mpmath.fprod(_over_length(d, p * a) for p, a in zip(powers, images, strict=True))
        for powers, ways in _powers(order, len(images))
    )


@cache
def _powers(order: int, count: int) -> list[tuple[tuple[int, ...], Number]]:
    """Powers that add up to an order, each with ``order!/(p_1! ... p_m!)``."""
    found = [powers for powers in itertools.product(range(order + 1), repeat=count) if sum(powers) == order]
    return [(each, mpmath.factorial(order) / mpmath.fprod(mpmath.factorial(p) for p in each)) for each in found]


@cache
def _over_length(d: int, a: Number) -> Number:
    """``E exp(r a)`` over a chi length in R^d."""
    with mpmath.workdps(DIGITS):
        half, square = mpmath.mpf(d) / 2, a**2 / 2
        odd = mpmath.sqrt(2) * mpmath.gammaprod([half + mpmath.mpf(1) / 2], [half])
        even = mpmath.hyp1f1(half, mpmath.mpf(1) / 2, square)
        return even + a * odd * mpmath.hyp1f1(half + mpmath.mpf(1) / 2, mpmath.mpf(3) / 2, square)
