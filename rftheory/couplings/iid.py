"""Independent projections: w_1, ..., w_m iid N(0, I_d)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rftheory.couplings.coupling import Isotropic, check_directions
from rftheory.families.arrays import Array, check_count


@dataclass(frozen=True)
class Independent(Isotropic):
    """The coupling of the plain Monte Carlo estimator."""

    def draw(self, generator: np.random.Generator, m: int, d: int, replicates: int | None = None) -> Array:
        """Projections of shape (m, d), or (replicates, m, d) with the replicates running fastest in memory."""
        check_count("m", m)
        check_count("d", d)
        if replicates is None:
            return generator.standard_normal((m, d))
        return self.draw_columns(generator, m, d, check_count("replicates", replicates)).T

    def draw_columns(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        return generator.standard_normal((d, m, replicates))

    def draw_coordinates(
        self, generator: np.random.Generator, p: int, m: int, d: int, replicates: int
    ) -> tuple[Array, Array]:
        p, d = check_directions(p, d)
        shape = check_count("m", m), check_count("replicates", replicates)
        coordinates = generator.standard_normal((p, *shape))
        squares = np.einsum("pmr,pmr->mr", coordinates, coordinates)
        if d > p:
            squares += generator.chisquare(d - p, shape)
        return coordinates, np.sqrt(squares)
