"""Balls of confluent hypergeometric functions at wide arguments, and the integrals over angles that are made of them."""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp
from conformity_reference import angle_integral
from flint import acb, arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.couplings.geometries import geometry_of
from rftheory.inputs.kernels import PAIR, d, x_norm
from rftheory.mechanisms.coefficients import angle_coefficients
from rftheory.numbers.ball_arithmetic import hypergeometric
from rftheory.numbers.balls import ball
from rftheory.numbers.walker import UnsupportedExpression
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.nodes import Projection


@given(
    st.integers(1, 128),
    st.integers(-400, 400).map(lambda k: k / 4),
    st.integers(-40, 40).map(lambda k: k / 4),
    st.integers(-20, 0),
    st.sampled_from([53, 128]),
    st.sampled_from([-1.0, 0.0, 1.0]),
)
@settings(max_examples=60, deadline=None)
def test_wide_balls_are_finite_and_contain_the_values(
    size: int, real: float, imaginary: float, width: int, bits: int, side: float
) -> None:
    with ctx.workprec(bits):
        radius = 2.0**width
        argument = acb(arb(real, radius), arb(imaginary, radius))
        value = acb(hypergeometric([arb(size)], [arb(size) / 2], argument))
        assert value.is_finite()
    with mpmath.workdps(60):
        inside = mpmath.mpc(real + side * radius, imaginary - side * radius)
        exact = mpmath.hyp1f1(size, mpmath.mpf(size) / 2, inside)
        slack = arb(mpmath.nstr(abs(exact) * mpmath.mpf(10) ** -40 + mpmath.mpf(10) ** -60, 5)).upper()
    with ctx.workprec(300):
        reference = acb(*(arb(mpmath.nstr(part, 55)) + arb(0, slack) for part in (exact.real, exact.imag)))
        assert value.overlaps(reference)


@pytest.mark.parametrize(("size", "length"), [(64, 10), (63, 10), (129, 7)])
def test_the_integral_over_the_angle_agrees_with_its_series(size: int, length: int) -> None:
    cosine = geometry_of("simplex", size).cosine
    square = arb(length) ** 2 / 2
    with ctx.workprec(128):
        value = angle_integral(size, cosine, square)
        # A_k <= 2^k: beyond k = 4 v^2 + 100 the terms fall by a half at least
        count = 4 * length**2 + 100
        coefficients = angle_coefficients(size, cosine, count + 1, 128)
        terms = [a * square**k / arb(k).fac() for k, a in enumerate(coefficients)]
        tail = 2 * (2 * square) ** count / arb(count).fac()
        series = sum(terms[:count], arb(0)) + arb(0, tail.abs_upper())
    assert value.is_finite() and value.overlaps(series)
    assert value.rel_accuracy_bits() > 40


def test_no_more_orthogonal_projections_than_dimensions() -> None:
    sample = sp.exp(Projection("w").dot(PAIR.x))
    node = FrameExpectation((sample, sample, sample), d)
    assert ball(node, {d: sp.Integer(3), x_norm: sp.Integer(1)}, 64).is_finite()
    with pytest.raises(UnsupportedExpression, match="3 orthogonal projections in R"):
        ball(node, {d: sp.Integer(2), x_norm: sp.Integer(1)}, 64)
