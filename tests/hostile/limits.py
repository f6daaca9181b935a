"""Limits: at infinity, from outside, of what has none, and in variables that are none."""

from __future__ import annotations

import sympy as sp
from rftheory.evidence.angle_series import AngleSeries, Expansions
from rftheory.evidence.bounds import Bound
from rftheory.evidence.series_steps import SeriesBound

from hostile.harness import Cases, Claim, Domain, domain, over, tends
from hostile.symbols import a, half, j, k, n, t, u, x, y
from rftheory.proofs.simrf._angle_series import SINES

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_UNIT = domain(over(x, 0, 1))
_OPEN = domain(over(x, 0, 1, "(]"))
_LARGE = domain(over(x, 2))


def _quotient(above: sp.Expr, below: sp.Expr, value: object, on: Domain, *side: str) -> Claim:
    """The limit of ``above/below`` as ``below`` tends to 0, by the derivatives of both."""
    form = above / below
    proof = lambda: Bound(form, on).limit_of_quotient(above, below, below, sp.Integer(0))  # noqa: E731
    return tends(form, below, 0, value, on, *side, proof=proof)


def _exponential_slope(on: Domain) -> Claim:
    """``(e^u - 1)/u -> 1`` as u tends to 0, by the power series."""
    above = sp.exp(u) - 1
    terms = Expansions({sp.exp(u): u**k / sp.gamma(k + 1)}, k, u)
    proof = lambda: AngleSeries(above / u, on, SINES).limit_at_zero(above, u, terms, 1)  # noqa: E731
    return tends(above / u, u, 0, 1, on, proof=proof)


# -- at infinity: a substitution is no limit ---------------------------------------------------------------------------

_false(
    "root of a growing exponential",
    "(1 + e^x)^(1/x) -> e",
    lambda: tends((1 + sp.exp(x)) ** (1 / x), x, sp.oo, 1, _LARGE),
)
_false("root of a growing power", "(1 + 2^x)^(1/x) -> 2", lambda: tends((1 + 2**x) ** (1 / x), x, sp.oo, 1, _LARGE))
_false("root of two powers", "(2^x + 3^x)^(1/x) -> 3", lambda: tends((2**x + 3**x) ** (1 / x), x, sp.oo, 1, _LARGE))
_false("root of a hyperbolic cosine", "cosh(x)^(1/x) -> e", lambda: tends(sp.cosh(x) ** (1 / x), x, sp.oo, 1, _LARGE))
_false("logarithmic root", "(1 + x)^(1/log x) -> e", lambda: tends((1 + x) ** (1 / sp.log(x)), x, sp.oo, 1, _LARGE))
_false(
    "root at minus infinity",
    "(1 + e^-x)^(1/x) -> 1/e as x -> -oo",
    lambda: tends((1 + sp.exp(-x)) ** (1 / x), x, -sp.oo, 1, domain(over(x, None, -1))),
)
_false(
    "squares under a root",
    "(x + e^(2x))^(1/x) -> e^2",
    lambda: tends((x + sp.exp(2 * x)) ** (1 / x), x, sp.oo, 1, _LARGE),
)
_false(
    "oscillation",
    "sin x has no limit, and <-1, 1> is no number",
    lambda: tends(sp.sin(x), x, sp.oo, sp.AccumBounds(-1, 1), _LARGE),
)
_false("oscillation that is chosen", "sin x has no limit", lambda: tends(sp.sin(x), x, sp.oo, 0, _LARGE))
_false(
    "oscillating square",
    "sin(x)^2 has no limit, and <0, 1> is no number",
    lambda: tends(sp.sin(x) ** 2, x, sp.oo, sp.AccumBounds(0, 1), _LARGE),
)
_false(
    "difference of two infinities",
    "x - sqrt(x^2 + x) -> -1/2",
    lambda: tends(x - sp.sqrt(x**2 + x), x, sp.oo, 0, _LARGE),
)
_false("the number e", "(1 + 1/x)^x -> e", lambda: tends((1 + 1 / x) ** x, x, sp.oo, 1, _LARGE))
_false("sinc at infinity", "sin(x)/x -> 0", lambda: tends(sp.sin(x) / x, x, sp.oo, 1, _LARGE))
_false("bounded variable at infinity", "x does not leave [0, 1]", lambda: tends(sp.exp(-x), x, sp.oo, 0, _UNIT))
_false(
    "bounded above at infinity", "x stays below 5", lambda: tends(1 / (1 + x**2), x, sp.oo, 0, domain(over(x, None, 5)))
)
_false("from above to minus infinity", "x is at least 2", lambda: tends(sp.exp(x), x, -sp.oo, 0, _LARGE))
_false(
    "a sum that gets longer",
    "the sum of n terms 1/n is 1",
    lambda: tends(sp.Sum(1 / n, (k, 1, n)), n, sp.oo, 0, domain(over(n, 1, integer=True))),
)
_false("complex infinity", "x does not tend to zoo", lambda: tends(1 / (1 + x**2), x, sp.zoo, 0, domain(over(x))))

