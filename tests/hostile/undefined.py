"""Sides without a value somewhere on the domain, or without a real one where they are compared."""

from __future__ import annotations

import sympy as sp

from hostile.harness import Cases, Claim, Domain, domain, equal, order, over
from hostile.symbols import W, a, half, j, k, n, t, u, v, x, y
from rftheory.families.poisson import Poisson
from rftheory.kernels import PAIR, d, lam, theta, x_norm, y_norm
from rftheory.rules.chi_square import NoncentralChiSquare
from rftheory.rules.nodes import Expectation, SampleMean
from rftheory.rules.variates import COUNT, Counts, UnitVariate, Variate

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_UNIT = domain(over(x, 0, 1))
_AROUND = domain(over(x, -1, 1))
_SQUARE = domain(over(x, 0, 1), over(y, 0, 1))
_MANY = domain(over(n, 5, integer=True), over(x, 0, 1))
_INPUTS = domain(
    over(x_norm, 0, None, "()"),
    over(y_norm, 0, None, "()"),
    over(theta, 0, sp.pi),
    over(d, 1, None, integer=True),
    over(x, 0, 1),
)
_LENGTH, _IMAGE = W.squared_length(d), W.dot(PAIR.x)
_COUNT = Poisson().counts()[1]
#: a law that is known, with a mean that is said to exist
_DECLARED = Counts("declared", Poisson().law, 2 ** (COUNT**2))[1]
_COUNTS = domain(over(lam, 0, None, "()"), over(x, 0, 1))
_oo = sp.oo
_p = sp.Symbol("p", nonnegative=True)
_DRAWN = UnitVariate("U")

