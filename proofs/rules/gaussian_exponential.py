"""``E exp(w.u) = exp(u^2 / 2)`` for w ~ N(0, I_d), every dimension d and every complex u, u^2 bilinear.

Proof. For one coordinate, ``exp(g z) phi(g) = exp(z^2/2) phi(g - z)`` with the normal density phi; the integral of
``phi(g - z)`` over the line does not depend on z, because its z-derivative is minus the increment of phi from minus to
plus infinity, and it is 1 at z = 0. Coordinates are independent, so exponents add, one coordinate at a time.
"""

from rftheory.vocabulary import *
from rftheory.rules.gaussian import integrate_gaussian

STATEMENT = statement("rule", "rule", "Expectation of the exponential of a complex linear form of a Gaussian vector")

_a, _b = sp.symbols("a b", real=True)
_z = sp.Symbol("z")
_partial = sp.Symbol("S")
_W = Projection("w")

_COEFFICIENTS = (
    Range(_a, None, None, typical=(-2, 2), awkward=(0, 20)),
    Range(_b, None, None, typical=(-2, 2), awkward=(0, -3)),
)
_SCALAR = Domain((Range(x_norm, 0, None, "()", awkward=(sp.Rational(1, 1000), 20)), *_COEFFICIENTS))
_SQUARES = Domain((Range(_partial), Range(_z)))
DOMAIN = Domain(
    (
        Range(x_norm, 0, None, "()", typical=(0, 2)),
        Range(y_norm, 0, None, "()", typical=(0, 2)),
        Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, sp.Rational(1, 10000), sp.pi)),
        *_COEFFICIENTS,
    )
)


def _scalar() -> Chain:
    form = _W.dot(PAIR.x)
    coefficient = _a + sp.I * _b
    z = coefficient * x_norm
    return Chain(Expectation(sp.exp(coefficient * form))).eq(
        sp.exp(z**2 / 2),
        "exp(g z) phi(g) = exp(z^2/2) phi(g - z), and the integral of phi(g - z) is 1 for every complex z "
        "(differentiation under the integral)",
    )


def _plane() -> Chain:
    u = _a * PAIR.x + sp.I * _b * PAIR.y
    first, second = _a * x_norm + sp.I * _b * y_norm * sp.cos(theta), sp.I * _b * y_norm * sp.sin(theta)
    return Chain(Expectation(sp.exp(_W.dot(u)))).eq(
        sp.exp(first**2 / 2) * sp.exp(second**2 / 2),
        "in an orthonormal frame of the plane of x and y the two coordinates are independent",
    )


_applied_to = Expectation(sp.exp(_a * _W.dot(PAIR.x)) * sp.cos(_b * _W.dot(PAIR.y)))


coefficient = _a + sp.I * _b
u = _a * PAIR.x + sp.I * _b * PAIR.y
CLAIMS = (
    claim(
        "one coordinate: E exp(z g) = exp(z^2/2) for g ~ N(0,1) and complex z = (a + ib)|x|",
        eq(Expectation(sp.exp(coefficient * _W.dot(PAIR.x))), sp.exp((coefficient * x_norm) ** 2 / 2)),
        _SCALAR,
        _scalar(),
    ),
    claim(
        "one more coordinate: the exponents of d and of one coordinate add: induction on d",
        eq(sp.exp((_partial + _z**2) / 2), sp.exp(_partial / 2) * sp.exp(_z**2 / 2)),
        _SQUARES,
        Chain(sp.exp((_partial + _z**2) / 2)).eq(
            sp.exp(_partial / 2) * sp.exp(_z**2 / 2), "S is the sum of the first d squares"
        ),
    ),
    claim(
        "any dimension: E exp(w.u) = exp(u^2/2) for u = a x + i b y, in the plane of x and y",
        eq(Expectation(sp.exp(_W.dot(u))), sp.exp(u.square / 2)),
        proof=_plane(),
    ),
    claim(
        "as applied: E exp(a w.x) cos(b w.y), to which the rule is applied, is the mean of both conjugate exponentials",
        eq(
            _applied_to,
            sp.Rational(1, 2) * (sp.exp(u.square / 2) + sp.exp((_a * PAIR.x - sp.I * _b * PAIR.y).square / 2)),
        ),
        proof=Chain(_applied_to).computed(integrate_gaussian, "the rule as the engine has it"),
    ),
)
