r"""Corollary 3.3: the MSE of positive features with simplex projections is strictly lower than with orthogonal ones.

Given the lengths r_i of two projections, their sum has the squared length ``r_1^2 + r_2^2 + 2 c r_1 r_2``, less at the cosine c
= -1/(d-1) than at 0, and ``E exp((w_1 + w_2).(x + y)) = 0F1(; d/2; v^2 |w_1 + w_2|^2/4)`` increases strictly with it for v > 0. So
``rho_SimRF < rho_ORF``, and for m <= d projections

    MSE_ORF - MSE_SimRF = exp(-2|x|^2 - 2|y|^2) (m-1)/m (rho_ORF - rho_SimRF),

both errors from their definitions. The gap is positive if and only if v > 0 and m >= 2: for y = -x both estimators are exact. More
than d projections, n blocks of d and a last one of s <= d, have ``(n d (d-1) + s (s-1))/m^2`` in the place of (m-1)/m, m = n d + s:
the corollary holds for them as well.
"""

from rftheory.proofs.simrf._setting import *
from rftheory.chains.lengths import LENGTHS, as_frame, first_length, given_lengths, second_length, squared_resultant
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.proofs.simrf._coupled import FAMILY, W, decay, printed_error, sample, simplex_moment
from rftheory.proofs.simrf._draws import simplex_gain

STATEMENT = statement(
    "inequality",
    "Corollary 3.3",
    "SimRFs have a lower MSE than ORFs",
    reading="1 <= m <= d projections of R^d, d >= 2; inputs enter through v2 = |x + y|^2 and z2 = |x - y|^2.",
    notes=(
        "For d = 1 there is no simplex block. For m = 1 both mechanisms are one Gaussian projection. Blocks are "
        "independent, and what a coupling gains is that of the pairs in one block (`frontier.pair-blocks`).",
        "At v = 0 every coupling with Gaussian marginals has MSE 0: each sample is exp(-|x|^2 - |y|^2) for y = -x.",
    ),
)

_V2_ANY = Range(v2, 0, None, "[)", typical=(0, 4), awkward=(0, sp.Rational(1, 1000), 9))
_V2 = Range(v2, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 9))
_Z2 = Range(z2, 0, None, "[)", typical=(0, 4), awkward=(0, 9))
_ONE_BLOCK = by_definition("one block of at most d projections")
_PRINTED = Domain((_V2_ANY, _Z2, D, M)).where(sp.Le(m, d), words=_ONE_BLOCK)
_SEVERAL = Domain((_V2, _Z2, D, SEVERAL)).where(sp.Le(m, d), words=_ONE_BLOCK)
_PAIR = Domain((_V2, D))
DOMAIN = Domain((*_PAIR.ranges, *LENGTHS))


def _at(cosine: sp.Expr) -> AngleExpectation:
    """E b_i b_j of two projections at an angle."""
    return AngleExpectation([sample(SPLIT)] * 2, d, cosine)


_mean = OrthogonalMean(FAMILY.kernel_sample(W, SPLIT.x, SPLIT.y), m, d)
#: The MSE of one orthogonal frame, from its definition.
orthogonal_error = mean_squared_error(FAMILY.prefactor(SPLIT.x, SPLIT.y) * _mean, gaussian_kernel(SPLIT.x, SPLIT.y))

#: ``MSE_ORF - MSE_SimRF`` for m <= d.
gap = decay(SPLIT) * (m - 1) / m * (orthogonal_conformity(v2, d) - simplex_moment(SPLIT))


def error(pair: sp.Expr) -> sp.Expr:
    """The MSE from its definition, for pairs of projections with E b_i b_j = pair."""
    kernel, mean = gaussian_kernel(SPLIT.x, SPLIT.y), Expectation(sample(SPLIT))
    square = decay(SPLIT) / m**2 * (m * Expectation(sample(SPLIT, 2)) + m * (m - 1) * pair)
    return square - 2 * kernel * sp.sqrt(decay(SPLIT)) * mean + kernel**2


# -- 0F1(; d/2; s) increases -----------------------------------------------------------------------------------------

_s, _t = sp.Symbol("s", nonnegative=True), sp.Symbol("t", positive=True)
_k = sp.Symbol("k", integer=True, nonnegative=True)
_INDEX = Range(_k, 0, None, integer=True, typical=(0, 12), awkward=(0, 1, 2, 30))
_ORDERED = Domain(
    (
        D,
        Range(_s, 0, None, "[)", typical=(0, 4), awkward=(0, 20)),
        Range(_t, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 100), 30)),
    )
).where(sp.Gt(_t, _s))

#: s^k <= t^k.
_powers = lemma(
    "powers: s^k <= t^k for 0 <= s < t",
    le(_s**_k, _t**_k),
    _ORDERED.with_ranges(_INDEX),
    Chain(_s**_k).induction(_k, _t**_k, ratios=(_s, _t)),
)


_below, _above = (sp.hyper([], [d / 2], z) for z in (_s, _t))
_coefficient = sp.gamma(d / 2) / (sp.gamma(d / 2 + _k) * sp.gamma(_k + 1))
_terms = Chain(_coefficient * _s**_k).use(_powers).le(_coefficient * _t**_k)
_series = {_below: _coefficient * _s**_k, _above: _coefficient * _t**_k}
_increasing = lemma(
    "increasing: 0F1(; d/2; s) < 0F1(; d/2; t) for 0 <= s < t",
    lt(_below, _above),
    _ORDERED,
    Chain(_below).termwise(_above, _INDEX, _series, _terms, strict_at=1),
)