# -- from outside -----------------------------------------------------------------------------------------------------

_false("square far away", "7 is not in the closure of [0, 1]", lambda: tends(x**2, x, 7, 49, _UNIT))
_false("just outside", "2 is not in the closure of [0, 1]", lambda: tends(x + 1, x, 2, 3, _UNIT))
_false("from below at the lower end", "no x of [0, 1] lies below 0", lambda: tends(sp.sqrt(x), x, 0, 0, _UNIT, "-"))
_false("from above at the upper end", "no x of [0, 1] lies above 1", lambda: tends(x**2, x, 1, 1, _UNIT, "+"))
_false(
    "a condition keeps away", "x > 1/2", lambda: tends(x**2, x, 0, 0, domain(over(x, 0, 1), where=(sp.Gt(x, half),)))
)
_false(
    "a condition leaves one point",
    "x = 1",
    lambda: tends(x**2, x, 0, 0, domain(over(x, 0, 1), where=(sp.Eq(x, 1, evaluate=False),))),
)
_false(
    "another parameter keeps away",
    "x > y >= 2",
    lambda: tends(x**2, x, 0, 0, domain(over(x, 0), over(y, 2), where=(sp.Gt(x, y),))),
)
_false(
    "bounded by a parameter",
    "x < y <= 1 does not grow beyond all bounds",
    lambda: tends(1 / (1 + x), x, sp.oo, 0, domain(over(x, 0), over(y, 0, 1), where=(sp.Lt(x, y),))),
)
_false(
    "a point that is another parameter",
    "y is in [2, 3], x in [0, 1]",
    lambda: tends(x**2, x, y, y**2, domain(over(x, 0, 1), over(y, 2, 3))),
)
_false("a complex point", "x is real", lambda: tends(x**2, x, sp.I, -1, domain(over(x, -1, 1))))
_false(
    "sinc from far away", "0 is not in the closure of [1, 2]", lambda: _quotient(sp.sin(x), x, 1, domain(over(x, 1, 2)))
)
_false("a point without a neighbour", "[1, 1] has no other point", lambda: tends(x**2, x, 1, 1, domain(over(x, 1, 1))))

# -- variables that are none --------------------------------------------------------------------------------------------

_INTEGERS = domain(over(j, integer=True))
_false("an integer to an integer", "integers do not come close to 3", lambda: tends(j**2, j, 3, 9, _INTEGERS))
_false(
    "an integer to a half", "integers do not come close to 1/2", lambda: tends(sp.cos(sp.pi * j), j, half, 0, _INTEGERS)
)
_false(
    "a variable that does not occur",
    "t is no parameter and not in x^2",
    lambda: tends(x**2, t, 0, x**2, domain(over(x))),
)
_false(
    "a point with the variable in it",
    "x does not tend to x + 1",
    lambda: tends(x**2, x, x + 1, (x + 1) ** 2, domain(over(x))),
)
_false("a number for a variable", "3 is no variable", lambda: tends(x**2, sp.Integer(3), 0, x**2, domain(over(x))))
_namesake = sp.Symbol("x", positive=True)
_false(
    "a namesake as the variable",
    "the x of the limit is not that of the expression",
    lambda: tends(x**2, _namesake, 0, x**2, domain(over(x), over(_namesake, 0, None, "()"))),
)

# -- what has no limit, or another one -----------------------------------------------------------------------------------

