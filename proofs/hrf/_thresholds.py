"""From which length r on the printed bounds of Theorem 3.5 fail, certified by branch and bound.

Relative to the worst error of P and T all terms are at most 1, so that boxes stay small: see `error_ratio`. The worst
angle is close to ``1/(sqrt(2) r)`` for long inputs.
"""

from rftheory.proofs.hrf._angular import HYBRIDS, b2_function, error_ratio, hybrid_square, printed_bound, worst_regular
from rftheory.proofs.hrf._setting import *
from rftheory.proofs.rules.elementary_bounds import cosine_above_parabola, u
from rftheory.rules.propositions import Relation

#: `error_ratio` is the same at theta and pi - theta
HALF_OF_THE_ANGLES = Range(theta, 0, sp.pi / 2, "[]", typical=(0, sp.pi / 2), awkward=(0, sp.pi / 2))
_WORST = 1 / (sp.sqrt(2) * r)


def lengths(low: sp.Expr, high: sp.Expr | None) -> Range:
    """low <= r <= high, or low <= r; a length r is positive in any case."""
    end = low + 3 if high is None else high
    closed = ("(" if low == 0 else "[") + ("]" if high is not None else ")")
    return Range(r, low, high, closed, typical=(low, end), awkward=(low or sp.Rational(1, 1000), end))


#: eps^2 in terms of `error_ratio`.
scaled_error = lemma(
    "scaled error: eps^2 of the hybrid over that of the worst case of P and T, in exponentials of negative numbers",
    eq(hybrid_square() / worst_regular() ** 2, error_ratio()),
    HYBRIDS,
)


def on_box(
    name: str,
    says: str,
    left: sp.Expr,
    relation: Relation,
    right: sp.Expr,
    low: sp.Expr,
    high: sp.Expr,
    slip: sp.Expr,
    angles: Range = THETA,
) -> Claim:
    """An inequality certified for low <= r <= high (and all ``angles``, if it has one); with right * slip it fails."""
    ranges = (lengths(low, high), *([angles] if left.has(theta) else []))
    return lemma(
        says,
        Inequality(left, relation, right),
        Domain(ranges),
        name=name,
        boxes=({item.symbol: (sp.sympify(item.low), sp.sympify(item.high)) for item in ranges},),
        mutants=(Inequality(left, relation, right * slip),),
    )


# -- (27) for small n ---------------------------------------------------------------------------------------------

#: n: (27) holds up to this length, fails from that one to a third (beyond which a derivation shows it), r times a bad angle
_THRESHOLDS = {
    1: ("4.127", "4.128", "4.5", "0.707"),
    2: ("6.233", "6.234", "7", "0.72"),
    4: ("10.439", "10.44", "12", "0.73"),
    8: ("18.846", "18.847", "22", "0.735"),
}


def bound_thresholds() -> list[Claim]:
    """From which length on (27) fails, between two lengths that are a thousandth apart."""
    printed = (printed_bound() / worst_regular()) ** 2
    found = [scaled_error]
    for size, (holds, fails, long, share) in _THRESHOLDS.items():
        only, angle = {n: sp.Integer(size)}, sp.Rational(share) / r
        found += [
            on_box(
                f"n = {size}, short inputs",
                f"for n = {size} the printed bound holds for 1 <= r <= {holds}: scaled error, at theta <= pi/2, "
                "which is as that at pi - theta",
                error_ratio().subs(only),
                "<=",
                printed.subs(only),
                sp.Integer(1),
                sp.Rational(holds),
                sp.Rational(9, 10),
                HALF_OF_THE_ANGLES,
            ),
            on_box(
                f"n = {size}, past the threshold",
                f"for n = {size} and {fails} <= r <= {long} the printed bound is exceeded at theta = {share}/r",
                error_ratio(angle).subs(only),
                ">",
                printed.subs(only),
                sp.Rational(fails),
                sp.Rational(long),
                sp.Rational(6, 5),
            ),
        ]
    return found


# -- (64), read with b^2 ------------------------------------------------------------------------------------------

_B2_HOLDS, _B2_FAILS, _B2_LONG = sp.Rational(2056, 1000), sp.Rational(2057, 1000), sp.Rational(207, 100)
_B2_PROVED = Domain((lengths(_B2_LONG, None), *(item for item in HYBRIDS.ranges if item.symbol == n)))


def _b2_exceeds(target: sp.Expr) -> Chain:
    """b^2 at theta = 1/(sqrt(2) r) is at least exp(2 r^2 - 1/2) / (sqrt(2) n pi r), as cos t >= 1 - t^2/2."""
    front = _WORST / (n * sp.pi)
    cosine = Chain(sp.cos(_WORST)).use(cosine_above_parabola, {u: _WORST}).ge(1 - _WORST**2 / 2)
    chain = Chain(b2_function(_WORST)).inside(cosine, lambda t: front * sp.exp(2 * r**2 * t))
    weight = sp.exp(2 * r**2) / (n * sp.pi)
    chain = chain.eq(weight * sp.exp(-sp.Rational(1, 2)) * r / (sp.sqrt(2) * r**2))
    share = weight * sp.exp(-sp.Rational(1, 2)) / (sp.sqrt(2) * r**2)
    chain = chain.ge(share * _B2_LONG)
    return chain.gt(target)


def b2_thresholds(printed: sp.Expr) -> list[Claim]:
    """(64) with b^2 holds for 1 <= r <= 2.056 and fails for every r >= 2.057, for every n."""
    scale = n * sp.exp(-2 * r**2)
    scaled_b2 = theta / sp.pi * sp.exp(-4 * r**2 * sp.sin(theta / 2) ** 2)
    right = scale * printed
    return [
        lemma(
            "(64), scaled: n exp(-2 r^2) b_r^2 in exponentials of negative numbers",
            eq(scale * b2_function(), scaled_b2),
            HYBRIDS,
        ),
        on_box(
            "(64) with b^2, short inputs",
            "(64) read with b^2 holds for 1 <= r <= 2.056 and every n (both sides times n exp(-2 r^2))",
            scaled_b2,
            "<=",
            right,
            sp.Integer(1),
            _B2_HOLDS,
            sp.Rational(9, 10),
        ),
        on_box(
            "(64) with b^2, past the threshold",
            "(64) read with b^2 fails for 2.057 <= r <= 2.07 at theta = 1/(sqrt(2) r) (both sides times n exp(-2 r^2))",
            scaled_b2.subs(theta, _WORST),
            ">",
            right,
            _B2_FAILS,
            _B2_LONG,
            sp.Rational(6, 5),
        ),
        lemma(
            "(64) with b^2, long inputs: (64) read with b^2 fails for every n and r >= 2.07 at theta = 1/(sqrt(2) r)",
            gt(b2_function(_WORST), printed),
            _B2_PROVED,
            _b2_exceeds(printed),
            mutants=[2 * printed],
        ),
    ]
