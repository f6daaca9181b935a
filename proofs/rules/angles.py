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

from __future__ import annotations

import sympy as sp

from proofs.rules.chi_moments import STATEMENT as CHI_MOMENTS
from proofs.rules.sine_powers import STATEMENT as SINE_POWERS
from proofs.rules.sine_powers import halved, sine_value
from proofs.rules.sphere import STATEMENT as SPHERE
from rftheory.conformity.closed_forms import angle_density, even_conformity, phi
from rftheory.evidence.derivation import Derivation
from rftheory.kernels import Space, d
from rftheory.rules.angles import AngleExpectation, angle_exponential, unequal_exponential
from rftheory.rules.chi import chi_density, chi_moment
from rftheory.rules.nodes import Projection
from rftheory.rules.sphere import direction_exponential
from rftheory.statements.claims import Claim, Equality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="rules.angles",
    paper="rules",
    location="rule",
    kind="rule",
    title="Exponentials of two projections at a fixed angle",
)

_W = Projection("w")
_a, _c = sp.symbols("a c", real=True)
_u = sp.Symbol("u", positive=True)
_j = sp.Symbol("j", integer=True, nonnegative=True)
_R, _s, _sine, _cosine = sp.symbols("R s sine cosine", positive=True)
_VECTOR = Space("one input", lambda first, second: _u**2, "u").vector("u")

_DIMENSION = Range(d, 2, None, integer=True, typical=(2, 9), awkward=(2, 32))
_LENGTH = Range(_u, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 1000), 5))
_COSINE = Range(_c, -1, 1, "[]", typical=(-1, 1), awkward=(-1, 0, 1))
_RATE = Range(_a, None, sp.Rational(1, 2), "[)", typical=(-2, 0), awkward=(sp.Rational(1, 3), -20))
_RATES = Domain((_DIMENSION, _LENGTH, _COSINE, _RATE), (sp.Gt(1 - 2 * _a, 0),))
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
)


def _image(sign: int = 1) -> sp.Expr:
    """``exp(a |w|^2 + w.u)``, or with -u for u."""
    return sp.exp(_a * _W.squared_length(d) + sign * _W.dot(_VECTOR))


def _given_angle(width: sp.Expr) -> sp.Expr:
    """The average over R alone, for the squared length R^2 times ``width``."""
    weight = chi_density(_R, 2 * d) * sp.exp(_a * _R**2)
    return sp.Integral(weight * direction_exponential(_u**2 * width * _R**2, d), (_R, 0, sp.oo))


def _chain(start: sp.Expr, cosine: sp.Expr) -> Derivation:
    joint = chi_density(_R * _cosine, d) * chi_density(_R * _sine, d) * _R / 2
    # Gamma((d+1)/2) in the density of phi by Legendre's formula, sin(phi) = 2 sin(phi/2) cos(phi/2)
    constant = halved(d) / (sp.sqrt(sp.pi) * sp.gamma(d / 2))
    radial = chi_density(_R, 2 * d) * sp.exp(_R**2 / 2) * sp.exp(-(_R**2) * (_sine**2 + _cosine**2) / 2)
    half = phi / 2
    squares = (_R * sp.cos(half)) ** 2 + (_R * sp.sin(half)) ** 2
    width = 1 + cosine * sp.sin(phi)
    chain = Derivation(start, _RATES).by_theorem(
        sp.Integral(angle_density(d) * _given_angle(width), (phi, 0, sp.pi)),
        "rotation invariance of the Gaussian law",
        f"a uniform direction ({SPHERE.id}) of length w, w^2 = r_1^2 + r_2^2 + 2 c r_1 r_2, in polar coordinates; the density of phi "
        f"({SINE_POWERS.id})",
        [
            (joint, constant * (2 * _sine * _cosine) ** (d - 1) * radial),
            (squares + 2 * cosine * _R**2 * sp.cos(half) * sp.sin(half), _R**2 * width),
            (sp.gamma((d + 1) / 2) / (sp.sqrt(sp.pi) * sp.gamma(d / 2)) * sine_value(d), sp.Integer(1)),
        ],
    )
    gap = 1 - 2 * _a
    narrowed = _s / sp.sqrt(gap)
    tilted = chi_density(narrowed, 2 * d) * sp.exp(_a * narrowed**2) / sp.sqrt(gap)

    def coefficient(order: sp.Expr) -> sp.Expr:
        """Of ``(u^2 width)^j``: a moment of R, tilted by exp(a R^2), times the coefficient of 0F1."""
        moment = chi_moment(2 * order, 2 * d) * gap ** (-d - order)
        return moment * sp.gamma(d / 2) / (sp.gamma(d / 2 + order) * 4**order * sp.gamma(order + 1))

    def kummer(order: sp.Expr) -> sp.Expr:
        quotient = sp.gamma(d + order) * sp.gamma(d / 2) / (sp.gamma(d) * sp.gamma(d / 2 + order))
        return gap ** (-d) * (2 * gap) ** (-order) * quotient / sp.gamma(order + 1)

    return chain.by_theorem(
        angle_exponential(_a, _u**2, d, cosine),
        "integration of power series",
        f"R = s/(1 - 2a)^(1/2) under the tilted density ({CHI_MOMENTS.id}); first coefficients and ratios agree",
        [
            (tilted, gap ** (-d) * chi_density(_s, 2 * d)),
            (coefficient(sp.Integer(0)), kummer(sp.Integer(0))),
            (coefficient(_j + 1) / coefficient(_j), kummer(_j + 1) / kummer(_j)),
        ],
    )


