"""Domains: without a point, with ends that are no numbers, and what is false at an end."""

from __future__ import annotations

import sympy as sp

from hostile.harness import Cases, chained, domain, order, over
from hostile.symbols import a, b, half, j, x, y
from rftheory.coordinates import l

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_RIGHT_HALF = domain(over(x, 0))
_ANY = domain(over(x))


def _vector(name: str = "vec") -> sp.IndexedBase:
    return sp.IndexedBase(name, real=True)


# -- without a point ------------------------------------------------------------------------------------------------

_INVERTED = domain(over(x, 1, 0, typical=(0, 1)))
_false(
    "one below zero on an inverted range",
    "no x has 1 <= x <= 0",
    lambda: order(0, ">=", 1, _INVERTED, chained(0, _INVERTED, (">=", x), (">=", 1))),
)
_false(
    "square on an inverted range",
    "no x has 1 <= x <= 0: a claim about nothing",
    lambda: order(x**2 + 1, ">", 0, _INVERTED),
)
_BEYOND_PI = domain(over(x, 4, sp.pi, typical=(3, 4)))
_false(
    "between four and pi",
    "no x has 4 <= x <= pi",
    lambda: order(sp.pi, ">=", 4, _BEYOND_PI, chained(sp.pi, _BEYOND_PI, (">=", x), (">=", 4))),
)
_HALF_POINT = domain(over(x, 1, 1, "[)", typical=(1, 1)))
_false("half-open range of one point", "no x has 1 <= x < 1", lambda: order(x, ">=", 1, _HALF_POINT))
_TWO_SIDES = domain(over(x, typical=(1, 2)), where=(sp.Gt(x, 2), sp.Lt(x, 1)))
_false(
    "above two and below one",
    "no x has x > 2 and x < 1",
    lambda: order(0, ">", 1, _TWO_SIDES, chained(0, _TWO_SIDES, (">", x - 1), (">", 1))),
)
_TWO_ORDERS = domain(over(x), over(y), where=(sp.Lt(x, y), sp.Lt(y, x)))
_false("two orders of two parameters", "no x, y have x < y and y < x", lambda: order(x, "<", y, _TWO_ORDERS))
_NEGATIVE_SQUARE = domain(over(x), where=(sp.Lt(x**2 + x + 1, 0),))
_false("negative square", "x^2 + x + 1 < 0 for no real x", lambda: order(0, ">", x**2 + x + 1, _NEGATIVE_SQUARE))
_SUM_OF_SQUARES = domain(over(x), over(y), where=(sp.Lt(x**2 + y**2, 0, evaluate=False),))
_false(
    "negative sum of squares",
    "x^2 + y^2 < 0 for no real x, y",
    lambda: order(0, ">=", 1, _SUM_OF_SQUARES, chained(0, _SUM_OF_SQUARES, (">", x**2 + y**2), (">=", 0))),
)
_NO_INTEGER = domain(over(j, sp.Rational(1, 3), sp.Rational(2, 3), integer=True))
_false(
    "integers between two fractions",
    "there is no integer between 1/3 and 2/3",
    lambda: order(3 * j, ">=", 1, _NO_INTEGER),
)
_OPEN_INTEGERS = domain(over(j, 0, 1, "()", integer=True))
_false(
    "integers inside the unit interval", "there is no integer between 0 and 1", lambda: order(j, ">", 0, _OPEN_INTEGERS)
)
_CONDITIONED = domain(over(x, 2, 3), where=(sp.Eq(x, 1, evaluate=False),))
_false("a condition outside of the range", "x = 1 is not in [2, 3]", lambda: order(x, ">=", 2, _CONDITIONED))
_NOT_ITSELF = domain(over(x), where=(sp.Ne(x, x, evaluate=False),))
_false("apart from itself", "x != x for no x", lambda: order(x**2, ">=", 0, _NOT_ITSELF))
_TWICE = domain(over(x, 0, 1), over(x, 2, 3))
_false(
    "two ranges of one parameter",
    "x is in [0, 1] and in [2, 3]",
    lambda: order(0, ">=", 1, _TWICE, chained(0, _TWICE, (">=", x - 1), (">=", 1))),
)
_CIRCULAR = domain(over(x, y + 1, typical=(1, 2)), over(y, x + 1, typical=(1, 2)))
_false(
    "ends in a circle",
    "no x, y have x >= y + 1 and y >= x + 1",
    lambda: order(0, ">=", 2, _CIRCULAR, chained(0, _CIRCULAR, (">=", 1 - x + y), (">=", 2))),
)
_OWN_END = domain(over(x, 1, None), where=(sp.Ge(x, 2 * x),))
_false(
    "twice itself at most",
    "x >= 2x for no x >= 1",
    lambda: order(0, ">=", 1, _OWN_END, chained(0, _OWN_END, (">=", x), (">=", 1))),
)
_CIRCLE_AND_LINE = domain(over(x), over(y), where=(sp.Le(x**2 + y**2, 1), sp.Ge(x + y, 3)))
_false(
    "a line that misses the disc", "x + y <= sqrt(2) on the unit disc", lambda: order(x + y, ">", 2, _CIRCLE_AND_LINE)
)
_EXPONENTIAL = domain(over(x, 0, 1), where=(sp.Gt(sp.exp(x), 3),))
_false("an exponential out of reach", "exp(x) <= e < 3 on [0, 1]", lambda: order(sp.exp(x), ">", 2, _EXPONENTIAL))
_false(
    "coordinates of a vector of no size",
    "a vector with no coordinates",
    lambda: order(_vector()[l], ">", 10, domain(over(_vector().label, 11, shape=(0,)))),
)
_false(
    "a vector of half a coordinate",
    "no vector has 1/2 coordinates",
    lambda: order(sp.Sum(_vector()[l] ** 2, (l, 1, half)), ">=", 0, domain(over(_vector().label, shape=(half,)))),
)
_false(
    "a vector of a real size",
    "x is no number of coordinates",
    lambda: order(
        _vector()[1] ** 2, ">=", 0, domain(over(_vector().label, shape=(x,)), over(x, half, sp.Rational(3, 4)))
    ),
)

