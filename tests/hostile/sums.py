"""Sums, products and series: bounds that are no integers, backwards, in another order, beyond convergence."""

from __future__ import annotations

import sympy as sp

from hostile.harness import Cases, Claim, Derivation, Domain, domain, equal, order, over
from hostile.symbols import half, j, k, n, s, t, u, x
from rftheory.rules.counts import sum_series

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_oo = sp.oo
_UNIT = domain(over(x, 0, 1))
_N = over(n, 0, integer=True)
_i = sp.Symbol("i", integer=True, positive=True)
_l = sp.Symbol("l", integer=True, positive=True)

# -- bounds -------------------------------------------------------------------------------------------------------------

_false(
    "a sum up to a real number",
    "x = 1/2: there is no sum from 1 to 1/2",
    lambda: equal(sp.Sum(1 + t, (_l, 1, x)), x * (1 + t), domain(over(x, 0, 1), over(t, 0, 1))),
)
_false(
    "a sum from a real number on",
    "x = 1/2",
    lambda: equal(sp.Sum(t, (_l, x, 3)), (4 - x) * t, domain(over(x, half, 1), over(t, 0, 1))),
)
_false(
    "a sum up to a half",
    "there is no sum from 1 to 5/2",
    lambda: equal(sp.Sum(x, (_l, 1, sp.Rational(5, 2))), 5 * x / 2, _UNIT),
)
_false(
    "a product up to a real number",
    "s = 1/2",
    lambda: equal(sp.Product(u, (_l, 1, s)), u**s, domain(over(u, 1, 2), over(s, half, 1))),
)
_false(
    "a sum up to an imaginary number",
    "there is no sum from 1 to i",
    lambda: equal(sp.Sum(x, (_l, 1, sp.I)), sp.I * x, _UNIT),
)
_false(
    "a sum that runs backwards",
    "n = -5: an empty sum is not -5",
    lambda: equal(sp.Sum(x, (_l, 1, j)), j * x, domain(over(j, -5, integer=True), over(x, 1, 2))),
)
_false(
    "a product that runs backwards",
    "j = -5: an empty product is 1",
    lambda: equal(sp.Product(u, (_l, 1, j)), u**j, domain(over(j, -5, integer=True), over(u, 1, 2))),
)
_false(
    "numbers that run backwards",
    "the sum from 5 to 1 is empty, or has no meaning",
    lambda: order(
        sp.Sum(k + x, (k, 5, 1)),
        "<",
        0,
        _UNIT,
        lambda: Derivation(sp.Sum(k + x, (k, 5, 1)), _UNIT).algebra(-3 * x - 9).at_most(sp.Integer(0)),
    ),
)
_false(
    "a sum without an upper bound", "sum x is no definite sum", lambda: equal(sp.Sum(2 * x, k), 2 * sp.Sum(x, k), _UNIT)
)
_false(
    "one term too many", "there are n + 1 terms", lambda: equal(sp.Sum(x, (k, 0, n)), n * x, domain(_N, over(x, 0, 1)))
)
_false(
    "a sum of squares",
    "(1 + 1)^2 is not 1 + 1",
    lambda: equal(sp.Sum(k, (k, 0, n)) ** 2, sp.Sum(k**2, (k, 0, n)), domain(_N)),
)
_false(
    "a product of sums",
    "only the diagonal is left",
    lambda: equal(sp.Sum(k, (k, 0, n)) * sp.Sum(k + 1, (k, 0, n)), sp.Sum(k * (k + 1), (k, 0, n)), domain(_N)),
)
_false(
    "an index of the name of a parameter",
    "the k of the sum is not the parameter",
    lambda: equal(sp.Sum(sp.sign(k), (k, 0, n)), n + 1, domain(over(k, 5, integer=True), _N)),
)
_false(
    "positive indices from zero on",
    "sgn(0) = 0: the first term is missing",
    lambda: equal(sp.Sum(sp.sign(_l + x), (_l, 0, 3)), 4, domain(over(x, 0, 0))),
)
_false("an alternating sum", "n = 1: 1 - 1 = 0", lambda: order(sp.Sum((-1) ** k, (k, 0, n)), ">", 0, domain(_N)))
_false(
    "an empty sum is positive",
    "n = 0: the sum from 1 to 0 is empty",
    lambda: order(sp.Sum(_l, (_l, 1, n)), ">", 0, domain(_N)),
)
_false("terms that are zero", "x = 0", lambda: order(sp.Sum(x, (k, 0, n)), ">", 0, domain(_N, over(x, 0, 1))))
_false(
    "a telescoping sum without its end",
    "n = 0: 1 - 1/2 is not 1",
    lambda: equal(sp.Sum(1 / ((k + 1) * (k + 2)), (k, 0, n)), 1, domain(_N)),
)

# -- in another order -----------------------------------------------------------------------------------------------------

