r"""Exponentials of two projections at a fixed cosine c, with independent chi_d lengths r_1, r_2 and a joint law free of direction.

    E exp(a |w_1|^2 + a |w_2|^2 + (w_1 + w_2).u) = (1 - 2a)^(-d) E_phi 1F1(d; d/2; u^2 (1 + c sin phi)/(2 (1 - 2a))).

Given the lengths, w_1 + w_2 has a uniform direction and the squared length ``r_1^2 + r_2^2 + 2 c r_1 r_2``. In polar coordinates
``(r_1, r_2) = R (cos(phi/2), sin(phi/2))`` that is ``R^2 (1 + c sin phi)``; R has the chi law with 2d degrees of freedom and is
independent of phi, whose density is proportional to ``sin(phi)^(d-1)``. The power series of 0F1 in R^2 is integrated term by term.

For different rates a_i and images c_i w_i.u the substitution r_i = s_i/(1 - 2 a_i)^(1/2) leads back to the rate 0 and the images
``t_i w_i.u``, ``t_i = c_i/(1 - 2 a_i)^(1/2)`` (c_1 = 1, for u may be any length); the squared length is then
``R^2 (t_1^2 cos(phi/2)^2 + t_2^2 sin(phi/2)^2 + c t_1 t_2 sin phi)``. Both sides are analytic
in the rates as long as Re(1 - 2 a_i) > 0, so the formula holds for complex ones, the roots principal.
"""

from rftheory.vocabulary import *
from rftheory.proofs.rules.chi_moments import STATEMENT as CHI_MOMENTS
from rftheory.proofs.rules.sine_powers import STATEMENT as SINE_POWERS
from rftheory.proofs.rules.sphere import STATEMENT as SPHERE
from rftheory.rules.angles import angle_exponential, unequal_exponential
from rftheory.rules.pair_moments import angle_density, phi

STATEMENT = statement("rule", "rule", "Exponentials of two projections at a fixed angle")

_W = Projection("w")
_a, _c = sp.symbols("a c", real=True)
_u = sp.Symbol("u", positive=True)
_R = sp.Symbol("R", positive=True)
_VECTOR = Space("one input", lambda first, second: _u**2, "u").vector("u")

_DIMENSION = Range(d, 2, None, integer=True, typical=(2, 9), awkward=(2, 32))
_LENGTH = Range(_u, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 1000), 5))
_COSINE = Range(_c, -1, 1, "[]", typical=(-1, 1), awkward=(-1, 0, 1))
_RATE = Range(_a, None, sp.Rational(1, 2), "[)", typical=(-2, 0), awkward=(sp.Rational(1, 3), -20))
_FOLLOWS = by_definition("follows from the ranges")
DOMAIN = Domain((_DIMENSION, _LENGTH, _COSINE, _RATE), (sp.Gt(1 - 2 * _a, 0),), words=_FOLLOWS)
_PLAIN = Domain((_DIMENSION, _LENGTH, _COSINE))
_UNEQUAL_RATES, _SCALES = sp.symbols("a_1 a_2", real=True), (sp.Integer(1), sp.Symbol("b", real=True))
_UNEQUAL = Domain(
    (
        _DIMENSION,
        _LENGTH,
        _COSINE,
        *(
            Range(a, None, sp.Rational(1, 2), "()", typical=(-2, 0), awkward=(sp.Rational(1, 5), -20))
            for a in _UNEQUAL_RATES
        ),
        Range(_SCALES[1], typical=(-2, 2), awkward=(0, 1, -1)),
    ),
    tuple(sp.Gt(1 - 2 * a, 0) for a in _UNEQUAL_RATES),
    words=_FOLLOWS,
)


def _image(sign: int = 1) -> sp.Expr:
    """``exp(a |w|^2 + w.u)``, or with -u for u."""
    return sp.exp(_a * _W.squared_length(d) + sign * _W.dot(_VECTOR))


