r"""Samples ``Z_1, ..., Z_m`` of an estimator ``K_hat = (1/m) sum_i Z_i``, from what is drawn once for any number of pairs.

*Feature maps* of m projections: F = blocks * m features with ``1/sqrt(m)`` on each side, so that ``Z_i = m sum_b f_(b,i)(x) f_(b,i)(y)``.
They are computed by the maps themselves (`estimators.projections`).

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
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import sympy as sp
from scipy.special import gammaln, xlogy

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.family import Family, Kernel
from rftheory.families.hybrids.coefficient import CoefficientMap
from rftheory.families.mixtures import arc_cosine
from rftheory.families.mixtures.kernels import kernel_change
from rftheory.families.mixtures.scaled import kernel_of
from rftheory.families.shifted import Shifted
from rftheory.inputs.arrays import Array
from rftheory.inputs.kernels import PAIR
from rftheory.montecarlo.estimators import projections
from rftheory.montecarlo.estimators.projections import Drawn, FeatureMap, paired
from rftheory.rules.nodes import Projection


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


@dataclass(frozen=True)
class Mapped(SampleLaw):
    """A feature map of draws of its own.

    Args:
        features: (inputs, draws, side) -> features of the m draws.
        source: (generator, m, d, replicates) -> draws, shape (replicates, m, width).
        width: numbers of one draw; None: d of them.
        blocks: features of one draw.
        waves: whether the samples are waves.
    """

    features: FeatureMap
    source: Callable[..., Array]
    width: int | None
    blocks: int
    waves: bool

    def numbers(self, m: int, n: int, d: int) -> int:
        return m * max(d if self.width is None else self.width, self.blocks)

    def draw(self, generator: np.random.Generator, replicates: int, m: int, n: int, d: int) -> Array:
        return self.source(generator, m, d, replicates)

    def samples(self, drawn: Array, x: Array, y: Array, log_unit: Array) -> Array:
        return paired(self.features, drawn, drawn.shape[1], x, y, log_unit)


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
        if (most := int(drawn.max())) < drawn.size:
            counts = np.arange(most + 1)
        else:  # of a law with a huge mean: those that were drawn alone
            counts, places = np.unique(drawn, return_inverse=True)
            drawn = places.reshape(drawn.shape)
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
class Combined(SampleLaw):
    """A family with coupled projections; or several, weighted by coefficients with projections of their own.

    Args:
        bases: one more than there are coefficients.
        shared: whether all bases have the same projections.
    """

    bases: tuple[Family, ...]
    coupling: Coupling
    coefficients: tuple[CoefficientMap, ...] = ()
    of_coefficients: Coupling = Independent()
    shared: bool = False

    @cached_property
    def waves(self) -> bool:  # type: ignore[override]
        return any(oscillates(family) for family in self.bases)

    def _sets(self, m: int, n: int) -> list[tuple[projections.Maps, Coupling, int]]:
        """What has projections in common, their coupling and how many: the bases or each of them, then coefficients if there are any."""
        of_bases = [self.bases] if self.shared else [(family,) for family in self.bases]
        found: list[tuple[projections.Maps, Coupling, int]] = [(maps, self.coupling, m) for maps in of_bases]
        return [*found, (self.coefficients, self.of_coefficients, n)] if self.coefficients else found

    def numbers(self, m: int, n: int, d: int) -> int:
        return sum(projections.numbers(maps, count, d) for maps, _, count in self._sets(m, n))

    def draw(self, generator: np.random.Generator, replicates: int, m: int, n: int, d: int) -> list[Drawn]:
        sets = self._sets(m, n)
        return [projections.draw(maps, coupling, generator, replicates, count, d) for maps, coupling, count in sets]

    def samples(self, drawn: list[Drawn], x: Array, y: Array, log_unit: Array) -> Array:
        parts = []
        for k, family in enumerate(self.bases):
            own, m = drawn[0 if self.shared else k]
            change = kernel_change(kernel_of(self.coupling, family.kernel), family.kernel)
            features = partial(family.features, change=change) if change else family.features
            parts.append(paired(features, own, m, x, y, log_unit))
        if not self.coefficients:
            return parts[0].real if self.bases[0].takes_real_part else parts[0]
        weights = [self._weight(coefficient, drawn[-1], x, y) for coefficient in self.coefficients]
        weights.append(np.asarray(1 - sum(weights)))
        weighted = [part * weight[..., None] for part, weight in zip(parts, weights, strict=True)]
        return np.asarray(sum(weighted[1:], start=weighted[0]))

    def _weight(self, coefficient: CoefficientMap, drawn: Drawn, x: Array, y: Array) -> Array:
        """lambda_k, shape (R, P); real numbers where the imaginary parts are 0."""
        found = paired(coefficient.maps, *drawn, x, y, np.zeros(len(x))).mean(axis=-1)
        weight = complex(coefficient.constant) + found
        return weight if weight.imag.any() else weight.real


def oscillates(family: Family) -> bool:
    """Whether samples are waves: their formula has a cosine, or an exponential that is not real."""
    return bool(family.sample(Projection("w"), PAIR.x, PAIR.y).has(sp.cos, sp.I))


def log_unit(waves: bool, kernel: Kernel, x: Array, y: Array, log_kernel: Array) -> Array:
    """The unit of the module docstring, shape (P,); of arc-cosine kernels, which may be 0, the norms."""
    degree = arc_cosine.degree_of(kernel)
    if degree is not None:
        return np.asarray(arc_cosine.log_scale(degree, x, y))
    if not waves:
        return log_kernel
    if kernel != "softmax":
        return np.zeros(len(x))
    return np.asarray((np.square(x).sum(axis=1) + np.square(y).sum(axis=1)) / 2)
