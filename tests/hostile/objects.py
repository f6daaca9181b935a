"""Vectors, angles and frames that do not exist."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp
from rftheory.evidence.bounds import Bound

from hostile.harness import Cases, Claim, domain, equal, order, over
from hostile.symbols import W, half, q, s, t, u, x
from rftheory.kernels import EQUAL_PAIR, PAIR, Space, Vector, d, m, make_pair, r, theta, x_norm, y_norm
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation
from rftheory.rules.orthogonal import frame_exponential

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


# -- angles -------------------------------------------------------------------------------------------------------------


def _signs(pair: object = PAIR) -> sp.Expr:
    return Expectation(sp.sign(W.dot(pair.x)) * sp.sign(W.dot(pair.y)))


_false(
    "signs at angles beyond pi",
    "at theta = 3 pi/2 the mean is 0, not -2",
    lambda: equal(_signs(), 1 - 2 * theta / sp.pi, domain(_X, _Y, over(theta, 0, 2 * sp.pi))),
)
_false(
    "signs at any angle",
    "theta has no upper end",
    lambda: equal(_signs(), 1 - 2 * theta / sp.pi, domain(_X, _Y, over(theta, 0))),
)
_false(
    "signs of inputs of one length",
    "theta = 4",
    lambda: equal(_signs(EQUAL_PAIR), 1 - 2 * theta / sp.pi, domain(over(r, 0, None, "()"), over(theta, 3, 4))),
)
_false(
    "agreement of signs",
    "theta = 2 pi: the mean of the square is 1",
    lambda: order(
        _signs(),
        "<",
        1,
        domain(_X, _Y, over(theta, 4, 2 * sp.pi)),
        lambda: Bound(_signs(), domain(_X, _Y, over(theta, 4, 2 * sp.pi))).expectations().at_most(sp.Integer(1)),
    ),
)
_false(
    "two projections beyond the cosine of one",
    "no angle has the cosine 2",
    lambda: _linear(_at_cosine(sp.Integer(2), d), _X, over(d, 2, integer=True)),
)
_false(
    "two projections at any cosine",
    "no angle has the cosine x = 3",
    lambda: _linear(_at_cosine(x, d), _X, over(d, 2, integer=True), over(x, -3, 3)),
)
_false(
    "two projections on the line", "in R^1 the cosine is 1 or -1", lambda: _linear(_at_cosine(half, sp.Integer(1)), _X)
)
_false(
    "two projections at an imaginary cosine",
    "no angle has the cosine i",
    lambda: _linear(_at_cosine(sp.I, d), _X, over(d, 2, integer=True)),
)


def _at_cosine(cosine: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    return AngleExpectation([_exponential(PAIR.x)] * 2, dimension, cosine)


# -- Gram tables --------------------------------------------------------------------------------------------------------


def _space(name: str, table: Mapping[str, object]) -> Space:
    return Space(name, lambda a, b: sp.sympify(table["".join(sorted(a + b))]))


def _moment(
    name: str, table: Mapping[str, object], names: str, signs: tuple[int, ...] = (1, 1, 1)
) -> tuple[sp.Expr, Vector]:
    """E exp(w.v) of a combination v of the vectors of a space."""
    space = _space(name, table)
    vector = Vector(space, {key: sp.Integer(sign) for key, sign in zip(names, signs, strict=False)})
    return Expectation(_exponential(vector)), vector


def _gaussian(
    name: str, table: Mapping[str, object], names: str, *ranges: object, signs: tuple[int, ...] = (1, 1, 1)
) -> Claim:
    mean, vector = _moment(name, table, names, signs)
    return equal(mean, sp.exp(vector.square / 2), domain(*ranges))


_false(
    "vectors with too large a product",
    "x.y = 2 is above |x| |y| = 1",
    lambda: _gaussian("too large", {"xx": 1, "yy": 1, "xy": 2}, "xy", signs=(1, -1)),
)
_false("a vector of negative square", "x.x = -1 for no real vector", lambda: _gaussian("negative", {"xx": -1}, "x"))
_false(
    "a zero vector with a product", "|x| = 0 and x.y = 1", lambda: _gaussian("zero", {"xx": 0, "yy": 1, "xy": 1}, "xy")
)
_false(
    "a product that grows with the length",
    "x.y = u is above |x| |y| = 1 for u = 2",
    lambda: _gaussian("grows", {"xx": 1, "yy": 1, "xy": u}, "xy", over(u, 0, 3, "(]")),
)
_false(
    "a square that may be negative", "x.x = x < 0", lambda: _gaussian("may be negative", {"xx": x}, "x", over(x, -1, 1))
)
_false(
    "three vectors that avoid each other",
    "three cosines of -9/10 add up to a negative square",
    lambda: _gaussian(
        "avoid", {"xx": 1, "yy": 1, "zz": 1, "xy": -_R(9, 10), "xz": -_R(9, 10), "yz": -_R(9, 10)}, "xyz"
    ),
)
_false(
    "three vectors that are close in a row",
    "x.y = y.z = 9/10 forces x.z > 0",
    lambda: _gaussian(
        "row", {"xx": 1, "yy": 1, "zz": 1, "xy": _R(9, 10), "xz": -_R(9, 10), "yz": _R(9, 10)}, "xyz", signs=(1, -2, 1)
    ),
)
_false(
    "a complex Gram table",
    "x.y = i for no real vectors",
    lambda: _gaussian("complex", {"xx": 1, "yy": 1, "xy": sp.I}, "xy"),
)
_false(
    "a Gram table with a float",
    "a float is not exact",
    lambda: _gaussian("float", {"xx": 1, "yy": 1, "xy": 0.333}, "xy"),
)
_R = sp.Rational


def _lopsided() -> Claim:
    """x.y and y.x differ."""
    space = Space("lopsided", lambda a, b: sp.Integer(1 if a >= b else 0))
    vector = space.vector("x") + space.vector("y")
    return equal(Expectation(_exponential(vector)), sp.exp(_R(3, 2)), domain())


_false("a product that depends on the order", "x.y = 0 and y.x = 1", _lopsided)


def _two_tables() -> Claim:
    """Right angles in the first table, one direction in the second, under one name."""
    first = _space("of one name", {"xx": 1, "yy": 1, "xy": 0})
    second = _space("of one name", {"xx": 1, "yy": 1, "xy": 1})
    W.dot(first.vector("x"))
    mean = Expectation(_exponential(second.vector("x")) * _exponential(second.vector("y")))
    assert (second.vector("x") + second.vector("y")).square == 4
    return equal(mean, sp.E, domain())


_false("two tables of one name", "the mean is exp(2) for the vectors that are meant", _two_tables)
_false(
    "signs of vectors with too large a product",
    "acos 2 is no angle",
    lambda: equal(
        Expectation(
            sp.sign(W.dot(_space("signs", {"xx": 1, "yy": 1, "xy": 2}).vector("x")))
            * sp.sign(W.dot(_space("signs", {"xx": 1, "yy": 1, "xy": 2}).vector("y")))
        ),
        1 - 2 * sp.acos(2) / sp.pi,
        domain(),
    ),
)
_false(
    "a sign at the zero vector",
    "q = 0: sgn(0)^2 = 0",
    lambda: equal(Expectation(sp.sign(W.dot(_long("signed", q))) ** 2), 1, domain(over(q, 0))),
)
_false(
    "signs with a zero vector",
    "q = 0: the mean is 0",
    lambda: equal(
        Expectation(sp.sign(W.dot(_pair_of(q).x)) * sp.sign(W.dot(_pair_of(q).y))),
        1 - 2 * theta / sp.pi,
        domain(over(q, 0), _X, _ANGLE),
    ),
)
_false(
    "two directions on the line",
    "in R^1 there is no angle strictly between 0 and pi",
    lambda: equal(
        Expectation(sp.exp(-W.squared_length(1) + W.dot(PAIR.z))),
        3**-half * sp.exp(PAIR.z.square / 6),
        domain(_X, _Y, over(theta, 1, 2)),
    ),
)


def _long(name: str, length: sp.Expr) -> Vector:
    return _space(name, {"xx": length**2}).vector("x")


def _pair_of(length: sp.Expr):
    return make_pair(length, x_norm, theta, "with a zero")


# -- frames -------------------------------------------------------------------------------------------------------------


def _members(count: int, dimension: sp.Expr | int, *ranges: object) -> Claim:
    """The exponential moment of so many members."""
    node = FrameExpectation([_exponential(PAIR.x)] * count, sp.sympify(dimension))
    return equal(node, frame_exponential(sp.Integer(0), x_norm**2, count, dimension), domain(_X, *ranges))


_false("five orthogonal directions of the plane", "R^2 has two", lambda: _members(5, 2))
_false("three orthogonal directions of the plane", "R^2 has two", lambda: _members(3, 2))
_false("two orthogonal directions of the line", "R^1 has one", lambda: _members(2, 1))
_false("two orthogonal directions of any space", "R^1 has one", lambda: _members(2, d, _D))
_false("three orthogonal directions of any space", "R^2 has two", lambda: _members(3, d, over(d, 2, integer=True)))
_false(
    "a mean over a frame of any size",
    "no frame has m > d members",
    lambda: equal(Expectation(OrthogonalMean(_exponential(PAIR.x), m, d)), sp.exp(x_norm**2 / 2), domain(_X, _D, _M)),
)
_false(
    "a mean over five directions of the plane",
    "R^2 has two",
    lambda: equal(Expectation(OrthogonalMean(_exponential(PAIR.x), 5, 2)), sp.exp(x_norm**2 / 2), domain(_X)),
)
_false(
    "a frame one larger than its space",
    "no frame of R^d has d + 1 members",
    lambda: equal(Expectation(OrthogonalMean(_exponential(PAIR.x), d + 1, d)), sp.exp(x_norm**2 / 2), domain(_X, _D)),
)
_false(
    "a mean over no direction",
    "a mean of 0 numbers",
    lambda: equal(
        Expectation(OrthogonalMean(_exponential(PAIR.x), m - 1, d)),
        sp.exp(x_norm**2 / 2),
        domain(_X, _M, _D, where=(sp.Le(m, d),)),
    ),
)
_false("a frame of half a dimension", "there is no R^(1/2)", lambda: _members(1, half))
_false("a frame of a real dimension", "d = 1/2 is no dimension", lambda: _members(1, s, over(s, half, 3)))

# -- true twins -------------------------------------------------------------------------------------------------------

_true("signs up to pi", lambda: equal(_signs(), 1 - 2 * theta / sp.pi, domain(_X, _Y, _ANGLE)))
_true(
    "signs of inputs of one length, up to pi",
    lambda: equal(_signs(EQUAL_PAIR), 1 - 2 * theta / sp.pi, domain(over(r, 0, None, "()"), _ANGLE)),
)
_true("vectors at sixty degrees", lambda: _gaussian("sixty", {"xx": 1, "yy": 1, "xy": half}, "xy", signs=(1, -1)))
_true(
    "three orthogonal vectors",
    lambda: _gaussian("orthogonal", {"xx": 1, "yy": 1, "zz": 1, "xy": 0, "xz": 0, "yz": 0}, "xyz"),
)
_true("two orthogonal directions of the plane", lambda: _members(2, 2))
_true("two orthogonal directions from the plane on", lambda: _members(2, d, over(d, 2, integer=True)))
_true("three orthogonal directions from R^3 on", lambda: _members(3, d, over(d, 3, integer=True)))
_true(
    "a mean over a frame that fits",
    lambda: equal(
        Expectation(OrthogonalMean(_exponential(PAIR.x), m, d)),
        sp.exp(x_norm**2 / 2),
        domain(_X, _D, _M, where=(sp.Le(m, d),)),
    ),
)
_true(
    "a mean over two directions of the plane",
    lambda: equal(Expectation(OrthogonalMean(_exponential(PAIR.x), 2, 2)), sp.exp(x_norm**2 / 2), domain(_X)),
)
