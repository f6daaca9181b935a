r"""Proposals of discretely-induced features: ``p_k f(x, k)^2 = exp(-x^2) x^(2k) / k!`` per coordinate, whatever {p_k} is.

So ``w_l | x ~ Poisson(x_l^2)``, independent over the coordinates l, and the optimum does not depend on {p_k}. Laws of a
coordinate: data N(0, t) give ``Gamma(k + 1/2) / (Gamma(1/2) k!) (1 - s)^(1/2) s^k`` with ``s = 2t/(1 + 2t)``, the negative
binomial law of shape 1/2; a sphere of radius R gives a Poisson(R^2) total, split by Dirichlet(1/2) shares.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import special

from rftheory.families.proposals.data import DataLaw, EmpiricalData, GaussianData, SphereData
from rftheory.families.proposals.proposal import OptimalProposal
from rftheory.inputs.arrays import Array

#: ``log p_k`` of counts, elementwise
_LogLaw = Callable[[Array], Array]


@dataclass(frozen=True)
class CountProposal(OptimalProposal):
    """A law of d counts, known through its probabilities.

    Attributes:
        log_law: that of one count under Omega.
        width: d.
        log_normaliser: log E q.
    """

    log_law: _LogLaw
    width: int = 0
    log_normaliser: float = 0.0

    @abstractmethod
    def log_probability(self, draws: Array) -> Array:
        """``log p_Psi``."""

    def log_base(self, draws: Array) -> Array:
        return np.asarray(self.log_law(draws).sum(axis=-1))

    def log_q(self, draws: Array) -> Array:
        return self.log_normaliser + self.log_probability(draws) - self.log_base(draws)


@dataclass(frozen=True)
class _PoissonMixture(CountProposal):
    """Known inputs: ``sum_i masses_i prod_l Poisson(w_l; x_il^2)``, one point for each of both data laws, or equal laws.

    ``rates`` has shape (L, d).
    """

    rates: tuple[tuple[float, ...], ...] = ()
    masses: tuple[float, ...] = ()

    def log_probability(self, draws: Array) -> Array:
        rates = np.array(self.rates)
        # xlogy: a count of rate zero is zero
        each = special.xlogy(draws[..., None, :], rates) - rates - special.gammaln(draws[..., None, :] + 1)
        return np.asarray(special.logsumexp(each.sum(axis=-1), axis=-1, b=np.array(self.masses)))

    def _draw(self, generator: np.random.Generator, size: int) -> Array:
        masses = np.array(self.masses)
        rows = generator.choice(len(masses), size, p=masses / masses.sum())
        return generator.poisson(np.array(self.rates)[rows]).astype(float)


@dataclass(frozen=True)
class NegativeBinomial(CountProposal):
    """Data N(0, diag): ``ratios`` are the s_l of the module docstring; of two laws, their geometric mean."""

    ratios: tuple[float, ...] = ()

    def log_probability(self, draws: Array) -> Array:
        s = np.array(self.ratios)
        coefficients = special.gammaln(draws + 0.5) - special.gammaln(0.5) - special.gammaln(draws + 1)
        return np.asarray((coefficients + special.xlogy(draws, s) + np.log1p(-s) / 2).sum(axis=-1))

    def _draw(self, generator: np.random.Generator, size: int) -> Array:
        # a Poisson law with a Gamma(1/2) rate: the square of a normal number over 2, times the scale
        odds = np.array(self.ratios) / (1 - np.array(self.ratios))
        rates = generator.standard_normal((size, self.width)) ** 2 / 2 * odds
        return generator.poisson(rates).astype(float)


@dataclass(frozen=True)
class _SphereCounts(CountProposal):
    """Data on spheres: ``squared`` is R^2 for equal radii, R1 R2 in general."""

    squared: float = 0.0

    @cached_property
    def _half(self) -> float:
        return self.width / 2

    def log_probability(self, draws: Array) -> Array:
        count = draws.sum(axis=-1)
        coordinates = special.gammaln(draws + 0.5) - special.gammaln(0.5) - special.gammaln(draws + 1)
        together = special.gammaln(self._half) - special.gammaln(self._half + count)
        return np.asarray(count * np.log(self.squared) - self.squared + together + coordinates.sum(axis=-1))

    def _draw(self, generator: np.random.Generator, size: int) -> Array:
        directions = generator.standard_normal((size, self.width))
        shares = directions**2 / (directions**2).sum(axis=1, keepdims=True)
        return generator.poisson(self.squared * shares).astype(float)


def count_proposal(log_law: _LogLaw, first: DataLaw, second: DataLaw) -> CountProposal:
    """The optimum for two data laws of one kind (equal laws of any kind that is known here)."""
    if isinstance(first, EmpiricalData) and (first == second or _known(first, second)):
        assert isinstance(second, EmpiricalData)
        if first == second:
            return _PoissonMixture(log_law, first.dimension, 0.0, _squares(first.rows), first.weights)
        gap = np.abs(first.rows[0]) - np.abs(second.rows[0])
        rates = _squares(np.sqrt(np.abs(first.rows * second.rows)))
        return _PoissonMixture(log_law, first.dimension, -float(gap @ gap) / 2, rates, (1.0,))
    if isinstance(first, SphereData) and isinstance(second, SphereData):
        normaliser = -((first.radius - second.radius) ** 2) / 2
        return _SphereCounts(log_law, first.dimension, normaliser, first.radius * second.radius)
    if isinstance(first, GaussianData) and isinstance(second, GaussianData):
        ratios = [2 * t / (1 + 2 * t) for t in (_variances(first), _variances(second))]
        middle = np.sqrt(ratios[0] * ratios[1])
        log_overlap = (np.log1p(-ratios[0]) + np.log1p(-ratios[1])).sum() / 4 - np.log1p(-middle).sum() / 2
        normaliser = 0.0 if first == second else float(log_overlap)
        return NegativeBinomial(log_law, first.dimension, normaliser, tuple(middle.tolist()))
    raise ValueError(
        "the optimal law of the counts is known for equal empirical laws, two known inputs, two spheres and two "
        f"Gaussian laws N(0, diag), got {first} and {second}"
    )


def _known(first: DataLaw, second: DataLaw) -> bool:
    return all(isinstance(law, EmpiricalData) and len(law.points) == 1 for law in (first, second))


def _squares(rows: Array) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, (rows**2).tolist()))


def _variances(law: GaussianData) -> Array:
    variances = np.diag(law.matrix)
    if law.center.any() or (law.matrix - np.diag(variances)).any():
        raise ValueError(
            "with a mean or correlated coordinates the optimal law of the counts is no product, and its probabilities "
            f"have no closed form here; the data law must be N(0, diag), got {law}"
        )
    return variances
