r"""Squared errors of positive features, drawn where they are large.

For v = |x + y| beyond 1 few draws of ``D^2 = (K_hat - K)^2`` make its mean, and a test of plain draws has no power. Let one of the m
projections, chosen at random, have the law N(2 (x + y), I) in place of N(0, I), and the others their law given it. Relative to the
coupling itself the density of that law is ``L = (1/m) sum_i exp(2 w_i.(x + y) - 2 v^2)``. Of a share a of the draws this is done, so that

    V = D^2 / (1 - a + a L),      E V = E D^2 under the coupling.

*V is bounded.* With ``t_i = Z_i/K``, ``L = exp(-v^2)/m sum_i t_i^2``. For t >= 0, ``(t - 1)^2/(1 - a + a exp(-v^2) t^2)`` falls up to t = 1
and rises afterwards, so it is at most ``C = max(1/(1 - a), exp(v^2)/a)``. At the mean t of the t_i, whose square is at most the mean
square, this gives V <= K^2 C and ``E V^2 <= K^2 C E V``.

*Many projections.* ``D^2/K^2 = A + B`` with the squares ``A = 1/m^2 sum_i (t_i - 1)^2`` and the products B of different samples. The bound
above, at each t_i, gives ``A/q <= C/m`` for ``q = 1 - a + a L``, and q >= 1 - a, so that

    E V^2/K^4 = E (A + B)^2/q = E ((A + B) A + A B + B^2)/q <= (C/m) (E (A + B) + E |B|) + E B^2/(1 - a).

No sample enters E B^2 with more than its square. The smaller of the two bounds is taken.

*The others given one.* Rotations leave the law of a block unchanged, and lengths are independent of everything. So a block in which
member i shall have the direction u' is drawn as it is and turned by the rotation of the plane of u_i and x + y that takes u_i to u';
u' can be chosen in that plane, as N(2 (x + y), I) is symmetric about x + y.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import mpmath
import numpy as np
import sympy as sp

from rftheory.conformity.geometry import geometry_of
from rftheory.couplings.coupling import Isotropic
from rftheory.families.arrays import Array, check_pair
from rftheory.families.family import Kernel
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.simulate.coupled import Coupled
from rftheory.simulate.estimators import CentralMoments, Estimator, WeightedSum
from rftheory.simulate.moments import DIGITS, Number

#: the features whose errors are drawn: exp(w.u - |u|^2)
_POSITIVE = GeneralizedExponential(sp.Integer(0), 1)


@dataclass(frozen=True)
class TiltedError(Estimator):
    """V of the module docstring, whose mean is the mean squared error of ``estimator`` about the Gaussian kernel.

    Args:
        estimator: positive features with independent, orthogonal or simplex projections of R^d, d >= 2.
        share: a, an exact number in (0, 1).
    """

    estimator: Coupled
    share: sp.Rational = sp.Rational(1, 2)

    def __post_init__(self) -> None:
        if self.estimator.family != _POSITIVE:
            raise ValueError(f"tilted errors are those of positive features, got {self.estimator.family}")
        if not isinstance(self.estimator.coupling, Isotropic):
            raise ValueError(f"tilted errors need an isotropic coupling, got {self.estimator.coupling}")
        if not 0 < self.share < 1:
            raise ValueError(f"share must be in (0, 1), got {self.share}")

    @property
    def kernel(self) -> Kernel:
        return self.estimator.kernel

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> TiltedError:
        return replace(self, estimator=self.estimator.at(point))

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        """Independent copies of V, shape (replicates,)."""
        x, y = check_pair(x, y)
        v = float(np.linalg.norm(x + y))
        images = self._tilted_images(generator, replicates, v, m, len(x))
        share = float(self.share)
        samples = np.exp(v * images)
        density = math.exp(-2 * v * v) * np.einsum("mr,mr->r", samples, samples) / m
        drawn = math.exp(-float(x @ x + y @ y)) * samples.mean(axis=0)
        error = drawn - math.exp(-float((x - y) @ (x - y)) / 2)
        return np.asarray(error**2 / (1 - share + share * density))

    def _tilted_images(self, generator: np.random.Generator, replicates: int, v: float, m: int, d: int) -> Array:
        """Coordinates along x + y of projections, of which one is tilted in a share of the replicates; (m, replicates)."""
        coupling = self.estimator.coupling
        assert isinstance(coupling, Isotropic)
        geometry = geometry_of(coupling, d)
        coordinates, lengths = coupling.draw_coordinates(generator, 1, m, d, replicates)
        images = coordinates[0]
        columns = np.arange(replicates)
        member = generator.integers(0, m, replicates)
        along = 2 * v + generator.standard_normal(replicates)
        across = np.sqrt(generator.chisquare(d - 1, replicates))
        tilted = generator.random(replicates) < float(self.share)
        cosine = images[member, columns] / lengths[member, columns]
        sine = np.sqrt(1 - cosine**2)
        length = np.hypot(along, across)
        # the angle of the rotation: that of the new direction with x + y less that of the old one
        turn_cosine = (along * cosine + across * sine) / length
        turn_sine = (across * cosine - along * sine) / length
        if geometry.block > 1:
            # the other coordinate in the plane, from w_j.u_i = c r_j
            others = (float(geometry.cosine) * lengths - cosine * images) / sine
            near = np.arange(m)[:, None] // geometry.block == member // geometry.block
            np.copyto(images, turn_cosine * images - turn_sine * others, where=near & tilted)
        images[member[tilted], columns[tilted]] = along[tilted]
        return images

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        raise ValueError("tilted errors have no moments of one-sample variables alone")

    def moments(self, x: Array, y: Array, m: int, n: int, center: Number) -> CentralMoments:
        """The mean, and a bound on the second moment from that of V; there is no fourth one.

        Raises:
            ValueError: for d = 1, where no plane contains two directions.
        """
        if len(x) < 2:
            raise ValueError(f"d must be >= 2, got {len(x)}")
        with mpmath.workdps(DIGITS):
            kernel = mpmath.exp(-mpmath.fsum((mpmath.mpf(a) - b) ** 2 for a, b in zip(x, y, strict=True)) / 2)
            square = mpmath.fsum((mpmath.mpf(a) + b) ** 2 for a, b in zip(x, y, strict=True))
            mean, products = self.estimator.second_moments(x, y, m)
            products /= kernel**4
            share = mpmath.mpf(self.share.p) / self.share.q
            largest = max(1 / (1 - share), mpmath.exp(square) / share)
            many = largest / m * (mean / kernel**2 + mpmath.sqrt(products)) + products / (1 - share)
            bound = kernel**4 * min(largest * mean / kernel**2, many)
            return CentralMoments(mean - center, bound - 2 * center * mean + center**2, mpmath.inf)
