"""Hybrids with coupled projections: each base has coupled projections of its own, or all bases share one set of them.

The projections of the coefficients are independent of those of the bases; the hybrids of Choromanski et al. (2022, Table 1) with
block-orthogonal bases are of this kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import mpmath
import numpy as np
import sympy as sp

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometries import geometry_of
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.families.family import Family, Kernel
from rftheory.families.hybrids.bipolar import Hybrid, bipolar
from rftheory.families.hybrids.coefficient import CoefficientMap
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.estimators.estimator import Estimator, WeightedSum, dot
from rftheory.montecarlo.estimators.moments import Number, OneSample, number, sample_of
from rftheory.montecarlo.estimators.samples import Combined, SampleLaw

_IID = Independent()


@dataclass(frozen=True)
class CoupledHybrid(Estimator):
    """A hybrid: ``Psi_1(x).Psi_2(y)`` with the concatenated maps.

    Args:
        hybrid: bases and coefficients; the bases take no phases.
        coupling: of the m projections of each base; different bases are independent unless they share projections.
        of_coefficients: coupling of the n projections that all coefficients have in common.
    """

    hybrid: Hybrid
    coupling: Coupling = Orthogonal()
    of_coefficients: Coupling = Independent()

    def __post_init__(self) -> None:
        for family in self.hybrid.bases:
            if family.auxiliary:
                raise ValueError(f"bases of a hybrid must have no phases, got {family}")

    @property
    def kernel(self) -> Kernel:
        return self.hybrid.kernel

    @property
    def sample_law(self) -> SampleLaw:
        hybrid = self.hybrid
        return Combined(hybrid.bases, self.coupling, hybrid.coefficients, self.of_coefficients, hybrid.shared)

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        projections, taus = self.hybrid.projections(
            lambda: self.coupling.draw(generator, m, len(x), replicates),
            lambda: self.of_coefficients.draw(generator, n, len(x), replicates),
        )
        return self.hybrid.products(x[None], y[None], projections, taus)[:, 0]

    def numbers(self, m: int, n: int, d: int) -> int:
        return self.sample_law.numbers(m, n, d)

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        """Of bases with projections that are independent, or in blocks at one angle."""
        geometry = geometry_of(self.coupling, len(x))
        if not self.of_coefficients.independent:
            raise ValueError(f"the projections of coefficients must be independent, got {self.of_coefficients}")
        weights = [_weight(c, x, y) for c in self.hybrid.coefficients]
        rest = weights[0].scaled(mpmath.mpf(-1)).shifted(mpmath.mpf(1))
        for weight in weights[1:]:
            rest = rest + weight.scaled(mpmath.mpf(-1))
        # the weights sum to one, so each base can be centred
        bases = tuple(sample_of(f, x, y).shifted(-center) for f in self.hybrid.bases)
        sources = (0,) * len(bases) if self.hybrid.shared else tuple(range(len(bases)))
        return WeightedSum((*weights, rest), bases, sources, geometry)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> CoupledHybrid:
        return replace(self, hybrid=self.hybrid.at(point))


def Mixed(hybrid: Hybrid) -> CoupledHybrid:  # noqa: N802
    """A hybrid with independent projections."""
    return CoupledHybrid(hybrid, Independent())


def Bipolar(first: Family, second: Family, coefficient: CoefficientMap, shared: bool = False) -> CoupledHybrid:  # noqa: N802
    """The estimator ``lambda_hat K_1 + (1 - lambda_hat) K_2``."""
    return Mixed(bipolar(first, second, coefficient, shared))


@dataclass(frozen=True)
class Coefficient(Estimator):
    """lambda_hat alone: ``a + rho_1(x).rho_2(y)``."""

    coefficient: CoefficientMap

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        taus = _IID.draw(generator, n, len(x), replicates)
        maps = [self.coefficient.maps(u[None], taus, side) for u, side in ((x, "x"), (y, "y"))]
        return complex(self.coefficient.constant) + dot(*maps)

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        return WeightedSum((_weight(self.coefficient, x, y).shifted(-center),), (), ())

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Coefficient:
        return Coefficient(self.coefficient.at(point))


def _weight(coefficient: CoefficientMap, x: Array, y: Array) -> OneSample:
    return sample_of(coefficient, x, y).shifted(number(coefficient.constant))
