"""What the pair moment of a coupling depends on: the cosine between two projections of a block, and how large blocks are."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rftheory.inputs.arrays import check_count


@dataclass(frozen=True)
class Geometry:
    """Blocks of projections with independent chi lengths, at one angle to each other, independent of other blocks.

    Args:
        cosine: the cosine between two projections of a block, exact.
        block: how many projections a full block holds; 1 for independent ones.
    """

    cosine: Fraction = Fraction(0)
    block: int = 1

    def __post_init__(self) -> None:
        check_count("block", self.block)
        try:
            object.__setattr__(self, "cosine", Fraction(self.cosine))
        except (TypeError, ValueError, OverflowError):
            raise ValueError(f"cosine must be a rational number in [-1, 1], got {self.cosine!r}") from None
        least = Fraction(-1, max(self.block - 1, 1))
        if not least <= self.cosine <= 1:
            raise ValueError(f"cosine of {self.block} projections must be in [{least}, 1], got {self.cosine}")

    def geometry_in(self, d: int) -> Geometry:
        """Itself in R^d, as couplings have it."""
        room = d + (self.block > 1 and self.cosine == Fraction(-1, self.block - 1))
        if self.block > room and self.cosine != 1:
            raise ValueError(f"block must be at most {room} projections at cosine {self.cosine}, got {self.block}")
        return self

    def check_size(self, m: int, d: int) -> None:
        """Blocks come in any number."""

    def partners(self, m: int) -> Fraction:
        """How many of the other m - 1 projections are in the block of a projection, on average.

        The last block may be truncated: q full blocks and one of r make ``(q b (b-1) + r (r-1))/m``.
        """
        m = check_count("m", m)
        full, rest = divmod(m, self.block)
        return Fraction(full * self.block * (self.block - 1) + rest * (rest - 1), m)
