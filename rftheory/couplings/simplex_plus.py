"""Simplex+ projections: ``W = G R``, where G arranges vectors of given chi lengths against each other's resultant.

The arrangement (`couplings.resultant`) depends on the lengths alone, so that a Haar rotation R of it leaves each
projection N(0, I_d), whether or not the iteration has converged.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rftheory.couplings.blocks import RotatedBlocks
from rftheory.couplings.coupling import batches, chi_lengths
from rftheory.couplings.resultant import arranged
from rftheory.inputs.arrays import Array, check_count


@dataclass(frozen=True)
class SimplexPlus(RotatedBlocks):
    """Blocks of d projections whose directions depend on their lengths.

    The iteration goes through the vectors in turn, so the rows of an arrangement are not exchangeable (for d = 6 the mean
    of w_1.w_2 is about -0.8, of w_5.w_6 -1.1). The rows of a block come in random order, after which any k of them have
    one law; a truncated block has some of the rows of a full one.

    Attributes:
        most_passes: passes of the iteration through the vectors; marginals are Gaussian after any number.
    """

    names: ClassVar[tuple[str, ...]] = ("simplex+", "simplex-plus")

    most_passes: int = 1000

    def __post_init__(self) -> None:
        check_count("most_passes", self.most_passes)

    def block(self, d: int) -> int:
        if d == 1:
            raise ValueError("d must be >= 2 for a block of simplex+ projections, got 1")
        return d

    def members(self, size: int, d: int) -> int:
        return d - 1

    def arrange(
        self, generator: np.random.Generator, frames: Array, projections: Array, lengths: Array, d: int
    ) -> None:
        size, replicates = projections.shape[2:]
        for block, own in enumerate(lengths):
            radii = chi_lengths(generator, d, d, replicates)
            order = generator.permuted(np.tile(np.arange(d), (replicates, 1)), axis=1).T[:size]
            for part in batches(replicates, d * (d - 1)):
                rows = np.take_along_axis(arranged(radii[:, part], self.most_passes), order[:, None, part], axis=0)
                members = np.ascontiguousarray(frames[:, block, :, part].T)
                # (replicates, size, d - 1) times (replicates, d - 1, coordinates)
                projections[:, block, :, part] = (np.ascontiguousarray(rows.transpose(2, 0, 1)) @ members).T
            own[:] = np.take_along_axis(radii, order, axis=0)
