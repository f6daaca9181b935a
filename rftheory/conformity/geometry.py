"""What the pair moment of a coupling depends on: the cosine between two projections of a block, and how large blocks are."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rftheory.arrays import check_count
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex

NAMES = {"iid": Independent(), "orthogonal": Orthogonal(), "simplex": Simplex()}


@dataclass(frozen=True)
class Geometry:
    """Blocks of projections with independent chi lengths, at one angle to each other, independent of other blocks.

    Args:
        cosine: the cosine between two projections of a block, exact.
        block: how many projections a full block holds; 1 for independent ones.

    Raises:
        ValueError: if there are no such directions (in any R^d).
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

    def partners(self, m: int) -> Fraction:
        """How many of the other m - 1 projections are in the block of a projection, on average.

        The last block may be truncated: q full blocks and one of r make ``(q b (b-1) + r (r-1))/m``.
        """
        m = check_count("m", m)
        full, rest = divmod(m, self.block)
        return Fraction(full * self.block * (self.block - 1) + rest * (rest - 1), m)


def geometry_of(coupling: Coupling | Geometry | str, d: int) -> Geometry:
    """The geometry of a coupling in R^d: independent, orthogonal, simplex (by name or object), or the one that is given.

    Raises:
        ValueError: for other couplings, and for dimensions in which the geometry does not exist (d = 1 for the simplex).
    """
    d = check_count("d", d)
    if isinstance(coupling, str):
        if coupling not in NAMES:
            raise ValueError(f"coupling must be one of {', '.join(NAMES)}, got {coupling!r}")
        coupling = NAMES[coupling]
    if isinstance(coupling, Geometry):
        room = d + (coupling.block > 1 and coupling.cosine == Fraction(-1, coupling.block - 1))
        if coupling.block > room and coupling.cosine != 1:
            raise ValueError(
                f"block must be at most {room} projections at cosine {coupling.cosine}, got {coupling.block}"
            )
        return coupling
    if isinstance(coupling, Independent):
        return Geometry()
    if isinstance(coupling, Orthogonal):
        return Geometry(Fraction(0), d)
    if isinstance(coupling, Simplex):
        vertices = coupling.block(d)
        return Geometry(Fraction(-1, vertices - 1), vertices)
    raise ValueError(
        f"no closed form of the pair moment of the coupling {coupling!r}; there is one for {', '.join(NAMES)}"
    )
