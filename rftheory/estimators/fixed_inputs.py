"""Estimators with any coupling at inputs in fixed coordinates, whose moments are known from their raw moments."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import mpmath
import numpy as np
import sympy as sp

from rftheory.arrays import Array, check_pair
from rftheory.couplings.coupling import Coupling
from rftheory.estimators.estimator import CentralMoments, Estimator, WeightedSum
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

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        raise ValueError("projections of this coupling have no moments of Gaussian variables")

    def moments(self, x: Array, y: Array, m: int, n: int, center: Number) -> CentralMoments:
        """Central moments, multiplied out.

        Raises:
            ValueError: as `mean_power`.
        """
        with mpmath.workdps(DIGITS):
            decay = -sum(number(c) ** 2 for side in self.inputs for c in side)
            raw = [mpmath.mpf(1), *(mpmath.exp(order * decay) * self.mean_power(order, m) for order in range(1, 5))]
            return CentralMoments(
                *(
                    mpmath.fsum(mpmath.binomial(k, j) * raw[j] * (-center) ** (k - j) for j in range(k + 1))
                    for k in (1, 2, 4)
                )
            )
