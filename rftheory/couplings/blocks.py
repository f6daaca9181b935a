"""Couplings in independent blocks ``W = D G R``: chi lengths D, a geometry G, and a Haar rotation R of each block.

For more projections than one block holds there are several independent blocks (Yu et al. 2016); the last one may be
truncated. Different blocks are independent of each other, rows of one block are not.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from dataclasses import dataclass, fields

import numpy as np

from rftheory.couplings.coupling import Isotropic, fill_chi, fill_independent
from rftheory.couplings.frames import fill_frame_coordinates, haar_frames
from rftheory.inputs.arrays import Array


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
        """Raises a ValueError for a geometry that R^d does not have, and for more than one block where one is wanted."""
        most = self.block(d)
        if not self.blocks:
            check_single(m, most)

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
    def arrange(
        self, generator: np.random.Generator, frames: Array, projections: Array, lengths: Array, d: int
    ) -> None:
        """The projections of B blocks of one size, and their lengths, into given arrays.

        Args:
            frames: c coordinates of each of the orthonormal vectors, shape (c, B, members, replicates); these may be the
                first rows of the projections.
            projections: the same coordinates of the projections, shape (c, B, size, replicates); filled.
            lengths: shape (B, size, replicates), contiguous; filled.
        """

    def draw_columns(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        self.check_size(m, d)
        projections, start = np.empty((d, m, replicates)), 0
        for size in block_sizes(m, self.block(d)):
            frames = haar_frames(generator, self.members(size, d), d, replicates)
            block = projections[:, None, start : start + size]
            self.arrange(generator, frames[:, None], block, np.empty((1, size, replicates)), d)
            start += size
        return projections

    def fill(
        self, generator: np.random.Generator, d: int, coordinates: Array, lengths: Array, measured: bool = True
    ) -> None:
        m, start = len(lengths), 0
        # all blocks of one size at once
        for size, count in Counter(block_sizes(m, self.block(d))).items():
            rows = slice(start, start + count * size)
            start = rows.stop
            if size == 1:
                # one projection is Gaussian whatever it was to be coupled with
                fill_independent(generator, d, coordinates[:, rows], lengths[rows], measured)
            else:
                self._fill_blocks(generator, d, coordinates[:, rows], lengths[rows], size)

    def _fill_blocks(
        self, generator: np.random.Generator, d: int, coordinates: Array, lengths: Array, size: int
    ) -> None:
        p, m, replicates = coordinates.shape
        shape = m // size, size, replicates
        projections, members = coordinates.reshape(p, *shape), self.members(size, d)
        # vectors are drawn where the projections shall be, if there is room
        room = projections if members <= size else np.empty((p, shape[0], members, replicates))
        frames = fill_frame_coordinates(generator, room, members, d)
        self.arrange(generator, frames, projections, lengths.reshape(shape), d)


#: joint laws of the lengths of a block, each of them chi
LENGTHS = ("independent", "shared", "counter-monotone")


@dataclass(frozen=True, kw_only=True, repr=False)
class CoupledLengths(RotatedBlocks):
    """Blocks whose lengths may be dependent, too; directions are independent of them, so each projection is N(0, I_d).

    Attributes:
        lengths: "independent"; "shared", one length for all projections of a block; or "counter-monotone" in pairs: with F the distribution
            function of the chi law, ``F(r_1) + F(r_2) = 1``, the joint law of two lengths with the least mean of a function of them whose
            mixed differences are positive (Reid et al. 2024, 2405.16541). Closed forms: `mechanisms.coupled_lengths`.

    Raises:
        ValueError: for another law.
    """

    lengths: str = "independent"

    def __post_init__(self) -> None:
        if self.lengths not in LENGTHS:
            raise ValueError(f"lengths must be one of {', '.join(LENGTHS)}, got {self.lengths!r}")

    def __repr__(self) -> str:
        # streams of draws belong to it: those of independent lengths are named without them
        own = ((each.name, getattr(self, each.name)) for each in fields(self))
        return f"{type(self).__name__}({', '.join(f'{n}={v!r}' for n, v in own if v != 'independent')})"

    def fill_lengths(self, generator: np.random.Generator, d: int, lengths: Array) -> Array:
        """Lengths of blocks, shape (B, size, replicates), contiguous; returned."""
        if self.lengths == "independent":
            return fill_chi(generator, d, lengths)
        if self.lengths == "shared":
            lengths[...] = fill_chi(generator, d, np.empty((len(lengths), 1, lengths.shape[2])))
            return lengths
        from scipy.special import gammainccinv, gammaincinv

        first, second = lengths[:, 0::2], lengths[:, 1::2]
        level = generator.random(first.shape)
        first[...] = gammaincinv(d / 2, level)
        second[...] = gammainccinv(d / 2, level[:, : second.shape[1]])
        lengths *= 2
        return np.sqrt(lengths, out=lengths)