_false("sine of a reciprocal", "sin(1/x) has no limit at 0", lambda: tends(sp.sin(1 / x), x, 0, 0, _OPEN))
_false(
    "essential singularity from below",
    "exp(-1/x) grows beyond all bounds as x -> 0-",
    lambda: tends(sp.exp(-1 / x), x, 0, 0, domain(over(x, -1, 0, "[)")), "-"),
)
_false(
    "sign from below", "|x|/x -> -1 as x -> 0-", lambda: _quotient(sp.Abs(x), x, 1, domain(over(x, -1, 0, "[)")), "-")
)
_false("zero over zero", "sin(2x)/x -> 2", lambda: _quotient(sp.sin(2 * x), x, 1, _OPEN))
_false("one to the infinity", "(1 + x)^(1/x) -> e", lambda: tends((1 + x) ** (1 / x), x, 0, 1, _OPEN))
_false(
    "a power that may be the zeroth",
    "x^a = 1 at a = 0",
    lambda: tends(x**a, x, 0, 0, domain(over(x, 0, 1, "(]"), over(a, 0, 1))),
)
_false(
    "a quotient that depends on a zero",
    "the limit is 0 at y = 0",
    lambda: tends(y**2 / (x**2 + y**2), x, 0, 1, domain(over(x, 0, 1, "(]"), over(y, 0, 1))),
)
_false("a root on the cut", "sqrt(-1 - i x) -> -i from above", lambda: tends(sp.sqrt(-1 - sp.I * x), x, 0, sp.I, _OPEN))
_false(
    "a logarithm on the cut",
    "log(-1 + i x) -> -i pi from below",
    lambda: tends(sp.log(-1 + sp.I * x), x, 0, sp.I * sp.pi, domain(over(x, -1, 0, "[)")), "-"),
)
_false("a jump", "floor(x) -> 0 as x -> 1-", lambda: tends(sp.floor(x), x, 1, 1, _UNIT, "-"))
_false("a pole", "1/x has no limit at 0", lambda: tends(1 / x, x, 0, 0, _OPEN))
_false("an infinite value", "oo is no number", lambda: tends(x, x, sp.oo, sp.oo, _LARGE))
_false("half a slope", "(e^x - 1)/x -> 1", lambda: _quotient(sp.exp(x) - 1, x, half, _OPEN))
_false(
    "a limit on an empty domain",
    "no x is in [1, 0]",
    lambda: tends(x**2, x, 1, 1, domain(over(x, 1, 0, typical=(0, 1)))),
)
_false(
    "a limit of a value that does not exist",
    "log(y) has no value at y = 0",
    lambda: tends(x * sp.log(y), x, 0, 0, domain(over(x, 0, 1), over(y, 0, 1))),
)

_false(
    "a quotient of integers",
    "integers do not come close to 0",
    lambda: _quotient(sp.sin(j), j, 1, domain(over(j, 1, integer=True))),
)
_false(
    "a quotient of power series from far away",
    "0 is not in the closure of [1, 2]",
    lambda: _exponential_slope(domain(over(u, 1, 2))),
)

# -- true twins -------------------------------------------------------------------------------------------------------

_true("square inside", lambda: tends(x**2, x, half, sp.Rational(1, 4), _UNIT))
_true("square at the lower end", lambda: tends(x**2 + 1, x, 0, 1, _UNIT))
_true("square at the upper end", lambda: tends(x**2, x, 1, 1, _UNIT, "-"))
_true("sinc", lambda: _quotient(sp.sin(x), x, 1, _OPEN))
_true("slope of the exponential", lambda: _quotient(sp.exp(x) - 1, x, 1, _OPEN))
_true("a root at its end", lambda: tends(sp.sqrt(x), x, 0, 0, _UNIT))
_true("with another parameter", lambda: tends(x * y + y, x, 0, y, domain(over(x, 0, 1), over(y, 0, 1))))


def _squeezed() -> Claim:
    """1 + 1/(2x) -> 1, between two bounds."""
    from hostile.harness import Inequality, lemma

    on = domain(over(u, 1))
    form = 1 + 1 / (2 * u)
    lower = lemma(Inequality(form, ">=", 1 - 1 / u), on, lambda: Bound(form, on).at_least(1 - 1 / u))
    upper = lemma(Inequality(form, "<=", 1 + 1 / u), on, lambda: Bound(form, on).at_most(1 + 1 / u))
    proof = lambda: SeriesBound(form, on).squeezed(u, sp.Integer(1), sp.Integer(1), lower, upper)  # noqa: E731
    return tends(form, u, sp.oo, 1, on, proof=proof)


_true("between two bounds", _squeezed)
_true("a quotient of power series", lambda: _exponential_slope(domain(over(u, 0, 2, "(]"))))
