"""Domains: without a point, of unknown or ambiguous parameters, with ends that are no numbers."""

from __future__ import annotations

import sympy as sp

from hostile.harness import Cases, chained, domain, equal, order, over
from hostile.symbols import a, b, half, j, k, t, u, x, y
from rftheory.coordinates import l

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_RIGHT_HALF = domain(over(x, 0))
_ANY = domain(over(x))

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
_false(
    "half-open range of one point",
    "no x has 1 <= x < 1",
    lambda: order(0, ">", 0, _HALF_POINT, chained(0, _HALF_POINT, (">", x - 1), (">=", 0))),
)
_TWO_SIDES = domain(over(x, typical=(1, 2)), where=(sp.Gt(x, 2), sp.Lt(x, 1)))
_false(
    "above two and below one",
    "no x has x > 2 and x < 1",
    lambda: order(0, ">", 1, _TWO_SIDES, chained(0, _TWO_SIDES, (">", x - 1), (">", 1))),
)
_TWO_ORDERS = domain(over(x), over(y), where=(sp.Lt(x, y), sp.Lt(y, x)))
_false(
    "two orders of two parameters",
    "no x, y have x < y and y < x",
    lambda: order(0, ">", 0, _TWO_ORDERS, chained(0, _TWO_ORDERS, (">", x - y), (">", 0))),
)
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
    lambda: order(
        _vector()[l],
        ">",
        10,
        domain(over(_vector().label, 11, shape=(0,))),
    ),
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

# -- unknown and ambiguous parameters ---------------------------------------------------------------------------------

_z = sp.Symbol("z", positive=True)
_false("a symbol outside of the domain", "z is no parameter: nothing is said of it", lambda: order(_z, ">", 0, _ANY))
_false(
    "a logarithm outside of the domain",
    "z is no parameter",
    lambda: equal(sp.log(_z * x**2 + _z), sp.log(_z) + sp.log(x**2 + 1), _ANY),
)
_false(
    "an end outside of the domain",
    "the end y is no parameter",
    lambda: order(x, ">=", y, domain(over(x, y, typical=(0, 1)))),
)
_false(
    "a condition outside of the domain",
    "a is no parameter",
    lambda: order(x, ">", a, domain(over(x), where=(sp.Gt(x, a),))),
)
_false(
    "a size outside of the domain",
    "the size k is no parameter",
    lambda: order(sp.Sum(_vector()[l] ** 2, (l, 1, k)), ">=", 0, domain(over(_vector().label, shape=(k,)))),
)
_positive_x = sp.Symbol("x", positive=True)
_false(
    "a positive namesake",
    "it reads x + 1 > 1 on [-3, 3], false at x = -1",
    lambda: order(_positive_x + 1, ">", 1, domain(over(x, -3, 3))),
)
_false(
    "a namesake under a root",
    "it reads sqrt((x+1)^2) = x + 1 on [-3, 3], false at x = -2",
    lambda: equal(sp.sqrt((_positive_x + 1) ** 2), _positive_x + 1, domain(over(x, -3, 3))),
)
_false(
    "a namesake besides",
    "two parameters x; it reads |x| = x on [-3, 3]",
    lambda: equal(
        sp.Abs(x) + sp.Abs(_positive_x), sp.Abs(x) + _positive_x, domain(over(x, -3, 3), over(_positive_x, 0, 3, "(]"))
    ),
)
_false(
    "a dummy of the same name",
    "it reads x > 10 for all x >= 0; one x is another than the other",
    lambda: order(_dummy, ">", 10, domain(over(x, 0), over(_dummy, 11))),
)
_dummy = sp.Dummy("x", real=True)
_false(
    "a symbol that assumes more",
    "Abs(p) is written as p; on [-3, 3] it is not",
    lambda: equal(sp.Abs(u) + 1, 1 + u + 0 * x, domain(over(u, -3, 3))),
)
_false(
    "an integer symbol on an interval",
    "sin(pi k) is written as 0; k takes all values of [0, 1]",
    lambda: equal(sp.sin(sp.pi * k) + x, x, domain(over(k, 0, 1), over(x))),
)
_even = sp.Symbol("k", even=True)
_false(
    "an even symbol on all integers",
    "(-1)^k is written as 1; k = 1 is in the domain",
    lambda: equal((-1) ** _even + x, 1 + x, domain(over(_even, 0, integer=True), over(x))),
)
_A, _B = sp.symbols("A B", commutative=False)
_false(
    "a commutator",
    "A B - B A is not 0 for matrices, and numbers commute",
    lambda: equal(_A * _B, _B * _A, domain(over(_A), over(_B))),
)
_false(
    "a square of matrices",
    "(A + B)^2 has A B + B A",
    lambda: equal((_A + _B) ** 2, _A**2 + 2 * _A * _B + _B**2, domain(over(_A), over(_B))),
)


def _vector(name: str = "vec") -> sp.IndexedBase:
    return sp.IndexedBase(name, real=True)


_label = _vector("x").label
_false(
    "a vector that is called like a number",
    "x = -1 is in [-3, 3]; a range of coordinates says nothing of it",
    lambda: equal(sp.Abs(x), x, domain(over(x, -3, 3), over(_label, 0, 3, shape=(2,)))),
)
_false(
    "a vector as a number",
    "a vector of R^2 is not above 0",
    lambda: order(_vector().label, ">", 0, domain(over(_vector().label, 0, None, "()", shape=(2,)))),
)
_false(
    "coordinates of a number",
    "a number has no coordinates",
    lambda: order(sp.IndexedBase(t)[1] + 1, ">", 1, domain(over(t, 0, 1, "(]"))),
)
_false(
    "a coordinate beyond the last",
    "a vector of R^3 has no coordinate 7",
    lambda: order(_vector()[7], ">", 0, domain(over(_vector().label, 0, None, "()", shape=(3,)))),
)
_false(
    "half a coordinate",
    "there is no coordinate 1/2",
    lambda: order(_vector()[half], ">", 0, domain(over(_vector().label, 0, None, "()", shape=(3,)))),
)
_false(
    "a sum beyond the last coordinate",
    "a vector of R^3 has no coordinate 4",
    lambda: order(sp.Sum(_vector()[l], (l, 1, 4)), ">", 0, domain(over(_vector().label, 0, None, "()", shape=(3,)))),
)
_false(
    "one index for two",
    "a data set has rows, not numbers",
    lambda: order(_vector()[1], ">", 0, domain(over(_vector().label, 0, None, "()", shape=(3, 3)))),
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
_true("a positive parameter", lambda: order(_z + 1, ">", 1, domain(over(_z, 0, None, "()"))))
_true("square of numbers", lambda: equal((a + b) ** 2, a**2 + 2 * a * b + b**2, domain(over(a), over(b))))
_true("an end that is a parameter", lambda: order(x, ">=", y, domain(over(y, 0, 1), over(x, y, typical=(0, 2)))))
_true(
    "coordinates of a vector",
    lambda: order(
        sp.Sum(_vector()[l], (l, 1, 3)),
        ">",
        0,
        domain(over(_vector().label, 0, None, "()", shape=(3,), typical=(1, 2))),
    ),
)
_true("integers from one on", lambda: order(j, ">=", 1, domain(over(j, 1, integer=True))))
