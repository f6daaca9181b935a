r"""Corollary 4.4 and (70): the orthogonality gap of positive features is positive everywhere.

(70) finds every coefficient ``1 - d/d (d+1)/(d+2) ... (d+k-1)/(d+2(k-1))`` of the gap positive. For k = 0 and k = 1 it is
zero: E Z_1 Z_2 of orthogonal projections agrees with that of independent ones in the first two terms. From k = 2 on it is
at least ``1/(d+2)``, so the gap is positive for x != -y and two or more projections, and zero for x = -y or m = 1.
"""

from rftheory.proofs.crt._orthogonal import *
from rftheory.proofs.simrf._gap import *
from rftheory.proofs.simrf._draws import Drawn, positive_error

STATEMENT = statement(
    "inequality",
    "Cor. 4.4, A.7 (70)",
    "The orthogonality gap of positive features is positive",
    reading="Two or more projections of one frame; inputs with v = |x + y| > 0 (v = 0 is a step of its own).",
    notes=(
        "With m = 1 there is nothing to couple and the gap is zero. The conclusion of the proof stands: the terms k = 0 "
        "and k = 1 of its series vanish, the others are positive.",
    ),
)

DOMAIN = SEVERAL_FRAMES.where(sp.Gt(V2, 0), words=by_definition("at x = -y both errors are 0: a remark"))
_ONE_BLOCK = by_definition("one block of at most d projections")
_COEFFICIENTS = Domain((ANY_D, INDEX))
#: v = 0 included: x = -y
_any_v = sp.Symbol("v", nonnegative=True)
_ANY_V = Range(_any_v, 0, None, "[)", typical=(0, 3), awkward=(0, sp.Rational(1, 1000), 5))
_EVERYWHERE = Domain((_ANY_V, PLANE_D, SEVERAL)).where(sp.Le(m, d), words=_ONE_BLOCK)
_NOT_ZERO = Domain((V, PLANE_D, SEVERAL)).where(sp.Le(m, d), words=_ONE_BLOCK)


@cache
def strictly_below() -> Claim:
    """1F1(d; d/2; u/2) < exp(u) for u > 0."""
    domain = Domain((ANY_D, POSITIVE_U))
    plain = u**k / sp.gamma(k + 1)

    def terms() -> Chain:
        return Chain(share * plain).use(share_below_one).le(plain)

    def proof() -> Chain:
        series = {kummer(u): share * plain, sp.exp(u): plain}
        return Chain(kummer(u)).termwise(sp.exp(u), INDEX, series, terms(), strict_at=2)

    return lemma(
        "strictly below: 1F1(d; d/2; u/2) is less than exp(u) for u > 0", lt(kummer(u), sp.exp(u)), domain, proof()
    )


every_term = claim(
    "every term: 1 - d/d (d+1)/(d+2) ... (d+k-1)/(d+2(k-1)) > 0 for every k",
    gt(1 - printed_product, 0),
    _COEFFICIENTS,
    location="(70)",
    tex=r"1 - \frac{d}{d} \frac{d+1}{d+2} \cdots \frac{d+k-1}{d+2(k-1)} > 0",
).false(
    at={d: 2, k: 1},
    because="the product is empty for k = 0 and d/d for k = 1: these two terms are zero",
    remark="the terms k = 0 and k = 1 are zero, where the product is empty and d/d",
)
everywhere = step(
    "everywhere: the gap is positive for every v >= 0, v = 0 included",
    gt(closed_gap(_any_v**2), 0),
    _EVERYWHERE,
    location="Cor. 4.4, after (25)",
    tex=r"\Delta \mathrm{MSE}(\widehat{K}(x, y)) > 0",
).false(
    at={_any_v: 0, d: 2, m: 2},
    because="for x = -y both estimators are exact",
    remark="for x = -y both estimators are exact",
)
CLAIMS = (
    claim(
        "positive: MSE_IID > MSE_ORF for x != -y and 2 <= m <= d",
        gt(positive_gap, 0),
        proof=Chain(positive_gap).use(square_of_sum(DOMAIN)).use(strictly_below(), {u: V2}).gt(0),
    ),
    every_term,
    every_term.corrected(
        "no term negative: 1 - d/d (d+1)/(d+2) ... (d+k-1)/(d+2(k-1)) >= 0 for every k",
        le(printed_product, 1),
        proof=Chain(printed_product).eq(share).use(share_below_one).le(sp.Integer(1)),
        tex=r"1 - \frac{d}{d} \frac{d+1}{d+2} \cdots \frac{d+k-1}{d+2(k-1)} \ge 0",
    ),
    everywhere,
    everywhere.corrected(
        "but for x = -y: the gap is positive for v > 0",
        gt(closed_gap(v**2), 0),
        _NOT_ZERO,
        proof=Chain(closed_gap(v**2)).use(strictly_below(), {u: v**2}).gt(sp.Integer(0)),
        tex=r"\Delta \mathrm{MSE}(\widehat{K}(x, y)) > 0 \quad (v > 0)",
        needs=("v > 0",),
    ),
)


def simulations() -> list[MomentCheck]:
    """One frame of R^6 at v = 1: its error is that of independent projections less the gap, 15% of it."""
    independent = mse_of_independent(POSITIVE.real_second_moment(PAIR.x, PAIR.y))
    point = Drawn(sp.Integer(1), 6, 6)
    return [positive_error(Orthogonal(), point, independent - decay * closed_gap(V2), "positive")]
