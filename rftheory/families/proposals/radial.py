r"""Proposals whose density depends on ``|w|`` alone: rotation-invariant data laws, where E q is one integral.

The hyperbolic map has two features per projection and the optimum ``p_Omega (E Z^2)^(1/2)``, which is no product of one factor per
input: ``E Z^2 = (l_1(2w) l_2(2w) + l_1(0) l_2(0))/2`` with ``l(t) = E exp(t.x + 2 k |x|^2)`` of a symmetric data law, ``exp(k |x|^2)``
being the factor of the map. It is bounded by ``((l_1 l_2)^(1/2) + (l_1(0) l_2(0))^(1/2)) / 2^(1/2)``, at most 2^(1/2) times too large, so
rejection from a mixture is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import special

from rftheory.families.proposals.exponential import ExponentialProposal, ExponentialSquare, GaussianProposal
from rftheory.families.proposals.proposal import OptimalProposal, by_rejection
from rftheory.inputs.arrays import Array

#: the exponential features whose squares the hyperbolic map averages (softmax kernel)
POSITIVE = ExponentialSquare(0.0, 0.0, 2.0, -1.0)
_COARSE = 4001


#: the optima of exponential features
Exponential = ExponentialProposal | GaussianProposal


@dataclass(frozen=True)
class HyperbolicProposal(OptimalProposal):
    """The hyperbolic map of the softmax kernel with two rotation-invariant laws (or equal symmetric Gaussian ones)."""

    scalar: Exponential

    @property
    def width(self) -> int:
        return self.scalar.width

    @cached_property
    def log_normaliser(self) -> float:
        return log_radial_mean(self.log_q, self.width)

    @cached_property
    def _log_floor(self) -> float:
        """``log (l_1(0) l_2(0))^(1/2)``."""
        return float(self.scalar.log_q(np.zeros((1, self.width)))[0])

    def log_q(self, draws: Array) -> Array:
        return np.asarray((np.logaddexp(2 * self.scalar.log_q(draws), 2 * self._log_floor) - np.log(2)) / 2)

    def _draw(self, generator: np.random.Generator, size: int) -> Array:
        log_masses = np.array([self.scalar.log_normaliser, self._log_floor])
        share = special.softmax(log_masses)[0]

        def envelope(generator: np.random.Generator, size: int) -> Array:
            tilted, plain = self.scalar.sample(generator, size), generator.standard_normal((size, self.width))
            return np.where(generator.random((size, 1)) < share, tilted, plain)

        def log_acceptance(draws: Array) -> Array:
            bound = np.logaddexp(self.scalar.log_q(draws), self._log_floor) - np.log(2) / 2
            return np.asarray(self.log_q(draws) - bound)

        return by_rejection(generator, size, envelope, log_acceptance)


def log_radial_mean(log_function: Callable[[Array], Array], dimension: int) -> float:
    """``log E exp(log_function(w))`` of a function of |w|, w ~ N(0, I_d): the trapezoidal rule in ``u = log |w|``.

    The integrand is analytic and falls exponentially at both ends, so the rule converges exponentially; it is refined
    until two rules agree to rounding.
    """
    u = np.linspace(-40.0, 12.0, _COARSE)
    values = _log_radial_integrand(log_function, dimension, u)
    if not np.isfinite(values.max()) or values.argmax() in (0, len(u) - 1):
        raise ValueError("the mean over w ~ N(0, I_d) is infinite: the function grows too fast in |w|, or at 0")
    inside = u[values > values.max() - 60]
    low, high = inside[0] - (u[1] - u[0]), inside[-1] + (u[1] - u[0])
    constant = (1 - dimension / 2) * np.log(2) - special.gammaln(dimension / 2)
    previous = -np.inf
    for nodes in (501 * 2**k for k in range(8)):
        grid = np.linspace(low, high, nodes)
        total = special.logsumexp(_log_radial_integrand(log_function, dimension, grid)) + np.log(grid[1] - grid[0])
        value = float(total + constant)
        if abs(value - previous) <= 1e-13 * max(1.0, abs(total), abs(constant)):
            return value
        previous = value
    raise ValueError(f"the normalising constant of the optimal density did not converge, the last value is {previous}")


def _log_radial_integrand(log_function: Callable[[Array], Array], dimension: int, u: Array) -> Array:
    """``d u - |w|^2/2 + log_function(w)`` along the first axis, in blocks of bounded memory."""
    parts = []
    for block in np.array_split(u, max(1, len(u) * dimension // 2**20)):
        w = np.zeros((len(block), dimension))
        w[:, 0] = np.exp(block)
        parts.append(dimension * block - w[:, 0] ** 2 / 2 + log_function(w))
    return np.concatenate(parts)