def _given_angle(width: sp.Expr) -> sp.Expr:
    """The average over R alone, for the squared length R^2 times ``width``."""
    weight = chi_density(_R, 2 * d) * sp.exp(_a * _R**2)
    return sp.Integral(weight * direction_exponential(_u**2 * width * _R**2, d), (_R, 0, sp.oo))


def _chain(start: sp.Expr, cosine: sp.Expr) -> Chain:
    width = 1 + cosine * sp.sin(phi)
    chain = Chain(start).eq(
        sp.Integral(angle_density(d) * _given_angle(width), (phi, 0, sp.pi)),
        f"a uniform direction ({SPHERE.id}) of length w, w^2 = r_1^2 + r_2^2 + 2 c r_1 r_2, in polar coordinates; the density of phi "
        f"({SINE_POWERS.id})",
    )
    return chain.eq(
        angle_exponential(_a, _u**2, d, cosine),
        f"the power series, term by term; R = s/(1 - 2a)^(1/2) under the tilted density ({CHI_MOMENTS.id})",
    )


_unequal_images = [
    sp.exp(a * _W.squared_length(d) + scale * _W.dot(_VECTOR)) for a, scale in zip(_UNEQUAL_RATES, _SCALES, strict=True)
]


def _unequal() -> Chain:
    gaps = [1 - 2 * a for a in _UNEQUAL_RATES]
    t, other = (scale / sp.sqrt(gap) for scale, gap in zip(_SCALES, gaps, strict=True))
    width = (t**2 + other**2 + (t**2 - other**2) * sp.cos(phi)) / 2 + _c * t * other * sp.sin(phi)
    front = sp.Mul(*(gap ** (-d / 2) for gap in gaps))
    radial = sp.Integral(chi_density(_R, 2 * d) * direction_exponential(_u**2 * width * _R**2, d), (_R, 0, sp.oo))
    chain = Chain(AngleExpectation(_unequal_images, d, _c)).eq(
        front * sp.Integral(angle_density(d) * radial, (phi, 0, sp.pi)),
        f"a uniform direction ({SPHERE.id}), r_i = s_i/(1 - 2 a_i)^(1/2), then polar coordinates of (s_1, s_2) as for equal rates",
    )
    return chain.eq(
        unequal_exponential(_UNEQUAL_RATES, _SCALES, _u**2, d, _c),
        f"the power series over R, term by term ({CHI_MOMENTS.id})",
    )


def _waves() -> Chain:
    wave = sp.cos(_W.dot(_VECTOR))
    return Chain(AngleExpectation([wave, wave], d, _c)).eq(
        even_conformity(-(_u**2), d, _c),
        "of the four pairs of signs of exp(+-i w_1.u) exp(+-i w_2.u) two have equal signs and two opposite ones, that is the cosine "
        "-c; u^2 -> -u^2 in the power series",
    )


wave = sp.cos(_W.dot(_VECTOR))
equal = AngleExpectation([_image(), _image()], d, _c)
opposite = AngleExpectation([_image(), _image(-1)], d, _c)
CLAIMS = (
    claim(
        "exponentials: the exponential moment of w_1 + w_2",
        eq(equal, angle_exponential(_a, _u**2, d, _c)),
        proof=_chain(equal, _c),
    ),
    claim(
        "opposite images: that of w_1 - w_2 is the one at the cosine -c",
        eq(opposite, angle_exponential(_a, _u**2, d, -_c)),
        proof=_chain(opposite, -_c),
    ),
    claim(
        "different rates: the exponential moment of two members with rates a_1, a_2 and the images w_1.u, b w_2.u",
        eq(AngleExpectation(_unequal_images, d, _c), unequal_exponential(_UNEQUAL_RATES, _SCALES, _u**2, d, _c)),
        _UNEQUAL,
        _unequal(),
    ),
    claim(
        "cosines: E cos(w_1.u) cos(w_2.u) is the average over the cosines c and -c at -u^2",
        eq(AngleExpectation([wave, wave], d, _c), even_conformity(-(_u**2), d, _c)),
        _PLAIN,
        _waves(),
    ),
)
