r"""Estimators with orthogonal projections, and their exact central moments.

Powers of one sample are sums of exponentials, and for members of one frame (`rules.orthogonal`), with
``tau_i = c_i^2 u^2 / (2 (1 - 2 a_i))``,

    E exp(sum_i a_i |w_i|^2 + c_i w_i.u) = prod_i (1 - 2 a_i)^(-d/2) sum_n q_n / (d/2)_n,
    sum_n q_n z^n = prod_i (1 - tau_i z)^(-d/2),

because ``E (sum_i tau_i s_i^2)^n / (2^n n!) = q_n`` for independent chi lengths s_i. The logarithmic derivative of the
generating function is ``(d/2) sum_i tau_i / (1 - tau_i z)``, which gives ``n q_n = sum_k p_k q_(n-k)`` with
``p_k = (d/2) sum_i tau_i^k``.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import mpmath
import numpy as np
import sympy as sp

from rftheory.couplings.orthogonal import Orthogonal
from rftheory.families.arrays import Array, check_pair
from rftheory.families.family import Family, Kernel
from rftheory.rules.expectation import set_partitions
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.gaussian import bilinear_square
from rftheory.rules.nodes import Projection
from rftheory.rules.orthogonal import frame_terms
from rftheory.simulate.estimators import CentralMoments, Estimator, WeightedSum
from rftheory.simulate.moments import DIGITS, Number, formal_pair, number

#: a series is cut off where what is left is below this share of the bounds of its terms so far
_NEGLIGIBLE = mpmath.mpf(10) ** -45
#: moments in which cancellation leaves a larger relative error than this are refused
_ACCURATE = mpmath.mpf(10) ** -12
_MOST_TERMS = 100_000


@dataclass(frozen=True)
class Coupled(Estimator):
    """One family with orthogonal projections: ``Re phi(x).phi(y)``."""

    family: Family
    coupling: Orthogonal = Orthogonal()

    @property
    def kernel(self) -> Kernel:
        return self.family.kernel

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Coupled:
        return replace(self, family=self.family.at(point))

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        x, y = check_pair(x, y)
        projections = self.coupling.draw(generator, m, len(x), replicates)
        maps = [self.family.features(u[None], projections, side)[:, 0] for u, side in ((x, "x"), (y, "y"))]
        return np.einsum("rf,rf->r", *maps).real

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        raise ValueError("coupled projections have no moments of one-sample variables alone")

    def moments(self, x: Array, y: Array, m: int, n: int, center: Number) -> CentralMoments:
        """Central moments by the partition law.

        Raises:
            ValueError: for m > d, where the projections are not one frame, and for samples that are not real sums of
                exponentials of finite fourth moment.
        """
        if m > len(x):
            raise ValueError(f"m must be at most d = {len(x)} for one orthogonal frame, got {m}")
        with mpmath.workdps(DIGITS):
            samples = _Samples(self.family, x, y)
            return CentralMoments(*(samples.central_moment(order, m, center) for order in (1, 2, 4)))


class _Samples:
    """Joint moments of the samples ``Z_i = Z(w_i)`` over a frame at numerical inputs."""

    def __init__(self, family: Family, x: Array, y: Array):
        first, second = formal_pair(x, y)
        self.dimension = len(x)
        self.sample = family.sample(Projection("frame"), first, second).subs(family.parameters(x, y))
        self._known: dict[tuple[int, ...], tuple[Number, Number]] = {}

    def central_moment(self, order: int, m: int, center: Number) -> Number:
        """``E ((1/m) sum_i Z_i - c)^order``; for order 4 a bound from above where digits are lost to cancellation.

        Raises:
            ValueError: if cancellation leaves too few digits of a lower order.
        """
        total = error = mpmath.mpf(0)
        for blocks in set_partitions(order):
            if len(blocks) <= m:
                share = mpmath.ff(m, len(blocks)) / mpmath.mpf(m) ** order
                value, doubt = self._centred([len(block) for block in blocks], center)
                total, error = total + share * value, error + share * doubt
        if order == 4:
            return abs(total) + error  # it bounds a variance
        if error > _ACCURATE * max(abs(total), abs(center) ** order):
            raise ValueError(
                f"the moment of order {order} cancels to {mpmath.nstr(total, 3)} +- {mpmath.nstr(error, 3)}"
            )
        return total

    def _centred(self, sizes: Sequence[int], center: Number) -> tuple[Number, Number]:
        """``E prod_b (Z_b - c)^(size_b)`` and a bound on its rounding and truncation error."""
        total = error = mpmath.mpf(0)
        for powers in itertools.product(*(range(size + 1) for size in sizes)):
            weight = mpmath.fprod(
                mpmath.binomial(size, power) * (-center) ** (size - power)
                for size, power in zip(sizes, powers, strict=True)
            )
            value, doubt = self._moment(tuple(sorted(power for power in powers if power)))
            total += weight * value
            error += abs(weight) * (doubt + _NEGLIGIBLE * abs(value))
        return total, error

    def _moment(self, powers: tuple[int, ...]) -> tuple[Number, Number]:
        """``E prod_i Z_i^(powers_i)`` over different members, with its error."""
        if powers not in self._known:
            self._known[powers] = self._evaluated(powers) if powers else (mpmath.mpf(1), mpmath.mpf(0))
        return self._known[powers]

    def _evaluated(self, powers: tuple[int, ...]) -> tuple[Number, Number]:
        total = error = mpmath.mpf(0)
        for term in frame_terms(FrameExpectation([self.sample**power for power in powers], self.dimension)):
            square = number(bilinear_square(term.direction))
            gaps = [1 - 2 * number(rate) for rate in term.rates]
            if any(mpmath.re(gap) <= 0 for gap in gaps):
                raise ValueError(f"E Z^{max(powers)} is not finite")
            taus = [number(r) ** 2 * square / (2 * gap) for r, gap in zip(term.ratios, gaps, strict=True)]
            spread = mpmath.fprod(gap ** (-mpmath.mpf(self.dimension) / 2) for gap in gaps)
            value, bounds = frame_series(taus, self.dimension)
            scale = number(term.coefficient) * spread
            total, error = total + scale * value, error + abs(scale) * bounds * _NEGLIGIBLE
        if abs(mpmath.im(total)) > _NEGLIGIBLE * abs(total) + error:
            raise ValueError("samples must be real")
        return mpmath.re(total), error


def frame_series(taus: Sequence[Number], d: int) -> tuple[Number, Number]:
    """``sum_n q_n / (d/2)_n`` of the module docstring, and the same sum of bounds on its terms.

    With k members and ``t = max |tau_i|``, ``|q_n| <= (kd/2)_n t^n / n!``; that bound over (d/2)_n has the ratio ``t (kd/2
    + n) / ((n + 1) (d/2 + n)) <= k t / (n + 1)``, so beyond n = 2 k t what is left is at most twice the first such term. Where
    the terms cancel, digits are lost: the error is some 1e-45 of the sum of the bounds.

    Raises:
        ValueError: if that takes more than 100000 terms.
    """
    half, count = mpmath.mpf(d) / 2, len(taus)
    reach = max(abs(tau) for tau in taus)
    powers, sums, q = list(taus), [], [mpmath.mpf(1)]
    total = rising = bound = bounds = mpmath.mpf(1)
    for n in range(1, _MOST_TERMS):
        sums.append(half * mpmath.fsum(powers))
        powers = [power * tau for power, tau in zip(powers, taus, strict=True)]
        q.append(mpmath.fsum(sums[k - 1] * q[n - k] for k in range(1, n + 1)) / n)
        rising *= half + n - 1
        bound *= reach * (count * half + n - 1) / (n * (half + n - 1))
        total += q[n] / rising
        bounds += bound
        if n >= 2 * count * reach and bound < _NEGLIGIBLE * bounds:
            return total, bounds
    raise ValueError(f"the series of the frame has not converged after {_MOST_TERMS} terms")
