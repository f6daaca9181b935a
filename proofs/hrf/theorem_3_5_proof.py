"""Appendix D.3 (48)-(66): the printed proof of Theorem 3.5, step by step.

Maxima over theta are read pointwise: a maximum is at most B when the function is at most B at every angle, and where a
maximum stands on the right, A, B^1, B^2 are any upper bounds of a_r, b_r^1, b_r^2. At an interior stationary point theta the
length is ``r = 1/sqrt(theta sin theta)`` by (59). The derivatives are taken at every real number theta, and so at both ends of
[0, pi]. Step (64) prints b^1 for b^2 and loses a factor r, and (65) with it; (66) prints the maximum for eps at one angle, and a
wrong exponent.
"""

from rftheory.proofs.hrf._angular import *
from rftheory.proofs.hrf._theorem_3_5_steps import *
from rftheory.proofs.hrf._angular_bounds import DAMPING, a_below_b, b1_chain, b2_chain, error_chain
from rftheory.proofs.hrf.theorem_3_5_bound import as_printed, corrected
from rftheory.rules.propositions import Proposition

STATEMENT = statement(
    "inequality",
    "App. D.3 (48)-(66)",
    "The printed proof of Theorem 3.5",
    reading="Maxima over theta are read pointwise, see the module.",
    notes=(
        "(62) is read with a second inequality the other way round: the printed chain a <= b >= c says b >= c.",
        "(64) prints b^1 on its left side; b^2 is meant. Both readings are judged.",
    ),
)


def _step(number: str, says: str, proposition: Proposition, domain: Domain = HYBRIDS, **more: object) -> Claim:
    return claim(says, proposition, domain, name=number, location=number.split(",")[0], **more)


# -- claims -----------------------------------------------------------------------------------------------------


_b = b1_function() + b2_function()
_angle = sp.Symbol("theta", real=True)
_ANGLES = Domain((Range(_angle, typical=(0, 3), awkward=(0, sp.pi / 2, sp.pi)),))
_LINE = Domain((R, N, *_ANGLES.ranges))
_grown = sp.exp(2 * r**2 * sp.cos(_angle))


def _product(angle: sp.Expr = theta) -> sp.Expr:
    return angle * sp.sin(angle)


def _slope(angle: sp.Expr) -> sp.Expr:
    """The derivative of theta sin(theta)."""
    return sp.sin(angle) + angle * sp.cos(angle)


#: an angle before theta, in the first quarter turn, and any one in the second
_ANGLE0 = sp.Symbol("theta_0", nonnegative=True)
_LATER = Domain(
    (
        Range(_ANGLE0, 0, sp.pi / 2, "[)", typical=(0, 1), awkward=(0,)),
        Range(theta, _ANGLE0, sp.pi / 2, typical=(0, sp.pi / 2), awkward=(sp.pi / 2,)),
    )
)
_FALLING_TWICE = FALLING.with_ranges(replace(FALLING.ranges[0], symbol=_ANGLE0))
_TANGENT = _product(_ANGLE0) + _slope(_ANGLE0) * (theta - _ANGLE0)

