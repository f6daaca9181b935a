"""Means, lengths and laws that do not exist: sizes, dimensions, masses, draws."""

from __future__ import annotations

import sympy as sp
from rftheory.evidence.averages import AverageBound
from rftheory.evidence.bounds import Bound
from rftheory.evidence.tails import Tail

from hostile.harness import Cases, Claim, Derivation, domain, equal, order, over
from hostile.symbols import W, half, k, s, t, u, x
from rftheory.kernels import PAIR, Vector, d, lam, m, theta, x_norm, y_norm
from rftheory.rules.importance import weighted_sample
from rftheory.rules.nodes import Expectation, SampleMean
from rftheory.rules.sphere import direction_exponential
from rftheory.rules.tables import Coordinate, Drawn, FiniteLaw, integrate_sums
from rftheory.rules.variates import Counts

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_X, _Y = over(x_norm, 0, None, "()"), over(y_norm, 0, None, "()")
_D, _M = over(d, 1, integer=True), over(m, 1, integer=True)
_ANGLE = over(theta, 0, sp.pi)
_T = over(t, 1, 2)


def _exponential(vector: Vector) -> sp.Expr:
    return sp.exp(W.dot(vector))


def _linear(value: sp.Expr, *ranges: object) -> Claim:
    """(t + 1) U = t U + U."""
    return equal((t + 1) * value, t * value + value, domain(*ranges, _T))


# -- sizes and dimensions -------------------------------------------------------------------------------------------------

_cosine = sp.cos(W.dot(PAIR.x))


def _unbiased(size: object, *ranges: object, where: tuple[sp.Basic, ...] = ()) -> Claim:
    return equal(Expectation(SampleMean(_cosine, size)), sp.exp(-(x_norm**2) / 2), domain(_X, *ranges, where=where))


def _second(size: object, *ranges: object) -> Claim:
    """E of the square of a mean of so many cosines."""
    first, square = sp.exp(-(x_norm**2)), (1 + sp.exp(-2 * x_norm**2)) / 2
    size = sp.sympify(size)
    return equal(
        Expectation(SampleMean(_cosine, size) ** 2), (1 - 1 / size) * first + square / size, domain(_X, *ranges)
    )


_false("a mean of no sample", "0/0", lambda: _unbiased(0))
_false("a mean of k samples, perhaps none", "k = 0", lambda: _unbiased(k, over(k, 0, integer=True)))
_false("a mean of half a sample", "no mean has 1/2 samples", lambda: _second(half))
_false("a mean of minus two samples", "no mean has -2 samples", lambda: _second(-2))
_false("a mean of a real number of samples", "s = 3/2 is no size", lambda: _second(s, over(s, 1, 2)))
_false("a mean of m - 5 samples", "m = 5", lambda: _unbiased(m - 5, over(m, 5, integer=True)))
_false("a mean of m/2 samples", "m = 1", lambda: _second(m / 2, _M))
_false("a mean of infinitely many samples", "oo is no size", lambda: _unbiased(sp.oo))
_false("a mean of i samples", "i is no size", lambda: _second(sp.I))


def _length(dimension: object, *ranges: object) -> Claim:
    dimension = sp.sympify(dimension)
    return equal(Expectation(sp.exp(-W.squared_length(dimension))), 3 ** (-dimension / 2), domain(*ranges))


