"""Hybrids with coupled projections: each base has coupled projections of its own, or all bases share one set of them.

The projections of the coefficients are independent of those of the bases; the hybrids of Choromanski et al. (2022, Table 1) with
block-orthogonal bases are of this kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import sympy as sp

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.families.arrays import Array, check_pair
from rftheory.families.family import Kernel
from rftheory.hybrids.bipolar import Hybrid
from rftheory.simulate.estimators import Estimator, Mixed, WeightedSum
from rftheory.simulate.moments import Number


@dataclass(frozen=True)
class CoupledHybrid(Estimator):
    """A hybrid: ``Psi_1(x).Psi_2(y)`` with the concatenated maps.

    Args:
        hybrid: bases and coefficients; the bases take no phases.
        coupling: of the m projections of each base; different bases are independent unless they share projections.
        of_coefficients: coupling of the n projections that all coefficients have in common.

    Raises:
        ValueError: for a base whose projections have phases.
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

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        x, y = check_pair(x, y)
        count = len(self.hybrid.bases)
        drawn = [
            self.coupling.draw(generator, m, len(x), replicates) for _ in range(1 if self.hybrid.shared else count)
        ]
        projections = drawn * count if self.hybrid.shared else drawn
        taus = self.of_coefficients.draw(generator, n, len(x), replicates)
        sides = [self.hybrid.features(u[None], projections, taus, side)[:, 0] for u, side in ((x, "x"), (y, "y"))]
        return np.einsum("rf,rf->r", *sides)

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        """Raises:
        ValueError: unless all projections are independent.
        """
        if not (isinstance(self.coupling, Independent) and isinstance(self.of_coefficients, Independent)):
            raise ValueError(
                f"moments of hybrids are known for independent projections only, got {self.coupling} and "
                f"{self.of_coefficients}"
            )
        return Mixed(self.hybrid).weighted(x, y, center)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> CoupledHybrid:
        return replace(self, hybrid=self.hybrid.at(point))
