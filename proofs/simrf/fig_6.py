r"""Sec. 5.1 and Fig. 6: the gains of SimRFs are bigger at smaller v, d = 64.

With ``u = v^2 = |x + y|^2`` ratios of errors are those of B (`_ratios`), functions of v: ``MSE_SimRF/MSE_IID = 1 - (m-1) (exp(u) -
rho_SimRF)/(exp(2u) - exp(u))`` rises with v, because the quotients of coefficients ``(1 - P_k M_k)/(2^k - 1)`` fall with k; in the same
way MSE_SimRF/MSE_ORF rises. For ORF against IID the first coefficient 1 - P_1 is zero: the ratio is at most 1 and tends to 1 as v
-> 0, so that the gain of ORF is not bigger at smaller v.
"""

from collections.abc import Callable

from rftheory.proofs.simrf._setting import *
from rftheory.proofs.simrf._angle_series import chain, series, simplex, u
from rftheory.proofs.simrf._coupled import printed_error
from rftheory.proofs.simrf._draws import Drawn
from rftheory.proofs.simrf._draws import positive_error as error_check
from rftheory.proofs.simrf._falling_gains import (
    FRAME_GAINS,
    high,
    low,
    positive_error,
    simplex_gain_falls,
    simplex_gain_over_frames_falls,
)
from rftheory.proofs.simrf._ratios import coupled, independent, orthogonal
from rftheory.rules.angles import integrate_angles
from rftheory.statements.words import by_definition, printed_words

STATEMENT = statement(
    "claim",
    "Sec. 5.1, Fig. 6",
    "The gains of SimRFs are bigger at smaller v",
    reading="'Particularly effective compared to ORFs and IIDRFs at small v', 'bigger at smaller v': the ratios "
    "of the errors of SimRF to IID and of SimRF to ORF increase with v; one block of 2 <= m <= d "
    "projections, d = 64 and m = d in the figure, any d >= 2 here.",
    notes=(
        "The caption speaks of the improvement after naming SimRFs, ORFs and IIDRFs; of ORFs to IIDRFs, which the text does not say, it is "
        "false (a step).",
    ),
)

_U = Range(u, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000),))
DOMAIN = Domain((_U, D, SEVERAL)).where(
    sp.Le(m, d), words=printed_words("All w_i can be orthogonal if m ≤ d", "footnote 2")
)
_FIGURE = {d: sp.Integer(64), m: sp.Integer(64)}
_SQUARES = Domain(FRAME_GAINS.ranges[2:]).where(
    sp.Gt(high, low), words=by_definition("the larger and the smaller of two squares of distances")
)


def _rises(name: str, ratio: Callable[[sp.Expr], sp.Expr], gain: Claim, weight: sp.Expr) -> Claim:
    """That a ratio of errors increases, from a gain that falls."""
    difference = ratio(high) - ratio(low)
    proposition = gain.proposition
    falls = weight * (proposition.right - proposition.left)

    def proof() -> Chain:
        steps = chain(sp.sign(difference))
        for square in (low, high):
            steps = steps.use(positive_error(), {u: square})
        for square in (low, high):
            inner, whole, node = (chain(simplex(square)).computed(integrate_angles), steps.end, simplex(square))
            steps = steps.inside(inner, lambda t, whole=whole, node=node: whole.xreplace({node: t}))
        steps = steps.rewrite(steps.end.args[0], falls, "one minus the gain")
        return steps.use(gain).eq(sp.Integer(1), "positive")

    return claim(
        f"the ratio of the MSE of {name} increases with v: the difference of two values is positive",
        eq(sp.sign(difference), 1),
        FRAME_GAINS,
        proof(),
        name=f"gain, {name}",
    )


of_orthogonal = orthogonal(u) / independent(u)
in_figure = [of_orthogonal.subs(u, square).subs(_FIGURE) for square in (low, high)]
gain_orf_to_iid = step(
    "gain, ORF to IID: the ratio of the MSE of ORF to IID increases with v, d = m = 64",
    le(in_figure[0], in_figure[1]),
    _SQUARES,
    location="Fig. 6, the caption, read of ORFs and IIDRFs",
    tex=r"\frac{\mathrm{MSE}_{\mathrm{ORF}}}{\mathrm{MSE}_{\mathrm{IIDRF}}}(v) \text{ increases with } v",
).false(
    at={low: sp.Rational(1, 100), high: 1},
    because="ORF gains nothing in the limit v -> 0: the ratio falls from 1 before it rises to 1 again",
    remark="of ORFs, of which the text does not say it: they gain nothing in the limit v -> 0, and their ratio "
    "falls from 1 before it rises to 1 again",
)
CLAIMS = (
    _rises("SimRF to IID", lambda s: coupled(s) / independent(s), simplex_gain_falls(), m - 1),
    _rises("SimRF to ORF", lambda s: coupled(s) / orthogonal(s), simplex_gain_over_frames_falls(), m - 1),
    gain_orf_to_iid,
    gain_orf_to_iid.corrected(
        "gain of ORF vanishes: the ratio of the MSE of ORF to IID tends to 1 as v -> 0, in every dimension and for "
        "every m <= d",
        tends(of_orthogonal, u, 0, 1),
        DOMAIN,
        proof=chain(of_orthogonal).limit_of_series(orthogonal(u), independent(u), series(u, u), 1),
        tex=r"\frac{\mathrm{MSE}_{\mathrm{ORF}}}{\mathrm{MSE}_{\mathrm{IIDRF}}} \to 1 \quad (v \to 0)",
    ),
)


def simulations() -> list[MomentCheck]:
    """The errors of SimRF at two lengths, d = m = 6, whose ratios to those of IID are compared."""
    error = printed_error(simplex_conformity(PAIR.z.square, d))
    lengths = (sp.Rational(1, 10), sp.Integer(1))
    return [error_check(Simplex(), Drawn(v, 6, 6), error, "gain, SimRF to IID", f"SimRF, v = {v}") for v in lengths]
