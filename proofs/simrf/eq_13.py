r"""(12)-(15), footnote 4: the conformity as a series in v, and its truncation at k = 1.

Given ``t = |w_i + w_j|^2`` a pair contributes ``F(t) = Gamma(d/2) sum_k v^(2k) t^k / (2^(2k) k! Gamma(k + d/2))`` to the mean over
pairs that is the conformity. The terms of degree 0 and 1 are ``1 + v^2 t/(2d)``, and for every v

    0 <= F(t) - 1 - v^2 t/(2d) <= v^4 t^2/(8d(d+2)) F(t).

So the truncation has the error O(v^4) as v -> 0, whatever the coupling; summed over pairs this is (15). The ratio
``E t^2 / E t`` of the next term to it is 2d + 2 for orthogonal and 2d + 4 for independent projections.
"""

from rftheory.proofs.simrf._directions import SQUARES, conformity, t
from rftheory.proofs.simrf._setting import *
from rftheory.chains.series import AboveTangent, BelowTaylor
from rftheory.proofs.rules import chi_moments
from rftheory.proofs.simrf._draws import squared_resultant

STATEMENT = statement(
    "limit",
    "(12)-(15), footnote 4",
    "The conformity for small v",
    reading="For each pair and every value t of |w_i + w_j|^2; the expressions of the paper are averages of it "
    "over pairs and draws. 'In the limit of small v' is a bound of the error of (15) by v^4 with an "
    "explicit constant, for every v. 'Scales as d' is: between 2d and 3d for orthogonal projections of "
    "R^d, d >= 4; independent ones have 2d + 4.",
    not_drawn="bounds for every value of |w_i + w_j|^2, which no draws decide; the ratio of footnote 4, a step, is drawn",
    notes=(
        "Restored from a damaged extraction: tau = Gamma(d/2) v^2 E(w^2) / (4 Gamma(d/2+1)), and 'tau (1 + v^2 Gamma(d/2+1) E(w^4) / "
        "(8 Gamma(d/2+2) E(w^2)) + ...)' in (13).",
        "(14) drops terms of relative order v^2: for orthogonal projections the next term is (2d+2)/(4(d+2)) v^2 < v^2/2 times "
        "the kept one, in every dimension.",
    ),
)

_k = sp.Symbol("k", integer=True, nonnegative=True)
#: E w_ij^2 and E w_ij^4
_SECOND, _FOURTH = sp.symbols("M2 M4", positive=True)
_D = Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 64))
_LARGER_D = Range(d, 4, None, integer=True, typical=(4, 12), awkward=(4, 64))
_MOMENTS = Domain(
    (_D, V, *(Range(u, 0, None, "()", typical=(0, 20), awkward=(sp.Rational(1, 100),)) for u in (_SECOND, _FOURTH)))
)
DOMAIN = Domain((_D,))
_FRONT = sp.gamma(d / 2)
#: the moments of chi lengths
_CHI = chi_moments.moments
_ORDER = next(symbol for symbol in _CHI.domain.symbols if symbol != d)


def term(order: sp.Expr, square: sp.Expr = t) -> sp.Expr:
    """The k-th term of the sum in (12), times Gamma(d/2)."""
    return (
        _FRONT * v ** (2 * order) * square**order / (2 ** (2 * order) * sp.factorial(order) * sp.gamma(order + d / 2))
    )


def three_terms(second: sp.Expr, fourth: sp.Expr) -> sp.Expr:
    """The first line of (13), times Gamma(d/2)."""
    return _FRONT * (
        1 / sp.gamma(d / 2) + v**2 * second / (4 * sp.gamma(d / 2 + 1)) + v**4 * fourth / (32 * sp.gamma(d / 2 + 2))
    )


#: 1 and (15) for one pair.
truncated = 1 + _FRONT * v**2 / (4 * sp.gamma(1 + d / 2)) * t

#: ``v^4 t^2/(8d(d+2))``.
next_term = v**4 * t**2 / (8 * d * (d + 2))


def moment(order: int) -> sp.Expr:
    """``E |w|^k`` from the density of the length."""
    rule = _CHI.proposition
    assert isinstance(rule, Equality)
    return rule.left.subs(_ORDER, order)


def ratio(independent: bool) -> sp.Expr:
    """``E w_ij^4 / E w_ij^2`` with ``w_ij^2 = r_i^2 + r_j^2 + 2 r_i r_j cos``; the mean square of the cosine is 1/d or 0."""
    square = sp.Rational(1) / d if independent else sp.Integer(0)
    fourth = 2 * moment(4) + 2 * moment(2) ** 2 + 4 * square * moment(2) ** 2
    return fourth / (2 * moment(2))


#: Footnote 4.
printed_ratio = 2 * sp.gamma(d / 2 + 2) / sp.gamma(d / 2 + 1) + 2 * sp.gamma(d / 2 + 1) / sp.gamma(d / 2)


def in_numbers(expr: sp.Expr, orders: tuple[int, ...] = (2, 4)) -> Chain:
    """A chain that gives the moments of these orders their values."""
    chain = Chain(expr)
    for order in orders:
        chain = chain.by(_CHI, {_ORDER: sp.Integer(order)})
    return chain


tau = _FRONT * v**2 * _SECOND / (4 * sp.gamma(d / 2 + 1))
second_line = 1 + tau * (1 + v**2 * sp.gamma(d / 2 + 1) / (8 * sp.gamma(d / 2 + 2)) * _FOURTH / _SECOND)
lower, upper = truncated, truncated + next_term * conformity(t)
_domain = Domain((_LARGER_D,))

CLAIMS = (
    step(
        "first terms: (13): the terms k = 0, 1, 2 of (12)",
        eq(sp.Sum(term(_k), (_k, 0, 2)), three_terms(t, t**2)),
        SQUARES,
        print="restored",
        location="(13)",
    ),
    step(
        "tau: (13): the same with tau drawn out",
        eq(three_terms(_SECOND, _FOURTH), second_line),
        _MOMENTS,
        print="restored",
        location="(13)",
    ),
    claim(
        "truncation, below: (15): the conformity of a pair is at least the truncation ...",
        ge(conformity(t), lower),
        SQUARES,
        proof=Chain(conformity(t)).by(AboveTangent(sp.S.Zero)).eq(lower),
        print="restored",
    ),
    claim(
        "truncation, above: ... and exceeds it by at most v^4 t^2/(8d(d+2)) times itself",
        le(conformity(t), upper),
        SQUARES,
        proof=Chain(conformity(t)).by(BelowTaylor(1)).eq(upper),
        print="restored",
    ),
    step(
        "footnote 4: orthogonal projections: E w^4 / E w^2 as printed",
        eq(ratio(independent=False), printed_ratio),
        proof=in_numbers(ratio(independent=False)),
        print="restored",
        location="footnote 4",
    ).drawn(
        # E w^4 of two projections: the ratio times E w^2 = 2d; the inputs give the dimension alone
        squared_resultant(Orthogonal()),
        "second_moment",
        [{x_norm: 1, y_norm: 1, theta: 0, d: dimension} for dimension in (2, 6)],
        2 * d * printed_ratio,
    ),
    # Footnote 4 from below and from above.
    claim(
        "above 2d: footnote 4: this ratio scales as d: more than 2d ...",
        gt(printed_ratio, 2 * d),
        _domain,
        proof=Chain(printed_ratio).eq(2 * d + 2).gt(2 * d),
    ),
    claim(
        "below 3d: ... and less than 3d",
        lt(printed_ratio, 3 * d),
        _domain,
        proof=Chain(printed_ratio).eq(2 * d + 2).lt(3 * d),
    ),
)
