r"""Lemma 4.2 (20): the density of ``w = |w_1 + w_2|`` for two projections with an angle theta and independent chi_d lengths.

    p_theta(w) = w^(2d-1)/(2^(d-2) Gamma(d/2)^2)
                 int_0^(pi/2) (sin phi cos phi)^(d-1) exp(-w^2/(2 (1 + sin 2phi cos theta))) (1 + sin 2phi cos theta)^(-d) dphi.

*Pointwise.* Let psi in (0, theta) be the angle of the resultant with w_1. By the law of sines ``r_1 = w sin(theta - psi)/sin
theta`` and ``r_2 = w sin(psi)/sin(theta)``, with ``dr_1 dr_2 = w/sin(theta) dw dpsi``: integrating psi out of the joint density of
the lengths gives the density of w without any choice of polar coordinates. (20) follows with ``tan phi = r_2/r_1``.

*As a law.* The moments ``E w^(2k)``, from the square multiplied out and the moments of the two lengths, are those of (20) for
every k and every theta in [0, pi]; they grow slowly enough to determine the law. k = 0 is the normalisation.
"""

from rftheory.proofs.simrf._angle import *

STATEMENT = statement(
    "identity",
    "Lemma 4.2 (20), A.5 (54)-(56)",
    "The density of the resultant length of two projections at a fixed angle",
    reading="The lengths are independent: couplings are geometrical unless otherwise stated (after Definition "
    "1.1), and (54) has the product of two chi densities. (20) is judged at each w for 0 < theta < pi, "
    "and by its moments, which determine the law, for 0 <= theta <= pi.",
    notes=(
        "For theta = pi (the simplex of d = 2) the integrand of (20) is read as its limit 0 at phi = pi/4.",
        "The lemma itself names Gaussian marginals and the angle alone, which leaves the joint law of the lengths open: for equal lengths "
        "E w^2 is 2d (1 + cos(theta)), not the 2d + 2 (E r)^2 cos(theta) of (20).",
    ),
    not_drawn="the law of a length, not an estimator: its moments are the coefficients of (21), which "
    "simrf.lemma-4.2-rho draws",
)

_psi = sp.Symbol("psi", real=True)
_r = sp.Symbol("r", positive=True)
_LENGTH = Range(w, 0, None, "()", typical=(0, 6), awkward=(sp.Rational(1, 100), 12))
_OBTUSE = Range(theta, 0, sp.pi, "()", typical=(0, 3), awkward=(sp.Rational(1, 10), sp.pi / 2, sp.Rational(14, 5)))
DOMAIN = Domain((_LENGTH, _OBTUSE, D))
_ARC = Range(phi, 0, sp.pi / 2, "()", typical=(0, 1), awkward=(sp.Rational(1, 1000), sp.pi / 4, sp.Rational(3, 2)))
#: tan phi and cos theta
_t = sp.Symbol("t", positive=True)
_c = sp.Symbol("c", real=True)
_TANGENT = Range(_t, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 1, 50))
_COSINE = Range(_c, -1, 1, "(]", typical=(0, 1), awkward=(sp.Rational(-99, 100), 0, 1))
_POINTWISE = Domain(
    (_TANGENT, _LENGTH, _COSINE, D),
    (sp.Gt(1 + _t**2 + 2 * _t * _c, 0),),
    words=by_definition("follows from the ranges"),
)
_RADII = Domain((_ARC, Range(_r, 0, None, "()", typical=(0, 5)), ANGLE))

#: r_1 and r_2, by the law of sines.
_sides = w * sp.sin(theta - _psi) / sp.sin(theta), w * sp.sin(_psi) / sp.sin(theta)

_first, _second = _sides
#: The density of w, from the joint density of the lengths in the coordinates (w, psi).
_defined_density = sp.Integral(chi_density(_first, d) * chi_density(_second, d) * w / sp.sin(theta), (_psi, 0, theta))


def _by_direction() -> Chain:
    """``tan phi = sin(psi)/sin(theta - psi)`` grows from 0 to infinity, and phi with it from 0 to pi/2."""
    near, far, sine = sp.sin(_psi), sp.sin(theta - _psi), sp.sin(theta)
    cosine = (sine**2 - near**2 - far**2) / (2 * near * far)
    doubled = printed_density.xreplace({sp.sin(2 * phi): 2 * sp.sin(phi) * sp.cos(phi)})
    # over t = tan phi
    arc, width = _t / (_t**2 + 1), 1 + 2 * _t / (_t**2 + 1) * sp.cos(theta)
    printed = doubled.xreplace({phi: sp.atan(_t)}) / (_t**2 + 1)
    at = {_t: near / far}
    share, square = near * far / (near**2 + far**2), sine**2 / (near**2 + far**2)
    chain = Chain(_defined_density).substituted_back(
        sp.Integral(printed, (_t, 0, sp.oo)),
        near / far,
        slope=sine / far**2,
        rewriting=[
            (sp.cos(theta), cosine),
            (width.xreplace(at).xreplace({sp.cos(theta): cosine}), square),
            (arc.xreplace(at), share),
        ],
    )
    chain = chain.substituted_back(sp.Integral(doubled, (phi, 0, sp.pi / 2)), sp.atan(_t))
    half = sp.sin(phi) * sp.cos(phi) * sp.cos(theta)
    chain = chain.rewrite(1 + 2 * half, squared_width())
    return chain.rewrite(2 + 4 * half, sp.expand(2 * squared_width()))


def _tangent_form() -> tuple[sp.Expr, sp.Expr]:
    """The integrands of (56) and (20), with t for tan phi and c for cos theta."""
    cosine, sine = 1 / sp.sqrt(1 + _t**2), _t / sp.sqrt(1 + _t**2)
    width = 1 + 2 * sine * cosine * _c
    root = sp.sqrt(width)
    radial = w / width * chi_density(w * cosine / root, d) * chi_density(w * sine / root, d)
    front = w ** (2 * d - 1) / (2 ** (d - 2) * sp.gamma(d / 2) ** 2)
    return radial, front * (sine * cosine) ** (d - 1) * sp.exp(-(w**2) / (2 * width)) / width**d


cosine = sp.cos(theta)
squares = (_r * sp.cos(phi)) ** 2 + (_r * sp.sin(phi)) ** 2
CLAIMS = (
    claim(
        "density (20): the density of |w_1 + w_2|, from the joint density of the lengths",
        eq(_defined_density, sp.Integral(printed_density, (phi, 0, sp.pi / 2))),
        proof=_by_direction(),
        print="restored",
    ),
    claim(
        "moments of (20): E w^(2k) from the moments of the lengths, and from (20)",
        eq(resultant_moment(k, cosine), angular_moment(cosine)),
        COEFFICIENTS,
        in_polar_coordinates(cosine),
        print="restored",
    ),
    step(
        "polar coordinates (55): w^2 = r^2 (1 + sin 2phi cos theta)",
        eq(squares + 2 * _r**2 * sp.sin(phi) * sp.cos(phi) * cosine, _r**2 * squared_width()),
        _RADII,
        location="A.5 (55)",
    ),
    step(
        "derivative (56): w/q p(w cos phi/q^(1/2)) p(w sin phi/q^(1/2)), the derivative of (55), is the integrand of "
        "(20); t = tan phi",
        Equality(*_tangent_form()),
        _POINTWISE,
        location="A.5 (56)",
    ),
)
