r"""What the features are claimed to be, and what follows for averages of their estimates over directions: bounds of variances.

Of one call let ``T_i = K_hat(x_i, y_i)/K(x_i, y_i)`` for pairs i. Their average with fixed weights is ``(1/m) sum_k g(w_k)`` with
``g(w) = sum_i a_i Z(w; x_i, y_i)/K_i``, and ``Var g = sum_ij a_i a_j c_ij``, where ``c_ij = Cov(Z_i, Z_j)/(K_i K_j)`` for one N(0, I_d).

*Coupled projections.* ``w_k = r_k q_k`` with independent lengths and, within a block, directions of cosine c turned by a Haar
rotation. Let ``g_l(r)`` be the part of ``g(r q)`` of degree l in spherical harmonics of q. Averages over the rotation group multiply degree
l by the normalised Gegenbauer polynomial (Funk and Hecke), so that for two members of a block

    Cov(g(w_1), g(w_2)) = sum_(l >= 1) P_l(c) |E_r g_l(r)|^2 <= Lambda Var g,      Lambda = max(0, sup_(l >= 1) P_l(c)),

as lengths are independent of each other and ``sum_(l >= 1) E |g_l(r)|^2 <= Var g``. With n partners per projection

    Var((1/m) sum_k g(w_k)) <= (1 + n Lambda) Var g/m.

By Laplace's formula ``P_l(c) = E (c + i sqrt(1 - c^2) s)^l``, s a coordinate of a uniform point of the sphere in R^(d-1), so
``|P_l(c)| <= E (c^2 + (1 - c^2) s^2)^(l/2)``, which falls with l: finitely many degrees bound the rest. At d = m = 64 the factor is
1.046 for orthogonal projections. Phases are independent of everything, which leaves the bound as it is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np
from scipy import special

from rftheory.families.family import Kernel
from rftheory.families.mixtures.kernels import log_kernel
from rftheory.families.reduction import Reduction
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.mechanisms.profile import Profile

if TYPE_CHECKING:
    from rftheory.inputs.statistics import DataStatistics, Products

#: claims that are no mechanisms
UNKNOWN, DETERMINISTIC = "unknown", "deterministic"
#: degrees of harmonics that are looked at one by one
_DEGREES = 8
#: the products of inputs in floating point are those of their exact values to far less than this
_UPWARDS = 1 + 2.0**-20
#: below this nothing but a rounding of 50 digits
_NOTHING = 1e-30


@dataclass(frozen=True)
class Claim:
    """What the features are claimed to be, in R^dimension.

    Args:
        mechanism: a family with independent, orthogonal or simplex projections; None if nothing is claimed but that the kernel is
            estimated without bias.
        kernel: what is estimated: "gaussian", "softmax".
        fitted: the averages of the inputs for which the parameters of the mechanism are the best, if they are taken from these.
        products: those of products of coordinates of both sides, if these are a matrix.
    """

    mechanism: Mechanism | None
    kernel: Kernel
    dimension: int
    fitted: DataStatistics | None = field(default=None, compare=False)
    products: tuple[Products, Products] | None = field(default=None, compare=False)
    _known: dict[bytes, float] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def profile(self) -> Profile:
        """The mechanism in R^d, if one is claimed."""
        assert self.mechanism is not None
        return Profile(self.mechanism, self.dimension)

    def __str__(self) -> str:
        if self.mechanism is None:
            return f"any unbiased features of the {self.kernel} kernel"
        number = "matrices" if self.products is not None else f"A = {self.rate / 2:.4g}"
        best = "" if self.fitted is None else f", {number}, the best for the inputs of a call"
        return "{} features, {} projections, {} kernel{}".format(*self.profile.names, self.kernel, best)

    @property
    def positive(self) -> bool:
        """Whether all features are positive."""
        return self.mechanism is not None and self.profile.positive

    @property
    def waves(self) -> bool:
        """Whether samples are cosines, whose law depends on x - y."""
        return self._law is not None and self._law.bounded

    @property
    def phases(self) -> bool:
        """Whether samples have an independent phase of their own."""
        return self._law is not None and self._law.phase

    @property
    def rate(self) -> float:
        """c, the coefficient of |w|^2 in the exponent of a sample."""
        return 0.0 if self._law is None else float(self._law.rate)

    def log_kernel(self, x: Array, y: Array) -> Array:
        """log K of paired inputs, shapes (..., d)."""
        return log_kernel(self.kernel, x, y)

    def average_variance(self, x: Array, y: Array, weights: Array, m: int) -> float:
        """A proved bound of the variance of ``sum_i a_i T_i``; inputs of shape (2 G, d), ``a`` of shape (2 G,).

        The first G pairs are taken to be alike, and so are the last G, in that ``a_i sum_j a_j c_ij`` is the same for each of them,
        unless the mechanism has a matrix.
        """
        key = x.tobytes() + y.tobytes() + weights.tobytes()
        if key not in self._known and (every := self.profile.covariances(x, y)) is not None:
            self._known[key] = float(weights @ every @ weights)
        if key not in self._known:
            half = len(x) // 2
            self._known[key] = half * math.fsum(
                float(weights[i] * a) * self.profile.covariance(x[i], y[i], p, q)
                for i in (0, half)
                for a, p, q in zip(weights, x, y, strict=True)
            )
        return max(0.0, self._known[key] * self.inflation(m) / m) * _UPWARDS

    def exact(self, x: Array, y: Array) -> bool:
        """Whether the estimates of these pairs, shapes (L, d), which are alike unless the mechanism has a matrix, have no variance."""
        if self.mechanism is None:
            return False
        every = self.profile.covariances(x, y)
        return (self.profile.covariance(x[0], y[0], x[0], y[0]) if every is None else every.diagonal().max()) < _NOTHING

    def scaled_mean(self, factor: float, length: float, coordinates: int) -> float:
        """E K_hat/K at |x + y| or, for waves, |x - y| of this length, with projections longer by this factor.

        From the samples of `families.reduction`: ``E exp(c f^2 |w|^2 + b f v a)`` is ``q^(k/2) exp(b^2 f^2 q v^2/2)``, q = 1/(1 - 2 c f^2),
        up to what does not depend on f, if k of the coordinates are longer, that along the pair among them. With a matrix it depends
        on the direction, and 1 stands for what is not told.
        """
        law, mixture = self._law, self.profile.mixture
        if law is None:
            return 1.0
        if mixture is not None:
            own, other = (float(mixture.log_of(np.array([each * length]))[0]) for each in (1.0, factor))
            return math.exp(other - own)
        left = 1 - 2 * law.rate * factor**2
        if left <= 0:
            return math.inf
        share = (1 - 2 * law.rate) / left
        exponent = (share * factor**2 - 1) * length**2 / 2
        return float(share ** (coordinates / 2) * math.exp(-exponent if law.bounded else exponent))

    def inflation(self, m: int) -> float:
        """``1 + n Lambda`` of the module docstring."""
        geometry = self.profile.geometry
        partners = float(geometry.partners(m))
        return 1 + partners * _largest_multiplier(float(geometry.cosine), self.dimension) if partners else 1.0

    @cached_property
    def _law(self) -> Reduction | None:
        return None if self.mechanism is None else self.profile.law


@cache
def _largest_multiplier(cosine: float, d: int) -> float:
    """Lambda."""
    if d < 3:
        return 1.0
    order = d / 2 - 1
    degrees = range(1, _DEGREES + 1)
    at = [special.eval_gegenbauer(k, order, cosine) / special.eval_gegenbauer(k, order, 1.0) for k in degrees]
    return float(max(0.0, *at, _tail(cosine, d)))


def _tail(cosine: float, d: int) -> float:
    """A bound of all ``|P_l|`` beyond the degrees that are looked at; s^2 is beta distributed."""
    # an even number of degrees: the mean of a polynomial of s^2
    half = _DEGREES // 2
    square = cosine * cosine
    powers = np.arange(half + 1)
    moments = np.cumprod([1.0, *((1 / 2 + k) / ((d - 1) / 2 + k) for k in range(half))])
    return float((special.binom(half, powers) * square ** (half - powers) * (1 - square) ** powers * moments).sum())
