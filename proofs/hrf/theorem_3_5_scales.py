"""Before Theorem 3.5: near both ends of the angles the relative error of the angular hybrid vanishes like a root.

Printed: the max-relative-error "scales as sqrt(theta) and sqrt(pi - theta) as theta -> 0 and theta -> pi respectively, in particular goes
to 0 in both critical cases. This is not true for" T nor for P. A maximum over the angles has no angle left: eps_{theta,r} is meant.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._angular import (
    hybrid_error,
    hybrid_square,
    hybrid_square_formula,
    relative_square,
    worst_regular,
)
from proofs.hrf._angular_bounds import OPEN_HYBRIDS
from proofs.hrf._setting import M, N, R, positive, trigonometric
from proofs.hrf.theorem_3_5_limit_0 import near_zero, slope
from proofs.hrf.theorem_3_5_limit_pi import near_pi
from rftheory.evidence.bounds import Bound
from rftheory.kernels import make_pair, r, theta
from rftheory.propositions import Inequality, Limit
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain

STATEMENT = Statement(
    id="hrf.theorem-3.5-scales",
    paper="hrf",
    location="before Theorem 3.5",
    kind="rate",
    title="Relative errors of the angular hybrid near both ends of the angles",
    reading="eps_{theta,r} over sqrt(theta), and over sqrt(pi - theta), tends to a positive number, and eps_{theta,r} to 0 (its square "
    "does); eps_{theta,r} of T is positive at theta = pi and that of P at theta = 0.",
    not_drawn="limits; the mean squared errors at given angles are drawn in hrf.theorem-D.1-equal and hrf.lemma-3.4",
)

_LENGTHS = Domain((R, M))
_SIZES = Domain((R, M, N))


def _vanishes(point: sp.Expr) -> Bound:
    return Bound(hybrid_square(), OPEN_HYBRIDS).algebra(hybrid_square_formula()).limit_by_continuity(theta, point)


def _positive_at(name: str, point: sp.Expr) -> Claim:
    pair = make_pair(r, r, point, "end")
    square = relative_square(trigonometric(pair) if name == "T" else positive(pair), pair)
    return Claim(
        name=f"{name} at {point}",
        says=f"the relative error of {name} is positive at theta = {point} (squares)",
        proposition=Inequality(square, ">", sp.Integer(0)),
        domain=_LENGTHS,
        proof=lambda: Bound(square, _LENGTHS).algebra(worst_regular() ** 2).at_least(sp.Integer(0)),
    )


def claims() -> list[Claim]:
    zero = sp.Integer(0)
    return [
        Claim(
            name="root at 0",
            says="eps over sqrt(theta) has a limit as theta -> 0",
            proposition=Limit(hybrid_error() / sp.sqrt(theta), theta, zero, slope(), "+"),
            domain=OPEN_HYBRIDS,
            proof=near_zero,
        ),
        Claim(
            name="root at pi",
            says="eps over sqrt(pi - theta) has the same limit as theta -> pi",
            proposition=Limit(hybrid_error() / sp.sqrt(sp.pi - theta), theta, sp.pi, slope(), "-"),
            domain=OPEN_HYBRIDS,
            proof=near_pi,
        ),
        Claim(
            name="positive",
            says="this limit is positive",
            proposition=Inequality(slope(), ">", zero),
            domain=_SIZES,
            proof=lambda: Bound(slope(), _SIZES).at_least(zero),
        ),
        *(
            Claim(
                name=f"zero at {point}",
                says=f"eps^2 tends to 0 as theta -> {point}",
                proposition=Limit(hybrid_square(), theta, point, zero, side),
                domain=OPEN_HYBRIDS,
                proof=lambda point=point: _vanishes(point),
            )
            for point, side in ((zero, "+"), (sp.pi, "-"))
        ),
        _positive_at("T", sp.pi),
        _positive_at("P", zero),
    ]