#: expressions that have no value somewhere on the domain, and why
_NOWHERE: dict[str, tuple[sp.Expr, object, str]] = {
    "logarithm at zero": (sp.log(x), _UNIT, "log 0 has no value"),
    "reciprocal at zero": (1 / x, _UNIT, "1/0 has no value"),
    "logarithm at an inner zero": (sp.log((x - half) ** 2), _UNIT, "log 0 has no value"),
    "gamma at its poles": (sp.gamma(-x), _UNIT, "gamma(0) and gamma(-1) have no value"),
    "factorial at its poles": (sp.factorial(-x - 1), _UNIT, "(-1)! has no value"),
    "digamma at its pole": (sp.polygamma(0, x), _UNIT, "psi(0) has no value"),
    "beta at its poles": (sp.beta(x, 1 - x), _UNIT, "B(0, 1) has no value"),
    "zeta at one": (sp.zeta(1 + x), _UNIT, "zeta(1) has no value"),
    "tangent at its pole": (sp.tan(sp.pi * x), _UNIT, "tan(pi/2) has no value"),
    "cotangent at its pole": (sp.cot(x), _UNIT, "cot 0 has no value"),
    "inverse hyperbolic tangent at one": (sp.atanh(x), _UNIT, "atanh 1 has no value"),
    "inverse hyperbolic cotangent inside": (sp.acoth(x), _UNIT, "acoth 1 has no value"),
    "exponential integral at zero": (sp.Ei(x), _UNIT, "Ei(0) has no value"),
    "Bessel K at zero": (sp.besselk(0, x), _UNIT, "K_0(0) has no value"),
    "Bessel Y at zero": (sp.bessely(0, x), _UNIT, "Y_0(0) has no value"),
    "elliptic integral at one": (sp.elliptic_k(x), _UNIT, "K(1) has no value"),
    "hypergeometric beyond its disc": (
        sp.hyper([1, 1], [2], 3 + x),
        _UNIT,
        "the series of 2F1(1, 1; 2; 3 + x) diverges",
    ),
    "hypergeometric with too many parameters": (
        sp.hyper([1, 1, 1], [2], x),
        _UNIT,
        "the series of 3F1 diverges for x > 0",
    ),
    "lower parameter minus one": (sp.hyper([1], [-1], x), _UNIT, "1/(-1)_2 has no value"),
    "lower parameter that may be zero": (sp.hyper([1], [x], y), _SQUARE, "1F1(1; 0; y) has no value"),
    "direction in dimension zero": (sp.hyper([], [0], x), _UNIT, "0F1(; 0; x) has no value"),
    "power of zero": (x**a, domain(over(x, 0, 1), over(a, -1, 1)), "0^(-1/2) has no value"),
    "negative integer power of zero": (
        x**j,
        domain(over(x, 0, 1), over(j, -3, 3, integer=True)),
        "0^(-1) has no value",
    ),
    "quotient with a common zero": ((x - y) ** 2 / (x - y) ** 3, _SQUARE, "1/0 at x = y"),
    "logarithm of a difference": (sp.log(x - y), _SQUARE, "log 0 at x = y"),
    "a hidden pole": (sp.Mul(x, sp.Pow(0, -1, evaluate=False), evaluate=False), _UNIT, "1/0 has no value"),
    "a hidden difference of infinities": (sp.Add(_oo, -_oo, evaluate=False), _UNIT, "oo - oo has no value"),
    "a pole in a finite sum": (sp.Sum(1 / (k - 3), (k, 0, n)), _MANY, "1/0 at k = 3"),
    "a pole in a short sum": (sp.Sum(x / (k - 3), (k, 1, 5)), _UNIT, "1/0 at k = 3"),
    "a pole in a finite product": (sp.Product(x / (k - 3), (k, 0, n)), _MANY, "1/0 at k = 3"),
    "powers of two without end": (sp.Sum(2**k * x, (k, 0, _oo)), _UNIT, "the series diverges for x > 0"),
    "geometric series at one": (sp.Sum(x**k, (k, 0, _oo)), _UNIT, "the series diverges at x = 1"),
    "harmonic series": (sp.Sum(1 / (k + 1 + x), (k, 0, _oo)), _UNIT, "the series diverges"),
    "oscillating series": (sp.Sum((-1) ** k * (1 + x), (k, 0, _oo)), _UNIT, "the partial sums oscillate"),
    "series of factorials": (sp.Sum(sp.factorial(k) * x**k, (k, 0, _oo)), _UNIT, "the series diverges for x > 0"),
    "product without end": (sp.Product(1 + x, (k, 0, _oo)), _UNIT, "the product diverges for x > 0"),
    "reciprocal over a pole": (sp.Integral(x / v, (v, -1, 1)), _UNIT, "the integral of 1/v over [-1, 1] diverges"),
    "reciprocal from its pole": (sp.Integral(x / v, (v, 0, 1)), _UNIT, "the integral of 1/v over (0, 1) diverges"),
    "reciprocal square over a pole": (sp.Integral((1 + x) / v**2, (v, -1, 1)), _UNIT, "the integral of v^-2 diverges"),
    "reciprocal without end": (sp.Integral(1 / (v + 1 + x), (v, 0, _oo)), _UNIT, "the integral of 1/(v + 1) diverges"),
    "exponential without end": (
        sp.Integral(sp.exp(x * v), (v, 0, _oo)),
        _UNIT,
        "the integral of exp(x v), x >= 0, diverges",
    ),
    "one without end": (sp.Integral(1 + x, (v, 0, _oo)), _UNIT, "the integral of 1 diverges"),
    "two roots at one end": (
        sp.Integral((1 + x) / sp.sqrt(v * sp.sin(v)), (v, 0, sp.pi)),
        _UNIT,
        "the integrand is like 1/v at 0",
    ),
    "two roots at one end, apart": (
        sp.Integral((1 + x) / (sp.sqrt(v) * sp.sqrt(sp.sin(v))), (v, 0, sp.pi)),
        _UNIT,
        "the integrand is like 1/v at 0",
    ),
    "two roots at the upper end": (
        sp.Integral((1 + x) / (sp.sqrt(sp.pi - v) * sp.sqrt(sp.sin(v))), (v, 0, sp.pi)),
        _UNIT,
        "the integrand is like 1/(pi - v) at pi",
    ),
    "oscillating integral": (sp.Integral(sp.sin(v + x), (v, 0, _oo)), _UNIT, "the integral of the sine has no limit"),
    "growing Gaussian": (sp.Integral(sp.exp(x * v**2), (v, -_oo, _oo)), _UNIT, "x = 0"),
    "an integral up to a pole": (
        sp.Integral(1 / (1 - v), (v, 0, x)),
        _UNIT,
        "x = 1: the integral of 1/(1 - v) diverges",
    ),
    "a derivative at a corner": (sp.Derivative(sp.Abs(x, evaluate=False), x), _AROUND, "|x| has no slope at 0"),
    "a delta at zero": (sp.DiracDelta(x), _AROUND, "delta(0) is no number"),
    "a substitution at a pole": (sp.Subs(x / t, t, 0), _UNIT, "1/0 has no value"),
    "a limit that does not exist": (sp.Limit(sp.sin(1 / t) * (1 + x), t, 0), _UNIT, "sin(1/t) has no limit"),
    "mean of an exponential of a square": (Expectation(sp.exp(_LENGTH)), _INPUTS, "E exp(|w|^2) = oo"),
    "mean of a squared exponential of an image": (
        Expectation(sp.exp(_IMAGE**2)),
        _INPUTS,
        "E exp((w.x)^2) = oo for |x| = 1",
    ),
    "mean of a reciprocal image": (Expectation(1 / _IMAGE), _INPUTS, "E |1/w.x| = oo"),
    "mean of a reciprocal squared image": (Expectation(_IMAGE**-2), _INPUTS, "E (w.x)^-2 = oo"),
    "mean of a reciprocal squared length": (Expectation(1 / _LENGTH), _INPUTS, "E |w|^-2 = oo for d = 1, 2"),
    "mean of a number of unknown law": (Expectation(Variate("Cauchy")), _UNIT, "a law without a mean is not excluded"),
    "mean of a reciprocal number of unknown law": (Expectation(1 / Variate("Any")), _UNIT, "the number may be 0"),
    "exponential mean of a number of unknown law": (
        Expectation(sp.exp(x * Variate("Any"))),
        _UNIT,
        "E exp(X) need not be finite",
    ),
    "mean of a power that grows too fast": (Expectation(2 ** (_COUNT**2)), _COUNTS, "sum 2^(k^2) lam^k/k! diverges"),
    "mean that is declared finite and is not": (
        Expectation(2 ** (_DECLARED**2)),
        _COUNTS,
        "sum 2^(k^2) lam^k/k! diverges, whatever is declared of this law",
    ),
    "mean of a reciprocal count": (Expectation(1 / _COUNT), _COUNTS, "the count may be 0"),
    "mean of means that are infinite": (Expectation(SampleMean(sp.exp(_LENGTH), 3)), _INPUTS, "E exp(|w|^2) = oo"),
    "distribution in dimension minus one": (
        NoncentralChiSquare(x, -1, 1),
        _UNIT,
        "no chi-square law has -1 degrees of freedom",
    ),
}


