"""Absolute values, roots, logarithms and inverse functions: identities of one branch on a domain that has two."""

from __future__ import annotations

import sympy as sp
from rftheory.evidence.bounds import Bound

from hostile.harness import Cases, Claim, Derivation, Domain, domain, equal, order, over
from hostile.symbols import a, b, half, k, t, u, x, y

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_AROUND = domain(over(x, -3, 3))
_POSITIVE = domain(over(x, 0, 3))
_BOTH = domain(over(x, -3, 3), over(y, -3, 3))
_NEGATIVE = domain(over(x, -3, 0, "[)"), over(y, -3, 0, "[)"))
_TURN = domain(over(t, 0, 2 * sp.pi))
_HALF_TURN = domain(over(t, 0, sp.pi))
_i = sp.I

# -- absolute values and real roots ---------------------------------------------------------------------------------------

_false("absolute value", "|-1| = 1", lambda: equal(sp.Abs(x), x, _AROUND))
_false("absolute value of a difference", "x = 0, y = 1", lambda: equal(sp.Abs(x - y), x - y, _BOTH))
_false("absolute value of a sum", "x = 1, y = -1", lambda: equal(sp.Abs(x + y), sp.Abs(x) + sp.Abs(y), _BOTH))
_false(
    "absolute value of a complex number",
    "|1 + i| = sqrt 2",
    lambda: equal(sp.Abs(x + _i * y), sp.Abs(x) + sp.Abs(y), _BOTH),
)
_false("root of a square", "sqrt((-1)^2) = 1", lambda: equal(sp.sqrt((x + 1) ** 2 + 0 * y), x + 1, _AROUND))
_false(
    "root of a square that is not seen",
    "sqrt(x^2 + 2x + 1) = |x + 1|",
    lambda: equal(sp.sqrt(x**2 + 2 * x + 1), x + 1, _AROUND),
)
_false("root of a fourth power", "(x^4)^(1/4) = |x|", lambda: equal((x**4) ** sp.Rational(1, 4), x, _AROUND))
_false(
    "three halves of a square", "(x^2)^(3/2) = |x|^3", lambda: equal((x**2 + 0 * y) ** sp.Rational(3, 2), x**3, _AROUND)
)
_false(
    "root of a product of negatives",
    "sqrt(1) = 1, i i = -1",
    lambda: equal(sp.sqrt(x * y), sp.sqrt(x) * sp.sqrt(y), _NEGATIVE),
)
_false(
    "root of a quotient",
    "x = 1, y = -1: i is not -i",
    lambda: equal(sp.sqrt(x / y), sp.sqrt(x) / sp.sqrt(y), domain(over(x, 1, 2), over(y, -2, -1))),
)
_false(
    "root of a difference of squares",
    "for x < -1 the right side is negative",
    lambda: equal(sp.sqrt(x**2 - 1), sp.sqrt(x - 1) * sp.sqrt(x + 1), domain(over(x, -3, -2))),
)
_false(
    "third root of a negative number",
    "(-1)^(1/3) is not -1",
    lambda: equal((-u) ** sp.Rational(1, 3), -(u ** sp.Rational(1, 3)), domain(over(u, 1, 2))),
)
_false("third root of a cube", "((-1)^3)^(1/3) = exp(i pi/3)", lambda: equal((x**3) ** sp.Rational(1, 3), x, _AROUND))
_false("sign times a number", "sgn(-1) = -1", lambda: equal(sp.sign(x) * x, x, _AROUND))
_false("square of a sign", "sgn(0)^2 = 0", lambda: equal(sp.sign(x) ** 2, 1, _AROUND))
_false(
    "cases that meet nowhere",
    "|x| = -x for x < 0",
    lambda: equal(
        sp.Abs(x),
        x,
        _AROUND,
        lambda: Bound(sp.Abs(x), _AROUND).by_cases(x, 2 * x, lambda part: Bound(sp.Abs(x), part).algebra(x)),
    ),
)
_false(
    "the same square",
    "both have the square x^2, and -x is negative for x > 0",
    lambda: equal(sp.Abs(x), -x, _AROUND, lambda: Bound(sp.Abs(x), _AROUND).same_square(-x)),
)
_false("the maximum is the first", "max(0, 1) = 1", lambda: equal(sp.Max(x, y), x, _BOTH))
_false("floor", "floor(1/2) = 0", lambda: equal(sp.floor(x), x, _AROUND))
_false(
    "a piece for the whole",
    "the pieces differ for x < 0",
    lambda: equal(sp.Piecewise((x, x > 0), (-x, True)), x, _AROUND),
)

# -- logarithms and powers ------------------------------------------------------------------------------------------------

