"""Numbers: signs, floats, nearly equal numbers, numbers that are not real."""

from __future__ import annotations

import sympy as sp
from rftheory.evidence.pairs import PairBound

from hostile.harness import Cases, domain, equal, order, over
from hostile.symbols import half, x

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_NONE = domain(over(x))
_R = sp.Rational


def _compared(left: sp.Expr, relation: str, right: sp.Expr):
    """Two numbers by their enclosures."""
    return order(left, relation, right, _NONE, lambda: PairBound(left, _NONE).compared(right))


# -- floats -----------------------------------------------------------------------------------------------------------

_false(
    "the sum of two floats", "0.1 + 0.2 = 0.3", lambda: order(sp.Float(0.1) + sp.Float(0.2), ">", sp.Float(0.3), _NONE)
)
_false(
    "a float above a fraction", "0.1 + 0.2 = 3/10", lambda: order(sp.Float(0.1) + sp.Float(0.2), ">", _R(3, 10), _NONE)
)
_false("a float below a fraction", "0.1 is 1/10", lambda: order(_R(1, 10), "<", sp.Float(0.1), _NONE))
_false("Python floats", "0.1 + 0.2 = 0.3", lambda: order(0.1 + 0.2, ">", 0.3, _NONE))
_false(
    "a float as a factor",
    "3 * 0.1 = 0.3 and x = 1 gives equality",
    lambda: order(sp.Float(0.1) * 3 * x, ">", sp.Float(0.3) * x, domain(over(x, 0, 1, "(]"))),
)
_false(
    "a float that was rounded",
    "1e-30 was lost in 1.0 + 1e-30",
    lambda: order(sp.Float(1) + sp.Float("1e-30"), "<=", 1, _NONE),
)
_false("a float for pi", "3.141592653589793 < pi", lambda: order(sp.Float("3.141592653589793"), ">", sp.pi, _NONE))
_false(
    "a float inside of an exponential",
    "e^0.5 is meant to be e^(1/2): not above it",
    lambda: order(sp.exp(sp.Float(0.1) + sp.Float(0.2)), ">", sp.exp(_R(3, 10)), _NONE),
)
_false("an equality with a float", "a float is not exact", lambda: equal(sp.Float(0.5) * x, x / 2, _NONE))
_false("an equality of two floats", "a float is not exact", lambda: equal((x + 1) * 0.5, 0.5 * x + 0.5, _NONE))

# -- nearly equal numbers -----------------------------------------------------------------------------------------------

_RAMANUJAN = sp.exp(sp.pi * sp.sqrt(163))
_false(
    "Ramanujan's number as an integer",
    "it is below the integer by 7.5e-13",
    lambda: equal(_RAMANUJAN + 0 * x, sp.Integer(640320) ** 3 + 744, _NONE),
)
_false(
    "Ramanujan's number from above",
    "it is below the integer by 7.5e-13",
    lambda: order(_RAMANUJAN, ">=", sp.Integer(640320) ** 3 + 744, _NONE),
)
_false(
    "two sums of roots",
    "they differ by 4e-37",
    lambda: order(sum(map(sp.sqrt, _HEAVY[0])), ">=", sum(map(sp.sqrt, _HEAVY[1])), _NONE),
)
_HEAVY = ((sp.Integer(10) ** 24 + 1, sp.Integer(10) ** 24 - 1), (sp.Integer(10) ** 24, sp.Integer(10) ** 24))
_false(
    "a root that is nearly an integer",
    "sqrt(10^60 + 1) > 10^30",
    lambda: order(sp.sqrt(sp.Integer(10) ** 60 + 1), "<=", sp.Integer(10) ** 30, _NONE),
)
_false(
    "a sum of roots that is zero, above",
    "sqrt(5 + 2 sqrt 6) = sqrt 2 + sqrt 3",
    lambda: order(sp.sqrt(5 + 2 * sp.sqrt(6)), ">", sp.sqrt(2) + sp.sqrt(3), _NONE),
)
_false(
    "a sum of roots that is zero, below",
    "sqrt(5 + 2 sqrt 6) = sqrt 2 + sqrt 3",
    lambda: order(sp.sqrt(5 + 2 * sp.sqrt(6)), "<", sp.sqrt(2) + sp.sqrt(3), _NONE),
)
_false("logarithms that add up", "log 2 + log 3 = log 6", lambda: order(sp.log(2) + sp.log(3), ">", sp.log(6), _NONE))
_false(
    "arctangents that add up",
    "atan 1 + atan 2 + atan 3 = pi",
    lambda: order(sp.atan(1) + sp.atan(2) + sp.atan(3), "<", sp.pi, _NONE),
)
_false(
    "Machin's formula",
    "4 atan(1/5) - atan(1/239) = pi/4",
    lambda: order(4 * sp.atan(_R(1, 5)) - sp.atan(_R(1, 239)), ">", sp.pi / 4, _NONE),
)
_false(
    "a product of sines",
    "it is sqrt(7)/8",
    lambda: order(sp.sin(sp.pi / 7) * sp.sin(2 * sp.pi / 7) * sp.sin(3 * sp.pi / 7), ">", sp.sqrt(7) / 8, _NONE),
)
_false(
    "an exponential of a logarithm",
    "exp(log(3)/2) = sqrt 3",
    lambda: order(sp.exp(sp.log(3) / 2, evaluate=False), ">", sp.sqrt(3), _NONE),
)
_false(
    "a tiny distance that is claimed away",
    "pi differs from the fraction",
    lambda: order(sp.pi, "<=", sp.Rational(sp.N(sp.pi, 60)) - _R(1, 10**58), _NONE),
)
_false("cosine of nearly zero", "cos(10^-40) < 1", lambda: order(sp.cos(_R(1, 10**40)), ">=", 1, _NONE))
_false(
    "a ball around a terminating series",
    "1F1(-2; -4; -20) = 24.33, or it has no value",
    lambda: _compared(sp.hyper([-2], [-4], -20), "<", sp.Integer(1)),
)
_false(
    "another terminating series",
    "1F1(-1; -3; -30) = 1 - 10 = -9, or it has no value",
    lambda: _compared(sp.hyper([-1], [-3], -30), ">", sp.Integer(0)),
)
_false("a compared zero", "both are equal", lambda: _compared(sp.log(2) + sp.log(3), "<", sp.log(6)))

