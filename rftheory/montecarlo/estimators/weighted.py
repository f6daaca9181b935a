r"""Drawing weighted estimators: literally, from the optimal proposal, at a pair of inputs or at inputs that are drawn too.

The tested variable is ``Y = (p_Omega/p_Psi)(w) phi(x, w) phi(y, w)``, w ~ Psi. Its moments at a pair are
``E_Psi Y^k = E_Omega (p_Omega/p_Psi)^(k-1) (phi phi)^k``: Gaussian integrals and series of counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import mpmath
import numpy as np
import sympy as sp

from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.family import Family, Kernel
from rftheory.families.proposals.counts import NegativeBinomial
from rftheory.families.proposals.data import DataLaw, EmpiricalData, GaussianData
from rftheory.families.proposals.exponential import ExponentialProposal, ExponentialSquare, GaussianProposal
from rftheory.families.proposals.optimal import optimal
from rftheory.families.proposals.proposal import OptimalProposal
from rftheory.families.proposals.weighted import WeightedEstimator
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.estimators.estimator import Estimator, WeightedSum
from rftheory.montecarlo.estimators.moments import Number, OneSample, PowerBasis
from rftheory.montecarlo.estimators.samples import Mapped, SampleLaw, oscillates

#: replicates whose features are computed together, where every replicate has inputs of its own
_BLOCK = 64
#: terms of a series of counts that are smaller than this multiple of the sum end it
_NEGLIGIBLE = 1e-25


@dataclass(frozen=True)
class _Sampled(Estimator):
    """A real family, scalar or not, with draws of the optimal proposal for two data laws."""

    family: Family | DiscreteFamily
    first: DataLaw
    second: DataLaw

    @property
    def kernel(self) -> Kernel:
        return self.family.kernel

    @cached_property
    def weighted_estimator(self) -> WeightedEstimator:
        return WeightedEstimator(self.family, optimal(self.family, self.first, self.second))

    @property
    def proposal(self) -> OptimalProposal:
        return self.weighted_estimator.proposal


@dataclass(frozen=True)
class AtPair(_Sampled):
    """The weighted estimator at one pair of inputs (vectors of exact numbers).

    Args:
        bound: a number that no sample exceeds in size, if one is known.
    """

    inputs: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]
    bound: sp.Expr | None = None

    def bounds(self, x: Array, y: Array) -> tuple[float, float] | None:
        if self.bound is None:
            return None
        largest = float(sp.N(self.bound))
        return -largest, largest

    @property
    def sample_law(self) -> SampleLaw:
        waves = isinstance(self.family, Family) and oscillates(self.family)
        return Mapped(self.weighted_estimator.features, self._draws, self.proposal.width, self.family.blocks, waves)

    def _draws(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        return self.weighted_estimator.draw(generator, m, replicates)

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        draws = self.weighted_estimator.draw(generator, m, replicates)
        features = [self.weighted_estimator.features(u[None], draws, side) for u, side in ((x, "x"), (y, "y"))]
        return np.asarray(np.einsum("rf,rf->r", features[0][:, 0], features[1][:, 0]))

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        sample = OneSample({0: -center, 1: mpmath.mpf(1)}, PowerBasis(self._raw_moment(x, y)))
        return WeightedSum((), (sample,), (0,))

    def _raw_moment(self, x: Array, y: Array) -> Callable[[int], Number]:
        """``k -> E Y^k``."""
        proposal = self.proposal
        if isinstance(proposal, (ExponentialProposal, GaussianProposal)) and proposal.gaussian is not None:
            squared, law = proposal.squared, proposal.gaussian
            return lambda k: _gaussian_moment(squared, proposal, law, x, y, k)
        if isinstance(proposal, NegativeBinomial):
            return lambda k: _count_moment(proposal, x, y, k)
        raise ValueError(f"the moments of the weighted samples of {proposal} are not known")


@dataclass(frozen=True)
class OverData(_Sampled):
    """One weighted sample (m = 1) at inputs that are drawn from the data laws with every replicate."""

    @property
    def inputs(self) -> tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]:  # type: ignore[override]
        """Place holders: the inputs are drawn."""
        zeros = (sp.Integer(0),) * self.first.dimension
        return zeros, zeros

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        if m != 1:
            raise ValueError(f"inputs are drawn with every sample, so m must be 1, got {m}")
        inputs = [law.sample(generator, replicates) for law in (self.first, self.second)]
        draws = self.weighted_estimator.draw(generator, 1, replicates)
        # both sides have the same weights
        parts = (*inputs, draws, self.weighted_estimator.log_roots(draws))
        return np.concatenate(
            [self._block(*(part[k : k + _BLOCK] for part in parts)) for k in range(0, replicates, _BLOCK)]
        )

    def _block(self, x: Array, y: Array, draws: Array, roots: Array) -> Array:
        own, features = np.arange(len(x)), self.weighted_estimator.features
        maps = [features(u, draws, side, roots)[own, own] for u, side in ((x, "x"), (y, "y"))]
        return np.asarray(np.einsum("rf,rf->r", *maps))


def _gaussian_moment(
    squared: ExponentialSquare,
    proposal: OptimalProposal,
    law: GaussianData,
    x: Array,
    y: Array,
    k: int,
) -> Number:
    """``E_Psi Y^k`` of ``Y = exp(c + b.w + w'Qw/2)``, w ~ N(mu, S): ``S^(-1) - kQ`` must be positive definite."""
    precision = np.linalg.inv(law.matrix)
    identity = np.eye(len(x))
    quadratic = -identity + precision + 2 * squared.square * identity
    linear = -precision @ law.center + squared.linear * (x + y) / 2
    constant = squared.constant + squared.input_square * (x @ x + y @ y) / 2
    # log p_Omega - log p_Psi at w = 0
    constant += law.center @ precision @ law.center / 2 + float(np.linalg.slogdet(law.matrix)[1]) / 2
    shape = precision - k * quadratic
    if np.linalg.eigvalsh(shape).min() <= 0:
        raise ValueError(f"the moment of order {k} of the weighted samples of {proposal} is infinite")
    slope = precision @ law.center + k * linear
    exponent = k * constant + slope @ np.linalg.solve(shape, slope) / 2 - law.center @ precision @ law.center / 2
    exponent -= (float(np.linalg.slogdet(law.matrix)[1]) + float(np.linalg.slogdet(shape)[1])) / 2
    return mpmath.exp(exponent)


def _count_moment(proposal: NegativeBinomial, x: Array, y: Array, k: int) -> Number:
    """``E_Psi Y^k = prod_l sum_j p_j (exp(-(x^2+y^2)/2) (xy)^j / (j! p_j))^k``, p the negative binomial masses."""
    result = mpmath.mpf(1)
    for ratio, a, b in zip(proposal.ratios, x, y, strict=True):
        total, j = mpmath.mpf(0), 0
        mass, term = mpmath.sqrt(1 - mpmath.mpf(ratio)), mpmath.exp(-(a * a + b * b) / 2)
        while True:
            added = mass * (term / mass) ** k
            total += added
            j += 1
            mass *= mpmath.mpf(ratio) * (j - mpmath.mpf(1) / 2) / j
            term *= mpmath.mpf(a * b) / j
            # once the ratio of consecutive terms is below 1/2 the rest is smaller than the last term
            if j > 8 * (1 + abs(a * b)) ** 2 / ratio and abs(added) <= _NEGLIGIBLE * abs(total):
                break
        result *= total
    return result


def gaussian_data(variance: sp.Expr, dimension: int) -> GaussianData:
    """``N(0, variance I)`` from an exact variance."""
    return GaussianData.isotropic(float(sp.N(variance)), dimension)


def known_inputs(*points: tuple[sp.Expr, ...]) -> EmpiricalData:
    """The empirical law of exact points."""
    return EmpiricalData(tuple(tuple(float(sp.N(e)) for e in point) for point in points))
