"""Change of measure of expectations over projections."""

from __future__ import annotations

import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.inputs.kernels import PAIR, d, theta, x_norm, y_norm
from rftheory.numbers.balls import compare
from rftheory.rules.importance import change_of_measure, weighted_sample
from rftheory.rules.nodes import Expectation, Projection

_W = Projection("w")
_AT = {x_norm: sp.Integer(1), y_norm: sp.Rational(3, 2), theta: sp.Integer(1), d: sp.Integer(3)}
_fractions = st.fractions(min_value=-2, max_value=2, max_denominator=12).map(
    lambda q: sp.Rational(q.numerator, q.denominator)
)
_scales = st.fractions(min_value=sp.Rational(1, 4), max_value=3, max_denominator=12).map(
    lambda q: sp.Rational(q.numerator, q.denominator)
)


@settings(max_examples=5, deadline=None)
@given(_fractions, _fractions, _scales)
def test_expectations_do_not_depend_on_the_gaussian_proposal(on_x: sp.Expr, on_y: sp.Expr, scale: sp.Expr) -> None:
    sample = sp.exp(_W.dot(PAIR.x)) * sp.cos(_W.dot(PAIR.y))
    moved = Expectation(weighted_sample(sample, _W, PAIR.x * on_x + PAIR.y * on_y, scale, d))
    assert compare(moved, Expectation(sample), _AT) == "overlap"


def test_a_sample_that_is_not_weighted_has_another_mean() -> None:
    sample = sp.exp(_W.dot(PAIR.x))
    unweighted = sample * sp.exp(PAIR.x.dot(PAIR.z))
    assert compare(Expectation(unweighted), Expectation(sample), _AT) != "overlap"


def test_only_expectations_over_the_projection_change() -> None:
    other = Expectation(sp.exp(Projection("v").dot(PAIR.x)))
    rule = change_of_measure(_W, PAIR.x)
    assert rule(other) == other
    mine = Expectation(sp.exp(_W.dot(PAIR.x)))
    assert rule(mine) != mine
