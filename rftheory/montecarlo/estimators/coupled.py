"""Estimators of one family with coupled or independent projections."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import sympy as sp

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometries import geometry_of
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.families.family import Family, Kernel
from rftheory.families.mixtures.kernels import kernel_change, log_kernel
from rftheory.families.mixtures.scaled import kernel_of
from rftheory.families.waves import with_phases
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.estimators.estimator import Estimator, WeightedSum, dot
from rftheory.montecarlo.estimators.moments import Number, sample_of
from rftheory.montecarlo.estimators.samples import Combined, SampleLaw

#: a bound that was formed with a few roundings, upwards
_UPWARDS = 1 + 2.0**-40


@dataclass(frozen=True)
class Coupled(Estimator):
    """One family with coupled projections: ``phi(x).phi(y)``, or its real part if that is the family's estimator.

    Args:
        family: the features.
        coupling: of the projections; m may be any number of them. Phases are independent.
    """

    family: Family
    coupling: Coupling = Orthogonal()

    @property
    def kernel(self) -> Kernel:
        return kernel_of(self.coupling, self.family.kernel)

    @property
    def of_family(self) -> tuple[Family, Coupling]:
        return self.family, self.coupling

    @property
    def sample_law(self) -> SampleLaw:
        return Combined((self.family,), self.coupling)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Coupled:
        return replace(self, family=self.family.at(point))

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        drawn = self.coupling.draw(generator, m, len(x), replicates)
        projections = with_phases(drawn, self.family.auxiliary, generator)
        change = kernel_change(self.kernel, self.family.kernel)
        found = dot(*(self.family.features(u[None], projections, side, change) for u, side in ((x, "x"), (y, "y"))))
        return found.real if self.family.takes_real_part else found

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        """Of projections that are independent, or in blocks at one angle."""
        geometry = geometry_of(self.coupling, len(x))
        return WeightedSum((), (sample_of(self.family, x, y).shifted(-center),), (0,), geometry)

    def bounds(self, x: Array, y: Array) -> tuple[float, float] | None:
        """Of waves: of size ``(1 - 2c)^(d/2) + 1`` at most in their unit, the 1 for a phase (`families.reduction`)."""
        law = self.family.reduction(len(x))
        if law is None or not law.bounded or law.rate > 0:
            return None
        unit = law.log_unit(log_kernel(self.kernel, x[None], y[None]), law.sizes(x[None], y[None]))
        largest = ((1 - 2 * law.rate) ** (len(x) / 2) + law.phase) * math.exp(unit[0]) * _UPWARDS
        return -largest, largest


def Regular(family: Family) -> Coupled:  # noqa: N802
    """One family with independent projections."""
    return Coupled(family, Independent())