_false("a length in dimension zero", "no vector of R^0 is drawn", lambda: _length(0))
_false("a length in half a dimension", "there is no R^(1/2)", lambda: _length(half))
_false("a length in a negative dimension", "there is no R^(-3)", lambda: _length(-3))
_false("a length in any dimension from zero on", "k = 0", lambda: _length(k, over(k, 0, integer=True)))
_false("a length in a real dimension", "s = 3/2 is no dimension", lambda: _length(s, over(s, 1, 2)))
_false("a length in dimension d - 3", "d = 1", lambda: _length(d - 3, _D))
_false("a length in an imaginary dimension", "there is no R^i", lambda: _length(sp.I))
_false(
    "a uniform direction in dimension zero",
    "there is no direction in R^0",
    lambda: _linear(direction_exponential(x, k), over(x, 0, 1), over(k, 0, integer=True)),
)
_false(
    "a coordinate of number zero",
    "coordinates are numbered from 1 on",
    lambda: equal(
        Expectation(Coordinate("w", 0) ** 2),
        1,
        domain(),
        lambda: Derivation(Expectation(Coordinate("w", 0) ** 2), domain()).apply(integrate_sums, "moments"),
    ),
)
_false(
    "half a coordinate",
    "coordinates are numbered by integers",
    lambda: equal(
        Expectation(Coordinate("w", half) ** 2),
        1,
        domain(),
        lambda: Derivation(Expectation(Coordinate("w", half) ** 2), domain()).apply(integrate_sums, "moments"),
    ),
)
_false(
    "a change of measure in half a dimension",
    "there is no R^(1/2)",
    lambda: equal(Expectation(weighted_sample(_cosine, W, PAIR.x, 2, half)), sp.exp(-(x_norm**2) / 2), domain(_X)),
)

# -- laws -----------------------------------------------------------------------------------------------------------------


def _count(name: str, mass: sp.Expr):
    return Counts(name, sp.Lambda(k, mass))[1]


_LAM = over(lam, 0, None, "()")
_poisson = sp.exp(-lam) * lam**k / sp.factorial(k)
_false(
    "masses that sum to two",
    "E 1 would be 2",
    lambda: equal(
        Expectation(u ** _count("double", 2 * _poisson)), 2 * sp.exp(lam * (u - 1)), domain(_LAM, over(u, 1, 2))
    ),
)
_false(
    "masses that sum to one half",
    "E 1 would be 1/2",
    lambda: equal(
        Expectation(u ** _count("half", _poisson / 2)), sp.exp(lam * (u - 1)) / 2, domain(_LAM, over(u, 1, 2))
    ),
)
_false(
    "masses of both signs",
    "the mass of 1 is negative",
    lambda: equal(
        Expectation(u ** _count("alternating", sp.exp(lam) * (-lam) ** k / sp.factorial(k))),
        sp.exp(lam * (1 - u)),
        domain(_LAM, over(u, 1, 2)),
    ),
)
_false(
    "geometric masses without their factor",
    "they sum to 1/(1 - s)",
    lambda: equal(
        Expectation(1 + _count("plain", s**k)) - Expectation(_count("plain", s**k)), 1, domain(over(s, 0, half, "(]"))
    ),
)
_false(
    "powers of a count without their factor",
    "the masses s^k sum to 1/(1 - s)",
    lambda: equal(Expectation(half ** _count("powers", s**k)), 1 / (1 - s / 2), domain(over(s, 0, half, "(]"))),
)
_false(
    "masses that are all one",
    "they have no sum",
    lambda: equal(Expectation(half ** _count("ones", sp.Integer(1))), 2, domain()),
)
_false(
    "masses without a factorial",
    "e^-lam lam^k sums to e^-lam/(1 - lam)",
    lambda: equal(
        Expectation(half ** _count("wrong", sp.exp(-lam) * lam**k)),
        sp.exp(-lam) / (1 - lam / 2),
        domain(over(lam, 0, half, "(]")),
    ),
)
_false(
    "a geometric law beyond one",
    "p = 3/2 gives masses of both signs",
    lambda: equal(
        Expectation(half ** _count("beyond", s * (1 - s) ** k)),
        s / (1 - (1 - s) / 2),
        domain(over(s, 1, sp.Rational(3, 2))),
    ),
)
_false(
    "imaginary masses",
    "i is no mass",
    lambda: equal(
        Expectation(u ** _count("imaginary", sp.I * _poisson)),
        sp.I * sp.exp(lam * (u - 1)),
        domain(_LAM, over(u, 1, 2)),
    ),
)
_false(
    "half a count",
    "counts are numbered by integers",
    lambda: equal(
        Expectation(u ** Counts("numbered", sp.Lambda(k, _poisson))[half]),
        sp.exp(lam * (u - 1)),
        domain(_LAM, over(u, 1, 2)),
    ),
)


