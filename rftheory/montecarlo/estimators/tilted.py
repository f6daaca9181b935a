r"""Squared errors of positive features, drawn where they are large.

For v = |x + y| beyond 1 few draws of ``D^2 = (K_hat - K)^2`` make its mean, and a test of plain draws has no power. So in a share a of the
draws one of the projections has the law in proportion to the square of its sample (`square_tilt`). With ``t_i = Z_i/K``,
``rho = E t^2`` and the density ``L = (1/m) sum_i t_i^2/rho`` of that law,

    V = D^2 / (1 - a + a L),      E V = E D^2 under the coupling.

*V is bounded.* For t >= 0, ``(t - 1)^2/(1 - a + a t^2/rho)`` falls up to t = 1 and rises afterwards, so it is at most
``C = max(1/(1 - a), rho/a)``. At the mean t of the t_i, whose square is at most the mean square, this gives V <= K^2 C.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import mpmath
import numpy as np
import sympy as sp

from rftheory.couplings.coupling import Isotropic
from rftheory.families.family import Kernel
from rftheory.families.mixtures import arc_cosine
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.estimators.coupled import Coupled
from rftheory.montecarlo.estimators.estimator import Estimator
from rftheory.montecarlo.estimators.moments import Number
from rftheory.montecarlo.estimators.square_tilt import SquareTilt, draw_tilted

#: numbers of a draw besides those of its projections: which of them is tilted and whether, three variables, the mean and the weight
_TILTING = 7
#: rho is known to some roundings of v^2
_UPWARDS = 1 + 2.0**-40


@dataclass(frozen=True)
class TiltedError(Estimator):
    """V of the module docstring, whose mean is the mean squared error of ``estimator`` about its kernel.

    Args:
        estimator: positive, hyperbolic or generalized exponential features (s = +1, real A < 1/8) with independent,
            orthogonal or simplex projections of R^d, d >= 2.
        share: a, an exact number in (0, 1).
    """

    estimator: Coupled
    share: sp.Rational = sp.Rational(1, 2)

    def __post_init__(self) -> None:
        if not isinstance(self.estimator.coupling, Isotropic):
            raise ValueError(f"tilted errors need an isotropic coupling, got {self.estimator.coupling}")
        # whether there is a tilt does not depend on the inputs
        SquareTilt.of(self.estimator.family, np.zeros(2), np.zeros(2))

    @property
    def kernel(self) -> Kernel:
        return self.estimator.kernel

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> TiltedError:
        return replace(self, estimator=self.estimator.at(point))

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        """Independent copies of V, shape (replicates,)."""
        tilt, coupling = SquareTilt.of(self.estimator.family, x, y), self.estimator.coupling
        assert isinstance(coupling, Isotropic)
        drawn = draw_tilted(generator, [tilt], coupling, m, float(self.share), replicates)
        errors = self._kernel_value(x, y) * (drawn.estimates[0] - 1)
        return np.asarray(drawn.weights[0] * errors**2)

    def numbers(self, m: int, n: int, d: int) -> int:
        # an image and a length of each projection, and what tilts one of them
        return min(super().numbers(m, n, d), 2 * m + _TILTING)

    def _kernel_value(self, x: Array, y: Array) -> float:
        return float(np.exp(x @ y if self.kernel == "softmax" else -((x - y) @ (x - y)) / 2))

    def bounds(self, x: Array, y: Array) -> tuple[float, float]:
        """0 and K^2 C."""
        return 0.0, self._kernel_value(x, y) ** 2 * error_bound(
            SquareTilt.of(self.estimator.family, x, y), float(self.share)
        )


def exact_kernel(kernel: Kernel, x: Array, y: Array) -> Number:
    """K(x, y) at the exact values of the inputs."""
    products = [
        mpmath.fsum(mpmath.mpf(a) * b for a, b in zip(*sides, strict=True)) for sides in ((x, x), (x, y), (y, y))
    ]
    degree = arc_cosine.degree_of(kernel)
    if degree is not None:
        return arc_cosine.exact(degree, products)
    return mpmath.exp(products[1] if kernel == "softmax" else products[1] - (products[0] + products[2]) / 2)


def error_bound(tilt: SquareTilt, share: float) -> float:
    """C: V is at most K^2 C."""
    return max(1 / (1 - share), math.exp(tilt.log_square) / share) * _UPWARDS
