r"""The estimator of two simplex projections, and its exact central moments.

Given the lengths r_1, r_2, ``a w_1 + b w_2`` has the squared length ``a^2 r_1^2 + b^2 r_2^2 + 2 a b c r_1 r_2``, c = -1/(d-1), and a
uniform direction. In polar coordinates ``(r_1, r_2) = R (cos(phi/2), sin(phi/2))`` of the lengths

    E exp((a w_1 + b w_2).u) = E_phi 1F1(d; d/2; u^2/2 (a^2 cos(phi/2)^2 + b^2 sin(phi/2)^2 + a b c sin(phi))),

one integral over phi, which mpmath takes; its density is that of `conformity.closed_forms`.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace

import mpmath
import numpy as np
import sympy as sp

from rftheory.couplings.simplex import Simplex
from rftheory.families.arrays import Array, check_pair
from rftheory.families.family import Family, Kernel
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.gaussian import bilinear_square
from rftheory.rules.nodes import Projection
from rftheory.rules.orthogonal import FrameTerm, frame_terms
from rftheory.simulate.estimators import CentralMoments, Estimator, WeightedSum
from rftheory.simulate.moments import DIGITS, Number, formal_pair, number


@dataclass(frozen=True)
class SimplexPair(Estimator):
    """One family with two projections of a simplex block: ``Re phi(x).phi(y)``."""

    family: Family
    coupling: Simplex = Simplex()

    @property
    def kernel(self) -> Kernel:
        return self.family.kernel

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> SimplexPair:
        return replace(self, family=self.family.at(point))

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        x, y = check_pair(x, y)
        _require_two(m)
        projections = self.coupling.draw(generator, m, len(x), replicates)
        maps = [self.family.features(u[None], projections, side)[:, 0] for u, side in ((x, "x"), (y, "y"))]
        return np.einsum("rf,rf->r", *maps).real

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        raise ValueError("coupled projections have no moments of one-sample variables alone")

    def moments(self, x: Array, y: Array, m: int, n: int, center: Number) -> CentralMoments:
        """Central moments of the mean of the two samples.

        Raises:
            ValueError: unless m = 2, and for samples that are not sums of exponentials ``exp(a w.u)`` of one u.
        """
        _require_two(m)
        with mpmath.workdps(DIGITS):
            samples = _TwoSamples(self.family, x, y)
            return CentralMoments(*(samples.central_moment(order, center) for order in (1, 2, 4)))


def _require_two(m: int) -> None:
    if m != 2:
        raise ValueError(f"m must be 2, got {m}")


class _TwoSamples:
    """Joint moments of the samples of two projections at numerical inputs."""

    def __init__(self, family: Family, x: Array, y: Array):
        first, second = formal_pair(x, y)
        self.dimension = len(x)
        self.sample = family.sample(Projection("pair"), first, second).subs(family.parameters(x, y))
        self._known: dict[tuple[int, int], Number] = {}

    def central_moment(self, order: int, center: Number) -> Number:
        """``E ((Z_1 + Z_2)/2 - c)^order``, multiplied out."""
        total = mpmath.mpf(0)
        for p, q in itertools.product(range(order + 1), repeat=2):
            if p + q <= order:
                weight = mpmath.binomial(order, p) * mpmath.binomial(order - p, q) / mpmath.mpf(2) ** (p + q)
                total += weight * (-center) ** (order - p - q) * self._moment(max(p, q), min(p, q))
        return total

    def _moment(self, p: int, q: int) -> Number:
        """``E Z_1^p Z_2^q``; the two are exchangeable."""
        if (p, q) not in self._known:
            terms = frame_terms(FrameExpectation([self.sample**p, self.sample**q], self.dimension))
            self._known[p, q] = mpmath.fsum(number(term.coefficient) * self._exponential(term) for term in terms)
        return self._known[p, q]

    def _exponential(self, term: FrameTerm) -> Number:
        if any(term.rates):
            raise ValueError(f"exponentials of |w|^2 have no moments here: rates {term.rates}")
        if not term.direction:
            return mpmath.mpf(1)
        half = number(bilinear_square(term.direction)) / 2
        a, b = (number(ratio) for ratio in term.ratios)
        d = mpmath.mpf(self.dimension)
        constant = mpmath.gamma((d + 1) / 2) / (mpmath.sqrt(mpmath.pi) * mpmath.gamma(d / 2))

        def integrand(phi: Number) -> Number:
            square = (a * mpmath.cos(phi / 2)) ** 2 + (b * mpmath.sin(phi / 2)) ** 2
            square -= a * b * mpmath.sin(phi) / (d - 1)
            return mpmath.sin(phi) ** (d - 1) * mpmath.hyp1f1(d, d / 2, half * square)

        return constant * mpmath.quad(integrand, [0, mpmath.pi / 2, mpmath.pi])