_zero = sp.Integer(0)
#: of (64) read with b^2 and of (65)
_CAUSE = "hrf.theorem-3.5-bound: bound"
printed_64 = _step(
    "(64), as printed",
    "b_r^1 is at most exp(2 r^2)/(2 n sqrt(pi) r^2)",
    le(b1_function(), bound_of_b2(2)),
    LARGE_RADII,
    tex=r"\max_{\theta\in[0,\pi]}b^1_r(\theta)\le\frac{1}{2n\sqrt\pi}\frac{\exp(2r^2)}{r^2}",
    quote="max θ∈[0,π] b1r(θ) ≤ 1 2n √ πr2 exp(2r2) (64)",
).false(
    at={r: 2, theta: sp.Rational(1, 2), m: 1, n: 10},
    because="b^1 stands for b^2 on the left side: the maximum of b_r^1 does not decrease with n",
    error="misprint",
    survives="yes: b^2 is meant; what (64) says of b^2 lacks a factor r, see Theorem 3.5 (27)",
)
read_with_b2 = _step(
    "(64), read with b^2",
    "b_r^2 is at most exp(2 r^2)/(2 n sqrt(pi) r^2)",
    le(b2_function(), bound_of_b2(2)),
    LARGE_RADII,
    tex=r"\max_{\theta\in[0,\pi]}b^2_r(\theta)\le\frac{1}{2n\sqrt\pi}\frac{\exp(2r^2)}{r^2}",
).false(
    at={r: 3, theta: sp.Rational(1, 4), m: 1, n: 1},
    because="the maximum of b^2 is of the order exp(2 r^2)/(n r). The print has r^2 in the place of this r, so that its bound is too "
    "small for long inputs",
    error="false",
    survives="in part: Theorem 3.5 holds with r/(n sqrt(pi)) for 1/(n sqrt(pi))",
    cause=_CAUSE,
)
printed_65 = replace(
    as_printed,
    name="(65)",
    location="(65)",
    says="the relative error of the angular hybrid is at most the right side of (27)",
    survives="in part: Theorem 3.5 holds with r/(n sqrt(pi)) for 1/(n sqrt(pi))",
    flaw="as (27): the factor r that (64) loses",
    quote="exp(2r2)√ 2mr (1− exp(−4r2)) √ 1 π − 1 nπ + 1 n √ π (65)",
    cause=_CAUSE,
)
printed_66 = _step(
    "(66)",
    "eps_{theta,r} = exp(2 r^2)/sqrt(2m) sqrt(h_r(theta)); printed with eps_{S(r)}",
    eq(hybrid_error, root_of_h(2)),
    tex=r"\epsilon_{S(r)}(\widehat{SM}^{anghyb}_{m,n})=\frac{\exp(2r^2)}{\sqrt{2m}}\sqrt{h_r(\theta)}",
    quote="exp(2r2)√ 2m √ hr(θ). (66)",
    proof=error_chain().eq(root_of_h(1), "equal squares"),
).false(
    at={r: 1, theta: sp.pi / 2, m: 1, n: 1},
    because="two slips: the left side is a maximum over theta, the right side depends on theta and is 0 at theta = 0, so that "
    "eps_{theta,r} is meant; and for that the exponent must be r^2, as in (48)",
    error="misprint",
    survives="yes: (48) has the right exponent, and the limits of Theorem 3.5 hold",
)
_bound_of_b2 = read_with_b2.corrected_by(
    _step(
        "(64) corrected",
        "b_r^2 is at most exp(2 r^2)/(2 n sqrt(pi) r)",
        le(b2_function(), bound_of_b2(1)),
        tex=r"\max_{\theta\in[0,\pi]}b^2_r(\theta)\le\frac{1}{2n\sqrt\pi}\frac{\exp(2r^2)}{r}",
        proof=b2_chain().lt(bound_of_b2(1)),
        boxes=(BOX,),
    )
)

