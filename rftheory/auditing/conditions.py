"""Claims with which a mistake can be made."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rftheory.auditing.claim import Claim
from rftheory.couplings.geometries import NAMES, geometry_of


def always(claim: Claim) -> bool:
    return True


def is_positive(claim: Claim) -> bool:
    return claim.positive


def doubled(claim: Claim) -> bool:
    """Whether a projection has two features."""
    return claim.family is not None and claim.family.real_blocks == 2


def coupled(claim: Claim) -> bool:
    assert claim.coupling is not None
    return not claim.coupling.independent


def alone(claim: Claim) -> bool:
    return not coupled(claim) and claim.dimension > 1


def rotated(claim: Claim) -> bool:
    """Whether a block is a rotation, or one of the corners of a simplex; other frames have other arrangements."""
    assert claim.coupling is not None
    return coupled(claim) and (not geometry_of(claim.coupling, claim.dimension).cosine or is_simplex(claim))


def several(claim: Claim) -> bool:
    return claim.dimension > 1


def is_not(name: str) -> Callable[[Claim], bool]:
    """Whether the coupling of this name exists and is another one than the claimed."""
    return lambda claim: type(NAMES[name]) is not type(claim.coupling) and (name != "simplex" or claim.dimension > 1)


def phased(claim: Claim) -> bool:
    return claim.phases


def is_simplex(claim: Claim) -> bool:
    assert claim.coupling is not None
    geometry, d = geometry_of(claim.coupling, claim.dimension), claim.dimension
    return geometry.block == d > 1 and geometry.cosine == Fraction(-1, d - 1)
