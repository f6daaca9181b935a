"""Other matrices than the best ones for the rows of a call, as mistakes have them, by their words."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rftheory._audit.claim import Claim
from rftheory.families.favor_sharp import FavorSharp
from rftheory.families.gerf_moments import optimal_parameters


def _no_matrix(claim: Claim) -> FavorSharp:
    own = claim.profile.numbers
    return FavorSharp(0 * own["matrix"], own["psi"])


def _number(claim: Claim) -> FavorSharp:
    assert claim.fitted is not None
    best = float(optimal_parameters(claim.fitted.square_of_sum(1), claim.dimension))
    return FavorSharp(best * np.eye(claim.dimension), "none")


def _no_balance(claim: Claim) -> FavorSharp:
    assert claim.products is not None
    return FavorSharp(psi="none").of_products(*claim.products)


def _inverse(claim: Claim) -> FavorSharp:
    assert claim.products is not None
    own = claim.profile.numbers
    return FavorSharp(**own).balanced_by(np.linalg.inv(own["psi"]), *claim.products)


WRONG: dict[str, Callable[[Claim], FavorSharp]] = {
    "A is 0: Psi alone is fitted": _no_matrix,
    "A is one number, and Psi is missing, as of OPRF": _number,
    "Psi is missing": _no_balance,
    "Psi is the inverse of the best one: the sides are confused": _inverse,
}
