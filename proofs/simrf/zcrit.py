r"""After (26): the orthogonality gap of Fourier features is positive up to some z_crit(d), which diverges with d.

With t = z^2 the gap is (m-1)/m times ``exp(-t) - 1F1(d; d/2; -t/2)``. For every d from 3 to 64 all its roots are found, with
proof and to 20 decimals of t: it is positive for 0 < z < z_crit(d), negative beyond, and for d >= 5 it changes its sign again
(d = 6: positive for every t >= 18.35), up to 27 times. For d = 2 there is no z_crit: the gap
``exp(-t/2) (exp(-t/2) - (1 - t/2))`` is positive for every z > 0. z_crit(d) falls from d = 3 to 7 before it grows. It
diverges: the gap is positive for ``4d > (t^2 + 8t + 8) exp(2t)``.

``t_below(d, i)`` and ``t_above(d, i)`` are the i-th change of sign in t, rounded to 20 decimals, ``changes(d)`` their number.
"""

from rftheory.proofs.simrf._gap import FOURIER, SEVERAL_FRAMES, Z2, closed_gap, fourier_gap, mse_of_independent
from rftheory.vocabulary import *
from rftheory.proofs.crt._orthogonal_waves import distance_claim, scaled_gap, t
from rftheory.proofs.crt.theorem_4_1_trig import in_the_plane
from rftheory.proofs.rules.elementary_bounds import exponential_tangent
from rftheory.proofs.rules.elementary_bounds import u as tangent_at
from rftheory.proofs.simrf._gap_signs import (
    DIMENSIONS,
    DISTANCES,
    after_all_changes,
    between_changes,
    gap,
    negative_at,
    positive_again,
    positive_before,
)
from rftheory.proofs.simrf._zcrit import change_below

STATEMENT = statement(
    "claim",
    "after (26)",
    "Orthogonal Fourier features win up to a distance z_crit(d), which diverges",
    reading="z_crit(d) is the first z > 0 at which the gap changes its sign: it is positive up to there and "
    "negative beyond (d = 3 to 64; for d = 2 it is positive everywhere, z_crit = oo), and for every T it "
    "is positive up to z^2 = T once d is large. What follows beyond z_crit is stated as well: all "
    "changes of sign for d = 3 to 64.",
    notes=(
        "z_crit does not grow from the start: 3.311 at d = 3, 2.949 at d = 7, 3.262 at d = 16, 4.770 at d = 32, 6.909 at 64. "
        "It jumps where two waves of the gap are lost: 6.342 at d = 63.",
        "The gap does not stay negative beyond z_crit, except for d = 3 and 4: it changes its sign 2 times for d = 5 and 6, 3 "
        "times for 7 and 8, 7 times for 16, 13 times for 32 and 25 times for 64. Beyond the last change orthogonal "
        "projections win if ceil(d/2) is odd, and lose if it is even.",
        "The roots come from Taylor polynomials with remainders (rftheory.proofs.simrf._zcrit), for any d and to any number of "
        "digits.",
    ),
)

_s = sp.Symbol("s", positive=True)
#: beyond which the gap is asked to be positive, as T
_reach = sp.Symbol("T", positive=True)
_ahead = sp.Symbol("r", nonnegative=True)
_zero = sp.Integer(0)

_AHEAD = Range(_ahead, 0, None, "[)", typical=(0, 1), awkward=(0,))
#: the distance is not 0
NOT_EQUAL = by_definition("where there is an error: at z = 0 both are 0")
_LINE = Domain((Range(_s, 0, None, "()", typical=(0, 6), awkward=(sp.Rational(1, 1000), 2, 40)),))
_PLANE = Domain((DISTANCES,))
_SMALL = (
    Range(x_norm, 0, None, "[)", typical=(0, 1), awkward=(0, sp.Rational(1, 10))),
    Range(y_norm, 0, None, "[)", typical=(0, 1), awkward=(0, sp.Rational(1, 10))),
)


_domain = SEVERAL_FRAMES.with_ranges(DIMENSIONS).where(sp.Gt(Z2, 0), words=NOT_EQUAL)
_domain = _domain.where(
    sp.Le(Z2, change_below(d, 1)), words=printed_words("up to some threshold zcrit(d)", "after (26)")
)


def _up_to_threshold_chain() -> Chain:
    chain = Chain(fourier_gap).use(positive_before, {t: Z2})
    return chain.gt(_zero, [(m - 1) / m, gap(Z2)])


_up_to_threshold = claim(
    "positive up to z_crit: MSE_IID > MSE_ORF for 0 < z <= z_crit(d), d = 3 to 64 and 2 <= m <= d",
    gt(fourier_gap, _zero),
    _domain,
    _up_to_threshold_chain(),
)


def _needed(distance: sp.Expr) -> sp.Expr:
    """``(t^2 + 8t + 8) exp(2t)``: the gap is positive where it is less than 4d."""
    return (distance**2 + 8 * distance + 8) * sp.exp(2 * distance)


@cache
def larger_distances() -> Claim:
    """(t^2 + 8t + 8) exp(2t) does not decrease."""
    domain, end = Domain((DISTANCES, _AHEAD)), t + _ahead

    def proof() -> Chain:
        chain = Chain(_needed(end)).use(exponential_tangent, {tangent_at: 2 * _ahead})
        polynomial = end**2 + 8 * end + 8
        chain = chain.ge(polynomial * sp.exp(2 * t))
        return chain.ge(_needed(t))

    return lemma(
        "larger distances: (t^2 + 8t + 8) exp(2t) does not decrease with t",
        ge(_needed(end), _needed(t)),
        domain,
        proof(),
    )