# -- ends that are no numbers -----------------------------------------------------------------------------------------

_false(
    "a float as an end",
    "0.1 + 0.2 is meant to be 0.3, and x = 0.3 is then in the domain",
    lambda: order(x, ">", sp.Rational(3, 10), domain(over(x, sp.Float(0.1) + sp.Float(0.2), 1))),
)
_false(
    "a Python float as an end",
    "0.1 + 0.2 is meant to be 0.3",
    lambda: order(x, ">", sp.Rational(3, 10), domain(over(x, 0.1 + 0.2, 1))),
)
_false(
    "a float in a condition",
    "0.1 + 0.2 is meant to be 0.3",
    lambda: order(x, ">", sp.Rational(3, 10), domain(over(x, 0, 1), where=(sp.Ge(x, 0.1 + 0.2),))),
)
_FROM_INFINITY = domain(over(x, sp.oo, None, typical=(0, 1)))
_false("from infinity on", "no real x has x >= oo", lambda: order(x**2, ">=", 0, _FROM_INFINITY))
_false(
    "up to minus infinity",
    "no real x has x <= -oo",
    lambda: order(x**2, ">=", 0, domain(over(x, None, -sp.oo, typical=(0, 1)))),
)
_false(
    "not a number as an end",
    "nan is no number",
    lambda: order(x**2, ">=", 0, domain(over(x, sp.nan, None, typical=(0, 1)))),
)
_false(
    "complex infinity as an end",
    "zoo is no real number",
    lambda: order(x**2, ">=", 0, domain(over(x, None, sp.zoo, typical=(0, 1)))),
)
_false("an imaginary end", "no x is above i", lambda: order(x**2, ">=", 0, domain(over(x, sp.I, None, typical=(0, 1)))))
_false(
    "an imaginary condition",
    "i x > 0 is no relation of real numbers",
    lambda: order(x**2, ">=", 0, domain(over(x), where=(sp.Gt(sp.I * x, 0, evaluate=False),))),
)
_false(
    "an end that is undefined",
    "1/y has no value at y = 0",
    lambda: order(x, ">=", 1 / y, domain(over(x, 1 / y, typical=(0, 1)), over(y, 0, 1))),
)
_false(
    "a condition that is undefined",
    "log(y) has no value at y = 0",
    lambda: order(x, ">=", sp.log(y), domain(over(x), over(y, 0, 1), where=(sp.Ge(x, sp.log(y)),))),
)
_false(
    "letters for brackets",
    "it is not said whether 0 is in the range; if it is, x > 0 is false",
    lambda: order(x, ">", 0, domain(over(x, 0, 1, "oc"))),
)
_false(
    "words for brackets",
    "'closed' has ends that belong to the range: x > 0 is false",
    lambda: order(x, ">", 0, domain(over(x, 0, 1, "closed"))),
)
_false("braces for brackets", "{0, 1} has the point 0", lambda: order(x, ">", 0, domain(over(x, 0, 1, "{}"))))

# -- false on a domain that is sound ----------------------------------------------------------------------------------

_false("above ten", "0 > 10 is false", lambda: order(x, ">", 10, _RIGHT_HALF))
_false(
    "above ten by typical values",
    "0 > 10 is false; typical values restrict nothing",
    lambda: order(x, ">", 10, domain(over(x, 0, None, typical=(11, 12)))),
)
_false("strict at a closed end", "x = 0 belongs to [0, 1]", lambda: order(x, ">", 0, domain(over(x, 0, 1))))
_false(
    "strict at the lowest integer",
    "j = 1 belongs to the range",
    lambda: order(j, ">", 1, domain(over(j, 1, integer=True))),
)
_false(
    "a product of two ranges",
    "x y = 2 at x = 2, y = 1",
    lambda: order(x * y, "<", 2, domain(over(x, 0, 2), over(y, 0, 1))),
)
_false("order of two parameters", "a = 1, b = 0", lambda: order(a, "<=", b, domain(over(a, 0, 1), over(b, 0, 1))))
_false(
    "order reversed by an end",
    "y <= x is what is said",
    lambda: order(x, "<", y, domain(over(x, y, typical=(0, 1)), over(y, 0, 1))),
)

# -- true twins -------------------------------------------------------------------------------------------------------

_true("above zero on an open range", lambda: order(x, ">", 0, domain(over(x, 0, 1, "(]"))))
_true("above three tenths", lambda: order(x, ">=", sp.Rational(3, 10), domain(over(x, sp.Rational(3, 10), 1))))
_true("above ten from eleven on", lambda: order(x, ">", 10, domain(over(x, 11))))
_BELOW = domain(over(x), over(y), where=(sp.Lt(x, y),))
_true("two orders that agree", lambda: order(x, "<", y + 1, _BELOW, chained(x, _BELOW, ("<", y), ("<", y + 1))))
_true("up to pi", lambda: order(x, "<=", sp.pi, domain(over(x, 3, sp.pi))))
_true("one point", lambda: order(x, "<=", 1, domain(over(x, 1, 1))))
_true("a condition on two parameters", lambda: order(x, ">=", y, domain(over(x), over(y), where=(sp.Ge(x, y),))))
