"""Generalized exponential features: the map of the paper, its moments for complex A, the branches of their roots."""

from __future__ import annotations

import cmath

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from tolerances import ulps

from rftheory.estimators.coupled import Regular
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.inputs.kernels import PAIR, A, A_im, A_re, d, gaussian_kernel, theta, x_norm, y_norm
from rftheory.montecarlo.checks.checks import MomentCheck
from rftheory.montecarlo.checks.engine import simulate
from rftheory.numbers.balls import UnsupportedExpression, enclose
from rftheory.numbers.multiprecision import value
from rftheory.proofs.crt._generalized import SMALL, W, family
from rftheory.rules.gaussian import integrate_gaussian
from rftheory.rules.nodes import Expectation, Phase, mean

R = sp.Rational
X, Y = PAIR.x, PAIR.y
AT = {x_norm: R(1), y_norm: R(3, 2), theta: R(1), d: sp.Integer(3)}
LARGE_IMAGINARY = R(1, 10) + 3 * sp.I
_RNG = np.random.default_rng(5)
INPUTS, PROJECTIONS = _RNG.normal(size=(4, 3)), _RNG.normal(size=(6, 3))
#: exponents of features at these numbers are smaller
EXPONENT = 64

parameters = st.tuples(st.integers(-160, 7), st.integers(-192, 192)).map(lambda k: R(k[0], 64) + sp.I * R(k[1], 64))
signs = st.sampled_from([1, -1])
dimensions = st.sampled_from([1, 2, 3, 5, 8])


def overlap(left: sp.Expr, right: sp.Expr, point: dict) -> bool:
    return enclose(left, point).overlaps(enclose(right, point))


# -- moments --------------------------------------------------------------------------------------------------------


@settings(max_examples=5, deadline=None)
@given(parameters, signs, dimensions)
def test_unbiased_for_complex_parameters(a: sp.Expr, s: int, dimension: int) -> None:
    gerf = GeneralizedExponential(a, s)
    assert overlap(mean(gerf.sample(W, X, Y)), gaussian_kernel(X, Y), {**AT, d: sp.Integer(dimension)})


@settings(max_examples=4, deadline=None)
@given(parameters, signs, dimensions)
def test_second_moment_agrees_with_quadrature(a: sp.Expr, s: int, dimension: int) -> None:
    gerf = GeneralizedExponential(a, s)
    point = {**AT, d: sp.Integer(dimension)}
    definition = mean(gerf.sample(W, X, Y) ** 2)
    assert overlap(definition, gerf.second_moment(X, Y), point)
    assert not overlap(definition, gerf.second_moment(X, Y) * (1 + R(1, 10**20)), point)


def test_multiprecision_agrees_with_balls() -> None:
    definition = mean(GeneralizedExponential(LARGE_IMAGINARY, -1).sample(W, X, Y) ** 2)
    found, enclosed = value(definition, AT, 20), enclose(definition, AT).value
    assert abs(complex(found) / complex(enclosed) - 1) < ulps(8)


@settings(max_examples=5, deadline=None)
@given(parameters, signs)
def test_second_moment_is_symmetric_in_the_inputs_and_in_conjugation(a: sp.Expr, s: int) -> None:
    moment = GeneralizedExponential(a, s).second_moment(X, Y)
    assert overlap(moment, GeneralizedExponential(a, s).second_moment(Y, X), AT)
    assert overlap(moment, GeneralizedExponential(sp.conjugate(a), s).second_moment(X, Y), AT)


@pytest.mark.parametrize("s", [1, -1])
def test_real_parameter_is_a_special_case(s: int) -> None:
    gerf = family(s, real=True)
    assert overlap(gerf.real_second_moment(X, Y).subs(A, R(-2, 3)), gerf.second_moment(X, Y).subs(A, R(-2, 3)), AT)
    complex_form = family(s, real=False).second_moment(X, Y).subs({A_re: R(-1, 3), A_im: 0})
    assert overlap(complex_form, gerf.real_second_moment(X, Y).subs(A, R(-1, 3)), AT)


# -- branches -------------------------------------------------------------------------------------------------------


def test_the_other_root_is_refuted_for_odd_dimensions() -> None:
    # short inputs: the other term of (6) would hide the difference
    gerf, point = GeneralizedExponential(LARGE_IMAGINARY, -1), {**AT, x_norm: R(1, 10), y_norm: R(1, 5)}
    alpha = gerf.alphas()[0]
    definition, printed = mean(gerf.sample(W, X, Y) ** 2), gerf.second_moment(X, Y)
    assert overlap(definition, printed, point)
    assert not overlap(definition, printed.xreplace({alpha: -alpha}), point)


