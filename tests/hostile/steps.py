"""Steps of chains outside of what they ask: monotone functions, tangents, minima, lemmas, equal forms."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from rftheory.evidence.bounds import Bound
from rftheory.evidence.series_steps import SeriesBound

from hostile.harness import Cases, Claim, Domain, Equality, Inequality, chained, domain, equal, lemma, order, over
from hostile.symbols import a, b, half, j, k, u, x

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_AROUND, _UNIT = domain(over(x, -3, 3)), domain(over(x, 0, 1))
_HALF_LINE = domain(over(u, 0, None, "()"))
_BOTH = domain(over(x, -3, 3), over(a, -1, 1))
_COUNTING = domain(over(k, 0, integer=True))
_oo = sp.oo

# -- monotone functions -------------------------------------------------------------------------------------------------


def _through(
    outer: Callable[[sp.Expr], sp.Expr], low: sp.Expr, high: sp.Expr, on: Domain, relation: str = "<="
) -> Claim:
    """outer(low) <= outer(high) from low <= high."""
    return order(
        outer(low),
        relation,
        outer(high),
        on,
        lambda: Bound(outer(low), on).through(Bound(low, on).at_most(high), outer),
    )


_false("a square is not monotone", "x = -3: 9 is above 4", lambda: _through(lambda z: z**2, x, x + 1, _AROUND))
_false("a cosine is not monotone", "x = 0: 1 is above cos 1", lambda: _through(sp.cos, x, x + 1, _AROUND))
_false("a falling exponential", "exp(-z) falls", lambda: _through(lambda z: sp.exp(-z), x, x + 1, _AROUND))
_false(
    "a multiple of any sign",
    "a = -1",
    lambda: _through(lambda z: a * z, x, x + 1, _BOTH),
)
_false("a root of what may be negative", "sqrt(-1) is not real", lambda: _through(sp.sqrt, x, x + 1, _AROUND))
_false(
    "a reciprocal across its pole",
    "x = -1/2: -2 is below 2, and 1/0",
    lambda: _through(lambda z: -1 / z, x, x + 1, _AROUND),
)
_false("a logarithm across zero", "log(-1) is not real", lambda: _through(sp.log, x, x + 1, _AROUND))
_false(
    "a cube is not strictly monotone where it is flat in a parameter",
    "a = 0 gives equality",
    lambda: _through(lambda z: a**2 * z, x, x + 1, _BOTH, "<"),
)
_false(
    "a function with a pole in a parameter",
    "1/a^2 has no value at a = 0",
    lambda: _through(lambda z: z / a**2, x, x + 1, _BOTH),
)
_false("an absolute value is not monotone", "x = -3: 3 is above 2", lambda: _through(sp.Abs, x, x + 1, _AROUND))

# -- tangents, chords, minima ---------------------------------------------------------------------------------------------


def _convex(form: sp.Expr, relation: str, target: sp.Expr, on: Domain, step: Callable[[Bound], Bound]) -> Claim:
    return order(form, relation, target, on, lambda: step(Bound(form, on)))


_false(
    "a tangent from outside",
    "exp lies above its tangent at 5, but nothing is said of [0, 1]: the tangent is claimed above",
    lambda: _convex(sp.exp(x), "<=", sp.exp(5) * (x - 4), _UNIT, lambda c: c.tangent(x, sp.Integer(5))),
)
_false(
    "a tangent of a root at its end",
    "the root has no slope at 0",
    lambda: _convex(sp.sqrt(x), "<=", x, _UNIT, lambda c: c.tangent(x, sp.Integer(0))),
)
_false(
    "a tangent of what is neither convex nor concave",
    "x = 3: 27 >= 0, x = -3: -27 <= 0",
    lambda: _convex(x**3, ">=", sp.Integer(0), _AROUND, lambda c: c.tangent(x, sp.Integer(0))),
)
_false(
    "a tangent with another curvature",
    "the second derivative of -x^2 is -2",
    lambda: _convex(-(x**2), ">=", sp.Integer(0), _AROUND, lambda c: c.tangent(x, sp.Integer(0), sp.Integer(2))),
)
_false(
    "a tangent where another parameter decides",
    "a = -1: -x^2 is below 0",
    lambda: _convex(a * x**2, ">=", sp.Integer(0), _BOTH, lambda c: c.tangent(x, sp.Integer(0))),
)
_false(
    "a chord over the whole line",
    "the line has no ends",
    lambda: _convex(x**2, "<=", sp.Integer(9), domain(over(x)), lambda c: c.chord(x)),
)
_false("a chord below", "x^2 <= x on [0, 1]", lambda: _convex(x**2, ">=", x, _UNIT, lambda c: c.chord(x)))
_false(
    "a chord on an open range with poles",
    "1/x has no value at 0",
    lambda: _convex(1 / x, "<=", sp.Integer(1), domain(over(x, 0, 1, "()")), lambda c: c.chord(x)),
)
_false(
    "a chord of an integer parameter beyond its range",
    "j = 4: 16 is above 9",
    lambda: _convex(j**2, "<=", sp.Integer(9), domain(over(j, -3, 4, integer=True)), lambda c: c.chord(j)),
)
_false(
    "a hill for a valley",
    "-x^2 is below 0",
    lambda: _convex(-(x**2), ">=", sp.Integer(0), _AROUND, lambda c: c.valley(x, sp.Integer(0), sp.Integer(-2))),
)
_false(
    "a valley beyond the range",
    "the value at 5 is 0, and (x-5)^2 >= 16 is claimed from 5 alone",
    lambda: _convex((x - 5) ** 2, ">=", sp.Integer(17), _UNIT, lambda c: c.valley(x, sp.Integer(5), sp.Integer(2))),
)
_false(
    "a valley with a wrong slope",
    "the derivative of x^3 is 3 x^2",
    lambda: _convex(x**3, ">=", sp.Integer(0), _AROUND, lambda c: c.valley(x, sp.Integer(0), 3 * x)),
)
_false(
    "a valley that is strict at its bottom",
    "x = 0: 0 is not above 0",
    lambda: _convex(x**2, ">", sp.Integer(0), _AROUND, lambda c: c.valley(x, sp.Integer(0), sp.Integer(2))),
)
_false(
    "a valley with a corner",
    "the slope of |x| - 2x is -1 on the right",
    lambda: _convex(
        sp.Abs(x) - 2 * x, ">=", sp.Integer(0), _AROUND, lambda c: c.valley(x, sp.Integer(0), sp.Integer(1))
    ),
)
_false(
    "a valley on a domain that leaves it out",
    "1/(x - 2)^2 is 1 at x = 1",
    lambda: _convex(
        1 / (x - 2) ** 2,
        ">=",
        sp.Integer(2),
        domain(over(x, 0, 3)),
        lambda c: c.valley(x, sp.Integer(0), sp.Integer(0)),
    ),
)

# -- lemmas and equal forms ---------------------------------------------------------------------------------------------------


def _given(form: sp.Expr, relation: str, target: int, on: Domain, fact: Claim, *at: dict[sp.Symbol, sp.Expr]) -> Claim:
    """What a lemma gives at values of its parameters."""
    return order(form, relation, target, on, lambda: Bound(form, on).given(fact, *at).at_least(sp.Integer(target)))


_SQUARE = lemma(Inequality(u, ">", sp.Integer(0)), _HALF_LINE, lambda: Bound(u, _HALF_LINE).at_least(sp.Integer(0)))
_false("a lemma outside of its domain", "x = -1", lambda: _given(x, ">", 0, _AROUND, _SQUARE, {u: x}))
_false(
    "a lemma that is false",
    "x = 0: 0 > 0",
    lambda: _given(
        x,
        ">",
        0,
        _UNIT,
        lemma(Inequality(x, ">", sp.Integer(0)), _UNIT, lambda: Bound(x, _UNIT).at_least(sp.Integer(0))),
    ),
)
_false(
    "a lemma without a proof",
    "x = 0: 0 > 1",
    lambda: _given(x, ">", 1, _UNIT, lemma(Inequality(x, ">", sp.Integer(1)), _UNIT)),
)
_EMPTY = domain(over(a, 1, 0, typical=(0, 1)), over(x, -3, 3))
_false(
    "a lemma about nothing",
    "no a is in [1, 0]: nothing follows for x",
    lambda: _given(
        sp.Integer(0),
        ">=",
        1,
        _AROUND,
        lemma(Inequality(0 * x, ">=", sp.Integer(1)), _EMPTY, chained(0, _EMPTY, (">=", a), (">=", 1))),
        {a: half},
    ),
)
_NAMESAKE = sp.Symbol("x", positive=True)
_POSITIVE_NAMESAKE = domain(over(_NAMESAKE, 0, None, "()"))


def _of_namesake() -> Claim:
    proof = lambda: Bound(_NAMESAKE, _POSITIVE_NAMESAKE).at_least(sp.Integer(0))  # noqa: E731
    fact = lemma(Inequality(_NAMESAKE, ">", sp.Integer(0)), _POSITIVE_NAMESAKE, proof)
    return _given(x, ">", 0, _AROUND, fact, {_NAMESAKE: x})


_false("a lemma about a namesake", "x = -1", _of_namesake)
_false(
    "a form that is rewritten by a namesake",
    "|x| is not x on [-3, 3]",
    lambda: equal(
        sp.Abs(x),
        x,
        _AROUND,
        lambda: Bound(sp.Abs(x), _AROUND).rewrite(sp.Abs(x), sp.Abs(_NAMESAKE), "the same name").algebra(x),
    ),
)
_ABSOLUTE = lemma(Equality(sp.Abs(b), b), domain(over(b, 0, 3)))
_false(
    "an equality outside of its domain",
    "b = -1",
    lambda: equal(sp.Abs(x), x, _AROUND, lambda: SeriesBound(sp.Abs(x), _AROUND).rewrite_by(_ABSOLUTE, {b: x})),
)
_false(
    "equal squares of different signs",
    "x = 1: 1 - 2 = -1",
    lambda: equal(
        sp.Integer(2) - x, x - 2, domain(over(x, 0, 1)), lambda: Bound(2 - x, domain(over(x, 0, 1))).same_square(x - 2)
    ),
)
_false(
    "a chain that goes both ways",
    "1 <= 2 >= 1/2 relates nothing",
    lambda: order(1, "<=", half, _UNIT, chained(1, _UNIT, ("<=", 2), (">=", half))),
)
_false(
    "a chain for another domain",
    "x = 0 is in [0, 1]",
    lambda: order(x, ">", 0, _UNIT, chained(x, domain(over(x, 0, 1, "(]")), (">", 0))),
)
_false(
    "a chain from another start",
    "x + 1 > 0 is not x > 0",
    lambda: order(x, ">", 0, _UNIT, chained(x + 1, _UNIT, (">", 0))),
)
_false(
    "a chain to another end",
    "x = 0: x > -1 is not x > 0",
    lambda: order(x, ">", 0, _UNIT, chained(x, _UNIT, (">", -1))),
)
_false("a weak chain for a strict claim", "x = 0", lambda: order(x, ">", 0, _UNIT, chained(x, _UNIT, (">=", 0))))
_false("an inequality for an equality", "x^2 is not 0", lambda: equal(x**2, 0, _UNIT, chained(x**2, _UNIT, (">=", 0))))
_false(
    "a limit for an equality",
    "x^2 is not 0",
    lambda: equal(x**2, 0, _UNIT, lambda: Bound(x**2, _UNIT).limit_by_continuity(x, sp.Integer(0))),
)

# -- true twins -------------------------------------------------------------------------------------------------------

_true("a cube is monotone", lambda: _through(lambda z: z**3, x, x + 1, _AROUND))
_true("an exponential is monotone", lambda: _through(sp.exp, x, x + 1, _AROUND, "<"))
_true("a root of what is not negative", lambda: _through(sp.sqrt, x, x + 1, _UNIT))
_true(
    "a tangent of the exponential",
    lambda: _convex(sp.exp(x), ">=", 1 + x, _AROUND, lambda c: c.tangent(x, sp.Integer(0))),
)
_true("a chord above", lambda: _convex(x**2, "<=", x, _UNIT, lambda c: c.chord(x)))
_true(
    "a valley",
    lambda: _convex(x**2 + 1, ">=", sp.Integer(1), _AROUND, lambda c: c.valley(x, sp.Integer(0), sp.Integer(2))),
)
_true(
    "a lemma inside of its domain",
    lambda: _given(x + 1, ">", 0, _UNIT, _SQUARE, {u: x + 1}),
)
_true(
    "an equality inside of its domain",
    lambda: equal(sp.Abs(x), x, _UNIT, lambda: SeriesBound(sp.Abs(x), _UNIT).rewrite_by(_ABSOLUTE, {b: x})),
)
_true(
    "equal squares",
    lambda: equal(
        sp.sqrt(x) * sp.sqrt(x + 1),
        sp.sqrt(x**2 + x),
        _UNIT,
        lambda: Bound(sp.sqrt(x) * sp.sqrt(x + 1), _UNIT).same_square(sp.sqrt(x**2 + x)),
    ),
)
