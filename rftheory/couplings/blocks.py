"""Couplings in independent blocks ``W = D G R``: chi lengths D, a geometry G, and a Haar rotation R of each block.

For more projections than one block holds there are several independent blocks (Yu et al. 2016); the last one may be
truncated. Different blocks are independent of each other, rows of one block are not.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rftheory.couplings.coupling import Isotropic
from rftheory.couplings.frames import frame_coordinates, haar_frames
from rftheory.families.arrays import Array


def block_sizes(m: int, most: int) -> list[int]:
    """The sizes of the blocks of m projections, of which all but the last hold the most."""
    return [min(most, m - start) for start in range(0, m, most)]


def check_single(m: int, most: int) -> None:
    """Whether m projections are one block, where several are not wanted.

    Raises:
        ValueError: if they are more than a block holds.
    """
    if m > most:
        raise ValueError(f"m must be at most {most}, the projections of one block, with blocks=False, got {m}")


@dataclass(frozen=True, kw_only=True)
class RotatedBlocks(Isotropic):
    """Independent blocks, each the rows of a geometry applied to the first vectors of a Haar frame.

    Attributes:
        blocks: whether more projections than one block holds come in independent blocks; if not, they are refused.
    """

    blocks: bool = True

    def check_size(self, m: int, d: int) -> None:
        """Raises a ValueError if m projections of R^d are more than one block, and only one is wanted."""
        if not self.blocks:
            check_single(m, self.block(d))

    @abstractmethod
    def block(self, d: int) -> int:
        """How many projections a full block has.

        Raises:
            ValueError: if the geometry does not exist in R^d.
        """

    @abstractmethod
    def members(self, size: int, d: int) -> int:
        """How many orthonormal vectors a block of ``size`` projections is made of."""

    @abstractmethod
    def arranged(
        self, generator: np.random.Generator, frames: Array, size: int, d: int, replicates: int
    ) -> tuple[Array, Array]:
        """The ``size`` projections of one block, and their lengths (shape (size, replicates)).

        Args:
            frames: c coordinates of each of the orthonormal vectors, shape (c, members, replicates).

        Returns:
            The same coordinates of the projections, shape (c, size, replicates).
        """

    def draw_columns(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        return self._draw(generator, d, m, d, replicates, lambda size: haar_frames(generator, size, d, replicates))[0]

    def coordinates(
        self, generator: np.random.Generator, p: int, m: int, d: int, replicates: int
    ) -> tuple[Array, Array]:
        return self._draw(
            generator, p, m, d, replicates, lambda size: frame_coordinates(generator, size, d, p, replicates)
        )

    def _draw(
        self,
        generator: np.random.Generator,
        coordinates: int,
        m: int,
        d: int,
        replicates: int,
        frames: Callable[[int], Array],
    ) -> tuple[Array, Array]:
        self.check_size(m, d)
        most = self.block(d)
        projections, lengths = np.empty((coordinates, m, replicates)), np.empty((m, replicates))
        start = 0
        for size in block_sizes(m, most):
            rows = slice(start, start + size)
            members = frames(self.members(size, d))
            projections[:, rows], lengths[rows] = self.arranged(generator, members, size, d, replicates)
            start += size
        return projections, lengths
