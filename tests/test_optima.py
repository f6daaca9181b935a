"""Optimal parameters: against brute force, certificates that must hold, and inputs that must be refused."""

from __future__ import annotations

import math
import operator

import numpy as np
import pytest
from flint import acb, arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import i0e
from tolerances import ulps

from rftheory.families.optima.generalized_exponential import (
    _below,
    _certify,
    _moment,
    _real_minimum,
    _rectangle,
    optimal_gerf,
)
from rftheory.families.optima.geometric import optimal_geometric, products, slope
from rftheory.families.optimal_positive import OptimalPositive

vectors = st.integers(1, 5).flatmap(
    lambda d: st.tuples(*(st.lists(st.floats(-4, 4), min_size=d, max_size=d) for _ in range(2)))
)


def log_factor(x: np.ndarray, y: np.ndarray, p: np.ndarray) -> np.ndarray:
    """log of p^-d prod I_0(2 s_l (1-p)^(-1/2)), for an array of p."""
    z = 2 * np.abs(x * y)[:, None] / np.sqrt(1 - p)
    return -len(x) * np.log(p) + (np.log(i0e(z)) + z).sum(axis=0)


def has_products(pair: tuple[list[float], list[float]]) -> bool:
    return float(np.abs(np.multiply(*pair)).max()) > 1e-4


# -- geometric ----------------------------------------------------------------------------------------------------


def _rounding(x, y):
    """Of a log factor at its optimum: terms of about |x_l y_l| and 1 for each coordinate."""
    return ulps(64) * (len(x) + 2 * np.abs(x * y).sum())


@settings(max_examples=30, deadline=None)
@given(vectors.filter(has_products))
def test_no_p_of_a_grid_beats_the_geometric_optimum(pair):
    x, y = map(np.array, pair)
    best = optimal_geometric(x, y)
    assert best.low <= best.high
    assert float(best.low) <= best.p <= float(best.high)
    grid = np.linspace(0, 1, 402)[1:-1]
    assert (log_factor(x, y, grid) >= best.log_factor - _rounding(x, y)).all()
    assert log_factor(x, y, np.array([best.p]))[0] == pytest.approx(best.log_factor, abs=_rounding(x, y))


def test_the_certificate_of_a_wrong_p_fails():
    with ctx.workprec(128):
        balls = products([1.0, 0.5], [0.7, -2.0])
        best = optimal_geometric([1.0, 0.5], [0.7, -2.0])
        wrong = best.high * 101 / 100
        assert (
            slope(balls, arb(wrong.numerator) / wrong.denominator / (1 - arb(wrong.numerator) / wrong.denominator)) > 0
        )


def test_the_geometric_optimum_at_the_extremes():
    # small products: r^4 = d / sum s^2, large ones: p = d / (d + sum s)
    # one product s: 1 - p = s (1 + O(s)) and p = 1/s (1 + O(s^(-1/2)))
    s = 1e-6
    assert 1 - optimal_geometric([1e-3], [1e-3]).p == pytest.approx(s, rel=4 * s)
    assert optimal_geometric([1e3], [1e3]).p == pytest.approx(s, rel=s**0.5)


# -- GERF ---------------------------------------------------------------------------------------------------------


def log_moment(u: complex, s: int, lengths: float, t: float, d: int) -> float:
    """log E (Re Z)^2 of (6), straight from the paper."""
    parameter = (1 - u) / 8
    gap, real_gap = 1 - 8 * parameter, 1 - 8 * parameter.real
    wave = d * np.log(np.sqrt(1 + 16 * parameter**2 / gap)) + (s + s / gap) * t
    alpha4 = s / 2 + (s + 2 * abs(1 - 4 * parameter)) / (2 * real_gap)
    bulk = d / 2 * math.log(1 + 16 * abs(parameter) ** 2 / real_gap) + alpha4 * t
    return bulk + math.log((1 + np.exp(wave - bulk).real) / 2) - (s + 1) * lengths


@settings(max_examples=6, deadline=None)
@given(st.floats(0.2, 3), st.floats(0.05, 0.95), st.integers(1, 8), st.integers(0, 2**32 - 1))
def test_no_complex_parameter_beats_the_certified_optimum(lengths, share, d, seed):
    square = 2 * lengths * share
    best = optimal_gerf(lengths, square, d)
    generator = np.random.default_rng(seed)
    for choice, t in ((best.positive, square), (best.oscillating, 2 * lengths - square)):
        exact = log_moment(1 - 8 * choice.A, choice.s, lengths, t, d)
        # the certified ends are exact, the formula of the paper is rounded: sizes up to d and t, ten operations each
        slack = ulps(64) * (d + t + lengths + abs(exact))
        assert choice.log_low <= exact + slack and exact <= choice.log_high + slack
        for a, b in zip(np.exp(generator.normal(size=50)), np.exp(2 * generator.normal(size=50)), strict=True):
            other = log_moment(complex(a, b), choice.s, lengths, t, d)
            assert other >= choice.log_low - ulps(64) * (d + t + lengths + abs(other))