# -- not real, not finite -------------------------------------------------------------------------------------------------

_false("the imaginary unit is positive", "i > 0 has no meaning", lambda: order(sp.I, ">", 0, _NONE))
_false("the imaginary unit and its successor", "i < i + 1 has no meaning", lambda: order(sp.I, "<", sp.I + 1, _NONE))
_false("complex numbers that are compared", "no order of complex numbers", lambda: _compared(1 + sp.I, "<", 2 + sp.I))
_false(
    "a real cube root of a negative number",
    "(-8)^(1/3) = 1 + i sqrt 3",
    lambda: equal(sp.root(-8, 3) + 0 * x, -2, _NONE),
)
_false("a principal root below zero", "(-8)^(1/3) is not real", lambda: order(sp.root(-8, 3), "<", 0, _NONE))
_false("a logarithm of a negative number", "log(-2) is not real", lambda: order(sp.log(-2), "<", sp.log(-2) + 1, _NONE))
_false("a root of a negative number", "sqrt(-2) is not real", lambda: order(sp.sqrt(-2), "<", sp.sqrt(-2) + 1, _NONE))
_false("infinity above one", "oo is no number", lambda: order(sp.oo, ">", 1, _NONE))
_false("everything below infinity", "oo is no number", lambda: order(x, "<", sp.oo, _NONE))
_false("minus infinity below everything", "-oo is no number", lambda: order(x, ">", -sp.oo, _NONE))
_false("not a number", "nan is no number", lambda: equal(sp.nan, sp.nan, _NONE))
_false("complex infinity is itself", "zoo is no number", lambda: equal(sp.zoo, sp.zoo, _NONE))
_false("bounds for a number", "<-1, 1> is no number", lambda: order(sp.AccumBounds(-1, 1), "<=", 1, _NONE))
_false("truth for a number", "true is no number", lambda: equal(sp.true, sp.true, _NONE))
_false("a relation for a number", "x > 0 is no number", lambda: equal(sp.Gt(x, 0), sp.Gt(x, 0), _NONE))
_false(
    "an order symbol for a number",
    "O(x^2) is no number",
    lambda: equal(sp.exp(x) + sp.O(x**2), 1 + x + sp.O(x**2), _NONE),
)
_false("a matrix for a number", "a matrix is no number", lambda: equal(sp.eye(2), sp.eye(2), _NONE))
_false("a set for a number", "an interval is no number", lambda: equal(sp.Interval(0, 1), sp.Interval(0, 1), _NONE))

# -- true twins -------------------------------------------------------------------------------------------------------

_true("three tenths", lambda: order(sp.sqrt(2) / 10 + _R(2, 10), "<", _R(35, 100), _NONE))
_true("below Ramanujan's integer", lambda: order(_RAMANUJAN, "<", sp.Integer(640320) ** 3 + 744, _NONE))
_true(
    "two sums of roots that differ",
    lambda: order(sum(map(sp.sqrt, _HEAVY[0])), "<", sum(map(sp.sqrt, _HEAVY[1])), _NONE),
)
_true("a number above pi", lambda: order(sp.pi, "<", _R(355, 113), _NONE))
_true("a root above an integer", lambda: order(sp.sqrt(sp.Integer(10) ** 60 + 1), ">", sp.Integer(10) ** 30, _NONE))
_true("a half", lambda: equal((x + half) ** 2, x**2 + x + _R(1, 4), domain(over(x, -1, 1))))
_true("enclosures of two numbers", lambda: _compared(sp.hyper([1], [3], 2), "<", sp.Integer(3)))
