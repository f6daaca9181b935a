"""Independent projections: w_1, ..., w_m iid N(0, I_d)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rftheory.couplings.coupling import Isotropic, fill_independent
from rftheory.couplings.geometry import Geometry
from rftheory.inputs.arrays import Array


@dataclass(frozen=True)
class Independent(Isotropic):
    """The coupling of the plain Monte Carlo estimator."""

    names: ClassVar[tuple[str, ...]] = ("iid", "independent")
    independent: ClassVar[bool] = True

    def geometry_in(self, d: int) -> Geometry:
        return Geometry()

    def draw_columns(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        return generator.standard_normal((d, m, replicates))

    def fill(
        self, generator: np.random.Generator, d: int, coordinates: Array, lengths: Array, measured: bool = True
    ) -> None:
        fill_independent(generator, d, coordinates, lengths, measured)
