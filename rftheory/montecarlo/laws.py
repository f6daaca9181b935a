r"""Samples ``Z_1, ..., Z_m`` of an estimator ``K_hat = (1/m) sum_i Z_i``, from what is drawn once for any number of pairs.

*Feature maps* of m projections: F = blocks * m features with ``1/sqrt(m)`` on each side, so that ``Z_i = m sum_b f_(b,i)(x) f_(b,i)(y)``.
They are computed by the maps themselves, from whole projections or from coordinates (`montecarlo.projections`).

*Counts.* One sample is ``Z = exp(-(|x|^2 + |y|^2)/2) prod_l (x_l y_l)^(w_l)/(w_l! p_(w_l))``. In units of the Gaussian kernel it is the
product over coordinates of ``t_l(k) = exp(-x_l y_l) (x_l y_l)^k/(k! p_k)`` at the counts k = w_l: one table for each coordinate, and
no exponential for each count.

*Hybrids.* ``Z_i = sum_k lambda_k Z_(k,i) + (1 - sum_k lambda_k) Z_(p+1,i)`` with the samples of the bases: the product of the concatenated
maps (Choromanski et al. 2022, (11)) without the outer products of features. The coefficients lambda_k are the same for all i.

The unit of samples is K, or for waves, which are of the order of ``exp((|x|^2 + |y|^2)/2)`` for the softmax kernel and of 1 for the
Gaussian one, that: so neither relative errors of exponentials nor samples of waves overflow, whatever K is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property, singledispatch
from typing import Any

import numpy as np
import sympy as sp
from scipy.special import gammaln, xlogy

from rftheory.arrays import Array
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.estimators.coupled import Coupled
from rftheory.estimators.discrete import Discrete
from rftheory.estimators.estimator import AtInputs, Estimator
from rftheory.estimators.hybrids import Clustered, CoupledHybrid
from rftheory.estimators.weighted import AtPair
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.family import Family, Kernel
from rftheory.families.shifted import Shifted
from rftheory.hybrids.bipolar import Hybrid
from rftheory.hybrids.clustered import ZeroOneMixture
from rftheory.kernels import PAIR
from rftheory.montecarlo.projections import Drawn, ProjectionSet, paired
from rftheory.proposals.weighted import WeightedEstimator
from rftheory.rules.nodes import Projection

_IID = Independent()


class SampleLaw(ABC):
    """How the samples of an estimator come about."""

    #: whether the samples are waves
    waves: bool = False

    @abstractmethod
    def numbers(self, m: int, n: int, d: int) -> int:
        """Numbers of one replicate: what is drawn, or the features of one pair if they are more."""

    @abstractmethod
    def draw(self, generator: np.random.Generator, replicates: int, m: int, n: int, d: int) -> Any:
        """What the samples of any pairs are made of."""

    @abstractmethod
    def samples(self, drawn: Any, x: Array, y: Array, log_unit: Array) -> Array:
        """Samples of P pairs, in units of ``exp(log_unit)``, shape (R, P, m), real or complex."""

    def in_span(self) -> SampleLaw | None:
        """The same law from coordinates of the projections; None where they do not suffice."""
        return None


@dataclass(frozen=True)
class Projected(SampleLaw):
    """A family with coupled projections."""

    family: Family
    coupling: Coupling
    reduced: bool = False

    @cached_property
    def waves(self) -> bool:  # type: ignore[override]
        return oscillates(self.family)

    @cached_property
    def _set(self) -> ProjectionSet:
        return ProjectionSet((self.family,), self.coupling, self.reduced)

    def numbers(self, m: int, n: int, d: int) -> int:
        return self._set.numbers(m, d)

    def draw(self, generator: np.random.Generator, replicates: int, m: int, n: int, d: int) -> Drawn:
        return self._set.draw(generator, replicates, m, d)

    def samples(self, drawn: Drawn, x: Array, y: Array, log_unit: Array) -> Array:
        found = self._set.samples(self.family.features, drawn, x, y, log_unit)
        return found.real if self.family.takes_real_part else found

    def in_span(self) -> SampleLaw | None:
        return replace(self, reduced=True) if self._set.allows_reduction else None


@dataclass(frozen=True)
class Clusters(SampleLaw):
    """A zero-one mixture: the maps of all pairs of clusters, of which one does not vanish."""

    mixture: ZeroOneMixture

    waves = True

    def numbers(self, m: int, n: int, d: int) -> int:
        return m * max(d, sum(len(row) for row in self.mixture.families))

    def draw(self, generator: np.random.Generator, replicates: int, m: int, n: int, d: int) -> Array:
        return _IID.draw(generator, m, d, replicates)

    def samples(self, drawn: Array, x: Array, y: Array, log_unit: Array) -> Array:
        return paired(self.mixture.features, drawn, drawn.shape[1], x, y, log_unit)


@dataclass(frozen=True)
class Proposed(SampleLaw):
    """Weighted samples with draws of a proposal."""

    estimator: WeightedEstimator

    @cached_property
    def waves(self) -> bool:  # type: ignore[override]
        return isinstance(self.estimator.family, Family) and oscillates(self.estimator.family)

    def numbers(self, m: int, n: int, d: int) -> int:
        return m * max(self.estimator.proposal.width, self.estimator.family.blocks)

    def draw(self, generator: np.random.Generator, replicates: int, m: int, n: int, d: int) -> Array:
        return self.estimator.draw(generator, m, replicates)

    def samples(self, drawn: Array, x: Array, y: Array, log_unit: Array) -> Array:
        return paired(self.estimator.features, drawn, drawn.shape[1], x, y, log_unit)


@dataclass(frozen=True)
class Counted(SampleLaw):
    """A discretely-induced family with iid counts."""

    family: DiscreteFamily | Shifted

    def numbers(self, m: int, n: int, d: int) -> int:
        return m * d

    def draw(self, generator: np.random.Generator, replicates: int, m: int, n: int, d: int) -> Array:
        """Counts of shape (d, m, R)."""
        return self.family.draw(generator, m, d, replicates).T

    def samples(self, drawn: Array, x: Array, y: Array, log_unit: Array) -> Array:
        family = self.family
        if isinstance(family, Shifted):
            x, y, family = family.shifted(x), family.shifted(y), family.family
        counts = np.arange(int(drawn.max()) + 1)
        log_ratios = -gammaln(counts + 1.0) - family.log_probability(counts)
        samples, factor = np.empty((len(x), *drawn.shape[1:])), np.empty(drawn.shape[1:])
        scales = np.exp(-np.square(x - y).sum(axis=1) / 2 - log_unit)
        for sample, products, scale in zip(samples, x * y, scales, strict=True):
            sample.fill(scale)
            for table, own in zip(_tables(products[:, None], counts, log_ratios), drawn, strict=True):
                np.take(table, own, out=factor, mode="clip")
                sample *= factor
        return samples.transpose(2, 0, 1)


def _tables(products: Array, counts: Array, log_ratios: Array) -> Array:
    """``t_l(k)`` of the module docstring, shape (d, number of counts); 0^0 = 1."""
    sizes = np.exp(xlogy(counts, np.abs(products)) + log_ratios - products)
    return np.where((products < 0) & (counts % 2 == 1), -sizes, sizes)


@dataclass(frozen=True)
class Hybridised(SampleLaw):
    """A hybrid: bases with coupled projections, coefficients with projections of their own."""

    hybrid: Hybrid
    coupling: Coupling
    of_coefficients: Coupling
    reduced: bool = False

    @cached_property
    def waves(self) -> bool:  # type: ignore[override]
        return any(oscillates(family) for family in self.hybrid.bases)

    @cached_property
    def _sets(self) -> tuple[ProjectionSet, ...]:
        """Of the bases, one or each its own, and of the coefficients."""
        bases = [self.hybrid.bases] if self.hybrid.shared else [(family,) for family in self.hybrid.bases]
        own = (ProjectionSet(maps, self.coupling, self.reduced) for maps in bases)
        return *own, ProjectionSet(self.hybrid.coefficients, self.of_coefficients, self.reduced)

    def numbers(self, m: int, n: int, d: int) -> int:
        *bases, coefficients = self._sets
        return sum(own.numbers(m, d) for own in bases) + coefficients.numbers(n, d)

    def draw(self, generator: np.random.Generator, replicates: int, m: int, n: int, d: int) -> list[Drawn]:
        *bases, coefficients = self._sets
        drawn = [own.draw(generator, replicates, m, d) for own in bases]
        return [*drawn, coefficients.draw(generator, replicates, n, d)]

    def samples(self, drawn: list[Drawn], x: Array, y: Array, log_unit: Array) -> Array:
        weights = [self._weight(k, drawn[-1], x, y) for k in range(len(self.hybrid.coefficients))]
        weights.append(np.asarray(1 - sum(weights)))
        parts = []
        for k, (family, weight) in enumerate(zip(self.hybrid.bases, weights, strict=True)):
            place = 0 if self.hybrid.shared else k
            found = self._sets[place].samples(family.features, drawn[place], x, y, log_unit)
            parts.append(found * weight[..., None])
        return np.asarray(sum(parts[1:], start=parts[0]))

    def in_span(self) -> SampleLaw | None:
        return replace(self, reduced=True) if all(own.allows_reduction for own in self._sets) else None

    def _weight(self, k: int, drawn: Drawn, x: Array, y: Array) -> Array:
        """lambda_k, shape (R, P); real numbers where the imaginary parts are 0."""
        coefficient = self.hybrid.coefficients[k]
        found = self._sets[-1].samples(coefficient.maps, drawn, x, y, np.zeros(len(x))).mean(axis=-1)
        weight = complex(coefficient.constant) + found
        return weight if weight.imag.any() else weight.real


def oscillates(family: Family) -> bool:
    """Whether samples are waves: their formula has a cosine, or an exponential that is not real."""
    return bool(family.sample(Projection("w"), PAIR.x, PAIR.y).has(sp.cos, sp.I))


def log_unit(waves: bool, kernel: Kernel, x: Array, y: Array, log_kernel: Array) -> Array:
    """The unit of the module docstring, shape (P,)."""
    if not waves:
        return log_kernel
    if kernel == "gaussian":
        return np.zeros(len(x))
    return np.asarray((np.square(x).sum(axis=1) + np.square(y).sum(axis=1)) / 2)


@singledispatch
def law_of(estimator: Estimator) -> SampleLaw | None:
    """The law of the samples; None where it is not known how an estimator is made of samples."""
    return None


@law_of.register
def _(estimator: Coupled) -> SampleLaw:
    return Projected(estimator.family, estimator.coupling)


@law_of.register
def _(estimator: CoupledHybrid) -> SampleLaw:
    return Hybridised(estimator.hybrid, estimator.coupling, estimator.of_coefficients)


@law_of.register
def _(estimator: Discrete) -> SampleLaw:
    return Counted(estimator.family)


@law_of.register
def _(estimator: Clustered) -> SampleLaw:
    return Clusters(estimator.mixture)


@law_of.register
def _(estimator: AtPair) -> SampleLaw:
    return Proposed(estimator.weighted_estimator)


@law_of.register
def _(estimator: AtInputs) -> SampleLaw | None:
    return law_of(estimator.estimator)
