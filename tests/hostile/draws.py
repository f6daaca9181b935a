"""Inequalities for every draw, copies and powers, outside of what they ask."""

from __future__ import annotations

import sympy as sp
from rftheory.evidence.averages import AverageBound
from rftheory.evidence.bounds import Bound
from rftheory.evidence.tails import Tail

from hostile.harness import Cases, Claim, Domain, Inequality, domain, lemma, order, over
from hostile.symbols import W, eps, half, t, u, x
from rftheory.kernels import PAIR, d, m, x_norm
from rftheory.rules.nodes import Expectation
from rftheory.rules.variates import UnitVariate, Variate

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_X, _D, _M = over(x_norm, 0, None, "()"), over(d, 1, integer=True), over(m, 1, integer=True)
_EPS = over(eps, 0, None, "()")
_SAMPLES = domain(_X, _D, _M, _EPS)
_COSINE, _LENGTH = sp.cos(W.dot(PAIR.x)), W.squared_length(d)
_MEAN = sp.exp(-(x_norm**2) / 2)
_FALLING = sp.exp(-_LENGTH)
_U = UnitVariate("U")


# -- for every draw -----------------------------------------------------------------------------------------------------------

_HALF_LINE = domain(over(u, 0, None, "()"))


def _for_every_draw(left: sp.Expr, relation: str, right: sp.Expr, proof: object, drawn: sp.Expr, on: Domain) -> Claim:
    """E left(X) <relation> E right(X) from a lemma for all u > 0."""
    known = lemma(Inequality(left, relation, right), _HALF_LINE, proof)
    start, end = (Expectation(side.subs(u, drawn)) for side in (left, right))
    return order(start, relation, end, on, lambda: AverageBound(start, on).for_every_draw(known, {u: drawn}))


_false(
    "a mean that is minus infinity",
    "E -1/|w|^2 = -oo for d = 1",
    lambda: _for_every_draw(
        -1 / u, "<", sp.Integer(0), lambda: Bound(-1 / u, _HALF_LINE).at_most(sp.Integer(0)), _LENGTH, domain(_D)
    ),
)
_false(
    "a lemma for positive numbers at an image",
    "w.x is negative for half of the draws",
    lambda: _for_every_draw(
        -u, "<", sp.Integer(0), lambda: Bound(-u, _HALF_LINE).at_most(sp.Integer(0)), W.dot(PAIR.x), domain(_X)
    ),
)
_false(
    "a mean that is infinite",
    "E exp(|w|^2) = oo",
    lambda: _for_every_draw(
        sp.exp(u), ">", sp.Integer(1), lambda: Bound(sp.exp(u), _HALF_LINE).at_least(sp.Integer(1)), _LENGTH, domain(_D)
    ),
)
_false(
    "a lemma at a number of unknown law",
    "X may be negative",
    lambda: _for_every_draw(
        -u, "<", sp.Integer(0), lambda: Bound(-u, _HALF_LINE).at_most(sp.Integer(0)), Variate("X"), domain(_X)
    ),
)
_false(
    "copies that are not new",
    "U is not independent of itself",
    lambda: order(
        Expectation(_U**2),
        ">=",
        2 * Expectation(_U) ** 2,
        _SAMPLES,
        lambda: (
            Tail(Expectation(_U**2), _SAMPLES)
            .unit(_U)
            .by_copies((_U - _U) ** 2 + _U, _U, _U)
            .at_least(2 * Expectation(_U) ** 2)
        ),
    ),
)
_V = UnitVariate("V")
_false(
    "copies of a number without moments",
    "E X^2 need not be finite",
    lambda: order(
        Expectation(Variate("X") ** 2),
        ">=",
        Expectation(Variate("X")) ** 2,
        _SAMPLES,
        lambda: (
            Tail(Expectation(Variate("X") ** 2), _SAMPLES)
            .by_copies((Variate("X") - Variate("Y")) ** 2, Variate("Y"), Variate("X"))
            .at_least(Expectation(Variate("X")) ** 2)
        ),
    ),
)
_false(
    "a copy of another kind",
    "Y is not in the unit interval",
    lambda: order(
        Expectation(_U),
        ">=",
        0,
        _SAMPLES,
        lambda: Tail(Expectation(_U), _SAMPLES).unit(_U).by_copies(_U, Variate("Y"), _U).at_least(sp.Integer(0)),
    ),
    holds=True,
)
_false(
    "a number in the unit interval above one half",
    "U = 0",
    lambda: order(_U, ">=", half, _SAMPLES, lambda: Tail(_U, _SAMPLES).unit(_U).at_least(half)),
)
_false(
    "a square that is dropped",
    "E U^2 is not E U for a uniform number",
    lambda: order(
        Expectation(_U**2),
        ">=",
        Expectation(_U),
        _SAMPLES,
        lambda: Tail(Expectation(_U**2), _SAMPLES).unit(_U).at_least(Expectation(_U)),
    ),
)

# -- powers -------------------------------------------------------------------------------------------------------------------


def _power(exponent: sp.Expr, low: object, on: Domain) -> Claim:
    """x^e <= (x + 1)^e."""

    def proof() -> Tail:
        return Tail(x**exponent, on).powers(Bound(x, on).at_most(x + 1), exponent)

    return order(x**exponent, "<=", (x + 1) ** exponent, on, proof)


_false(
    "a power with a negative exponent",
    "x = 1: 1 is above 1/2",
    lambda: _power(sp.Integer(-1), 0, domain(over(x, 1, 2))),
)
_false("an even power below zero", "x = -3: 9 is above 4", lambda: _power(sp.Integer(2), -3, domain(over(x, -3, 3))))
_false("an exponent of any sign", "t = -1", lambda: _power(t, 1, domain(over(x, 1, 2), over(t, -1, 1))))

# -- true twins -----------------------------------------------------------------------------------------------------------------

_true(
    "a mean for every draw",
    lambda: _for_every_draw(
        sp.exp(-u),
        "<",
        sp.Integer(1),
        lambda: Bound(sp.exp(-u), _HALF_LINE).at_most(sp.Integer(1)),
        _LENGTH,
        domain(_D),
    ),
)
_true("a power with a positive exponent", lambda: _power(sp.Integer(2), 0, domain(over(x, 0, 2))))
_true(
    "a number in the unit interval",
    lambda: order(
        _U, "<=", 1, domain(over(x, 0, 1)), lambda: Tail(_U, domain(over(x, 0, 1))).unit(_U).at_most(sp.Integer(1))
    ),
)
_true(
    "two copies",
    lambda: order(
        Expectation(_U**2),
        ">=",
        Expectation(_U) ** 2,
        domain(over(x, 0, 1)),
        lambda: (
            Tail(Expectation(_U**2), domain(over(x, 0, 1)))
            .unit(_U)
            .by_copies((_U - _V) ** 2 / 2, _V, _U)
            .at_least(Expectation(_U) ** 2)
        ),
    ),
)
