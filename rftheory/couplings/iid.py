"""Independent projections: w_1, ..., w_m iid N(0, I_d)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rftheory.couplings.coupling import Isotropic
from rftheory.families.arrays import Array


@dataclass(frozen=True)
class Independent(Isotropic):
    """The coupling of the plain Monte Carlo estimator."""

    def draw_columns(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        return generator.standard_normal((d, m, replicates))

    def coordinates(
        self, generator: np.random.Generator, p: int, m: int, d: int, replicates: int
    ) -> tuple[Array, Array]:
        coordinates = generator.standard_normal((p, m, replicates))
        squares = np.einsum("pmr,pmr->mr", coordinates, coordinates)
        if d > p:
            squares += generator.chisquare(d - p, (m, replicates))
        return coordinates, np.sqrt(squares)
