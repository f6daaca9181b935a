"""Balls contain the truth, get as sharp as asked for, and refuse what they do not know."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.numbers.balls import BALLS, compare, decide_relation, enclose, real_ball

PRECISION = 150
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


@pytest.mark.parametrize("name", REAL_FUNCTIONS)
def test_enclosures_reach_the_radius_asked_for(name: str) -> None:
    relative = R(1, 10**60)
    assert enclose(REAL_FUNCTIONS[name], {x: R(7, 3)}, relative).relative_radius() <= relative


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


@given(st.integers(0, 40), st.builds(sp.Rational, st.integers(1, 400), st.integers(1, 40)))
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
