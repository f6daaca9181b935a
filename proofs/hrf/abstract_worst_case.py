"""Abstract and Sec. 1: hybrid features have "strictly smaller worst-case relative errors" than their counterparts.

For inputs of one length r, the angular hybrid, and the same m, which is what Lemma 3.4 and Theorem 3.5 compare. It is true, for all
r, m and n, and more: the worst error of the hybrid is at most half of that of P and T, because ``sinh(c s) <= s sinh(c)`` and
``lambda cos^4(theta/2) + (1 - lambda) sin^4(theta/2) <= 1/4`` with ``lambda = theta/pi``.

A measure of ours beside it: P and T with feature maps as long as that of the hybrid have 2 m (n + 1) projections, not m. So compared
the hybrid may have the larger worst error: it has for n = 2 and short inputs.
"""

from rftheory.proofs.hrf._angular import *
from rftheory.proofs.hrf._angular_bounds import error_chain
from rftheory.proofs.hrf.sec_d_4_rate import HYBRID_FEATURES
from rftheory.proofs.rules.elementary_bounds import c, hyperbolic_chord, s, sine_tangent, u

STATEMENT = statement(
    "claim",
    "abstract, Sec. 1",
    "The worst relative error of the angular hybrid is smaller than that of its base estimators with the same m",
    reading="For |x| = |y| = r and the same m, as in Lemma 3.4 and Theorem 3.5, the max-relative-error of the angular hybrid is below "
    "that of P and T: the error of the hybrid at any angle is below theirs at the worst. (Equal length of the feature maps, 4 m (n + 1), "
    "is a comparison of ours.)",
)

DOMAIN = HYBRIDS

_COS, _SIN = sp.cos(theta / 2), sp.sin(theta / 2)

#: The max-relative-error of P and T with as many features as the hybrid.
worst_at_equal_length = worst_regular().subs(m, HYBRID_FEATURES / 2)


def _quarter() -> Chain:
    """lambda cos^4(theta/2) + (1 - lambda) sin^4(theta/2) <= 1/4, on each side of pi/2."""
    start = SHARE * _COS**4 + (1 - SHARE) * _SIN**4

    def case(side: int) -> Chain:
        # 1/4 minus the sum is (cos(theta)/2) (1 - 2 theta/pi - cos(theta)/2); both factors change sign at pi/2
        away, cosine = side * (sp.pi / 2 - theta), side * sp.cos(theta)
        chain = Chain(start).use(sine_tangent, {u: away})
        rest = 2 / sp.pi - sp.Rational(1, 2)
        chain = chain.le(sp.Rational(1, 4) - cosine * away * rest / 2, [sp.Rational(1, 4), cosine, away - cosine])
        return chain.le(sp.Rational(1, 4))

    return Chain(start).cases(theta, sp.pi / 2, case(1), case(-1))


def _half_chain() -> Chain:
    """eps <= (1/2) (1/(2m))^(1/2) W(r)."""
    top, front = sp.sinh(2 * r**2), 2 / m
    positive, trigonometric = sp.sinh(2 * r**2 * _COS**2), sp.sinh(2 * r**2 * _SIN**2)
    inner = Chain(hybrid_square_formula())
    share, rest = SHARE, 1 - SHARE
    excess = (1 - 1 / n) * share * rest
    inner = inner.eq(
        front * ((share - excess) * positive**2 + (rest - excess) * trigonometric**2), "W(r) = 2 sinh(2 r^2)"
    )
    inner = inner.le(front * (share * positive**2 + (rest - excess) * trigonometric**2))
    inner = inner.le(front * (share * positive**2 + rest * trigonometric**2))
    inner = inner.use(hyperbolic_chord, {c: 2 * r**2, s: _COS**2}).use(hyperbolic_chord, {c: 2 * r**2, s: _SIN**2})
    bound = top * _COS**2
    inner = inner.le(front * (share * bound**2 + rest * trigonometric**2))
    other = top * _SIN**2
    inner = inner.le(front * (share * bound**2 + rest * other**2))
    inner = inner.inside(_quarter(), lambda t: front * top**2 * t)
    return error_chain().inside(inner, sp.sqrt).eq(worst_regular() / 2, "equal squares")


_right_angle = make_pair(r, r, sp.pi / 2, "right angle")

equal_length = claim(
    "equal length: with feature maps of the same length the relative error of the hybrid is below the "
    "max-relative-error of P and T",
    lt(hybrid_error, worst_at_equal_length),
    tex=r"\epsilon_{S(r)}(\widehat{SM}^{anghyb}_{m,n})<\epsilon_{S(r)}(\widehat{SM}^{trig}_{m'})="
    r"\epsilon_{S(r)}(\widehat{SM}^{++}_{m'}),\quad m'=2m(n+1)",
).false(
    at={r: sp.Rational(1, 2), theta: sp.pi / 2, m: 1, n: 2},
    because="P and T with maps as long as that of the hybrid have 2 m (n + 1) projections. With so many their worst error is smaller than "
    "that of the hybrid, for n = 2 and short inputs",
    remark="the paper compares estimators with the same m. If feature maps of one length are compared, the worst error of P and T is "
    "smaller than that of the hybrid, for n = 2 and short inputs",
)
half = equal_length.corrected(
    "half: with the same m the worst error of the hybrid is at most half of that of P and T",
    le(hybrid_error, worst_regular() / 2),
    proof=_half_chain(),
    tex=r"\epsilon_{S(r)}(\widehat{SM}^{anghyb}_{m,n})\le\tfrac12\,\epsilon_{S(r)}("
    r"\widehat{SM}^{trig}_m)=\tfrac12\,\epsilon_{S(r)}(\widehat{SM}^{++}_m)",
)
# inputs of length 2/5 at right angles, where P and T with maps of the same length have the smaller worst error for n = 2
angular, at = Bipolar(Hyperbolic(), Trigonometric(), Angular()), {r: sp.Rational(2, 5), m: 1, n: 2}
square, drawn = kernel(_right_angle) ** 2, {"pair": _right_angle, "relation": "<="}
CLAIMS = (
    claim(
        "equal m: with the same m the relative error of the hybrid is below the max-relative-error of P and T at every angle",
        lt(hybrid_error, worst_regular()),
        proof=_half_chain().lt(worst_regular()),
    ).drawn(angular, "mse", at, worst_regular() ** 2 * square, **drawn),
    equal_length.drawn(angular, "mse", at, worst_at_equal_length**2 * square, **drawn),
    half.drawn(angular, "mse", at, worst_regular() ** 2 / 4 * square, **drawn),
)
