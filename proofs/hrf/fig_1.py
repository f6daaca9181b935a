"""Fig. 1: of T, P and the angular hybrid, only the hybrid has errors that vanish at both ends of the angles.

The caption, for m = 10, n = 1 and lengths r up to 5: "only for the angular hybrid estimator, the MSE goes to zero for both theta -> 0 and
theta -> pi". It is so for every m, n and r > 0: the error of T tends to ``SM^2 W(r)^2/(2m) > 0`` at theta = pi, that of P at theta = 0.
"""

from rftheory.proofs.hrf._angular import angular_hybrid, hybrid_square_formula, worst_regular
from rftheory.proofs.hrf._setting import OPEN_THETA, M, kernel, positive, trigonometric
from rftheory.vocabulary import *
from rftheory.proofs.hrf._angular_bounds import OPEN_HYBRIDS
from rftheory.proofs.hrf.lemma_3_4 import positive_relative_error, trigonometric_relative_error

STATEMENT = statement(
    "claim",
    "Fig. 1",
    "Mean squared errors near both ends of the angles",
    reading="For every r > 0, m and n (in the figure m = 10, n = 1, r <= 5) the mean squared error of the "
    "angular hybrid tends to 0 as theta -> 0 and as theta -> pi, that of T does not as theta -> pi, and "
    "that of P does not as theta -> 0.",
    not_drawn="limits; the errors at given angles are drawn in hrf.lemma-2.2-trig, hrf.lemma-2.2-pos and "
    "hrf.theorem-D.1-equal",
)

#: at great lengths the errors stay at their limits long before the ends
_R = Range(r, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 1000), 2))
_OPEN = Domain((_R, OPEN_THETA, M))
DOMAIN = Domain((_R, M))
_ENDS = ((sp.Integer(0), "+"), (sp.pi, "-"))


def _tends(
    name: str, estimator: sp.Expr, relative_square: sp.Expr, point: sp.Expr, value: sp.Expr, domain: Domain
) -> Claim:
    """The mean squared error is SM^2 times the squared relative error, which has a closed form."""
    start, closed = mean_squared_error(estimator, kernel(EQUAL_PAIR)), relative_square * kernel(EQUAL_PAIR) ** 2
    side = "+" if point == 0 else "-"

    def proof() -> Chain:
        chain = Chain(start).eq(closed, "closed form")
        return chain.limit(theta, point).eq(value)

    return claim(
        f"the mean squared error of {name} tends to {'0' if value == 0 else 'SM^2 W(r)^2/(2m)'} as theta -> {point}",
        tends(start, theta, point, value, side),
        domain,
        proof(),
        name=f"{name} at {point}",
    )


def _worst(sign: int) -> sp.Expr:
    """SM^2 W(r)^2/(2m) at the end where SM = exp(sign r^2)."""
    return sp.exp(2 * sign * r**2) * worst_regular() ** 2


hybrid, zero = angular_hybrid(), sp.Integer(0)
waves, exponentials = trigonometric_relative_error**2, positive_relative_error**2
t, p = trigonometric(EQUAL_PAIR), positive(EQUAL_PAIR)
CLAIMS = (
    *(_tends("the hybrid", hybrid, hybrid_square_formula(), point, zero, OPEN_HYBRIDS) for point, _ in _ENDS),
    _tends("T", t, waves, sp.pi, _worst(-1), _OPEN),
    _tends("P", p, exponentials, zero, _worst(1), _OPEN),
    *(
        claim(
            f"the limit of the error of {name} at the other end is positive",
            gt(_worst(sign), zero),
            proof=Chain(_worst(sign)).gt(zero),
            name=f"{name}, positive",
        )
        for name, sign in (("T", -1), ("P", 1))
    ),
    _tends("T", t, waves, zero, zero, _OPEN),
    _tends("P", p, exponentials, sp.pi, zero, _OPEN),
)
