"""Balls contain the truth, get as sharp as asked for, and refuse what they do not know."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import acb, arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.numbers.ball_arithmetic import Ball
from rftheory.numbers.balls import (
    BALLS,
    ball,
    compare,
    decide_relation,
    enclose,
    real_ball,
)
from rftheory.numbers.multiprecision import value

PRECISION = 150
DIGITS = 70
x = sp.Symbol("x", positive=True)
k = sp.Symbol("k", integer=True, nonnegative=True)
R = sp.Rational

REAL_FUNCTIONS = {
    "exp": sp.exp(-x), "log": sp.log(x), "trigonometric": sp.sin(x) * sp.cos(3 * x) + sp.tan(x / 7),
    "hyperbolic": sp.sinh(x) - sp.cosh(x / 2) + sp.tanh(x), "roots": sp.sqrt(x) + x ** R(2, 3) - x ** R(-5, 7),
    "inverse": sp.acos(1 / (1 + x)) + sp.asin(x / (1 + x)) + sp.atan(x), "powers": x**x + 2**x + x**sp.pi,
    "gamma": sp.gamma(x + 1) / sp.loggamma(x + 3), "factorials": sp.rf(x, 5) * sp.ff(x, 3) + sp.binomial(x, 4),
    "Bessel": sp.besseli(x, 2 * x) + sp.besselj(1, x) - sp.besselk(0, x), "erf": sp.erf(x) + sp.erfc(x) * sp.erfi(x),
    "0F1": sp.hyper([], [x + 1], x**2 / 4), "1F1": sp.hyper([x], [x + R(1, 2)], -x),
    "2F1": sp.hyper([R(1, 2), x], [x + 2], R(1, 3)), "choice": sp.Max(x, 2, sp.sin(x)) - sp.Min(x, 1) + sp.Abs(x - 1),
    "cases": sp.Piecewise((x, x < 1), (x**2, True)), "series": sp.Sum(x**k / sp.factorial(k) ** 2, (k, 0, sp.oo)),
}  # fmt: skip
COMPLEX_FUNCTIONS = {
    "Euler": sp.exp(sp.I * x) * (1 + sp.I), "branches": sp.sqrt(1 - x) + sp.log(2 - x) + (1 - x) ** R(1, 3),
    "parts": sp.re(sp.exp((1 + sp.I) * x)) + sp.I * sp.im(sp.sqrt(sp.I * x)), "conjugate": sp.conjugate(sp.I * x + 1),
}  # fmt: skip
positive_rationals = st.builds(sp.Rational, st.integers(1, 400), st.integers(1, 40))


def truth(number: object, digits: int = DIGITS) -> acb:
    """The ball of all numbers that agree with an mpmath number to ``digits - 5`` significant digits."""

    def part(value: mpmath.mpf) -> arb:
        text = mpmath.nstr(value, digits + 5, min_fixed=1, max_fixed=0)
        return arb(text) + arb(0, abs(arb(text)).upper() * arb(10) ** (5 - digits))

    number = mpmath.mpmathify(number)
    return acb(part(number.real), part(number.imag))


def contains_truth(found: Ball, number: object) -> bool:
    with ctx.workprec(4 * PRECISION):
        return bool(acb(found).overlaps(truth(number)))


@pytest.mark.parametrize("name", [*REAL_FUNCTIONS, *COMPLEX_FUNCTIONS])
@settings(max_examples=5, deadline=None)
@given(argument=positive_rationals)
def test_ball_contains_the_multiprecision_value(name: str, argument: sp.Rational) -> None:
    expr = {**REAL_FUNCTIONS, **COMPLEX_FUNCTIONS}[name]
    found = ball(expr, {x: argument}, PRECISION)
    assert contains_truth(found, value(expr, {x: argument}, DIGITS))


@pytest.mark.parametrize("name", REAL_FUNCTIONS)
def test_enclosures_reach_the_radius_asked_for(name: str) -> None:
    relative = R(1, 10**60)
    assert enclose(REAL_FUNCTIONS[name], {x: R(7, 3)}, relative).relative_radius() <= relative


def test_a_ball_that_misses_the_truth_is_noticed() -> None:
    found = ball(sp.exp(x), {x: 1}, PRECISION)
    with ctx.workprec(PRECISION):
        beside = found + arb(found.rad()) * 3
    assert contains_truth(found, value(sp.exp(x), {x: 1}, DIGITS))
    assert not contains_truth(beside, value(sp.exp(x), {x: 1}, DIGITS))


@pytest.mark.parametrize("sign", [1, -1])
def test_magnitudes(sign: int) -> None:
    found = enclose(sp.exp(sign * 2000 * x) * sp.cosh(x), {x: 1})
    assert found.relative_radius() <= R(1, 10**30)


@pytest.mark.parametrize(
    "difference",
    [1 - sp.exp(-x), 1 - sp.cos(x), 3 * sp.exp(-x) - 3, sp.exp(x) - sp.cosh(x), (1 + x) - sp.exp(x), sp.sin(x) - x],
)
def test_cancellation(difference: sp.Expr) -> None:
    found = enclose(difference, {x: R(1, 10**80)})
    assert found.relative_radius() <= R(1, 10**30)


def test_a_zero_is_reported_as_such() -> None:
    found = enclose(sp.cosh(x) ** 2 - sp.sinh(x) ** 2 - 1, {x: R(1, 7)})
    assert found.contains_zero and found.radius() <= R(1, 10**30) and found.relative_radius() is sp.oo
    assert enclose(x - x, {x: 1}).relative_radius() == 0


@given(st.integers(0, 40), positive_rationals)
@settings(max_examples=20, deadline=None)
def test_finite_sums(last: int, ratio: sp.Rational) -> None:
    geometric = sp.Sum(x**k, (k, 0, last))
    exact = sum((ratio**j for j in range(last + 1)), sp.Integer(0))
    assert compare(geometric, exact, {x: ratio}) == "overlap"


def test_a_series_needs_its_tail() -> None:
    series = sp.Sum(x**k / sp.factorial(k), (k, 0, sp.oo))
    assert enclose(series, {x: 30}).overlaps(enclose(sp.exp(x), {x: 30}))
    short = sp.Sum(x**k / sp.factorial(k), (k, 0, 80))
    assert not enclose(short, {x: 30}).overlaps(enclose(sp.exp(x), {x: 30}, R(1, 10**40)))


def test_real_ball_refuses_a_complex_value() -> None:
    with pytest.raises(ValueError, match="not real"):
        real_ball(sp.sqrt(1 - x), {x: 2}, PRECISION)
    assert real_ball(sp.acos(sp.cos(x)), {x: 0 * x + R(1, 10**30)}, PRECISION).is_finite()


@pytest.mark.parametrize(
    ("relation", "answer"),
    [
        (sp.Ge(sp.pi, sp.pi, evaluate=False), True),
        (sp.Lt(sp.sqrt(2), R(141421356237309505, 10**17), evaluate=False), True),
        (sp.Gt(x * 2, 1, evaluate=False), False),
        (sp.Ge(x * 2, 1, evaluate=False), True),
        (sp.Ne(x, R(1, 2), evaluate=False), False),
        (sp.Ne(sp.exp(x), 2, evaluate=False), True),
        (sp.Le(sp.sin(x) ** 2 + sp.cos(x) ** 2, 1, evaluate=False), None),
        (sp.And(sp.exp(x) < 2, x > 1), False),
        (sp.Or(sp.exp(x) < 2, x > 1), True),
        (sp.Not(sp.Lt(sp.exp(x), 1, evaluate=False)), True),
    ],
)
def test_relations(relation: sp.Basic, answer: bool | None) -> None:
    assert decide_relation(relation, {x: R(1, 2)}) is answer


def test_order_of_nearly_equal_numbers() -> None:
    assert compare(sp.exp(sp.pi * sp.sqrt(163)), 640320**3 + 744, {}) == "<"


@settings(max_examples=40, deadline=None)
@given(st.fractions(-2, 2, max_denominator=9), st.fractions(0, 2, max_denominator=9), st.integers(1, 9))
def test_powers_of_balls_around_zero(middle: Fraction, radius: Fraction, exponent: int) -> None:
    """The ends of a ball to a power lie in the power of the ball, zero and midpoints that are zero included."""
    ends = [arb(fmpq(end.numerator, end.denominator)) for end in (middle - radius, middle, middle + radius)]
    ball = ends[0].union(ends[2])
    power = BALLS.integer_power(ball, exponent)
    assert power.is_finite()
    assert all(power.overlaps(BALLS.integer_power(end, exponent)) for end in ends)
    # an even power is not negative, but for what rounding adds
    assert exponent % 2 or not power < 0


def test_a_series_that_is_zero_is_enclosed() -> None:
    """No relative precision is reached; the terms fall below the radius of what is summed."""
    y = sp.Symbol("y", positive=True)
    base = -(x**2) + 2 * x * y - y**2
    point = {x: sp.Rational(6, 7), y: sp.Rational(6, 7)}
    for first, total in ((0, 1), (1, 0)):
        found = enclose(sp.Sum(base**k / sp.factorial(k), (k, first, sp.oo)), point)
        assert found.is_finite and found.radius() <= sp.Rational(1, 10**30)
        assert found.overlaps(enclose(sp.Integer(total), {}))