_false(
    "logarithm of a product of negatives",
    "log 1 = 0, log(-1) + log(-1) = 2 pi i",
    lambda: equal(sp.log(x * y), sp.log(x) + sp.log(y), _NEGATIVE),
)
_false(
    "logarithm of a square",
    "log((-1)^2) = 0",
    lambda: equal(sp.log((x - 1) ** 2), 2 * sp.log(x - 1), domain(over(x, -1, 0))),
)
_false(
    "logarithm of a quotient of negatives",
    "x = 1, y = -1: i pi is not -i pi",
    lambda: equal(sp.log(x / y), sp.log(x) - sp.log(y), domain(over(x, 1, 2), over(y, -2, -1))),
)
_false(
    "logarithm of a difference of squares",
    "for x < -1 the right side is not real",
    lambda: equal(sp.log(x**2 - 1), sp.log(x - 1) + sp.log(x + 1), domain(over(x, -3, -2))),
)
_false(
    "logarithm of a turning exponential",
    "log exp(3 i pi/2) = -i pi/2",
    lambda: equal(sp.log(sp.exp(_i * t)), _i * t, _TURN),
)
_false(
    "logarithm of a conjugate on the cut",
    "log(-1) = i pi is not its own conjugate",
    lambda: equal(sp.conjugate(sp.log(x)), sp.log(x), domain(over(x, -2, -1))),
)
_false(
    "power of a power",
    "((-1)^2)^(1/2) = 1, (-1)^1 = -1",
    lambda: equal((x**a) ** b, x ** (a * b), domain(over(x, -2, -1), over(a, 1, 3), over(b, 0, 1))),
)
_false(
    "product under a power",
    "x = y = -1, a = 1/2",
    lambda: equal((x * y) ** a, x**a * y**a, domain(over(x, -2, -1), over(y, -2, -1), over(a, 0, 1))),
)
_false("power of a turning exponential", "t = 3 pi/2", lambda: equal(sp.exp(_i * t) ** half, sp.exp(_i * t / 2), _TURN))
_false(
    "any power of a turning exponential",
    "t = 2 pi, a = 1/2",
    lambda: equal(sp.exp(_i * t) ** a, sp.exp(_i * a * t), domain(over(t, 0, 2 * sp.pi), over(a, 0, 1))),
)
_false(
    "exponent that is added at zero",
    "0^(1/2) 0^(-1/2) has no value",
    lambda: equal(x ** (a + b), x**a * x**b, domain(over(x, 0, 1), over(a, 0, 1), over(b, -1, 0))),
)
_false("zeroth power", "0^a = 0 at a = 1", lambda: equal(x**a, 1, domain(over(x, 0, 1), over(a, 0, 1))))
_false("alternating power of an integer", "(-1)^1 = -1", lambda: equal((-1) ** k, 1, domain(over(k, 0, integer=True))))
_false(
    "root of an alternating power",
    "k = 2: 1 is not -1",
    lambda: equal(sp.sqrt((-1) ** k), _i**k, domain(over(k, 0, integer=True))),
)

# -- inverse functions ----------------------------------------------------------------------------------------------------

_false("inverse cosine of a cosine", "acos(cos(3 pi/2)) = pi/2", lambda: equal(sp.acos(sp.cos(t)), t, _TURN))
_false("inverse sine of a sine", "asin(sin pi) = 0", lambda: equal(sp.asin(sp.sin(t)), t, _HALF_TURN))
_false(
    "inverse tangent of a tangent",
    "atan(tan(3 pi/4)) = -pi/4",
    lambda: equal(sp.atan(sp.tan(t)), t, domain(over(t, 2, 3))),
)
_false("inverse hyperbolic cosine", "acosh(cosh(-1)) = 1", lambda: equal(sp.acosh(sp.cosh(x)), x, _AROUND))
_false(
    "arctangent of a reciprocal",
    "for x < 0 the sum is -pi/2",
    lambda: equal(sp.atan(x) + sp.atan(1 / x), sp.pi / 2, domain(over(x, -2, -1))),
)
_false(
    "addition of arctangents",
    "x = y = 2: the sum is above pi/2",
    lambda: equal(sp.atan(x) + sp.atan(y), sp.atan((x + y) / (1 - x * y)), domain(over(x, 2, 3), over(y, 2, 3))),
)
_false(
    "logarithm as an arctangent",
    "for x < 0 the angle is another one",
    lambda: equal(sp.log(x + _i), sp.log(x**2 + 1) / 2 + _i * sp.atan(1 / x), domain(over(x, -2, -1))),
)
_false("error function of an inverse", "erf is no exponential", lambda: equal(sp.erf(x) + sp.erf(-x), x, _AROUND))
_false("argument of a product", "t = 3 pi/2", lambda: equal(sp.arg(sp.exp(_i * t)), t, _TURN))