def _multiplied(value: sp.Expr, on: Domain) -> Claim:
    """(t + 1) U = t U + U, which is not written twice the same."""
    return equal((t + 1) * value, t * value + value, on.with_ranges(over(t, 1, 2)))


def _succeeded(value: sp.Expr, on: Domain) -> Claim:
    """U < U + 1."""
    return order(value, "<", value + 1, on)


for _name, (_value, _on, _why) in _NOWHERE.items():
    _false(f"{_name}, multiplied", _why, lambda value=_value, on=_on: _multiplied(value, on))
    _false(f"{_name}, compared", _why, lambda value=_value, on=_on: _succeeded(value, on))

# -- signs of what has no value ---------------------------------------------------------------------------------------------

_false("reciprocal square at zero", "1/0 has no value", lambda: order(x**-2, ">=", 0, _AROUND))
_false("reciprocal square of a difference", "1/0 at x = y", lambda: order((x - y) ** -2, ">=", 0, _SQUARE))
_false("reciprocal at an end", "1/0 has no value", lambda: order(1 / x, ">=", 0, _UNIT))
_false("exponential of a reciprocal", "exp(1/0) has no value", lambda: order(sp.exp(-1 / x), ">", 0, _AROUND))
_false(
    "positive series without a sum",
    "the series diverges for x = 2",
    lambda: order(sp.Sum(x**k, (k, 0, _oo)), ">", 0, domain(over(x, half, 2))),
)
_false(
    "positive integral without a value",
    "the integral of exp(x v) diverges",
    lambda: order(sp.Integral(sp.exp(x * v), (v, 0, _oo)), ">=", 0, _UNIT),
)
_false(
    "positive integral over a pole",
    "the integral of v^-2 diverges",
    lambda: order(sp.Integral((1 + x) * v**-2, (v, -1, 1)), ">=", 0, _UNIT),
)
_false("positive infinite mean", "E exp(|w|^2) = oo", lambda: order(Expectation(sp.exp(_LENGTH)), ">", 0, _INPUTS))
_false(
    "two infinite means",
    "both sides are oo",
    lambda: order(Expectation(sp.exp(_LENGTH)), "<=", 2 * Expectation(sp.exp(_LENGTH)), _INPUTS),
)
_false("gamma below zero", "gamma(0) has no value", lambda: order(sp.gamma(x) ** 2, ">=", 0, domain(over(x, -1, 1))))
_false(
    "logarithm below its successor",
    "log 0 has no value",
    lambda: order(sp.log(_p), "<", sp.log(_p) + 1, domain(over(_p, 0, 1))),
)
_false(
    "a mean that is subtracted from itself",
    "a law without a mean is not excluded",
    lambda: equal(Expectation(Variate("Lost") - Expectation(Variate("Lost"))), 0, _UNIT),
)
_false(
    "twice an infinite mean",
    "both sides are infinite",
    lambda: equal(Expectation(2 * sp.exp(_LENGTH)), 2 * Expectation(sp.exp(_LENGTH)), _INPUTS),
)
_false(
    "one more than an infinite mean",
    "both sides are infinite",
    lambda: equal(Expectation(1 + sp.exp(_LENGTH)), 1 + Expectation(sp.exp(_LENGTH)), _INPUTS),
)
_false(
    "twice a divergent series",
    "both sides are infinite",
    lambda: equal(sp.Sum(2 ** (k + 1), (k, 0, _oo)), 2 * sp.Sum(2**k, (k, 0, _oo)), _UNIT),
)
_false(
    "twice a divergent integral",
    "the principal value is no value",
    lambda: equal(sp.Integral(2 / v, (v, -1, 1)), 2 * sp.Integral(1 / v, (v, -1, 1)), _UNIT),
)
_false(
    "a divergent integral from its definition",
    "both sides are infinite",
    lambda: equal(
        sp.Integral(sp.exp(v) * sp.exp(x), (v, 0, _oo)), sp.exp(x) * sp.Integral(sp.exp(v), (v, 0, _oo)), _UNIT
    ),
)
_false(
    "a finite sum in another order than an infinite one",
    "the right side has sums that diverge",
    lambda: equal(
        sp.Sum((-1) ** n * (1 + x), (n, 1, 2), (k, 0, _oo)), sp.Sum((-1) ** n * (1 + x), (k, 0, _oo), (n, 1, 2)), _UNIT
    ),
)
_false("a cancelled divisor", "(x^2 - 1)/(x - 1) has no value at 1", lambda: equal((x**2 - 1) / (x - 1), x + 1, _UNIT))

