"""The estimator of one projection of a Hadamard product, at inputs in fixed coordinates, and its exact central moments.

One sample is ``c exp(r u.z)`` with z = x + y, a chi length r in D dimensions and a row u of the product, so that over the rows of
`couplings.hadamard_law` (which are symmetric) ``E exp(n r u.z)`` is the average of ``1F1(D/2; 1/2; (n u.z)^2/2)``.
"""

from __future__ import annotations

from dataclasses import dataclass

import mpmath
import numpy as np
import sympy as sp

from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.hadamard_law import row_law
from rftheory.families.arrays import Array, check_pair
from rftheory.families.family import Kernel
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.simulate.estimators import CentralMoments, Estimator, WeightedSum
from rftheory.simulate.moments import DIGITS, Number, number


@dataclass(frozen=True)
class HadamardRow(Estimator):
    """Positive features of the Gaussian kernel with one projection: ``exp(-|x|^2 - |y|^2) exp(w.(x + y))``.

    Attributes:
        coupling: the product of k blocks HD.
        inputs: x and y, whose dimension is a power of two.
    """

    coupling: HadamardProduct
    inputs: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]

    @property
    def kernel(self) -> Kernel:
        return "gaussian"

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        x, y = check_pair(x, y)
        _require_one(m)
        projections = self.coupling.draw(generator, m, len(x), replicates)
        family = GeneralizedExponential(sp.Integer(0), 1)
        maps = [family.features(u[None], projections, side)[:, 0] for u, side in ((x, "x"), (y, "y"))]
        return np.einsum("rf,rf->r", *maps).real

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        raise ValueError("rows of a Hadamard product have no moments of Gaussian variables")

    def moments(self, x: Array, y: Array, m: int, n: int, center: Number) -> CentralMoments:
        """Central moments over the exact law of a row.

        Raises:
            ValueError: unless m = 1.
        """
        _require_one(m)
        with mpmath.workdps(DIGITS):
            raw = [self._raw(order) for order in range(5)]
            return CentralMoments(
                *(
                    mpmath.fsum(mpmath.binomial(k, j) * raw[j] * (-center) ** (k - j) for j in range(k + 1))
                    for k in (1, 2, 4)
                )
            )

    def _raw(self, order: int) -> Number:
        """``E Z^order``."""
        x, y = self.inputs
        d, decay = len(x), -sum(number(c) ** 2 for c in (*x, *y))
        z = [number(a) + number(b) for a, b in zip(x, y, strict=True)]
        total = mpmath.mpf(0)
        for row, probability in row_law(d, self.coupling.k).items():
            image = mpmath.fdot(row, z)
            half = (order * image) ** 2 / (2 * mpmath.mpf(d) ** self.coupling.k)
            share = mpmath.mpf(probability.numerator) / probability.denominator
            total += share * mpmath.hyp1f1(mpmath.mpf(d) / 2, mpmath.mpf(1) / 2, half)
        return mpmath.exp(order * decay) * total


def _require_one(m: int) -> None:
    if m != 1:
        raise ValueError(f"m must be 1, got {m}")
