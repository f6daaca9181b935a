"""Zeros under roots, and sums of terms that are alike: what a definition says is kept when it is enclosed."""

from __future__ import annotations

import pytest
import sympy as sp
from flint import acb, arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from rftheory.answers.value import decimal_ball, evaluate
from rftheory.inputs.kernels import PAIR, theta, x_norm, y_norm
from rftheory.numbers.ball_parts import between
from rftheory.numbers.balls import UnsupportedExpression, ball, enclose
from rftheory.numbers.known_signs import is_known_nonnegative
from rftheory.numbers.multiprecision import value
from rftheory.rules.nodes import Expectation, Projection, variance

PRECISION = 200
_W = Projection("w")
_SUM, _GAP = _W.dot(PAIR.x + PAIR.y), _W.dot(PAIR.x - PAIR.y)
#: inputs that are one, and opposite ones
_SAME, _OPPOSITE = ({x_norm: sp.Rational(1, 3), y_norm: sp.Rational(1, 3), theta: angle} for angle in (0, sp.pi))
_COSINE, _WAVE = sp.cos(_GAP), sp.exp(sp.I * _GAP)
_ROOTS = {
    "squared error": (Expectation((_COSINE - 1) ** 2), _SAME),
    "complex variance": (variance(_WAVE), _SAME),
    "positive variance": (variance(sp.exp(_SUM)), _OPPOSITE),
    "a multiple": (3 * sp.exp(x_norm) * variance(_COSINE) + Expectation((_COSINE - 1) ** 2), _SAME),
}
_i, _j, _k = (sp.Symbol(name, integer=True, positive=True) for name in "ijk")
_a = sp.Symbol("a", real=True)
_sizes = st.integers(0, 7)


@pytest.mark.parametrize("name", _ROOTS)
def test_a_root_of_a_variance_that_is_zero_is_real(name: str) -> None:
    square, at = _ROOTS[name]
    assert is_known_nonnegative(square)
    for root in (sp.sqrt(square), square ** sp.Rational(2, 3)):
        found = enclose(root, at).value
        assert isinstance(found, arb) and found >= 0 and found.contains(0)
        # the second opinion: a root of the roundings of its zero, of 60 digits and a guard
        assert abs(value(root, at, 60)) < 1e-30
    # a control: what is not zero is not cut
    apart = {**at, theta: sp.Rational(1, 2)}
    assert enclose(sp.sqrt(square), apart).value ** 2 > 0


def test_what_is_not_known_to_be_nonnegative_keeps_its_sign() -> None:
    for mean in (Expectation(_COSINE - 1), Expectation(_COSINE) - 1, variance(_COSINE) - Expectation(_COSINE)):
        assert not is_known_nonnegative(mean)
    # at different inputs the mean of cos - 1 is negative: its root is imaginary
    found = ball(sp.sqrt(Expectation(_COSINE - 1)), {**_SAME, theta: sp.Rational(1, 2)}, PRECISION)
    assert isinstance(found, acb) and not found.imag.contains(0)


@given(st.fractions(0, 10**6), st.integers(-900, 900))
def test_a_ball_from_zero_up_holds_no_negative_number(size: sp.Rational, exponent: int) -> None:
    with ctx.workprec(PRECISION):
        high = arb(size.numerator) / size.denominator * arb(2) ** exponent
        found = between(arb(0), high)
        assert found >= 0 and found.contains(high) and found.contains(0)
        # the radius of a ball has 30 bits
        assert found.abs_upper() <= high.abs_upper() * (1 + arb(2) ** -27)


@pytest.mark.parametrize("claim", ["trigonometric", "positive"])
@pytest.mark.parametrize("r", ["1/7", "sqrt(2)"])
def test_the_definition_of_a_relative_error_that_is_zero_answers(claim: str, r: str) -> None:
    told = evaluate("hrf.lemma-3.4", claim, definition=True, theta=0, r=r, m=2)
    assert (told.value, told.error) == ("0", "0")
    # a control: beside the zero there are digits, those of the claimed form
    at = {"theta": "1/1000", "r": r, "m": 2}
    defined, claimed = (evaluate("hrf.lemma-3.4", claim, definition=side, **at) for side in (True, False))
    assert float(defined) > 0 and defined.value[:20] == claimed.value[:20]


def test_a_ball_around_zero_has_no_digits() -> None:
    digits, error = decimal_ball(between(arb(0), arb(3)), 5)
    assert digits == "0" and 3 <= float(error) < 3.02
    assert decimal_ball(acb(between(arb(0), arb(1)), arb(2)), 5)[0].startswith("0 + (2")


@pytest.mark.parametrize(("d", "v2"), [(256, "1/1000000"), (256, "1"), (1000, "1/100"), (2, "1/1000000")])
def test_the_definition_over_many_pairs_is_enclosed(d: int, v2: str) -> None:
    at = {"d": d, "m": d, "v2": v2, "z2": 1}
    defined, claimed = (
        evaluate("simrf.theorem-3.2", "simplex projections", definition=side, **at) for side in (True, False)
    )
    assert defined.value[:25] == claimed.value[:25]


@given(_sizes, _sizes)
def test_sums_of_terms_that_are_alike_count_them(first: int, second: int) -> None:
    at = {_a: sp.Rational(2, 3)}
    body = sp.exp(_a)
    cases = {
        sp.Sum(body, (_j, 1, first), (_i, 1, second)): first * second * body,
        sp.Sum(body, (_j, 1, _i), (_i, 1, second)): sp.Rational(second * (second + 1), 2) * body,
        sp.Sum(body**_i, (_j, 1, first), (_i, 1, second)): first * sp.Add(*(body**k for k in range(1, second + 1))),
        sp.Sum(body**_j, (_j, 1, first), (_i, 1, second)): second * sp.Add(*(body**k for k in range(1, first + 1))),
        sp.Product(body, (_j, 1, first), (_i, 1, second)): body ** (first * second),
    }
    for node, closed in cases.items():
        found, expected = (ball(each, at, PRECISION) for each in (node, closed))
        assert found.overlaps(expected) and found.rel_accuracy_bits() > PRECISION // 2 or expected.is_zero()
        assert abs(value(node, at, 30) - value(closed, at, 30)) <= 1e-25 * abs(value(closed, at, 30))


def test_a_sum_over_more_pairs_than_evaluations_is_enclosed() -> None:
    size = 10**6
    assert ball(sp.Sum(_a, (_j, 1, size), (_i, 1, size)), {_a: sp.Integer(3)}, PRECISION) == 3 * size**2
    # a control: terms that differ are still too many, and bounds that run backwards are refused
    for node in (sp.Sum(sp.sqrt(_j + _i), (_j, 1, size), (_i, 1, size)), sp.Sum(_a, (_j, 5, 3))):
        with pytest.raises(UnsupportedExpression, match=r"more than|backwards"):
            ball(node, {_a: sp.Integer(3)}, PRECISION)
