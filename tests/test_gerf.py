"""Generalized exponential features: the map of the paper, its moments for complex A, the branches of their roots."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.inputs.kernels import PAIR, A, d, theta, x_norm, y_norm
from rftheory.numbers.balls import UnsupportedExpression, enclose
from rftheory.numbers.multiprecision import value
from rftheory.proofs.crt._generalized import W
from rftheory.rules.gaussian import integrate_gaussian
from rftheory.rules.nodes import Expectation, Phase, mean

R = sp.Rational
X, Y = PAIR.x, PAIR.y
AT = {x_norm: R(1), y_norm: R(3, 2), theta: R(1), d: sp.Integer(3)}
LARGE_IMAGINARY = R(1, 10) + 3 * sp.I
_RNG = np.random.default_rng(5)
INPUTS, PROJECTIONS = _RNG.normal(size=(4, 3)), _RNG.normal(size=(6, 3))


def overlap(left: sp.Expr, right: sp.Expr, point: dict) -> bool:
    return enclose(left, point).overlaps(enclose(right, point))


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


def test_log_features_do_not_overflow() -> None:
    gerf = GeneralizedExponential(R(-1, 4), 1)
    far = 100 * INPUTS
    assert np.isfinite(gerf.log_features(far, PROJECTIONS)[1]).all()
    near = GeneralizedExponential(0.05 + 0.3j, -1)
    assert np.array_equal(np.exp(near.log_features(INPUTS, PROJECTIONS)[1]), near.features(INPUTS, PROJECTIONS))