CLAIMS = (
    _step(
        "(48)",
        "with (49), (50), squared: eps_{theta,r}^2 = exp(2 r^2)/(2m) h_r(theta) at every angle",
        eq(hybrid_square(), hybrid_square_formula()),
    ).drawn(
        Bipolar(Hyperbolic(), Trigonometric(), Angular()),
        "mse",
        {r: SMALL_POINT[r], theta: SMALL_POINT[theta], m: 1, n: 1},
        hybrid_square_formula() * kernel(EQUAL_PAIR) ** 2,
    ),
    _step(
        "(51)",
        "eps_{theta,r} <= exp(r^2)/sqrt(m) sqrt(A) for every A with a_r(theta), a_r(pi - theta) <= A",
        le(hybrid_error, sp.exp(r**2) / sp.sqrt(m) * sp.sqrt(BOUND_A)),
        WITH_A,
        proof=by_maximum,
    ),
    _step("(52)", "with (53)-(55): a_r <= b_r (1 - exp(-4 r^2))^2", le(a_function(), _b * DAMPING), proof=a_below_b),
    _step(
        "(56)",
        "b_r <= B^1 + B^2 for all B^1 >= b_r^1 and B^2 >= b_r^2",
        le(_b, BOUND_B1 + BOUND_B2),
        WITH_B,
        proof=sum_of_maxima,
    ),
    _step(
        "(57)",
        "the derivative of b_r^1",
        derivative(
            b1_function(_angle), _angle, _grown * (1 - 1 / n) * 2 * _angle / sp.pi**2 * (1 - r**2 * _product(_angle))
        ),
        _LINE,
    ),
    _step(
        "(58)",
        "the derivative of b_r^2",
        derivative(b2_function(_angle), _angle, _grown / (n * sp.pi) * (1 - 2 * r**2 * _product(_angle))),
        _LINE,
    ),
    _step(
        "below (58), rising",
        "theta sin(theta) increases on [0, pi/2]: there the derivatives change sign at most once, from + to -",
        ge(_product(), _product(_ANGLE0)),
        _LATER,
        proof=Chain(_product()).valley(theta, _ANGLE0, _slope(theta) / (theta - _ANGLE0)),
    ),
    _step(
        "below (58), at pi/2",
        "both derivatives are negative at pi/2 for r >= 1: the first zero is below pi/2",
        lt(1 - r**2 * _product(sp.pi / 2), 0),
        LENGTHS,
        proof=Chain(1 - r**2 * sp.pi / 2).le(1 - sp.pi / 2).lt(sp.Integer(0)),
    ),
    _step(
        "below (58), concave",
        "theta sin(theta) is concave on [pi/2, pi], nowhere above its tangents: the derivatives, negative at pi/2 and positive "
        "at pi, change sign once",
        le(_product(), _TANGENT),
        _FALLING_TWICE,
        proof=(Chain(_product()).tangent(theta, _ANGLE0, 2 * sp.cos(theta) - _product(), below=True).eq(_TANGENT)),
    ),
    _step("below (58), b^1(0)", "b_r^1 vanishes at 0", eq(b1_function(), _zero), at_angle(_zero)),
    _step("below (58), b^2(0)", "b_r^2 vanishes at 0", eq(b2_function(), _zero), at_angle(_zero)),
    _step("below (58), b^1(pi)", "b_r^1 at pi", eq(b1_function(), (1 - 1 / n) * sp.exp(-2 * r**2)), at_angle(sp.pi)),
    _step("below (58), b^2(pi)", "b_r^2 at pi", eq(b2_function(), sp.exp(-2 * r**2) / n), at_angle(sp.pi)),
    _step(
        "(59)",
        "the derivative of b_r^1 is 1/r^2 - theta sin(theta) times what is positive for theta > 0 and n > 1: it vanishes where "
        "theta sin(theta) = 1/r^2, that is at r = 1/sqrt(theta sin(theta))",
        derivative(
            b1_function(_angle),
            _angle,
            (1 - 1 / n) * 2 * _angle * r**2 / sp.pi**2 * _grown * (1 / r**2 - _product(_angle)),
        ),
        _LINE,
    ),
    _step(
        "(60)",
        "theta^2 <= (pi/2)/r^2 at a stationary point theta <= pi/2",
        le(theta**2, sp.pi / 2 * theta * sp.sin(theta)),
        STATIONARY_RISING,
        proof=stationary_angle,
    ),
    _step(
        "(61)",
        "theta <= sqrt(pi/2)/r at a stationary point theta <= pi/2",
        le(theta, sp.sqrt(sp.pi / 2) / STATIONARY_RADIUS),
        STATIONARY_RISING,
        proof=stationary_angle_root,
    ),
    _step(
        "(62), local maximum",
        "b_r^1 is at most (1 - 1/n) exp(2 r^2)/(2 pi r^2) where theta <= pi/2 and r^2 theta sin(theta) <= 1, "
        "with equality at the stationary point",
        le(b1_function(), local_bound),
        UP_TO_STATIONARY,
        proof=local_maximum,
    ),
    _step(
        "(62), end point",
        "the same bound is at least b_r^1(pi)",
        ge(local_bound, b1_function(sp.pi)),
        LENGTHS,
        proof=end_point,
    ),
    _step(
        "(63)",
        "b_r^1 is at most (1 - 1/n) exp(2 r^2)/(2 pi r^2)",
        le(b1_function(), local_bound),
        proof=b1_chain().le(local_bound),
        boxes=(BOX,),
    ),
    printed_64,
    read_with_b2,
    _bound_of_b2,
    printed_64.corrected_by(_bound_of_b2, name="(64) corrected, b^2 for b^1"),
    printed_65,
    printed_65.corrected_by(corrected, name="(65) corrected", location="(65) corrected"),
    printed_66,
    printed_66.corrected_by(
        _step(
            "(66) corrected",
            "squared: eps^2 = exp(2 r^2)/(2m) h_r(theta), as in (48)",
            eq(hybrid_square(), hybrid_square_formula()),
            tex=r"\epsilon_{\theta,r}(\widehat{SM}^{anghyb}_{m,n})=\frac{\exp(r^2)}{\sqrt{2m}}\sqrt{h_r(\theta)}",
        )
    ),
)
