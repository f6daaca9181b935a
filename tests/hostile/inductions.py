"""Cases, sums, integrals, inductions and series that are compared outside of what their rules ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp
from rftheory.evidence.bounds import Bound
from rftheory.evidence.integral_nodes import IntegralBound
from rftheory.evidence.intermediate import RootBound
from rftheory.evidence.pairs import PairBound
from rftheory.evidence.power_series import PowerSeries
from rftheory.evidence.series_steps import SeriesBound

from hostile.harness import Cases, Claim, Derivation, Domain, domain, equal, order, over
from hostile.symbols import half, j, k, n, t, u, v, x
from rftheory.statements.domain import Range

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_AROUND, _UNIT = domain(over(x, -3, 3)), domain(over(x, 0, 1))
_HALF_LINE = domain(over(u, 0, None, "()"))
_COUNTING = domain(over(k, 0, integer=True))
_oo = sp.oo


def _by(
    kind: type[Derivation], form: sp.Expr, relation: str, target: object, on: Domain, step: Callable[[Any], Derivation]
) -> Claim:
    return order(form, relation, target, on, lambda: step(kind(form, on)))


# -- cases, sums, integrals -------------------------------------------------------------------------------------------------

_false(
    "a weak bound in each case",
    "x = 0: 0 is not above 0",
    lambda: _by(
        Bound,
        x**2,
        ">",
        0,
        _AROUND,
        lambda c: c.by_cases(x, sp.Integer(0), lambda part: Bound(x**2, part).at_least(sp.Integer(0))),
    ),
)
_false(
    "cases that end differently",
    "|x| is not x",
    lambda: equal(
        sp.Abs(x),
        x,
        _AROUND,
        lambda: Bound(sp.Abs(x), _AROUND).by_cases(
            x, sp.Integer(0), lambda part: Bound(sp.Abs(x), part).algebra(x if part.ranges[0].low == 0 else -x)
        ),
    ),
)


def _term_by_term(last: sp.Expr, on: Domain, start: sp.Expr, target: sp.Expr) -> Claim:
    index = Range(k, 0, None, integer=True)
    sums = [sp.Sum(body, (k, 0, last)) for body in (start, target)]

    def proof() -> Bound:
        inner = Bound(start, on.with_ranges(index).where(sp.Le(k, last))).at_most(target)
        return Bound(sums[0], on).term_by_term(inner, index, last)

    return order(sums[0], "<=", sums[1], on, proof)


_false(
    "a sum that runs backwards",
    "for n = 0 the sums from 0 to -5 are minus those from -4 to -1, or have no meaning",
    lambda: _term_by_term(n - 5, domain(over(n, 0, integer=True), over(x, 1, 2)), x, 2 * x),
)
_false(
    "a sum up to a half",
    "there is no sum from 0 to x",
    lambda: _term_by_term(x, domain(over(x, 1, 2)), sp.Integer(1), sp.Integer(2)),
)
_false(
    "terms that are compared the other way",
    "2 is above 1",
    lambda: _term_by_term(n, domain(over(n, 0, integer=True), over(x, 1, 2)), 2 * x, x),
)


def _under(body: sp.Expr, target: sp.Expr, low: object, high: object, on: Domain) -> Claim:
    start, end = (sp.Integral(f, (v, low, high)) for f in (body, target))
    step = lambda c: c.under_the_integral(lambda inside: Bound(body, inside).at_most(target))  # noqa: E731
    return _by(IntegralBound, start, "<=", end, on, step)


_false("two integrals without values", "both diverge", lambda: _under(1 / v, 2 / v, 0, 1, _UNIT))
_false(
    "an integral against one without a value",
    "the integral of 1/v over (0, 1) diverges",
    lambda: _under(sp.Integer(1), 1 / v, 0, 1, _UNIT),
)
_false("two integrals without end", "both diverge", lambda: _under(sp.exp(v), 2 * sp.exp(v), 0, _oo, _UNIT))
_false(
    "an integral that runs backwards",
    "the integral from 1 to 0 of 1 is -1, of 2 it is -2",
    lambda: _under(sp.Integer(1), sp.Integer(2), 1, 0, _UNIT),
)
_false(
    "an integral with ends of any order",
    "x = 0: from 1/2 to 0",
    lambda: _under(sp.Integer(1), sp.Integer(2), half, x, _UNIT),
)


def _widened(body: sp.Expr, near: tuple[int, int], far: tuple[int, int]) -> Claim:
    start, end = (sp.Integral(body, (v, *ends)) for ends in (near, far))
    return _by(IntegralBound, start, "<=", end, _UNIT, lambda c: c.widened(*far))


_false(
    "a negative integrand that is widened",
    "more of what is negative is less",
    lambda: _widened(-sp.exp(-(v**2)), (0, 1), (0, 2)),
)
_false(
    "an integral that is widened over a pole",
    "the integral of v^-2 over (-1, 2) diverges",
    lambda: _widened(v**-2, (1, 2), (-1, 2)),
)
_false(
    "a root that is not shown to exist",
    "x^2 + 1 has no root",
    lambda: _at_root(x**2 + t**2 + 1, (sp.Integer(-1), sp.Integer(1))),
)
_false(
    "a root of a function with a jump",
    "1/t has no root between -1 and 1",
    lambda: _at_root(1 / t, (sp.Integer(-1), sp.Integer(1))),
)


def _at_root(function: sp.Expr, ends: tuple[sp.Expr, sp.Expr]) -> Claim:
    def proof() -> RootBound:
        def chain(at: Domain) -> Bound:
            return Bound(sp.Integer(0), at).at_least(function).at_least(1 + function).at_least(sp.Integer(1))

        return RootBound(sp.Integer(0), _AROUND).by_root(t, ends, function, chain)

    return order(0, ">=", 1, _AROUND, proof)


# -- inductions and series -----------------------------------------------------------------------------------------------------


def _induced(
    form: sp.Expr, target: sp.Expr, on: Domain, step: Callable[[Domain], Derivation], index: sp.Symbol = k
) -> Claim:
    return order(form, "<=", target, on, lambda: SeriesBound(form, on).by_induction(index, target, step))


_false(
    "an induction with a wrong base",
    "k = 0: 1 is not at most 0",
    lambda: _induced(k + 1, k, _COUNTING, lambda facts: Bound(sp.Integer(1), facts)),
)
_false(
    "an induction that starts too late",
    "k = 0 is in the domain: 5 is above 0",
    lambda: _induced(sp.Integer(5), k, _COUNTING, lambda facts: Bound(sp.Integer(0), facts).at_most(sp.Integer(1))),
)
_false(
    "an induction over real numbers",
    "x = 1/2: sin(pi/2) = 1",
    lambda: _induced(
        sp.sin(sp.pi * x) ** 2, sp.Integer(0), domain(over(x, 0)), lambda facts: Bound(sp.Integer(0), facts), x
    ),
)
_false(
    "an induction with a step for even numbers",
    "k = 1: 1 is not at most 0",
    lambda: _induced(
        sp.Mod(k, 2),
        sp.Integer(0),
        _COUNTING,
        lambda facts: Bound(sp.Mod(k + 1, 2) - sp.Mod(k, 2), facts).algebra(sp.Integer(0)),
    ),
)
_false(
    "an induction downwards",
    "j = -1 is in the domain",
    lambda: _induced(
        -j,
        sp.Integer(0),
        domain(over(j, integer=True)),
        lambda facts: Bound(sp.Integer(-1), facts).at_most(sp.Integer(0)),
        j,
    ),
)
_false(
    "a telescoping sum without its first term",
    "k = 0: 1 is not at most 1/2",
    lambda: _induced(
        sp.Integer(1) / (k + 1), 1 / (k + 1) - half, _COUNTING, lambda facts: Bound(1 / (k + 2) - 1 / (k + 1), facts)
    ),
)


def _by_ratios(form: sp.Expr, target: sp.Expr, ratios: tuple[sp.Expr, sp.Expr], on: Domain) -> Claim:
    return order(form, "<=", target, on, lambda: SeriesBound(form, on).by_ratio_induction(k, target, ratios))


_false(
    "ratios with a wrong base",
    "k = 0: 3 is above 1",
    lambda: _by_ratios(3 * sp.Integer(2) ** k, sp.Integer(2) ** k, (sp.Integer(2), sp.Integer(2)), _COUNTING),
)
_false(
    "ratios that are negative",
    "k = 1: 2 is above -3",
    lambda: _by_ratios((-2) ** k * -1, (-3) ** k, (sp.Integer(-2), sp.Integer(-3)), _COUNTING),
)
_false(
    "ratios that are not those",
    "k = 2: 4 is above 3",
    lambda: _by_ratios(sp.Integer(2) ** k, k + 1, (sp.Integer(2), sp.Integer(2)), _COUNTING),
)


def _summed(series: sp.Expr, function: sp.Expr, on: Domain) -> Claim:
    return equal(series, function, on, lambda: PowerSeries(series, on).summed(series, function))


_false(
    "an exponential series with one coefficient too many",
    "the sum is e^x",
    lambda: _summed(sp.Sum(x**k / sp.factorial(k), (k, 0, _oo)), 2 * sp.exp(x), domain(over(x, 1, 2))),
)
_false(
    "an exponential series of reciprocal squares",
    "sum x^k/k!^2 is no exponential",
    lambda: _summed(sp.Sum(u**k / sp.factorial(k) ** 2, (k, 0, _oo)), sp.exp(u), _HALF_LINE),
)
_false(
    "a series that starts at one",
    "the sum from 1 on is e^u - 1",
    lambda: _summed(sp.Sum(u**k / sp.factorial(k), (k, 1, _oo)), sp.exp(u), _HALF_LINE),
)
_false(
    "a hypergeometric series beyond its disc",
    "2F1 at u = 5",
    lambda: _summed(sp.Sum(u**k, (k, 0, _oo)), sp.hyper([1, 1], [1], u), _HALF_LINE),
)


def _sums_at_most(first: sp.Expr, last: sp.Expr, on: Domain) -> Claim:
    sums = [sp.Sum(body, (k, 0, _oo)) for body in (first, last)]
    step = lambda facts: Bound(first, facts).at_most(last)  # noqa: E731
    ranges = [Range(k, 0, None, integer=True)]
    return _by(SeriesBound, sums[0], "<=", sums[1], on, lambda c: c.sums_at_most(sums[1], ranges, step))


_false("two series without sums", "both diverge", lambda: _sums_at_most(u**k, 2 * u**k, _HALF_LINE))
_false(
    "a series against one without a sum",
    "the harmonic series diverges",
    lambda: _sums_at_most(1 / (k + 1) ** 2, 1 / (k + 1) ** 2 + 1 / (k + 1), _HALF_LINE),
)
_false(
    "an increasing function of a negative number",
    "0F1(; 1; -2) is below 1",
    lambda: _by(
        PairBound, sp.hyper([], [1], -u), ">=", 1, _HALF_LINE, lambda c: c.increasing(c.end).at_least(sp.Integer(1))
    ),
)
_false(
    "a series with a negative parameter above its first terms",
    "0F1(; -1/2; u) falls at first",
    lambda: _by(PairBound, sp.hyper([], [-half], u), ">=", 1, _HALF_LINE, lambda c: c.above_taylor(0)),
)

# -- true twins -------------------------------------------------------------------------------------------------------

_true("terms that are compared", lambda: _term_by_term(n, domain(over(n, 0, integer=True), over(x, 1, 2)), x, 2 * x))
_true("two integrals", lambda: _under(v**2 + 1, v**2 + 2, 0, 1, _UNIT))
_true(
    "an induction",
    lambda: _induced(k, 2 * k, _COUNTING, lambda facts: Bound(sp.Integer(1), facts).at_most(sp.Integer(2))),
)
_true("ratios", lambda: _by_ratios(sp.Integer(2) ** k, sp.Integer(3) ** k, (sp.Integer(2), sp.Integer(3)), _COUNTING))
_true("an exponential series", lambda: _summed(sp.Sum(u**k / sp.factorial(k), (k, 0, _oo)), sp.exp(u), _HALF_LINE))
_true("two series", lambda: _sums_at_most(u**k / sp.factorial(k), 2 * u**k / sp.factorial(k), _HALF_LINE))
_true(
    "a root that exists",
    lambda: _by(
        RootBound, x**2 + 1, ">", 0, _AROUND,
        lambda c: c.by_root(
            t, (sp.Integer(-1), sp.Integer(1)), t**3, lambda at: Bound(x**2 + 1, at).at_least(sp.Integer(0))
        ),
    ),
)  # fmt: skip
