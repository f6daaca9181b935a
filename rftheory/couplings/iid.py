"""Independent projections: w_1, ..., w_m iid N(0, I_d)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rftheory.families.arrays import Array, check_count


@dataclass(frozen=True)
class Independent:
    """The coupling of the plain Monte Carlo estimator."""

    def draw(self, generator: np.random.Generator, m: int, d: int, replicates: int | None = None) -> Array:
        """Projections of shape (m, d), or (replicates, m, d) with the replicates running fastest in memory."""
        check_count("m", m)
        check_count("d", d)
        if replicates is None:
            return generator.standard_normal((m, d))
        return generator.standard_normal((d, m, check_count("replicates", replicates))).T
