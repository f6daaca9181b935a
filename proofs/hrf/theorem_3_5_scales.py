"""Before Theorem 3.5: near both ends of the angles the relative error of the angular hybrid vanishes like a root.

Printed: the max-relative-error "scales as sqrt(theta) and sqrt(pi - theta) as theta -> 0 and theta -> pi respectively, in particular goes
to 0 in both critical cases. This is not true for" T nor for P. A maximum over the angles has no angle left: eps_{theta,r} is meant.
"""

from rftheory.proofs.hrf._angular import *
from rftheory.proofs.hrf._angular_bounds import OPEN_HYBRIDS
from rftheory.proofs.hrf.theorem_3_5_limit_0 import near_zero, slope
from rftheory.proofs.hrf.theorem_3_5_limit_pi import near_pi

STATEMENT = statement(
    "rate",
    "before Theorem 3.5",
    "Relative errors of the angular hybrid near both ends of the angles",
    reading="eps_{theta,r} over sqrt(theta), and over sqrt(pi - theta), tends to a positive number, and "
    "eps_{theta,r} to 0 (its square does); eps_{theta,r} of T is positive at theta = pi and that of P at "
    "theta = 0.",
    not_drawn="limits; the mean squared errors at given angles are drawn in hrf.theorem-D.1-equal and hrf.lemma-3.4",
)

DOMAIN = OPEN_HYBRIDS

_LENGTHS = Domain((R, M))
_SIZES = Domain((R, M, N))


def _vanishes(point: sp.Expr) -> Chain:
    return Chain(hybrid_square()).eq(hybrid_square_formula()).limit(theta, point)


def _positive_at(name: str, point: sp.Expr) -> Claim:
    pair = make_pair(r, r, point, "end")
    square = relative_square(trigonometric(pair) if name == "T" else positive(pair), pair)
    return claim(
        f"the relative error of {name} is positive at theta = {point} (squares)",
        gt(square, 0),
        _LENGTHS,
        Chain(square).eq(worst_regular() ** 2).gt(sp.Integer(0)),
        name=f"{name} at {point}",
    )


zero = sp.Integer(0)
CLAIMS = (
    claim(
        "root at 0: eps over sqrt(theta) has a limit as theta -> 0",
        tends(hybrid_error / sp.sqrt(theta), theta, zero, slope, "+"),
        proof=near_zero,
    ),
    claim(
        "root at pi: eps over sqrt(pi - theta) has the same limit as theta -> pi",
        tends(hybrid_error / sp.sqrt(sp.pi - theta), theta, sp.pi, slope, "-"),
        proof=near_pi,
    ),
    claim("positive: this limit is positive", gt(slope, zero), _SIZES, Chain(slope).gt(zero)),
    *(
        claim(
            f"eps^2 tends to 0 as theta -> {point}",
            tends(hybrid_square(), theta, point, zero, side),
            proof=_vanishes(point),
            name=f"zero at {point}",
        )
        for point, side in ((zero, "+"), (sp.pi, "-"))
    ),
    _positive_at("T", sp.pi),
    _positive_at("P", zero),
)
