"""Section 5.1 and Figure 2, synthetic regimes: how much smaller the variances are at d = 64, sigma = 1.

Printed: "GERF gives more than e^80, e^125 ... times variance reduction compared to TrigRF in `normal`, `heterogen`",
"OPRF and GeomRF+ give more than e^75, e^125 ... compared to PosRF". The figure shows means of log-variances over random
pairs. Since log E Z^2 of GERF is linear in |x + y|^2 at a fixed A, the means are bounded exactly: the gains are at least
83.1 and 137.6 over TrigRF, 83.8 and 138.3 over PosRF. The third regime, images, is `crt.sec-5.1-digits`.
"""

from __future__ import annotations

import sympy as sp

from proofs.crt._regimes import (
    HETEROGEN,
    NORMAL,
    PAIRS_OF_64,
    S,
    T,
    U,
    V,
    gerf,
    gerf_variance,
    log_excess,
    logarithm_from_above,
    logarithm_from_below,
    trig_variance,
    written_out,
    z,
)
from proofs.rules.elementary_bounds import exponential_tangent, u
from rftheory.evidence.averages import Average
from rftheory.evidence.bounds import Bound
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.rules.chi import integrate_powers
from rftheory.rules.nodes import Expectation
from rftheory.statements.claims import Claim, Inequality, Statement
from rftheory.statements.domain import Domain

STATEMENT = Statement(
    id="crt.sec-5.1",
    paper="crt",
    location="Sec. 5.1, Fig. 2",
    kind="claim",
    title="Variance reductions in the regimes normal and heterogen",
    reading=(
        "The reduction is the difference of the means of the log-variances over pairs of the regime, d = 64, sigma = 1. GERF "
        "and OPRF are given one fixed A for all pairs, which bounds the gain of the best A of each pair from below; GeomRF+ "
        "has p = 9/10 and the shift c_l = min(x_l, y_l) - 1/100 of the pair."
    ),
    notes=(
        "In `normal` x, y ~ N(0, I); in `heterogen` x ~ N(0, I), y ~ N(1_d, I).",
        "GeomRF+ gains as much as one likes over PosRF here: with the shift of the pair itself all products (x_l - c_l)(y_l - "
        "c_l) tend to 0 with the margin of the shift, and so does the variance.",
    ),
)
_NUMBERS = Domain(())
#: rho = 1/(1 - 8A) near its optimum at the mean of |x + y|^2
_RHO = {"normal": sp.Rational(7, 40), "heterogen": sp.Rational(1, 8)}
_REGIMES = {"normal": NORMAL, "heterogen": HETEROGEN}
#: the mechanisms that are improved on: name -> log-variance
_OVER = {"TrigRF": sp.log(trig_variance()), "PosRF": sp.log(gerf_variance(sp.Integer(1)))}
_LEAST = {("TrigRF", "normal"): 80, ("TrigRF", "heterogen"): 125, ("PosRF", "normal"): 75, ("PosRF", "heterogen"): 125}


# -- one pair -----------------------------------------------------------------------------------------------------


def _gain(over: str, rho: sp.Expr) -> sp.Expr:
    """How much the log-variance of GERF is below that of another mechanism, at one pair."""
    return _OVER[over] - sp.log(gerf_variance(rho))


def _floor(over: str, rho: sp.Expr) -> sp.Expr:
    """A bound from below on the gain, with a mean that is known."""
    if over == "TrigRF":
        return U - sp.log(2) - 1 / S - log_excess(rho)
    return V - 1 / (2 * T) - log_excess(rho)


def _gain_chain(over: str, rho: sp.Expr) -> Bound:
    """log(e^G - 1) <= G, and log(1 - e^-t) >= -1/(e^t - 1) >= -1/part for 0 < part <= t."""
    chain, excess = Bound(_gain(over, rho), PAIRS_OF_64), log_excess(rho)
    argument, part, factor, level = (U, 2 * S, 2, U - sp.log(2)) if over == "TrigRF" else (V, 2 * T, 1, V)
    rest, small, grown, less = level - excess, 1 - sp.exp(-argument), sp.exp(argument) - 1, 1 - sp.exp(-excess)
    chain.algebra(factor * sp.log(small) + rest - sp.log(less), "the variances written out")
    chain.given(logarithm_from_above(), {z: less})
    chain.at_least(factor * sp.log(small) + rest + sp.exp(-excess), [less - sp.log(less) - 1])
    chain.at_least(factor * sp.log(small) + rest, [sp.exp(-excess)])
    chain.given(logarithm_from_below(), {z: small})
    chain.at_least(factor * (1 - 1 / small) + rest, [factor, sp.log(small) + 1 / small - 1])
    chain.algebra(rest - factor / grown)
    chain.given(exponential_tangent(), {u: argument})
    chain.at_least(rest - factor / argument, [factor, grown - argument, 1 / argument, 1 / grown])
    return chain.at_least(_floor(over, rho), [factor, argument - part, 1 / argument, 1 / part])


def pair_claim(over: str, name: str) -> Claim:
    rho = _RHO[name]
    return Claim(
        name=f"one pair, {name}, over {over}",
        says=f"a bound on the gain of GERF with A = {gerf(rho).A} at one pair",
        role="lemma",
        proposition=Inequality(_gain(over, rho), ">=", _floor(over, rho)),
        domain=PAIRS_OF_64,
        proof=lambda: _gain_chain(over, rho),
        mutants=(Inequality(_gain(over, rho), ">=", _floor(over, rho) + sp.Rational(1, 100)),),
    )


# -- the means ----------------------------------------------------------------------------------------------------


def _mean_gain(over: str, name: str) -> sp.Expr:
    return Expectation(_gain(over, _RHO[name]).subs(_REGIMES[name], simultaneous=True))


def _mean_chain(over: str, name: str) -> Average:
    chain = Average(_mean_gain(over, name), _NUMBERS).for_every_draw(pair_claim(over, name), _REGIMES[name])
    chain.expectations().apply(integrate_powers, "moments of lengths and of Gaussian forms")
    return chain.at_least(sp.Integer(_LEAST[over, name]))


def mean_claim(over: str, name: str) -> Claim:
    gain, exponent = _mean_gain(over, name), sp.Integer(_LEAST[over, name])
    mechanism = "GERF" if over == "TrigRF" else "OPRF"
    return Claim(
        name=f"{mechanism} over {over}, {name}",
        says=f"the mean log-variance is more than {exponent} below that of {over} in the regime {name}",
        proposition=Inequality(gain, ">", exponent),
        domain=_NUMBERS,
        proof=lambda: _mean_chain(over, name),
    )


def claims() -> list[Claim]:
    return [
        *(mean_claim(over, name) for over, name in _LEAST),
        logarithm_from_below(),
        logarithm_from_above(),
        *(written_out(f"(6), {name}", gerf(rho), gerf_variance(rho)) for name, rho in _RHO.items()),
        written_out("(6), PosRF", gerf(sp.Integer(1)), gerf_variance(sp.Integer(1))),
        written_out("(6), TrigRF", GeneralizedExponential(sp.Integer(0), -1), trig_variance()),
        *(pair_claim(over, name) for over, name in _LEAST),
    ]