# -- not real where they are compared ---------------------------------------------------------------------------------------

_COMPLEX = {
    "imaginary part": (sp.I * x, _AROUND, "i x is not real"),
    "root below zero": (sp.sqrt(x), _AROUND, "sqrt(-1) is not real"),
    "logarithm below zero": (sp.log(x), domain(over(x, -2, -1)), "log(-1) is not real"),
    "turning exponential": (sp.exp(sp.I * x), _AROUND, "exp(i x) is not real"),
    "power of a negative number": (x**a, domain(over(x, -2, -1), over(a, 0, 1)), "(-1)^(1/2) is not real"),
    "third root of a negative number": (x ** sp.Rational(1, 3), domain(over(x, -2, -1)), "(-1)^(1/3) is not real"),
    "inverse cosine beyond one": (sp.acos(x), domain(over(x, 2, 3)), "acos 2 is not real"),
    "inverse sine beyond one": (sp.asin(x), domain(over(x, 2, 3)), "asin 2 is not real"),
    "inverse hyperbolic cosine below one": (sp.acosh(x), _AROUND, "acosh 0 is not real"),
    "characteristic function": (Expectation(sp.exp(sp.I * (_IMAGE + x))), _INPUTS, "E exp(i (w.x + x)) is not real"),
}
for _name, (_value, _on, _why) in _COMPLEX.items():
    _false(f"{_name}, in an order", _why, lambda value=_value, on=_on: _succeeded(value, on))

