"""Orthogonal projections: ``w_i = r_i u_i``, (u_1, ..., u_m) a Haar frame of R^d, r_i independent chi_d lengths.

Each w_i is N(0, I_d), different ones are orthogonal. For m > d there are independent blocks of d projections each (the
last one may be shorter), the block-orthogonal ensemble of Yu et al. (2016): orthogonality within blocks only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rftheory.couplings.blocks import CoupledLengths
from rftheory.couplings.geometry import Geometry
from rftheory.inputs.arrays import Array


@dataclass(frozen=True, repr=False)
class Orthogonal(CoupledLengths):
    """Orthogonal directions with chi lengths, independent by default; independent blocks of them if m > d."""

    def block(self, d: int) -> int:
        return d

    def geometry_in(self, d: int) -> Geometry | None:
        return Geometry(block=d) if self.lengths == "independent" else None

    def members(self, size: int, d: int) -> int:
        return size

    def arrange(
        self, generator: np.random.Generator, frames: Array, projections: Array, lengths: Array, d: int
    ) -> None:
        np.multiply(frames, self.fill_lengths(generator, d, lengths), out=projections)
