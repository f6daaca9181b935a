"""Special functions in balls: no ball misses, and what is not defined has none."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import acb, arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath_reference import agreed
from random_expressions import SHAPES, contains, expressions, outcome, unknown_functions

from rftheory.inputs.kernels import PAIR, theta, x_norm, y_norm
from rftheory.numbers.balls import UnsupportedExpression, ball, compare, decide_relation, enclose, real_ball
from rftheory.numbers.boxes import certify
from rftheory.rules.nodes import Expectation, Projection

R = sp.Rational
x, y, a, b, z = sp.symbols("x y a b z")
v = sp.Symbol("v", real=True)
SERIES = sp.hyper([a], [b], z)
_W = Projection("w")
SIGNS = Expectation(sp.sign(_W.dot(PAIR.x)) * sp.sign(_W.dot(PAIR.y)))
LENGTHS = {x_norm: sp.Integer(1), y_norm: sp.Integer(2)}


# -- against mpmath ---------------------------------------------------------------------------------------------------


def test_no_ball_of_random_expressions_misses() -> None:
    found = Counter()
    for name, expr, draws in expressions(150, 21):
        if name != "Integral over a half line":  # mpmath takes long for those
            kind, text = outcome(expr, draws)
            assert kind != "missed", (expr, draws.point, text)
            found[kind] += 1
    assert found["held"] > 100


def test_a_miss_would_be_seen() -> None:
    """The ball library itself has a wrong ball for this one."""
    point = {a: sp.Integer(-2), b: sp.Integer(-4), z: sp.Integer(-20)}
    true = agreed(SERIES, point)
    with ctx.workprec(100):
        raw, found = arb(-20).hypgeom_1f1(arb(-2), arb(-4)), ball(SERIES, point, 100)
        beside = found * (1 + arb(2) ** -90)
    assert raw.is_finite() and not contains(raw, *true)
    assert contains(found, *true) and not contains(beside, *true)


def test_every_function_of_balls_is_held_against_mpmath() -> None:
    assert unknown_functions() == set()
    assert len(SHAPES) > 60


def test_mpmath_and_its_slack() -> None:
    true, slack = agreed(sp.exp(x), {x: sp.Integer(1)})
    with mpmath.workdps(50), ctx.workprec(150):
        assert abs(true - mpmath.e) < mpmath.mpf(10) ** -45 and slack < mpmath.mpf(10) ** -40
        assert contains(arb(1).exp(), true, slack)


# -- series -----------------------------------------------------------------------------------------------------------


def _exact_sum(upper: list[sp.Expr], lower: list[sp.Expr], at: sp.Expr, last: int) -> sp.Expr:
    def term(k: int) -> sp.Expr:
        over, under = (sp.Mul(*(c + j for c in side for j in range(k))) for side in (upper, lower))
        return over / under * at**k / sp.factorial(k)

    return sp.Add(*(term(k) for k in range(last + 1)))


@given(
    st.integers(0, 9),
    st.integers(0, 9),
    st.lists(st.fractions(-4, 4, max_denominator=6), max_size=2),
    st.lists(st.fractions(R(1, 3), 4, max_denominator=6), max_size=2),
    st.fractions(-30, 30, max_denominator=9),
)
@settings(max_examples=20, deadline=None)
def test_series_that_end_before_a_pole_are_sums(last: int, more: int, others: list, below: list, at: object) -> None:
    upper = [sp.Integer(-last), *map(R, others)]
    lower = [sp.Integer(-last - more - 1), *map(R, below)]
    symbols = sp.symbols(f"c0:{len(upper) + len(lower)}")
    expr = sp.hyper(symbols[: len(upper)], symbols[len(upper) :], z)
    point = {**dict(zip(symbols, (*upper, *lower), strict=True)), z: R(at)}
    ends = [int(-c) for c in upper if c.is_Integer and c <= 0]
    exact = _exact_sum(upper, lower, R(at), min(ends))
    assert real_ball(expr, point, 200).overlaps(real_ball(exact, {}, 400))
    assert compare(expr, exact + R(1, 10**20), point) == "<"


def test_what_may_be_a_pole_or_the_edge_of_the_circle_has_no_finite_ball() -> None:
    pole = {a: sp.Integer(1), b: -2 + sp.sin(sp.pi / 7) ** 2 + sp.cos(sp.pi / 7) ** 2 - 1, z: sp.Integer(1)}
    assert not ball(SERIES, pole, 64).is_finite()
    edge = {a: sp.Integer(1), b: sp.Integer(3), x: sp.Integer(1), z: sp.sin(1) ** 2 + sp.cos(1) ** 2}
    assert not ball(sp.hyper([a, x], [b], z), edge, 64).is_finite()


def test_intervals_beyond_the_circle_are_unbounded() -> None:
    assert not certify(sp.hyper([1, 1], [2], v), {v: (R(1, 2), sp.Integer(2))}, max_boxes=50).proved
    assert certify(sp.hyper([1, 1], [2], v), {v: (sp.Integer(0), R(1, 2))}, max_boxes=50).proved


# -- what is not defined ----------------------------------------------------------------------------------------------

_POLES = [
    *(sp.coth(x), sp.csch(x), sp.cot(x), sp.log(x), sp.gamma(x), sp.loggamma(x), sp.besselk(0, x), 1 / x),
    *(sp.polygamma(1, x), x ** R(-1, 2), x ** -sp.sqrt(2), x**sp.I, sp.besseli(R(-1, 2), x)),
]
_OUTER = [
    *(
        sp.sign,
        sp.re,
        sp.im,
        sp.Abs,
        sp.conjugate,
        sp.tanh,
        sp.sqrt,
        lambda u: u ** R(1, 3),
        lambda u: sp.Pow(u, y, evaluate=False),
    ),
    *(lambda u: sp.RisingFactorial(u, y), lambda u: sp.binomial(u, y - 1), lambda u: sp.hyper([y], [z], u)),
    *(lambda u: y * u, lambda u: sp.Piecewise((1, sp.Gt(u, 0, evaluate=False)), (1 + y, True)), lambda u: y**u),
]


@pytest.mark.parametrize("pole", _POLES, ids=str)
def test_nothing_of_a_pole_has_a_finite_ball(pole: sp.Expr) -> None:
    point = {x: sp.Integer(0), y: sp.Integer(0), z: sp.Integer(2)}
    for outer in (lambda u: u, *_OUTER):
        try:
            value = ball(outer(pole), point, 80)
        except UnsupportedExpression:
            continue
        assert not value.is_finite(), outer(pole)
        assert compare(outer(pole), sp.Integer(1), point) == "overlap"


@pytest.mark.parametrize("function", [sp.log, sp.sqrt, sp.acosh, sp.arg, sp.loggamma, lambda u: u ** R(1, 3)])
def test_a_ball_across_a_cut_has_both_sides(function: object) -> None:
    """``-1 + i e`` for e on both sides of zero, as ``-1 + i (x - x')`` with x and x' rounded."""
    nothing = sp.Add(sp.sqrt(2) + sp.sqrt(3), -sp.sqrt(5 + 2 * sp.sqrt(6)), evaluate=False)
    value = acb(ball(function(R(-1, 2) + sp.I * y), {y: nothing}, 64))
    sides = [acb(ball(function(R(-1, 2) + sp.I * e), {}, 64)) for e in (R(1, 10**30), R(-1, 10**30))]
    assert all(value.contains(side) or value.overlaps(side) for side in sides)
    assert not sides[0].overlaps(sides[1])


# -- relations --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [sp.Ge, sp.Le, sp.Eq, sp.Ne, sp.Gt, sp.Lt])
@pytest.mark.parametrize(
    ("left", "right", "at"),
    [(sp.gamma(v), sp.gamma(v), -1), (sp.gamma(v) + v, sp.gamma(v), 0), (1 / v, 1 / v, 0), (sp.coth(v), sp.S.One, 0)],
)
def test_nothing_is_decided_between_undefined_sides(kind: type[sp.Rel], left: sp.Expr, right: sp.Expr, at: int) -> None:
    assert decide_relation(kind(left, right, evaluate=False), {v: sp.Integer(at)}) is None


def test_what_may_be_complex_is_not_ordered() -> None:
    """A root of a number that is below zero by less than can be seen; the ball of its real part is below 1."""
    below = sp.Add(sp.exp(y), R(-1, 10**2000), -sp.exp(x), evaluate=False)
    point = {x: sp.Integer(1), y: sp.Integer(1)}
    assert compare(sp.sqrt(below), sp.Integer(1), point) == "overlap"


# -- signs by their definition ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("angle", [0, R(1, 3), sp.pi / 2, 3, sp.pi, 5, R(63, 10), 3 * sp.pi, -1])
def test_two_signs_beyond_half_a_turn(angle: sp.Expr) -> None:
    point = {**LENGTHS, theta: sp.sympify(angle)}
    found = enclose(SIGNS, point)
    inside = enclose(1 - 2 * sp.acos(sp.cos(theta)) / sp.pi, point)
    assert found.overlaps(inside)
    assert found.relative_radius() <= R(1, 10**30) or found.radius() <= R(1, 10**30)
    # the closed form holds on [0, pi] only
    apart = not found.overlaps(enclose(1 - 2 * theta / sp.pi, point))
    assert apart == (not 0 <= sp.sympify(angle) <= sp.pi)


@pytest.mark.parametrize(
    ("integrand", "expected"),
    [
        (sp.sign(_W.dot(PAIR.x)) * sp.sign(_W.dot(PAIR.y)), 0),
        (sp.sign(_W.dot(PAIR.x)) ** 2, 0),
        (sp.sign(_W.dot(PAIR.y)) ** 2, 1),
        (3 * sp.sign(_W.dot(PAIR.y)), 0),
    ],
)
def test_signs_of_a_vector_that_vanishes(integrand: sp.Expr, expected: int) -> None:
    found = enclose(Expectation(integrand), {theta: R(1, 3), x_norm: sp.Integer(0), y_norm: sp.Integer(2)})
    assert found.value.contains(expected) and found.radius() <= R(1, 10**30)


def test_an_absolute_value_of_a_number_is_not_continued() -> None:
    found = enclose(Expectation(sp.Abs(z) * sp.Abs(_W.dot(PAIR.x))), {z: 1 + sp.I, x_norm: sp.Integer(1)})
    assert found.overlaps(enclose(2 / sp.sqrt(sp.pi), {}))


@given(st.fractions(min_value=1, max_value=10**6, max_denominator=1000))
def test_stirling_within_its_remainder(place: Fraction) -> None:
    with mpmath.workdps(40):
        at = mpmath.mpf(place.numerator) / place.denominator
        log = mpmath.loggamma(at + 1) - mpmath.log(2 * mpmath.pi * at) / 2 + at - at * mpmath.log(at)
        assert 1 - 1 / (4 * at) <= mpmath.exp(log) <= 1 + 1 / (9 * at)