# -- true twins -------------------------------------------------------------------------------------------------------

_true("reciprocal square from one on", lambda: order(x**-2, ">", 0, domain(over(x, 1, 2))))
_true("reciprocal from one on", lambda: _multiplied(1 / x, domain(over(x, 1, 2))))
_true("logarithm from one on", lambda: _succeeded(sp.log(x), domain(over(x, 1, 2))))
_true("gamma from one on", lambda: _multiplied(sp.gamma(x), domain(over(x, 1, 2))))
_true("root from zero on", lambda: _succeeded(sp.sqrt(x), domain(over(x, 0, 1))))
_true(
    "mean of a falling exponential of a square",
    lambda: equal(Expectation(sp.exp(-_LENGTH)), 3 ** (-d / 2), domain(over(d, 1, integer=True))),
)
_true(
    "mean of a falling exponential is positive",
    lambda: order(Expectation(sp.exp(-_LENGTH)), ">", 0, domain(over(d, 1, integer=True))),
)
_true("integral of a polynomial", lambda: order(sp.Integral(v**2 + x, (v, 0, 1)), ">=", 0, _UNIT))
_true(
    "integral that is multiplied",
    lambda: equal(sp.Integral(x * sp.exp(-(v**2)), (v, 0, 1)), x * sp.Integral(sp.exp(-(v**2)), (v, 0, 1)), _UNIT),
)
_true("exponential series", lambda: _multiplied(sp.exp(x), _UNIT))
_true("hypergeometric without poles", lambda: _multiplied(sp.hyper([1], [2], x), _UNIT))
_true("cancelled divisor away from its zero", lambda: equal((x**2 - 1) / (x - 1), x + 1, domain(over(x, 2, 3))))
_true(
    "finite sum",
    lambda: equal(sp.Sum(2 * x, (k, 0, n)), 2 * (n + 1) * x, domain(over(n, 0, integer=True), over(x, 0, 1))),
)
_true(
    "zeroth power of zero",
    lambda: equal(x**k * x**n, x ** (k + n), domain(over(x, 0, 1), over(k, 0, integer=True), over(n, 0, integer=True))),
)
_true("a positive power", lambda: order(u**x, ">", 0, domain(over(u, 0, None, "()"), over(x, 0, 1))))
_true(
    "mean of a number in the unit interval",
    lambda: equal(Expectation((t + 1) * _DRAWN), t * Expectation(_DRAWN) + Expectation(_DRAWN), domain(over(t, 1, 2))),
)
_true("geometric series inside of its disc", lambda: _multiplied(sp.Sum(x**k, (k, 0, _oo)), domain(over(x, 0, half))))
_true("mean of a real wave", lambda: _succeeded(Expectation(sp.cos(_IMAGE)), domain(over(x_norm, 0, None, "()"))))