# -- principal roots of complex numbers -----------------------------------------------------------------------------------

_false(
    "root of the square of a complex number",
    "x = -1",
    lambda: equal(sp.sqrt(sp.expand((x + _i) ** 2)), x + _i, _AROUND),
)
_false(
    "root of a product of complex numbers",
    "x = -3",
    lambda: equal(sp.sqrt((x + _i) * (x + 2 * _i)), sp.sqrt(x + _i) * sp.sqrt(x + 2 * _i), domain(over(x, -3, -2))),
)
_false(
    "conjugate of a root on the cut",
    "sqrt(-1) = i is not its own conjugate",
    lambda: equal(sp.conjugate(sp.sqrt(x)), sp.sqrt(x), domain(over(x, -2, -1))),
)
_false(
    "real part of a root on the cut",
    "Re sqrt(-1) = 0",
    lambda: order(sp.re(sp.sqrt(x), evaluate=False), ">", 0, domain(over(x, -2, -1))),
)
_SQUARE = sp.expand((x + _i) ** 2)
_LEFT = domain(over(x, -3, -1))


def _rooted(root: sp.Expr, real_part: sp.Expr, on: Domain) -> Claim:
    """``root = sqrt(root^2)``."""
    power = sp.sqrt(_SQUARE)
    return equal(root, power, on, lambda: Derivation(root, on).principal_root(power, power, root, real_part))


_false("the other root", "Re(x + i) < 0: the principal root is -x - i", lambda: _rooted(x + _i, x, _LEFT))
_false(
    "a root with the real part of another", "-x > 0 is not the real part of x + i", lambda: _rooted(x + _i, -x, _LEFT)
)
_false(
    "modulus of a square root",
    "|sqrt(x + i)|^2 = |x + i|",
    lambda: equal(sp.Abs(sp.sqrt(x + _i)) ** 2, x + 1, _POSITIVE),
)

# -- true twins -------------------------------------------------------------------------------------------------------

_true("absolute value from zero on", lambda: equal(sp.Abs(x), x, _POSITIVE))
_true("absolute value below zero", lambda: equal(sp.Abs(x), -x, domain(over(x, -3, 0))))
_true("root of a square from minus one on", lambda: equal(sp.sqrt(x**2 + 2 * x + 1), x + 1, domain(over(x, -1, 3))))
_true(
    "root of a square anywhere",
    lambda: equal(
        sp.sqrt(x**2 + 2 * x + 1),
        sp.Abs(x + 1),
        _AROUND,
        lambda: Bound(sp.sqrt(x**2 + 2 * x + 1), _AROUND).rewrite(x**2 + 2 * x + 1, (x + 1) ** 2, "a square"),
    ),
)
_true(
    "root of a product of positives",
    lambda: equal(sp.sqrt(x * y), sp.sqrt(x) * sp.sqrt(y), domain(over(x, 1, 2), over(y, 1, 2))),
)
_true(
    "logarithm of a product of positives",
    lambda: equal(sp.log(x * y), sp.log(x) + sp.log(y), domain(over(x, 1, 2), over(y, 1, 2))),
)
_true(
    "logarithm of a product of negatives, corrected",
    lambda: equal(sp.log(x * y), sp.log(-x) + sp.log(-y), domain(over(x, -2, -1), over(y, -2, -1))),
)
_true(
    "power of a power of a positive number",
    lambda: equal((u**a) ** b * u, u ** (a * b + 1), domain(over(u, 1, 2), over(a, 0, 1), over(b, 0, 1))),
)
_true(
    "exponent that is added",
    lambda: equal(u ** (a + b), u**a * u**b, domain(over(u, 1, 2), over(a, 0, 1), over(b, 0, 1))),
)
_true("root of a square of a complex number on the right", lambda: _rooted(x + _i, x, domain(over(x, 1, 3))))
_true("the other root, corrected", lambda: _rooted(-x - _i, -x, _LEFT))
_true("modulus of a complex number", lambda: equal((x + _i * y) * (x - _i * y), x**2 + y**2, _BOTH))
_true("absolute value of a positive number", lambda: equal(sp.Abs(x) * (x + 1), x**2 + x, domain(over(x, 1, 2))))


def _on_each_side(part: Domain) -> Bound:
    chain = Bound(sp.Abs(x) + x, part)
    return chain.algebra(sp.Integer(0)) if part.ranges[0].high == 0 else chain.algebra(2 * x).at_least(sp.Integer(0))


_true(
    "absolute value by cases",
    lambda: order(
        sp.Abs(x) + x, ">=", 0, _AROUND, lambda: Bound(sp.Abs(x) + x, _AROUND).by_cases(x, sp.Integer(0), _on_each_side)
    ),
)
