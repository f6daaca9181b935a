"""Section 5.1 and Figure 2, images: the printed claim is about MNIST resized to 8x8, judged here on the digits of scikit-learn.

Printed: "GERF gives more than ... e^10 times variance reduction compared to TrigRF in ... mnist when sigma = 1", "OPRF and GeomRF+ give
more than ... e^7 compared to PosRF". On the 8x8 digits with pixels in [0, 1] the second sentence holds; the first one does not: with
s = +1 the least mean log-variance is far above that of TrigRF, and with s = -1 no real A saves more than 1/16 of the variance at any pair
of inputs. How much there is to gain is a matter of scale: with pixels 0, ..., 16 it is more than e^2000.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from proofs.crt import _shifted_geometric as shifted
from proofs.crt._digits import difference, statistics
from proofs.crt._regimes import (
    DIMENSION,
    PAIRS,
    S,
    T,
    U,
    V,
    floor,
    g,
    gain,
    gerf,
    log_excess,
    pair_claim,
    q,
    r,
    written_out,
)
from proofs.crt.sec_5_1 import shifted_pair_claim
from rftheory.coordinates import l, total
from rftheory.evidence.averages import Average
from rftheory.evidence.bounds import Bound
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.kernels import d
from rftheory.rules.nodes import Expectation
from rftheory.rules.tables import integrate_sums
from rftheory.statements.claims import Claim, Inequality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="crt.sec-5.1-digits",
    paper="crt",
    location="Sec. 5.1, Fig. 2",
    kind="claim",
    title="Variance reductions for images, on the 8x8 digits of scikit-learn in the place of MNIST",
    reading=(
        "The reduction is the difference of the means of the log-variances over all pairs of different images of "
        "sklearn.datasets.load_digits (1797 images, 64 pixels divided by 16), sigma = 1. OPRF is given one fixed A for all pairs, "
        "GeomRF+ one fixed p = 9/10 and the shift c_l = min(x_l, y_l) - 1/100 of each pair, which bounds the gain of the best "
        "parameters from below. GERF with real A: s = +1 at the best A for the averages, and s = -1 at any pair."
    ),
    notes=(
        "The claim is printed for MNIST, resized to 8x8; what is refuted is that it holds for these digits.",
        "Complex A: for s = +1 they are no better (crt.open). For s = -1 `rftheory.optima.generalized_exponential` certifies for given "
        "averages that they are hardly better than TrigRF; over all pairs this is not proved here.",
        "The scale of the pixels decides: the logarithm of the reduction grows with its square (see the claim on pixels 0, ..., 16).",
    ),
)
_NUMBERS = Domain(())
#: rho = 1/(1 - 8A) near its optimum at the mean of |x + y|^2, for pixels in [0, 1] and for pixels 0, ..., 16
_RHO, _RHO_RAW = sp.Rational(8, 25), sp.Rational(1, 400)
_RAW = sp.Integer(256)
rho = sp.Symbol("rho", positive=True)
_PARAMETER = Range(rho, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 1000), 1, 100))


def _least(statistic: sp.Expr) -> sp.Rational:
    return min(law.least for law in statistic.laws)


def _draw(over: str, scale: sp.Expr = sp.Integer(1)) -> dict[sp.Symbol, sp.Expr]:
    """The pair of one random draw, in the names of the bounds for one pair."""
    square, distance = statistics()
    if over == "PosRF":
        return {T: scale * square / 2, q: sp.Integer(0)}
    return {S: scale * distance / 2, r: sp.Integer(0), T: scale * square / 2, q: sp.Integer(0)}


# -- one pair -------------------------------------------------------------------------------------------------------


def _bounded(over: str, excess: sp.Expr, least: sp.Expr) -> sp.Expr:
    """The bound on the gain with 1/least in the place of the reciprocal of a length."""
    part = 1 / S if over == "TrigRF" else 1 / (2 * T)
    return floor(over, excess) + part - (2 if over == "TrigRF" else 1) / least


def _least_domain(over: str, least: sp.Expr, domain: Domain) -> Domain:
    symbol = S if over == "TrigRF" else T
    item = next(item for item in domain.ranges if item.symbol == symbol)
    return domain.with_ranges(replace(item, low=least / 2, closed="[)", typical=(least, least + 60), awkward=(least / 2,)))


def long_pair_claim(over: str, least: sp.Expr) -> Claim:
    """The bound for one pair, where twice the reciprocal length is at most a number."""
    domain, bound = _least_domain(over, least, PAIRS[over]), _bounded(over, g, least)
    length, factor = (S, 2) if over == "TrigRF" else (T, 1)

    def proof() -> Bound:
        chain = Bound(gain(over), domain).given(pair_claim(over)).at_least(floor(over))
        return chain.at_least(bound, [factor, 2 * length - least, 1 / least, 1 / (2 * length)])

    return Claim(
        name=f"one pair, over {over}, length at least {least}",
        says="a bound on the gain that is linear in the squared lengths",
        role="lemma",
        proposition=Inequality(gain(over), ">=", bound),
        domain=domain,
        proof=proof,
        mutants=(Inequality(gain(over), ">=", bound + 1),),
    )


def long_shifted_claim(least: sp.Expr) -> Claim:
    known = shifted_pair_claim()
    domain = _least_domain("PosRF", least, known.domain)
    excess, level = shifted.excess(), shifted.excess_bound(total(shifted.D[l] ** 2))
    start, bound = gain("PosRF", excess), _bounded("PosRF", level, least)

    def proof() -> Bound:
        chain = Bound(start, domain).given(known).at_least(floor("PosRF", level))
        return chain.at_least(bound, [2 * T - least, 1 / least, 1 / (2 * T)])

    return Claim(
        name=f"one pair, GeomRF+, length at least {least}",
        says="a bound on the gain of GeomRF+ that is linear in the squared lengths",
        role="lemma",
        proposition=Inequality(start, ">=", bound),
        domain=domain,
        proof=proof,
        mutants=(Inequality(start, ">=", bound + 1),),
    )


# -- over PosRF -----------------------------------------------------------------------------------------------------


def _mean_claim(name: str, over: str, parameter: sp.Rational, scale: sp.Expr, exponent: int) -> Claim:
    """GERF with s = +1 and one fixed A."""
    draw = _draw(over, scale)
    excess = log_excess(parameter).subs(draw)
    start = Expectation(gain(over, log_excess(parameter)).subs(draw, simultaneous=True))
    square, distance = statistics()
    lemma = long_pair_claim(over, scale * _least(square if over == "PosRF" else distance))

    def proof() -> Average:
        draws = {symbol: value for symbol, value in draw.items() if symbol in lemma.domain.symbols}
        chain = Average(start, _NUMBERS).for_every_draw(lemma, {**draws, g: excess})
        return chain.expectations().apply(integrate_sums, "averages over the table").at_least(exponent)

    return Claim(
        name=name,
        says=f"the mean log-variance at A = {gerf(parameter).A} is more than {exponent} below that of {over}",
        proposition=Inequality(start, ">", sp.Integer(exponent)),
        domain=_NUMBERS,
        proof=proof,
    )


def _shifted_claim() -> Claim:
    square, _ = statistics()
    numbers = {T: square / 2, q: sp.Integer(0), d: DIMENSION}
    form = gain("PosRF", shifted.excess()).subs(numbers, simultaneous=True)
    start = Expectation(form.replace(shifted.D[l], difference()(l)))

    def proof() -> Average:
        draw = {**numbers, shifted.D.label: difference()}
        chain = Average(start, _NUMBERS).for_every_draw(long_shifted_claim(_least(square)), draw)
        return chain.expectations().apply(integrate_sums, "averages over the table").at_least(7)

    return Claim(
        name="GeomRF+ over PosRF",
        says="the mean log-variance is more than 7 below that of PosRF",
        proposition=Inequality(start, ">", sp.Integer(7)),
        domain=_NUMBERS,
        proof=proof,
    )
