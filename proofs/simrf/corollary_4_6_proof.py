r"""The proof of Corollary 4.6 (App. A.9, (77)-(86)), step by step; a_i = exp(-i w_i.z), t = z^2.

(77) is printed with the denominator ``(1 + exp(-z^2))^2``; it is ``(1 - exp(-z^2))^2``, as (86) and (27) have it: the MSE of
independent projections is ``(1 - exp(-z^2))^2/(2m)``. From (80) on Stirling's formula is put for every gamma function and
expanded; the four factors have the terms ``-k/2``, ``-k(k-1)``, ``-k^2/2`` and ``k^2`` in 1/d, together ``-k(k-1)/2``. The
result (84) is proved here without Stirling, with a remainder that can be summed over k, as (85) needs.
"""

from rftheory.proofs.crt._orthogonal import ANY_D, INDEX, k, kummer, share
from rftheory.proofs.simrf._gap import FOURIER, PROJECTION, SEVERAL_FRAMES, WAVE, Z2, front, printed_series
from rftheory.vocabulary import *
from rftheory.proofs.crt._orthogonal_waves import coefficients_above, coefficients_below, distance, distance_claim, t
from rftheory.proofs.rules import stirling
from rftheory.proofs.simrf._powers import expansion, lemmas
from rftheory.proofs.simrf._stirling_share import FACTORS, WIDE, stirling_share
from rftheory.proofs.simrf.corollary_4_6 import APART, ratio
from rftheory.proofs.simrf.corollary_4_6 import CLAIMS as CLAIMS_OF_COROLLARY

STATEMENT = statement(
    "identity",
    "A.9 (77)-(86)",
    "The expansion behind the MSE ratio of Fourier features",
    reading="(79) is read as a ratio that tends to one, as a limit cannot depend on its variable, with the "
    "remainder that it is between 1 - 1/(4x) and 1 + 1/(9x) for x >= 1; (80) as the algebra of the four approximations, with "
    "k + d - 1 for the exponent m + d - 1 (`simrf.eq-80`); (81)-(83) by their terms in 1/d; (84) and (85) with explicit "
    "remainders.",
    notes=(
        "Expansions for each k do not give one of the sum (85) unless their remainders can be summed; here they can.",
    ),
)

#: 1/d
_h = sp.Symbol("h", positive=True)
_SHARE = Range(_h, 0, sp.Rational(1, 2), "()", typical=(0, sp.Rational(1, 2)), awkward=(sp.Rational(1, 1000),))
_K = Range(k, 0, None, integer=True, typical=(0, 9), awkward=(0, 1, 2, 20))
DOMAIN = Domain((ANY_D, INDEX))
_NEAR = SEVERAL_FRAMES.with_ranges(
    *(
        Range(norm, 0, None, "[)", typical=(0, 2), awkward=(0, sp.Rational(1, 1000), sp.Rational(5, 2)))
        for norm in (x_norm, y_norm)
    ),
    Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(sp.Rational(1, 10000), sp.pi)),
)

#: E_ort(a_1 a_2).
orthogonal_pair = FrameExpectation([sp.exp(-sp.I * PROJECTION.dot(PAIR.delta))] * 2, d)


def _ratio(sign: int) -> sp.Expr:
    """(77) with 1 + or - exp(-z^2) in the denominator."""
    room = 1 + sign * sp.exp(-Z2)
    return 1 + 2 * (m - 1) / room**2 * (orthogonal_pair - sp.exp(-Z2))


def _expansion(name: str, number: int, location: str, slope: sp.Expr) -> Claim:
    """A factor of (80) with h = 1/d: ``(factor - 1)/h`` tends to its term in 1/d."""
    factor = {
        0: sp.sqrt((1 + (k - 1) * _h) * (1 - 2 * _h) / ((1 + 2 * (k - 1) * _h) * (1 - _h))),
        1: ((1 + (k - 1) * _h) / (1 + 2 * (k - 1) * _h)) ** k,
    }[number]
    # for k = 1 the quotient is one
    least = 1 + number
    domain = Domain((Range(k, least, None, integer=True, typical=(least, 9), awkward=(least, 3, 20)), _SHARE))

    def proof() -> Chain:
        chain = Chain((factor - 1) / _h)
        return chain.limit(_h, sp.Integer(0), quotient=(factor - 1, _h))

    return step(
        f"the {name} of (80) is 1 + ({slope})/d + ...",
        tends((factor - 1) / _h, _h, 0, slope),
        domain,
        proof(),
        name=name,
        location=location,
    )


@cache
def _share_bound(side: int) -> Claim:
    """(84): the share against 1 - k(k-1)/(2d), from below (-1) or with the remainder from above (+1)."""
    target = 1 - k * (k - 1) / (2 * d)
    if side > 0:
        target += k * (k - 1) * (k**2 + 3 * k - 2) / (8 * d**2)
    lemma = coefficients_above() if side > 0 else coefficients_below()
    room = lemma.proposition.right - lemma.proposition.left

    def proof() -> Chain:
        chain = Chain(share).use(lemma)
        return chain.to(relation, target, [1 / d, room])

    relation = "<=" if side > 0 else ">="
    return step(
        "the share is 1 - k(k-1)/(2d), at most k(k-1)(k^2+3k-2)/(8d^2) more and never less",
        Inequality(share, relation, target),
        proof=proof(),
        name=f"expansion of the share from {'above' if side > 0 else 'below'}",
        location="(84)",
    )


