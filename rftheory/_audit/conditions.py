"""Claims with which a mistake can be made."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from operator import attrgetter

from rftheory._audit.claim import Claim
from rftheory.couplings.geometries import NAMES, geometry_of
from rftheory.families.mixtures.mixture import Mixture


def always(claim: Claim) -> bool:
    return True


is_positive: Callable[[Claim], bool] = attrgetter("positive")
phased: Callable[[Claim], bool] = attrgetter("phases")
coupled: Callable[[Claim], bool] = attrgetter("profile.coupled")


def has_tilt(claim: Claim) -> bool:
    """Whether samples are exp(A |w|^2 + B w.x) with A < 0."""
    return claim.positive and claim.rate < 0


def is_fitted(claim: Claim) -> bool:
    """Whether that A is the best one for the inputs."""
    return claim.fitted is not None and has_tilt(claim)


def has_matrix(claim: Claim) -> bool:
    """Whether exponents have a matrix A, and one Psi for each side, which are the best ones for the inputs."""
    return claim.products is not None and set(claim.profile.numbers) == {"matrix", "psi"}


def doubled(claim: Claim) -> bool:
    """Whether a projection has two features."""
    return claim.profile.features(1) == 2


def alone(claim: Claim) -> bool:
    return not coupled(claim) and claim.dimension > 1


def rotated(claim: Claim) -> bool:
    """Whether a block is a rotation, or one of the corners of a simplex; other frames have other arrangements."""
    return coupled(claim) and (not claim.profile.geometry.cosine or is_simplex(claim))


def several(claim: Claim) -> bool:
    return claim.dimension > 1


def is_not(name: str) -> Callable[[Claim], bool]:
    """Whether the coupling of this name exists and is another one than the claimed."""

    def other(claim: Claim) -> bool:
        exists = name != "simplex" or claim.dimension > 1
        return exists and geometry_of(NAMES[name], claim.dimension) != claim.profile.geometry

    return other


def is_of_another(mixture: Mixture | None) -> Callable[[Claim], bool]:
    """Whether the claim is of another kernel than this mixture, or than that of Gaussian projections."""

    def other(claim: Claim) -> bool:
        own = claim.profile.mixture
        if mixture is None or own is None:
            return mixture is not own
        # Laplace's kernel is one of Matern's
        same = mixture.words == own.words and mixture.by_coordinate == own.by_coordinate
        return not same

    return other


def is_simplex(claim: Claim) -> bool:
    geometry, d = claim.profile.geometry, claim.dimension
    return geometry.block == d > 1 and geometry.cosine == Fraction(-1, d - 1)