# -- the rule -------------------------------------------------------------------------------------------------------


def test_rule_needs_its_condition() -> None:
    diverging = Expectation(sp.exp(A * W.squared_length(d) + W.dot(X)))
    assert integrate_gaussian(diverging) == diverging
    assert not integrate_gaussian(diverging, lambda expr: True).has(Expectation)
    with pytest.raises(UnsupportedExpression, match="converge"):
        enclose(diverging, {**AT, A: R(1, 2)})
    with pytest.raises(UnsupportedExpression, match="converge"):
        value(diverging, {**AT, A: R(3, 4)})


def test_rule_rejects_what_it_does_not_know() -> None:
    length = W.squared_length(d)
    for exponent in (-(length**2), -(W.dot(X) ** 2), W.dot(X) * length, -length - W.squared_length(d + 1)):
        other = Expectation(sp.exp(exponent))
        assert integrate_gaussian(other) == other
    halves = Expectation(sp.exp(sp.I * Phase("b") / 2))
    assert integrate_gaussian(halves) == halves


@pytest.mark.parametrize("a", [R(-20), R(49, 100), R(-1, 3) + 2 * sp.I, R(2, 5) - 3 * sp.I])
def test_quadrature_of_a_complex_quadratic(a: sp.Expr) -> None:
    exponent = a * W.squared_length(d) + (2 - sp.I) * W.dot(X) + sp.I * W.dot(Y)
    spread = 1 - 2 * a
    closed = spread ** (-d / 2) * sp.exp(((2 - sp.I) * X + sp.I * Y).square / (2 * spread))
    assert overlap(Expectation(sp.exp(exponent)), closed, AT)
    assert not overlap(Expectation(sp.exp(exponent)), closed * (1 + R(1, 10**25)), AT)


# -- the feature map ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("s", [1, -1])
@pytest.mark.parametrize("a", [0.1 - 0.7j, -0.4 + 2j, -1.5, 0.0])
@pytest.mark.parametrize("side", ["x", "y"])
def test_feature_map_is_the_printed_one(a: complex, s: int, side: str) -> None:
    drawn = GeneralizedExponential(a, s).features(INPUTS, PROJECTIONS, side)
    b, c, dd = cmath.sqrt(s * (1 - 4 * a)), -(s + 1) / 2, ((1 - 4 * a + 0j) ** 0.25) ** 3
    factor = 1 if side == "x" else s
    for row, u in zip(drawn, INPUTS, strict=True):
        for entry, w in zip(row, PROJECTIONS, strict=True):
            printed = dd * cmath.exp(a * (w @ w) + factor * b * (w @ u) + c * (u @ u))
            assert entry * np.sqrt(len(PROJECTIONS)) == pytest.approx(printed, rel=ulps(16 * EXPONENT))


def test_types_of_features() -> None:
    gerf = GeneralizedExponential(-0.3, 1)
    assert gerf.is_real and not gerf.takes_real_part
    assert gerf.features(INPUTS, PROJECTIONS).dtype == float
    assert (gerf.features(INPUTS, PROJECTIONS) > 0).all()
    assert GeneralizedExponential(-0.3, -1).takes_real_part


def test_log_features_do_not_overflow() -> None:
    gerf = GeneralizedExponential(R(-1, 4), 1)
    far = 100 * INPUTS
    assert np.isfinite(gerf.log_features(far, PROJECTIONS)[1]).all()
    near = GeneralizedExponential(0.05 + 0.3j, -1)
    assert np.array_equal(np.exp(near.log_features(INPUTS, PROJECTIONS)[1]), near.features(INPUTS, PROJECTIONS))


def test_draws_decide_nothing_without_a_fourth_moment() -> None:
    gerf = GeneralizedExponential(R(1, 10), 1)
    printed = gerf.real_second_moment(X, Y) - gaussian_kernel(X, Y) ** 2
    (outcome,) = simulate([MomentCheck("heavy", Regular(gerf), "mse", printed, SMALL)], "quick", 0)
    assert not outcome.rejected and "no interval" in outcome.shortfall


# -- bad input ------------------------------------------------------------------------------------------------------


def test_symbolic_parameters_become_numbers() -> None:
    bound = family(1, real=False).at({A_re: R(-1, 8), A_im: R(1, 8)})
    assert bound == GeneralizedExponential(R(-1, 8) + sp.I / 8)
    with pytest.raises(ValueError, match="Re"):
        family(1, real=True).at({A: R(1, 2)})
