"""Probabilities of means of indicators are those of the binomial law, and what may be a third value is left to others."""

import pytest
import sympy as sp
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rftheory.vocabulary import PAIR, Projection, indicator, m, theta, uniform_number, x_norm, y_norm
from rftheory.numbers.balls import UnsupportedExpression, enclose
from rftheory.rules.nodes import Probability, SampleMean

W, U = Projection("w"), uniform_number("u")
LEVEL = sp.Symbol("t", real=True)
DIFFER = indicator(sp.Lt(W.dot(PAIR.x) * W.dot(PAIR.y), 0, evaluate=False))
SIGNS = (1 - sp.sign(W.dot(PAIR.x)) * sp.sign(W.dot(PAIR.y))) / 2


def _tail(sample: sp.Expr, level: sp.Expr = LEVEL) -> Probability:
    return Probability(sp.Ge(SampleMean(sample, m), level, evaluate=False))


@settings(max_examples=12, deadline=None)
@given(st.integers(1, 40), st.data(), st.integers(1, 11), st.sampled_from([DIFFER, SIGNS]))
def test_signs_of_two_forms_differ_as_often_as_the_binomial_law_says(
    size: int, data: st.DataObject, twelfths: int, sample: sp.Expr
) -> None:
    least = data.draw(st.integers(0, size))
    # between two counts: at one of them, a ball of the level does not say whether it counts
    level, angle = sp.Rational(2 * least - 1, 2 * size), sp.pi * sp.Rational(twelfths, 12)
    point = {m: sp.Integer(size), LEVEL: level, theta: angle, x_norm: sp.Integer(1), y_norm: sp.Rational(1, 3)}
    found = enclose(_tail(sample), point).value
    expected = stats.binom.sf(least - 1, size, twelfths / 12)
    assert found.rad() < arb(10) ** -25 and abs(float(found.mid()) - expected) < 1e-12


@settings(max_examples=12, deadline=None)
@given(st.integers(1, 60), st.integers(1, 7))
def test_both_sides_of_the_mean_of_a_step_of_a_uniform_number(size: int, eighths: int) -> None:
    centre, away = sp.Rational(eighths, 8), sp.Rational(3, 16)
    sample = indicator(sp.Lt(U, centre))
    event = Probability(sp.Ge(sp.Abs(SampleMean(sample, m) - centre), away, evaluate=False))
    found = enclose(event, {m: sp.Integer(size)}).value
    outside = [k for k in range(size + 1) if abs(sp.Rational(k, size) - centre) >= away]
    expected = sum(stats.binom.pmf(outside, size, eighths / 8))
    assert abs(float(found.mid()) - expected) < 1e-12 + float(found.rad())
    tie = any(abs(sp.Rational(k, size) - centre) == away for k in range(size + 1))
    assert tie or float(found.rad()) < 1e-25


@pytest.mark.parametrize(
    "sample",
    [
        indicator(sp.Max(0, W.dot(PAIR.x)) > 0),
        sp.sign(sp.Max(0, W.dot(PAIR.x))),
        sp.sign(W.dot(PAIR.x)) + sp.sign(W.dot(PAIR.y)),
    ],
    ids=["zero half of the time", "its sign", "three values"],
)
def test_samples_of_three_values_are_not_counted(sample: sp.Expr) -> None:
    point = {m: sp.Integer(3), LEVEL: sp.Rational(1, 2), x_norm: sp.Integer(1), y_norm: sp.Integer(1), theta: sp.pi / 3}
    with pytest.raises(UnsupportedExpression):
        enclose(_tail(sample), point)


def test_the_sign_of_what_is_always_zero_is_no_coin() -> None:
    """A form of the zero vector: its sign is 0, and not 1 or -1."""
    point = {m: sp.Integer(3), LEVEL: sp.Rational(1, 2), x_norm: sp.Integer(0)}
    with pytest.raises(UnsupportedExpression):
        enclose(_tail((1 + sp.sign(W.dot(PAIR.x))) / 2), point)