@cache
def _sum_bound(side: int) -> Claim:
    """(85): E a_1 a_2 - exp(-t) against -t^2 exp(-t)/(2d), with R(t)/d^2."""
    target = -(Z2**2) * sp.exp(-Z2) / (2 * d) + side * distance(Z2) / d**2
    start = orthogonal_pair - sp.exp(-Z2)
    lemma = distance_claim(-side)

    def proof() -> Chain:
        chain = Chain(start).use(lemma, {t: Z2})
        left, right = (form.subs(t, Z2) for form in (lemma.proposition.left, lemma.proposition.right))
        return chain.to(relation, target, [1 / d, side * (left - right)])

    relation = "<=" if side > 0 else ">="
    return step(
        "E_ort(a_1 a_2) - exp(-z^2) = -z^4 exp(-z^2)/(2d) up to R(z^2)/d^2",
        Inequality(start, relation, target),
        SEVERAL_FRAMES.where(sp.Gt(Z2, 0)),
        proof(),
        name=f"sum from {'above' if side > 0 else 'below'}",
        location="(85)",
    )


above, below, *_ = CLAIMS_OF_COROLLARY
printed_ratio_of_errors = claim(
    "ratio: MSE_ORF/MSE_IID = 1 + 2(m-1)/(1 + exp(-z^2))^2 (E_ort(a_1 a_2) - exp(-z^2))",
    eq(ratio, _ratio(1)),
    APART,
    location="(77)",
    tex=r"\tfrac{MSE_{ORF}}{MSE_{IID}} = 1 + \frac{2(m-1)}{(1 + e^{-z^2})^2} (\mathbb{E}_{ort}(a_1 a_2) - e^{-z^2})",
    quote="MSEORF MSEIIDRF = 1 + 2(m 1) (1 + e z2)2 (Eort(a1a2) e z2) (77)",
).false(
    at={x_norm: 1, y_norm: 1, theta: sp.pi / 2, d: 2, m: 2},
    because="the denominator is (1 - exp(-z^2))^2, as m MSE_IID = (1 - exp(-z^2))^2/2 (the text that was read loses minus "
    "signs, and this plus sign is in it)",
    error="misprint",
    survives="yes: (86) and Corollary 4.6 have the right sign",
)
half, drawn_independent = sp.Rational(1, 2), (1 - sp.exp(-Z2)) ** 2 / (2 * m)
point = {x_norm: half, y_norm: half, theta: sp.pi, m: 3, d: 3}
CLAIMS = (
    printed_ratio_of_errors.drawn(
        # the error of orthogonal projections: the ratio, with either sign, times that of independent ones
        Coupled(FOURIER),
        "mse",
        point,
        drawn_independent * _ratio(1).subs(orthogonal_pair, kummer(-Z2)),
    ),
    printed_ratio_of_errors.corrected(
        "ratio, with the other sign: MSE_ORF/MSE_IID = 1 + 2(m-1)/(1 - exp(-z^2))^2 (E_ort(a_1 a_2) - exp(-z^2))",
        eq(ratio, _ratio(-1)),
        tex=r"\tfrac{MSE_{ORF}}{MSE_{IID}} = 1 + \frac{2(m-1)}{(1 - e^{-z^2})^2} (\mathbb{E}_{ort}(a_1 a_2) - e^{-z^2})",
    ).drawn(Coupled(FOURIER), "mse", point, drawn_independent * _ratio(-1).subs(orthogonal_pair, kummer(-Z2))),
    step(
        "complex exponentials: a_i = exp(-i w_i.z) have the E_ort(a_1 a_2) of the cosines",
        eq(orthogonal_pair, FrameExpectation([WAVE] * 2, d)),
        SEVERAL_FRAMES,
        location="after (77)",
    ),
    step(
        "series: E_ort(a_1 a_2) - exp(-z^2) = sum_k (-z^2)^k/k! (the share - 1), the share as it is printed",
        eq(front * printed_series(-Z2) - sp.exp(-Z2), orthogonal_pair - sp.exp(-Z2)),
        _NEAR,
        Chain(front * printed_series(-Z2) - sp.exp(-Z2)).summed(printed_series(-Z2), kummer(-Z2) / front),
        location="(78)",
    ),
    replace(stirling.limit, role="step", location="(79)"),
    step(
        "four factors: with Stirling's formula for each gamma function the share is a product of four factors",
        eq(stirling_share(k + d - 1), sp.Mul(*FACTORS)),
        WIDE,
        location="(80)",
    ),
    _expansion("root", 0, "(81)", -k / 2),
    _expansion("quotient", 1, "(82)", -k * (k - 1)),
    expansion(1),
    expansion(-1),
    step(
        "terms in 1/d: the four terms, with N = d - 1 and N = d/2 - 1 in the powers, add up to -k(k-1)/2",
        eq(-k / 2 - k * (k - 1) - k**2 / 2 + 2 * k**2 / 2, -k * (k - 1) / 2),
        Domain((_K,)),
        location="(84)",
    ),
    _share_bound(-1),
    _share_bound(1),
    _sum_bound(-1),
    _sum_bound(1),
    above,
    below,
    replace(stirling.above, role="lemma"),
    replace(stirling.below, role="lemma"),
    *lemmas,
)
