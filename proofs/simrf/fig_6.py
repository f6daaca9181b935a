r"""Sec. 5.1 and Fig. 6: ratios of mean squared errors of positive features under different couplings, d = 64.

With ``u = v^2 = |x + y|^2`` and ``B(rho) = exp(2u) - exp(u) + (m-1)(rho - exp(u))`` every MSE is ``exp(-2|x|^2 - 2|y|^2)/m B(rho)``, so
ratios are those of B, functions of v. *SimRF <= ORF <= IID* because ``rho_SimRF <= rho_ORF <= exp(u)``.

*Gains.* ``MSE_SimRF/MSE_IID = 1 - (m-1) (exp(u) - rho_SimRF)/(exp(2u) - exp(u))`` rises with v, because the quotients of
coefficients ``(1 - P_k M_k)/(2^k - 1)`` fall with k; in the same way MSE_SimRF/MSE_ORF rises. For ORF against IID the first
coefficient 1 - P_1 is zero: the ratio is at most 1 and tends to 1 as v -> 0, so that the gain of ORF is not bigger at
smaller v.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import sympy as sp

from proofs.crt._orthogonal import kummer, kummer_below_exponential
from proofs.crt._orthogonal import u as crt_square
from proofs.simrf._angle_series import bracket, chain, series, simplex, simplex_integral, u
from proofs.simrf._coupled import FAMILY, W, error, printed_error, simplex_moment
from proofs.simrf._falling_gains import (
    FRAME_GAINS,
    high,
    low,
    positive_error,
    simplex_gain_falls,
    simplex_gain_over_frames_falls,
)
from proofs.simrf._setting import SEVERAL, D
from proofs.simrf.corollary_3_3 import lower_conformity
from proofs.simrf.corollary_4_4_positive import strictly_below
from rftheory.conformity.closed_forms import length_moment
from rftheory.evidence.angle_series import AngleSeries
from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Derivation
from rftheory.kernels import PAIR, SPLIT, d, gaussian_kernel, m, theta, v2, x_norm, y_norm, z2
from rftheory.rules.frames import OrthogonalMean
from rftheory.rules.nodes import SampleMean, mean_squared_error
from rftheory.simulate.checks import MomentCheck
from rftheory.simulate.coupled import Coupled
from rftheory.statements.claims import Claim, Equality, Inequality, Limit, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="simrf.fig-6",
    paper="simrf",
    location="Sec. 5.1, Fig. 6",
    kind="claim",
    title="Ratios of the MSE of coupled positive features",
    reading=(
        "One block of 2 <= m <= d projections; d = 64 and m = d in the figure, any d >= 2 here. An improvement that is bigger at "
        "smaller v is a ratio of errors that increases with v, for each of SimRF to IID, SimRF to ORF and ORF to IID."
    ),
    notes=(
        "The text says it of SimRFs only ('particularly effective ... at small v'), for which it is true; the caption speaks of "
        "the improvement after naming SimRFs, ORFs and IIDRFs.",
    ),
)

_V2 = Range(v2, 0, None, "[)", typical=(0, 4), awkward=(0, sp.Rational(1, 1000), 9))
_Z2 = Range(z2, 0, None, "[)", typical=(0, 4), awkward=(0, 9))
_FRAMES = Domain((_V2, _Z2, D, SEVERAL)).where(sp.Le(m, d))
_EVERYWHERE = Domain((_V2, D, SEVERAL)).where(sp.Le(m, d))
_POSITIVE = Domain((Range(v2, 0, None, "()", typical=(0, 4), awkward=(9,)), D, SEVERAL)).where(sp.Le(m, d))
_U = Range(u, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000),))
_NEAR_ZERO = Domain((_U, D, SEVERAL)).where(sp.Le(m, d))
_FIGURE = {d: sp.Integer(64), m: sp.Integer(64)}
_SQUARES = Domain(FRAME_GAINS.ranges[2:]).where(sp.Gt(high, low))


def independent(square: sp.Expr) -> sp.Expr:
    return bracket(sp.exp(square), square)


def orthogonal(square: sp.Expr) -> sp.Expr:
    return bracket(kummer(square), square)


def coupled(square: sp.Expr) -> sp.Expr:
    return bracket(simplex(square), square)


def _definition(name: str) -> sp.Expr:
    """The MSE of the estimator as it is defined, for inputs known through |x + y|^2 and |x - y|^2."""
    if name == "SimRF":
        return error(simplex_moment(SPLIT), SPLIT)
    sample = FAMILY.kernel_sample(W, SPLIT.x, SPLIT.y)
    mean = OrthogonalMean(sample, m, d) if name == "ORF" else SampleMean(sample, m)
    return mean_squared_error(FAMILY.prefactor(SPLIT.x, SPLIT.y) * mean, gaussian_kernel(SPLIT.x, SPLIT.y))


_CONFORMITIES = {"IID": sp.exp(v2), "ORF": kummer(v2), "SimRF": simplex_moment(SPLIT)}


@cache
def _only_through_v(first: str, second: str) -> Claim:
    one, two = (bracket(_CONFORMITIES[name], v2) for name in (first, second))
    left, right = _definition(first) * two, printed_error(_CONFORMITIES[second], SPLIT) * one
    return Claim(
        name=f"{first} to {second}, only through v",
        says=(
            f"the ratio of the MSE of {first} and {second} (the latter by Theorem 3.2) is that of B, a function of |x + y| "
            "alone; cross-multiplied"
        ),
        proposition=Equality(left, right),
        domain=_FRAMES,
        proof=lambda: Derivation(left, _FRAMES).expectations().algebra(right, "Theorem 3.2"),
    )


def _rises(name: str, ratio: Callable[[sp.Expr], sp.Expr], gain: Claim, weight: sp.Expr) -> Claim:
    """That a ratio of errors increases, from a gain that falls."""
    difference = ratio(high) - ratio(low)
    proposition = gain.proposition
    falls = weight * (proposition.right - proposition.left)

    def proof() -> Bound:
        steps = chain(sp.sign(difference), FRAME_GAINS).integrated()
        for square in (low, high):
            steps.given(positive_error(), {u: square})
        steps.rewrite(steps.end.args[0], falls, "one minus the gain")
        return steps.given(gain).algebra(sp.Integer(1), "positive")

    return Claim(
        name=f"gain, {name}",
        says=f"the ratio of the MSE of {name} increases with v: the difference of two values is positive",
        proposition=Equality(sp.sign(difference), sp.Integer(1)),
        domain=FRAME_GAINS,
        proof=proof,
    )


def _limit(name: str, numerator: sp.Expr, value: sp.Expr) -> Claim:
    below = independent(u)

    def proof() -> AngleSeries:
        steps = chain(numerator / below, _NEAR_ZERO)
        above = numerator
        if name == "SimRF":
            steps, above = steps.integrated(), bracket(simplex_integral(u), u)
        return steps.limit_at_zero(above, below, series(u, u), 1)

    return Claim(
        name=f"gain of {name} at v = 0",
        says=f"the ratio of the MSE of {name} to IID tends to {value} as v -> 0",
        role="lemma",
        proposition=Limit(numerator / below, u, sp.Integer(0), value),
        domain=_NEAR_ZERO,
        proof=proof,
    )


def _below_independent() -> Bound:
    steps = Bound(orthogonal(v2), _EVERYWHERE).given(kummer_below_exponential(), {crt_square: v2})
    return steps.at_most(independent(v2), [m - 1, sp.exp(v2) - kummer(v2)])


def _below_orthogonal() -> Bound:
    difference, gap = _orthogonal_less_simplex(), kummer(v2) - simplex_moment(SPLIT)
    steps = Bound(sp.sign(difference), _POSITIVE).given(lower_conformity())
    return steps.rewrite(difference, (m - 1) * gap, "the difference").algebra(sp.Integer(1), "positive")


def _strictly_below() -> Bound:
    steps = Bound(sp.sign(independent(u) - orthogonal(u)), _NEAR_ZERO).given(strictly_below(), {crt_square: u})
    return steps.algebra(sp.Integer(1), "positive")


def _orthogonal_less_simplex() -> sp.Expr:
    return orthogonal(v2) - bracket(simplex_moment(SPLIT), v2)


def claims() -> list[Claim]:
    of_orthogonal = orthogonal(u) / independent(u)
    in_figure = [of_orthogonal.subs(u, square).subs(_FIGURE) for square in (low, high)]
    return [
        _only_through_v("ORF", "IID"),
        _only_through_v("SimRF", "IID"),
        _only_through_v("SimRF", "ORF"),
        Claim(
            name="SimRF <= ORF",
            says="the MSE of SimRF is below that of ORF for v > 0: the difference is positive (both are zero at v = 0)",
            proposition=Equality(sp.sign(_orthogonal_less_simplex()), sp.Integer(1)),
            domain=_POSITIVE,
            proof=_below_orthogonal,
        ),
        Claim(
            name="ORF <= IID",
            says="the MSE of ORF is at most that of IID projections",
            proposition=Inequality(orthogonal(v2), "<=", independent(v2)),
            domain=_EVERYWHERE,
            proof=_below_independent,
            mutants=(Inequality(orthogonal(v2), "<=", sp.Rational(9, 10) * independent(v2)),),
        ),
        _rises("SimRF to IID", lambda s: coupled(s) / independent(s), simplex_gain_falls(), m - 1),
        _rises("SimRF to ORF", lambda s: coupled(s) / orthogonal(s), simplex_gain_over_frames_falls(), m - 1),
        Claim(
            name="gain, ORF to IID",
            says="the ratio of the MSE of ORF to IID increases with v, d = m = 64",
            proposition=Inequality(in_figure[0], "<=", in_figure[1]),
            domain=_SQUARES,
            flaw="ORF gains nothing in the limit v -> 0: the ratio falls from 1 before it rises to 1 again",
            counterexample={low: sp.Rational(1, 100), high: sp.Integer(1)},
        ),
        Claim(
            name="gain of ORF vanishes",
            says="the ratio of the MSE of ORF to IID tends to 1 as v -> 0, in every dimension and for every m <= d",
            role="correction",
            corrects="gain, ORF to IID",
            proposition=Limit(of_orthogonal, u, sp.Integer(0), sp.Integer(1)),
            domain=_NEAR_ZERO,
            proof=lambda: chain(of_orthogonal, _NEAR_ZERO).limit_at_zero(
                orthogonal(u), independent(u), series(u, u), 1
            ),
        ),
        Claim(
            name="ORF < IID",
            says="for v > 0 the ratio is below 1: the difference of the MSE of IID and ORF is positive. With the limit 1 at v = 0 the "
            "ratio cannot increase from there on, whatever d and m <= d",
            role="lemma",
            proposition=Equality(sp.sign(independent(u) - orthogonal(u)), sp.Integer(1)),
            domain=_NEAR_ZERO,
            proof=_strictly_below,
        ),
        _limit("SimRF", coupled(u), 1 - (m - 1) / (d - 1) * length_moment(sp.Integer(1), d)),
    ]


def simulations() -> list[MomentCheck]:
    """The error of orthogonal projections, m = d = 2, which is the factor in front times B."""
    point = {x_norm: sp.Rational(2, 5), y_norm: sp.Rational(1, 4), theta: sp.Rational(2)}
    expected = printed_error(kummer(PAIR.z.square))
    sizes = {m: sp.Integer(2), d: sp.Integer(2)}
    claim = "ORF to IID, only through v"
    return [MomentCheck("ORF", Coupled(FAMILY), "mse", expected, {**point, **sizes}, claim=claim, dimension=2)]
