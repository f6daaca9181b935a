"""Sec. 5.1 and Fig. 6: "SimRFs always perform the best, followed by ORFs then IIDRFs".

The factor in front of the errors is common to all of them, and B(rho) increases with rho: ``rho_SimRF < rho_ORF < exp(v^2)`` for v > 0. At
v = 0 all errors are zero.
"""

from rftheory.proofs.crt._orthogonal import kummer, kummer_below_exponential
from rftheory.proofs.crt._orthogonal import u as crt_square
from rftheory.proofs.simrf._setting import *
from rftheory.proofs.simrf._coupled import decay, printed_error
from rftheory.proofs.simrf._draws import Drawn, positive_error, simplex_gain
from rftheory.proofs.simrf._ratios import INPUTS, SQUARED_DIFFERENCE, defined_error
from rftheory.proofs.simrf.corollary_3_3 import gap, lower_conformity
from rftheory.proofs.simrf.corollary_4_4_positive import strictly_below

STATEMENT = statement(
    "inequality",
    "Sec. 5.1, Fig. 6",
    "SimRFs have the least MSE, then ORFs, then IIDRFs",
    reading="One block of 2 <= m <= d projections, any d >= 2 (d = 64 in the figure), v > 0, which is the range "
    "of its logarithmic axis.",
    notes=("At v = 0 all errors are zero. More than d projections, in blocks: `simrf.corollary-3.3`.",),
)

DOMAIN = Domain(
    (Range(v2, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 9)), SQUARED_DIFFERENCE, D, SEVERAL)
).where(sp.Le(m, d), words=printed_words("All w_i can be orthogonal if m ≤ d", "footnote 2"))


def _below_orthogonal() -> Chain:
    difference = gap
    return Chain(sp.sign(difference)).use(lower_conformity()).eq(sp.Integer(1), "positive")


def _below_independent() -> Chain:
    low, high = (printed_error(value, SPLIT) for value in (kummer(v2), sp.exp(v2)))
    back = Chain(defined_error("IID")).expectations().eq(high, "Theorem 3.2")
    chain = Chain(defined_error("ORF")).expectations().eq(low, "Theorem 3.2")
    chain = chain.use(kummer_below_exponential(), {crt_square: v2})
    return chain.le(high).backwards(back)


_independent_less_orthogonal = decay(SPLIT) * (m - 1) / m * (sp.exp(v2) - kummer(v2))


CLAIMS = (
    claim(
        "SimRF below ORF: MSE_ORF - MSE_SimRF (`simrf.corollary-3.3`) is positive for v > 0",
        eq(sp.sign(gap), 1),
        proof=_below_orthogonal(),
    ),
    claim(
        "ORF below IID: the MSE of orthogonal projections is at most that of independent ones",
        le(defined_error("ORF"), defined_error("IID")),
        INPUTS,
        _below_independent(),
    ),
    claim(
        "ORF strictly below IID: MSE_IID - MSE_ORF = exp(-2|x|^2-2|y|^2) (m-1)/m (exp(v^2) - rho_ORF) is positive for v > 0",
        eq(sp.sign(_independent_less_orthogonal), 1),
        proof=Chain(sp.sign(_independent_less_orthogonal))
        .use(strictly_below(), {crt_square: v2})
        .eq(sp.Integer(1), "positive"),
    ),
)


def simulations() -> list[MomentCheck]:
    """What the simplex saves at v = 1/10, and the error of orthogonal projections at v = 1/10 and 1."""
    square = PAIR.z.square
    saved = decay() * (m - 1) / m * (kummer(square) - simplex_conformity(square, d))
    point = {x_norm: sp.Rational(3, 10), y_norm: sp.Rational(2, 5), theta: sp.pi, m: 6, d: 6}
    difference = simplex_gain()
    checks = [MomentCheck("d = m = 6", difference, "mean", saved, point, claim="SimRF below ORF")]
    for length in (sp.Rational(1, 10), sp.Integer(1)):
        error = printed_error(kummer(square))
        checks.append(positive_error(Orthogonal(), Drawn(length, 6, 6), error, "ORF below IID", "ORF"))
    return checks
