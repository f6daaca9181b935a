"""The principal logarithm on the right half-plane, and the double angle of the arctangent.

``Log(u + iv)`` and ``log(u^2 + v^2)/2 + i atan(v/u)`` have the derivative i/(u + iv) in v and agree at v = 0.
"""

from rftheory.vocabulary import *
from rftheory.rules.polar import polar_logarithms

STATEMENT = statement("rule", "rule", "Principal logarithm on the right half-plane")

u, v = sp.Symbol("u", positive=True), sp.Symbol("v", real=True)
#: the tangent of an angle below pi/4
tangent = sp.Symbol("t", nonnegative=True)

_HALF_PLANE = Domain(
    (
        Range(u, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 1000), 20)),
        Range(v, typical=(-3, 3), awkward=(0, -20)),
    )
)
DOMAIN = Domain((Range(tangent, 0, 1, "[)", typical=(0, 1), awkward=(0, sp.Rational(99, 100))),))


def _logarithm() -> Chain:
    left = sp.log(u + sp.I * v)
    reason = "the same derivative in v, which is continuous, and the same value at v = 0"
    return Chain(left).eq(polar_logarithms(left), reason)


@cache
def double_angle(sign: int) -> Claim:
    """``sign (atan t - atan(2t/(1 - t^2))/2) >= 0`` for 0 <= t < 1; together, with both signs, it vanishes."""
    gap = sign * (sp.atan(tangent) - sp.atan(2 * tangent / ((1 - tangent) * (1 + tangent))) / 2)
    return claim(
        "2 atan t = atan(2t/(1 - t^2)) for 0 <= t < 1",
        ge(gap, 0),
        proof=Chain(gap).valley(tangent, sp.Integer(0), sp.Integer(0)).eq(0),
        name=f"double angle, {'at least' if sign > 0 else 'at most'}",
    )


CLAIMS = (
    claim(
        "logarithm: Log(u + iv) = log(u^2 + v^2)/2 + i atan(v/u) for u > 0",
        eq(sp.log(u + sp.I * v), polar_logarithms(sp.log(u + sp.I * v))),
        _HALF_PLANE,
        _logarithm(),
    ),
    double_angle(1),
    double_angle(-1),
)