def test_the_optimum_agrees_with_the_families():
    best = optimal_gerf(2.0, 1.5, 3)
    assert float(OptimalPositive(dimension=3, square=1.5).A) == pytest.approx(best.positive.A.real, rel=ulps(64))
    assert best.log_variance <= best.log_variance_positive
    assert best.log_variance <= best.log_variance_trigonometric


def test_a_variance_that_is_flat_in_the_parameter_has_an_optimum_all_the_same(monkeypatch):
    """At |x - y|^2 = 0.01 and d = 1 the variance is 2e-9; where branch and bound does not decide it says so."""
    monkeypatch.setattr("rftheory.families.optima.generalized_exponential._MOST_BOXES", 100)
    best = optimal_gerf(0.01, 0.01, 1)
    assert best.best == best.oscillating and best.best.boxes is None
    # what is left of the enclosure holds: between the square of the kernel and the value at A
    assert best.best.log_low <= -0.01 <= best.best.log_high <= -0.01 + 1e-8
    # tiny distances are not lost in the rounding of second moments near 1
    tiny = optimal_gerf(1e-12, 1e-12, 3)
    assert tiny.log_variance <= tiny.log_variance_trigonometric + ulps(1e4)


@pytest.mark.parametrize(("square", "d"), [(0.01, 1), (1e-3, 1), (1e-7, 1), (1e-4, 2), (1e-5, 64), (1.0, 8)])
def test_no_complex_parameter_is_better_at_small_distances(square, d):
    """The proof is there, and as sharp as it was asked for: the variance of the best A is within 1e-6 of the least one."""
    found = optimal_gerf(square, square, d).oscillating
    assert found.boxes and found.log_low <= found.log_high
    kernel = -square
    with ctx.workprec(256):
        least, best = ((arb(log) - arb(kernel)).expm1() for log in (found.log_low, found.log_high))
        # both logarithms are rounded to float64
        assert best - least < arb(2e-6) * best + 4 * arb(ulps(1)) * square


def test_the_best_real_parameter_far_out_is_as_small_as_the_kernel():
    """Where -w is small, the slope is d w/4 + t exp(-2 t) to first order, from 1e-9 down to what float64 holds."""
    with ctx.workprec(128):
        # the next order is t^2 exp(-2 t) of it: 2e-7 at t = 10
        for t in (10.0, 50.0, 150.0, 300.0):
            assert _real_minimum(arb(t), 64) == pytest.approx(-4 * t * math.exp(-2 * t) / 64, rel=1e-6)


def test_branch_and_bound_refuses_a_value_that_is_too_large():
    with ctx.workprec(128):
        t, goal = arb(1.3), arb(0.9)
        value = _moment(acb(0), t, 3).value
        with pytest.raises(RuntimeError, match="a smaller second moment"):
            _certify(_rectangle(value, t, 3), goal, t, 3)


def test_derivatives_of_the_second_moment_are_differences():
    with ctx.workprec(128):
        w, t, step = acb(0.3, 0.7), arb(1.3), arb(1) / 2**40
        here, along, across = (_moment(w + shift, t, 3) for shift in (acb(0), acb(step), acb(0, step)))
        (aa, ac, cc) = here.curvatures
        for near, slope, curved in ((along, here.slopes[0], (aa, ac)), (across, here.slopes[1], (ac, cc))):
            pairs = [
                (near.value - here.value, slope),
                *zip(map(operator.sub, near.slopes, here.slopes), curved, strict=True),
            ]
            assert all(abs(change / step - derivative) < arb(1) / 2**35 for change, derivative in pairs)


def test_lower_bounds_on_a_box_are_below_the_moment():
    """Taylor's to second order and the mean value theorem, against the moment at points of the box."""
    with ctx.workprec(128):
        t, low, high, left, right = arb(0.3), -0.2, 0.1, 0.0, 0.25
        wide = _moment(acb(arb(low).union(arb(high)), arb(left).union(arb(right))), t, 2)
        centre = _moment(acb(-0.1, 0), t, 2)
        sides = (arb(low) + arb(0.1)).union(arb(high) + arb(0.1)), arb(left).union(arb(right))
        bounds = [(centre.value + below).lower() for below in _below(centre, wide, sides)]
        points = [
            _moment(acb(a, b), t, 2).value for a in np.linspace(low, high, 7) for b in np.linspace(left, right, 7)
        ]
        assert len(bounds) == 2 and all(bound <= point for bound in bounds for point in points)
        assert all(wide.least <= point for point in points)
        # the parabola is the sharper one here
        assert bounds[0] < bounds[1] > centre.value - arb(0.01)