@cache
def positive_within() -> Claim:
    """The gap is positive for 0 < t <= T once 4d > (T^2 + 8T + 8) exp(2T)."""
    wide = Range(d, 2, None, integer=True, typical=(2, 200), awkward=(100,))
    near = Range(t, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 1000),))
    enough = 4 * d - _needed(t + _ahead)
    domain = Domain((near, _AHEAD, wide), (sp.Gt(enough, 0),))

    def proof() -> Chain:
        lower, front = distance_claim(-1), t**2 * sp.exp(-t) / (8 * d)
        chain = Chain(scaled_gap()).use(lower).use(larger_distances())
        chain = chain.ge(lower.proposition.right)
        chain = chain.ge(front * enough)
        return chain.gt(_zero)

    return lemma(
        "positive within: exp(-t) > 1F1(d; d/2; -t/2) for 0 < t <= T = t + r once 4d > (T^2 + 8T + 8) exp(2T)",
        gt(scaled_gap(), _zero),
        domain,
        proof(),
    )


@cache
def diverges() -> Claim:
    """The gap is positive up to any distance, once d is large."""
    wide = Range(d, 2, None, integer=True, typical=(2, 200), awkward=(100,))
    reach = Range(_reach, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 2),))
    enough = sp.Gt(4 * d - _needed(_reach), 0)
    domain = SEVERAL_FRAMES.with_ranges(*_SMALL, wide, reach).where(sp.Gt(Z2, 0), words=NOT_EQUAL)
    domain = domain.where(sp.Le(Z2, _reach), words=by_definition("T: any number that the fixed distance is not above"))
    domain = domain.where(enough, words=printed_words("when d → ∞", "App. A.9, last sentence, and after (26)"))

    def proof() -> Chain:
        chain = Chain(fourier_gap).use(positive_within(), {t: Z2, _ahead: _reach - Z2})
        return chain.gt(_zero, [(m - 1) / m, 1 / d, scaled_gap(Z2)])

    return claim(
        "diverges: MSE_IID > MSE_ORF for 0 < z^2 <= T once 4d > (T^2 + 8T + 8) exp(2T)",
        gt(fourier_gap, _zero),
        domain,
        proof(),
    )


@cache
def strict_tangent() -> Claim:
    """exp(-s) > 1 - s for s > 0."""

    def case(large: bool) -> Chain:
        chain = Chain(sp.exp(-_s))
        if large:
            return chain.gt(_zero).ge(1 - _s)
        chain = chain.use(exponential_tangent, {tangent_at: -_s / 2})
        chain = chain.ge(sp.exp(-_s / 2) * (1 - _s / 2))
        return chain.ge((1 - _s / 2) ** 2).gt(1 - _s)

    def proof() -> Chain:
        return Chain(sp.exp(-_s)).cases(_s, sp.Integer(2), case(False), case(True))

    return lemma("tangent: exp(-s) > 1 - s for s > 0", gt(sp.exp(-_s), 1 - _s), _LINE, proof())


def _never_in_the_plane() -> Chain:
    chain = Chain(gap(t, sp.Integer(2)))
    lemma = in_the_plane
    chain = chain.by(lemma, {lemma.domain.symbols[0]: t / 2}).use(strict_tangent(), {_s: t / 2})
    return chain.gt(_zero)


plane_threshold = step(
    "a threshold in the plane: for d = 2 too the gap is not positive beyond some distance",
    le(gap(t, sp.Integer(2)), _zero),
    _PLANE,
    location="after (26)",
    tex=r"\Delta \mathrm{MSE} \le 0 \quad (z > z_{\mathrm{crit}}(2))",
).false(
    at={t: 100},
    because="for d = 2 the gap exp(-t/2) (exp(-t/2) - 1 + t/2) is positive at every distance",
    remark="for d = 2 the gap exp(-t/2) (exp(-t/2) - 1 + t/2) is positive at every distance: there is no threshold",
)
CLAIMS = (
    _up_to_threshold,
    diverges(),
    negative_at(),
    between_changes,
    after_all_changes,
    plane_threshold,
    plane_threshold.corrected(
        "no threshold in the plane: for d = 2 the gap is positive for every z > 0",
        gt(gap(t, sp.Integer(2)), _zero),
        proof=_never_in_the_plane(),
        tex=r"\Delta \mathrm{MSE} > 0 \quad (d = 2, z > 0)",
    ),
    positive_again(),
    positive_before,
    larger_distances(),
    positive_within(),
    strict_tangent(),
    in_the_plane,
)


def simulations() -> list[MomentCheck]:
    """On both sides of z_crit(4) = 3.08."""
    expected = mse_of_independent(FOURIER.real_second_moment(PAIR.x, PAIR.y)) - closed_gap(-Z2)
    cases = ((sp.Rational(1, 2), "positive up to z_crit"), (sp.Rational(7, 4), "negative at z_crit"))
    return [
        MomentCheck(
            f"z = {2 * norm}, d = 4",
            Coupled(FOURIER),
            "mse",
            expected,
            {x_norm: norm, y_norm: norm, theta: sp.pi, m: 4, d: 4},
            claim=claim,
        )
        for norm, claim in cases
    ]