def _unequal_images() -> list[sp.Expr]:
    return [
        sp.exp(a * _W.squared_length(d) + scale * _W.dot(_VECTOR))
        for a, scale in zip(_UNEQUAL_RATES, _SCALES, strict=True)
    ]


def _unequal() -> Derivation:
    gaps = [1 - 2 * a for a in _UNEQUAL_RATES]
    t, other = (scale / sp.sqrt(gap) for scale, gap in zip(_SCALES, gaps, strict=True))
    width = (t**2 + other**2 + (t**2 - other**2) * sp.cos(phi)) / 2 + _c * t * other * sp.sin(phi)
    half = phi / 2
    squares = (t * _R * sp.cos(half)) ** 2 + (other * _R * sp.sin(half)) ** 2
    tilts = [
        (
            chi_density(_s / sp.sqrt(gap), d) * sp.exp(a * _s**2 / gap) / sp.sqrt(gap),
            gap ** (-d / 2) * chi_density(_s, d),
        )
        for a, gap in zip(_UNEQUAL_RATES, gaps, strict=True)
    ]
    front = sp.Mul(*(gap ** (-d / 2) for gap in gaps))
    radial = sp.Integral(chi_density(_R, 2 * d) * direction_exponential(_u**2 * width * _R**2, d), (_R, 0, sp.oo))
    chain = Derivation(AngleExpectation(_unequal_images(), d, _c), _UNEQUAL).by_theorem(
        front * sp.Integral(angle_density(d) * radial, (phi, 0, sp.pi)),
        "change of variables",
        f"a uniform direction ({SPHERE.id}), r_i = s_i/(1 - 2 a_i)^(1/2), then polar coordinates of (s_1, s_2) as for equal rates",
        [*tilts, (squares + 2 * _c * t * other * _R**2 * sp.cos(half) * sp.sin(half), _R**2 * width)],
    )

    def coefficient(order: sp.Expr) -> sp.Expr:
        return (
            chi_moment(2 * order, 2 * d) * sp.gamma(d / 2) / (sp.gamma(d / 2 + order) * 4**order * sp.gamma(order + 1))
        )

    def kummer(order: sp.Expr) -> sp.Expr:
        quotient = sp.gamma(d + order) * sp.gamma(d / 2) / (sp.gamma(d) * sp.gamma(d / 2 + order))
        return 2 ** (-order) * quotient / sp.gamma(order + 1)

    return chain.by_theorem(
        unequal_exponential(_UNEQUAL_RATES, _SCALES, _u**2, d, _c),
        "integration of power series",
        f"over R ({CHI_MOMENTS.id}); first coefficients and ratios agree",
        [
            (coefficient(sp.Integer(0)), kummer(sp.Integer(0))),
            (coefficient(_j + 1) / coefficient(_j), kummer(_j + 1) / kummer(_j)),
        ],
    )


def _waves() -> Derivation:
    wave = sp.cos(_W.dot(_VECTOR))
    return Derivation(AngleExpectation([wave, wave], d, _c), _PLAIN).by_theorem(
        even_conformity(-(_u**2), d, _c),
        "rotation invariance of the Gaussian law",
        "of the four pairs of signs of exp(+-i w_1.u) exp(+-i w_2.u) two have equal signs and two opposite ones, that is the cosine "
        "-c; u^2 -> -u^2 in the power series",
        [(((sp.I * _VECTOR).square), -(_u**2)), (2 * sp.Rational(1, 4), sp.Rational(1, 2))],
    )


def claims() -> list[Claim]:
    wave = sp.cos(_W.dot(_VECTOR))
    equal = AngleExpectation([_image(), _image()], d, _c)
    opposite = AngleExpectation([_image(), _image(-1)], d, _c)
    return [
        Claim(
            name="exponentials",
            says="the exponential moment of w_1 + w_2",
            proposition=Equality(equal, angle_exponential(_a, _u**2, d, _c)),
            domain=_RATES,
            proof=lambda: _chain(equal, _c),
        ),
        Claim(
            name="opposite images",
            says="that of w_1 - w_2 is the one at the cosine -c",
            proposition=Equality(opposite, angle_exponential(_a, _u**2, d, -_c)),
            domain=_RATES,
            proof=lambda: _chain(opposite, -_c),
        ),
        Claim(
            name="different rates",
            says="the exponential moment of two members with rates a_1, a_2 and the images w_1.u, b w_2.u",
            proposition=Equality(
                AngleExpectation(_unequal_images(), d, _c),
                unequal_exponential(_UNEQUAL_RATES, _SCALES, _u**2, d, _c),
            ),
            domain=_UNEQUAL,
            proof=_unequal,
        ),
        Claim(
            name="cosines",
            says="E cos(w_1.u) cos(w_2.u) is the average over the cosines c and -c at -u^2",
            proposition=Equality(AngleExpectation([wave, wave], d, _c), even_conformity(-(_u**2), d, _c)),
            domain=_PLAIN,
            proof=_waves,
        ),
    ]