_DOUBLE = (_i - _l) / (_i + _l) ** 3
_false(
    "a double series in another order",
    "its value changes its sign",
    lambda: equal(sp.Sum(_DOUBLE, (_i, 1, _oo), (_l, 1, _oo)), sp.Sum(_DOUBLE, (_l, 1, _oo), (_i, 1, _oo)), domain()),
)
_ONES = sp.Piecewise((1, sp.Eq(_i, _l)), (-1, sp.Eq(_i, _l + 1)), (0, True))
_false(
    "a diagonal series in another order",
    "the rows add up to 1, the columns to 0",
    lambda: equal(sp.Sum(_ONES, (_i, 1, _oo), (_l, 1, _oo)), sp.Sum(_ONES, (_l, 1, _oo), (_i, 1, _oo)), domain()),
)
_false(
    "a difference of divergent series",
    "oo - oo is not 0",
    lambda: equal(
        sp.Sum(x + 1 / (k + 1), (k, 0, _oo)) - sp.Sum(1 / (k + 1), (k, 0, _oo)), sp.Sum(x, (k, 0, _oo)), _UNIT
    ),
)
_false(
    "a finite and an infinite sum",
    "the right side has sums that diverge",
    lambda: equal(sp.Sum((-1) ** _i, (_i, 1, 2), (_l, 1, _oo)), sp.Sum((-1) ** _i, (_l, 1, _oo), (_i, 1, 2)), domain()),
)

# -- beyond convergence -----------------------------------------------------------------------------------------------------


def _summed(term: sp.Expr, value: sp.Expr, on: Domain) -> Claim:
    series = sp.Sum(term, (k, 0, _oo))
    return equal(series, value, on, lambda: Derivation(series, on).apply(sum_series, "a series that is known"))


_false(
    "powers of two add up to minus one",
    "the series diverges",
    lambda: _summed(sp.Integer(2) ** k, sp.Integer(-1), domain()),
)
_false(
    "an alternating series of ones",
    "the partial sums are 1 and 0",
    lambda: _summed(sp.Integer(-1) ** k, half, domain()),
)
_false("a geometric series at its boundary", "x = 1", lambda: _summed(x**k, 1 / (1 - x), domain(over(x, 0, 1))))
_false("a geometric series on both sides", "x = -1", lambda: _summed(x**k, 1 / (1 - x), domain(over(x, -1, half))))
_false(
    "a geometric series of an imaginary number",
    "|2 i| > 1",
    lambda: _summed((2 * sp.I) ** k, 1 / (1 - 2 * sp.I), domain()),
)
_false(
    "a geometric series with a hidden size",
    "x = 1, t = 1: 1/0",
    lambda: _summed((x * t) ** k, 1 / (1 - x * t), domain(over(x, 0, 1), over(t, 0, 1))),
)
_false(
    "an exponential series with the wrong sign",
    "sum (-x)^k/k! = e^-x",
    lambda: _summed((-x) ** k / sp.factorial(k), sp.exp(x), _UNIT),
)
_false(
    "a Bessel series with a halved argument",
    "sum x^k/k!^2 = I_0(2 sqrt x)",
    lambda: _summed(x**k / sp.factorial(k) ** 2, sp.besseli(0, sp.sqrt(x)), _UNIT),
)
_false(
    "a series with a negative power at zero",
    "0^(k - 1) has no value at k = 0",
    lambda: _summed(x ** (k - 1) / sp.factorial(k), sp.exp(x) / x, _UNIT),
)
_false(
    "a positive product without end",
    "the product of 1/2 without end is 0",
    lambda: order(sp.Product(u / 2, (k, 0, _oo)), ">", 0, domain(over(u, 1, 1))),
)
_false(
    "a positive product that diverges",
    "2 2 2 ... has no value",
    lambda: order(sp.Product(2 * u, (k, 0, _oo)), ">=", 0, domain(over(u, 1, 1))),
)

# -- true twins -------------------------------------------------------------------------------------------------------

_true("a sum up to an integer", lambda: equal(sp.Sum(1 + t, (_l, 1, n)), n * (1 + t), domain(_N, over(t, 0, 1))))
_true("a product up to an integer", lambda: equal(sp.Product(u, (_l, 1, n)), u**n, domain(_N, over(u, 1, 2))))
_true("a sum of three numbers", lambda: equal(sp.Sum(k * x, (k, 1, 3)), 6 * x, _UNIT))
_true(
    "a square of a sum",
    lambda: equal(sp.Sum(k, (k, 0, n)) ** 2, sp.Sum(sp.Sum(k * j, (k, 0, n)), (j, 0, n)), domain(_N)),
)
_true("a sum of positive numbers", lambda: order(sp.Sum(x, (k, 0, n)), ">", 0, domain(_N, over(x, 1, 2))))
_true(
    "finite sums in another order",
    lambda: equal(
        sp.Sum(_DOUBLE, (_i, 1, n), (_l, 1, n)),
        sp.Sum(_DOUBLE, (_l, 1, n), (_i, 1, n)),
        domain(over(n, 1, integer=True)),
    ),
)
_true("a geometric series inside of its disc", lambda: _summed(x**k, 1 / (1 - x), domain(over(x, 0, half))))
_true("an exponential series", lambda: _summed((-x) ** k / sp.factorial(k), sp.exp(-x), _UNIT))
_true("a Bessel series", lambda: _summed(x**k / sp.factorial(k) ** 2, sp.besseli(0, 2 * sp.sqrt(x)), _UNIT))