def _drawn(name: str, law: FiniteLaw, mean: object) -> Claim:
    Drawn.table(name, "value", law)
    node = Expectation(Drawn(name, "value"))
    return equal(node, mean, domain(), lambda: Derivation(node, domain()).apply(integrate_sums, "moments of a table"))


_false(
    "a table with a negative weight",
    "weights 2 and -1 are no law",
    lambda: _drawn("negative weight", FiniteLaw((0, 1), (2, -1), sp.Integer(1)), -1),
)
_false(
    "a table without weight",
    "weights 1 and -1 have no sum",
    lambda: _drawn("no weight", FiniteLaw((0, 1), (1, -1), sp.Integer(1)), 0),
)


def _least() -> Claim:
    """|w|^2 for a real dimension as if it were positive."""
    from hostile.harness import Inequality, lemma

    on, node = domain(over(s, half, 2)), W.squared_length(s)
    line = domain(over(u, 0, None, "()"))
    below = lemma(
        Inequality(sp.exp(-u), "<", sp.Integer(1)), line, lambda: Bound(sp.exp(-u), line).at_most(sp.Integer(1))
    )
    mean = Expectation(sp.exp(-node))
    return order(mean, "<", 1, on, lambda: AverageBound(mean, on).for_every_draw(below, {u: node}))


_false("a mean over a real dimension", "s = 3/2 is no dimension", _least)


def _imaginary_shift() -> Claim:
    """|w - i x|^2 >= 0 and |w + i x|^2 >= 0, added."""
    on = domain(_X, _D)
    length, image = W.squared_length(d), W.dot(PAIR.x)

    def proof() -> Tail:
        chain = Tail(length, on).square(W, sp.I * PAIR.x, d).square(W, -sp.I * PAIR.x, d)
        return chain.at_least(length / 2 + sp.I * image + x_norm**2 / 2).at_least(x_norm**2)

    return order(length, ">=", x_norm**2, on, proof)


_false(
    "a square at an imaginary shift", "|w|^2 is below |x|^2 for many draws; (w - i x)^2 is not real", _imaginary_shift
)
_false(
    "a square in dimension zero",
    "there is no R^0",
    lambda: order(
        W.squared_length(k),
        ">=",
        2 * W.dot(PAIR.x) - x_norm**2,
        domain(_X, over(k, 0, integer=True)),
        lambda: (
            Tail(W.squared_length(k), domain(_X, over(k, 0, integer=True)))
            .square(W, PAIR.x, k)
            .at_least(2 * W.dot(PAIR.x) - x_norm**2)
        ),
    ),
)

# -- true twins -------------------------------------------------------------------------------------------------------

_true("a mean of m samples", lambda: _second(m, _M))
_true("a mean of two samples", lambda: _second(2))
_true("a mean of m + 5 samples", lambda: _unbiased(m + 5, _M))
_true("a length in three dimensions", lambda: _length(3))
_true("a length in d dimensions", lambda: _length(d, _D))
_true("a length in d + 3 dimensions", lambda: _length(d + 3, _D))
_true(
    "Poisson masses",
    lambda: equal(Expectation(u ** _count("Poisson", _poisson)), sp.exp(lam * (u - 1)), domain(_LAM, over(u, 1, 2))),
)
_true(
    "geometric masses",
    lambda: equal(
        Expectation(half ** _count("geometric", s * (1 - s) ** k)), s / (1 - (1 - s) / 2), domain(over(s, 0, 1, "()"))
    ),
)
_true(
    "a table of two values", lambda: _drawn("two values", FiniteLaw((0, 1), (2, 1), sp.Integer(1)), sp.Rational(1, 3))
)
_true(
    "a square at a real shift",
    lambda: order(
        W.squared_length(d),
        ">=",
        2 * W.dot(PAIR.x) - x_norm**2,
        domain(_X, _D),
        lambda: Tail(W.squared_length(d), domain(_X, _D)).square(W, PAIR.x, d).at_least(2 * W.dot(PAIR.x) - x_norm**2),
    ),
)
_true(
    "a change of measure in three dimensions",
    lambda: equal(Expectation(weighted_sample(_cosine, W, PAIR.x, 2, 3)), sp.exp(-(x_norm**2) / 2), domain(_X)),
)