# -- given the lengths ----------------------------------------------------------------------------------------------


_squares = [squared_resultant(c) for c in (simplex_cosine(d), sp.Integer(0))]
_resultants = [sp.sqrt(square) for square in _squares]
_shorter_square = Chain(_squares[0]).lt(_squares[1])
_gap = (first_length - second_length) ** 2
_sum_of_squares = (d - 2) / (d - 1) * (first_length**2 + second_length**2) + _gap / (d - 1)
_positive_resultant = lemma(
    "square of the resultant: r_1^2 + r_2^2 - 2 r_1 r_2/(d - 1) is not negative",
    ge(_squares[0], 0),
    proof=Chain(_squares[0]).ge(0, [_sum_of_squares]),
)
_low, _high = (given_lengths(_at(c)) for c in (simplex_cosine(d), sp.Integer(0)))


_lower_given_lengths = lemma(
    "lower given the lengths: given any two lengths, E exp((w_i + w_j).(x + y)) is lower with SimRFs",
    lt(_low, _high),
    proof=Chain(_low).use(_positive_resultant).use(_increasing, {_s: _low.args[-1], _t: _high.args[-1]}).lt(_high),
)


# -- over the lengths -----------------------------------------------------------------------------------------------


@cache
def lower_conformity() -> Claim:
    """rho_SimRF < rho_ORF."""
    high = orthogonal_conformity(v2, d)

    def proof() -> Chain:
        chain = Chain(_at(simplex_cosine(d))).for_each(_lower_given_lengths, target=_at(sp.Integer(0)))
        return chain.computed(as_frame).expectations().eq(high)

    return lemma("lower conformity: rho_SimRF < rho_ORF", lt(_at(simplex_cosine(d)), high), _PAIR, proof())


def _positive(name: str, says: str, difference: sp.Expr, lemma: Claim, domain: Domain, **rest: str) -> Claim:
    """That a difference is positive, as a claim about its sign: it is enclosed at points."""
    sign, one = sp.sign(difference), sp.Integer(1)
    return claim(says, eq(sign, one), domain, proof=Chain(sign).use(lemma).eq(one, "positive"), name=name, **rest)


def _lower() -> Chain:
    """MSE_SimRF < MSE_ORF, as both errors increase with the conformity."""
    ends = [printed_error(c, SPLIT) for c in (simplex_moment(SPLIT), orthogonal_conformity(v2, d))]
    chain = Chain(simplex).eq(ends[0]).use(lower_conformity()).lt(ends[1])
    return chain.backwards(Chain(orthogonal).eq(ends[1]))


simplex, orthogonal = error(simplex_moment(SPLIT)), orthogonal_error
before = "before Corollary 3.3"
CLAIMS = (
    claim(
        "strictly lower: MSE_SimRF < MSE_ORF for x + y != 0 and 2 <= m <= d",
        lt(simplex, orthogonal),
        _SEVERAL,
        _lower(),
        tex=r"\mathrm{MSE}(\widehat{K}_{\mathrm{SimRF}}) < \mathrm{MSE}(\widehat{K}_{\mathrm{ORF}})",
    ).drawn(
        # what simplex projections save, as a difference of drawn errors: for opposite inputs, |x + y| = 1/10, they save most of it
        simplex_gain(),
        "mean",
        [{x_norm: sp.Rational(3, 10), y_norm: sp.Rational(2, 5), theta: sp.pi, m: size, d: size} for size in (2, 3, 6)],
        decay() * (m - 1) / m * (orthogonal_conformity(PAIR.z.square, d) - simplex_conformity(PAIR.z.square, d)),
    ),
    claim(
        "strictly lower, opposite inputs and one projection too: the gap MSE_ORF - MSE_SimRF is positive for all inputs and every "
        "m <= d",
        eq(sp.sign(gap), 1),
        _PRINTED,
        tex=r"\mathrm{MSE}(\widehat{K}_{\mathrm{SimRF}}) < \mathrm{MSE}(\widehat{K}_{\mathrm{ORF}})",
    ).false(
        at={v2: 0, z2: 4, d: 2, m: 2},
        because="both are zero for y = -x (v = 0), and equal for m = 1",
        remark="for y = -x (v = 0) both errors are zero, and for m = 1 they are equal",
    ),
    step(
        "resultants: for any two lengths |w_i + w_j| is strictly smaller with SimRFs",
        lt(*_resultants),
        proof=Chain(_resultants[0]).use(_positive_resultant).inside(_shorter_square, sp.sqrt, strict=True),
        location=before,
    ),
    _positive(
        "given the lengths",
        "for any two lengths E exp((w_i + w_j).(x + y)) is smaller with SimRFs",
        _high - _low,
        _lower_given_lengths,
        DOMAIN,
        role="step",
        location=before,
    ),
    _positive(
        "conformities",
        "rho_SimRF < rho_ORF",
        orthogonal_conformity(v2, d) - simplex_moment(SPLIT),
        lower_conformity(),
        _PAIR,
        role="step",
        location=before,
    ),
)
