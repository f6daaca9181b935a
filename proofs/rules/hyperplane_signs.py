"""``E sgn(w.x) sgn(w.y) = 1 - 2 theta / pi``, theta in [0, pi] the angle of x and y, w ~ N(0, I_d).

Proof. Only the direction of the projection of w onto the plane of x and y matters, and it is uniform: with polar angle
phi the signs are those of cos(phi) and cos(phi - theta). They differ on two arcs of length theta each.
"""

from rftheory.vocabulary import *
from rftheory.rules.orthant import integrate_signs

STATEMENT = statement("rule", "rule", "Mean product of the signs of two Gaussian forms")

_W = Projection("w")
_SIGN_X, _SIGN_Y = (sp.sign(_W.dot(u)) for u in (PAIR.x, PAIR.y))
DOMAIN = Domain(
    (
        Range(x_norm, 0, None, "()", typical=(0, 2)),
        Range(y_norm, 0, None, "()", typical=(0, 2)),
        Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(sp.Rational(1, 10000), sp.pi - sp.Rational(1, 10000))),
    )
)

_product = Expectation(_SIGN_X * _SIGN_Y)


def _arcs() -> Chain:
    circle, differing = 2 * sp.pi, 2 * theta
    return Chain(_product).eq(
        ((circle - differing) - differing) / circle,
        "uniform polar angle; the signs differ on two arcs of length theta, agree on the rest",
    )


_separated = Expectation((_SIGN_X - _SIGN_Y) ** 2 / 4)


CLAIMS = (
    claim(
        "orthant: the signs of two Gaussian forms agree with probability 1 - theta/pi",
        eq(_product, 1 - 2 * theta / sp.pi),
        proof=_arcs(),
    ),
    claim(
        "as applied: a hyperplane separates x and y with probability theta/pi: the mean of ((sgn w.x - sgn w.y)/2)^2, "
        "to which the rule is applied",
        eq(_separated, theta / sp.pi),
        proof=Chain(_separated)
        .computed(expand_expectation, "linearity")
        .computed(integrate_signs, "the rule as the engine has it"),
    ),
)
