"""Two projections at a fixed angle: the enclosure against other couplings and closed forms, and the rule."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from conformity_reference import angle_integral
from flint import ctx

from rftheory.inputs.kernels import PAIR, d, theta, x_norm, y_norm
from rftheory.numbers.angles import angle_expectation
from rftheory.numbers.ball_arithmetic import Ball, BallArithmetic
from rftheory.numbers.balls import Enclosure, enclose
from rftheory.numbers.frames import frame_expectation
from rftheory.numbers.walker import evaluate
from rftheory.rules.angles import AngleExpectation, angle_exponential, integrate_angles, right_angles
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.nodes import Phase, Projection

W = Projection("w")
c = sp.Symbol("c", real=True)
a = sp.Symbol("a", real=True)
BALLS = BallArithmetic({"AngleExpectation": angle_expectation, "FrameExpectation": frame_expectation})
POINT = {x_norm: sp.Integer(1), y_norm: sp.Rational(3, 2), theta: sp.Rational(2, 3)}


def ball(expr: sp.Expr, dimension: int, cosine: sp.Expr, precision: int = 160) -> Ball:
    with ctx.workprec(precision):
        return evaluate(expr, {**POINT, d: sp.Integer(dimension), c: sp.sympify(cosine)}, BALLS)


@pytest.mark.parametrize(
    ("dimension", "cosine"), [(2, "-1"), (2, "1"), (3, "-1/2"), (6, "-1/5"), (64, "-1/63"), (5, "0")]
)
def test_encloses_the_integral_over_the_angle(dimension: int, cosine: str) -> None:
    found = ball(AngleExpectation([sp.exp(W.dot(PAIR.z))] * 2, d, c), dimension, cosine)
    with ctx.workprec(160):
        square = evaluate(PAIR.z.square, POINT, BALLS)
        closed = angle_integral(dimension, Fraction(cosine), square / 2)
    assert found.overlaps(closed) and found.rel_accuracy_bits() > 120 and closed.rel_accuracy_bits() > 100


SAMPLES = [
    [sp.exp(W.dot(PAIR.x)), sp.exp(-2 * W.dot(PAIR.x))],
    [sp.exp(W.dot(PAIR.z) - W.squared_length(d) / 3), sp.exp(2 * W.dot(PAIR.z) + W.squared_length(d) / 5)],
    [sp.cos(W.dot(PAIR.delta)), sp.cosh(W.dot(PAIR.delta)) + 1],
    [sp.exp(-sp.I * W.squared_length(d) / 3 + W.dot(PAIR.x)), sp.exp(-sp.I * W.squared_length(d) / 3 - W.dot(PAIR.x))],
    [sp.Integer(2), sp.exp(W.squared_length(d) / 5)],
]


@pytest.mark.parametrize("samples", SAMPLES, ids=str)
def test_a_right_angle_is_an_orthogonal_frame(samples: list[sp.Expr]) -> None:
    angle, frame = ball(AngleExpectation(samples, d, c), 4, "0"), ball(FrameExpectation(samples, d), 4, "0")
    assert angle.overlaps(frame) and angle.rel_accuracy_bits() > 80
    assert not angle.overlaps(frame + frame.abs_upper() * sp.Rational(1, 10**12).p / 10**12)


@pytest.mark.parametrize("cosine", ["-1", "-1/3", "1/2", "1"])
def test_parallel_and_other_images_of_plane_projections(cosine: str) -> None:
    """Swapping the members, or the sign of one image with that of the cosine, changes nothing."""
    first, second = sp.exp(W.dot(PAIR.x)), sp.exp(2 * W.dot(PAIR.x))
    value = ball(AngleExpectation([first, second], d, c), 3, cosine)
    assert value.overlaps(ball(AngleExpectation([second, first], d, c), 3, cosine))
    assert value.overlaps(ball(AngleExpectation([first, 1 / second], d, -c), 3, cosine))
    assert not value.overlaps(ball(AngleExpectation([first, 1 / second], d, c), 3, cosine))


def test_the_rule_needs_convergence() -> None:
    sample, other = sp.exp(a * W.squared_length(d) + W.dot(PAIR.x)), sp.exp(W.dot(PAIR.x))
    node = AngleExpectation([sample, sample], d, c)
    assert integrate_angles(node) == node
    assert integrate_angles(node, lambda _: True) == angle_exponential(a, x_norm**2, d, c)
    mixed = AngleExpectation([sample, other], d, c)
    assert integrate_angles(mixed) == mixed
    assert integrate_angles(mixed, lambda _: True).has(sp.Integral)
    opposite = AngleExpectation([other, 1 / other], d, c)
    assert integrate_angles(opposite) == angle_exponential(sp.Integer(0), x_norm**2, d, -c)


UNEQUAL = [
    [sp.exp(W.dot(PAIR.x) - W.squared_length(d) / 3), sp.exp(-2 * W.dot(PAIR.x) + W.squared_length(d) / 5)],
    [sp.exp((1 + sp.I) * W.dot(PAIR.x)), sp.exp((1 - sp.I) * W.dot(PAIR.x))],
    [
        sp.exp((sp.I / 3 - 1) * W.squared_length(d) + (2 + sp.I) * W.dot(PAIR.z)),
        sp.exp((-sp.I / 5 - 2) * W.squared_length(d) + sp.I * W.dot(PAIR.z)),
    ],
    [sp.exp(-sp.I * W.squared_length(d)), sp.exp(W.squared_length(d) / 5)],
]


@pytest.mark.parametrize("samples", UNEQUAL, ids=str)
@pytest.mark.parametrize(("dimension", "cosine"), [(2, "-1"), (3, "-1/2"), (4, "0"), (5, "1/3")])
def test_different_complex_rates_and_images(samples: list[sp.Expr], dimension: int, cosine: str) -> None:
    """The closed form, with its principal roots, against the moments of the two lengths."""
    node = AngleExpectation(samples, d, c)
    closed = integrate_angles(node)
    assert not closed.has(AngleExpectation)
    found = ball(node, dimension, cosine)
    value = enclose(closed, {**POINT, d: sp.Integer(dimension), c: sp.sympify(cosine)})
    assert value.overlaps(_enclosure(node, dimension, cosine))
    assert found.rel_accuracy_bits() > 80
    assert not value.overlaps(_enclosure(node * (1 + sp.Rational(1, 10**20)), dimension, cosine))


def _enclosure(expr: sp.Expr, dimension: int, cosine: str) -> Enclosure:
    return enclose(expr, {**POINT, d: sp.Integer(dimension), c: sp.sympify(cosine)})


def test_members_have_phases_of_their_own() -> None:
    b = Phase("b")
    wave, turned = sp.cos(W.dot(PAIR.x)), sp.cos(W.dot(PAIR.x) + b)
    assert integrate_angles(AngleExpectation([turned, turned], d, c)) == 0
    square = integrate_angles(AngleExpectation([turned**2, turned**2], d, c))
    assert square == sp.Rational(1, 4) * integrate_angles(AngleExpectation([sp.Integer(1), sp.Integer(1)], d, c))
    assert integrate_angles(AngleExpectation([wave, wave], d, c)) != 0
    for refused in (sp.cos(W.dot(PAIR.x) + b / 2), sp.cos(b) * sp.exp(W.squared_length(d))):
        node = AngleExpectation([refused, wave], d, c)
        assert integrate_angles(node, lambda _: True) == node


def test_two_members_of_a_frame_have_a_right_angle() -> None:
    sample = sp.exp(W.dot(PAIR.x))
    frame, three = FrameExpectation([sample] * 2, d), FrameExpectation([sample] * 3, d)
    assert right_angles(frame + three) == AngleExpectation([sample] * 2, d, sp.Integer(0)) + three
