"""Domains: what is drawn is inside, what is awkward is tried, what is empty is an error."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.kernels import m, r, theta
from rftheory.statements.domain import Domain, Range

_NEAR = sp.Rational(1, 10000)
_DOMAIN = Domain(
    (
        Range(r, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 1000), 20)),
        Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, _NEAR, sp.pi - _NEAR, sp.pi)),
        Range(m, 1, None, integer=True, typical=(1, 9), awkward=(1,)),
    )
)


@settings(max_examples=40, deadline=None)
@given(_DOMAIN.strategy())
def test_the_strategy_draws_points_of_the_domain(point: dict[sp.Symbol, sp.Expr]) -> None:
    assert _DOMAIN.contains(point)
    assert not any(value.has(sp.Float) for value in point.values())


def test_awkward_values_come_first_and_are_all_tried() -> None:
    points = _DOMAIN.points(20, seed=1)
    assert all(_DOMAIN.contains(point) for point in points)
    assert {0, _NEAR, sp.pi - _NEAR, sp.pi} <= {point[theta] for point in points}
    assert {sp.Rational(1, 1000), 20} <= {point[r] for point in points}


def test_points_depend_on_the_seed_alone() -> None:
    assert _DOMAIN.points(20, seed=3) == _DOMAIN.points(20, seed=3)
    assert _DOMAIN.points(20, seed=3) != _DOMAIN.points(20, seed=4)


def test_random_points_are_drawn_even_where_awkward_ones_abound() -> None:
    few, many = _DOMAIN.points(1, seed=0), _DOMAIN.points(40, seed=0)
    assert len(few) >= 4
    assert len(many) == 40


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({r: sp.Integer(0)}, r"r = 0 is not allowed; allowed: r in \(0, oo\)"),
        ({theta: sp.Integer(4)}, r"theta = 4 is not allowed; allowed: theta in \[0, pi\]"),
        ({m: sp.Rational(1, 2)}, "m = 1/2 is not allowed; allowed: integer m >= 1"),
    ],
)
def test_refusals_name_parameter_value_and_what_is_allowed(change: dict[sp.Symbol, sp.Expr], message: str) -> None:
    inside = {r: sp.Integer(1), theta: sp.Integer(1), m: sp.Integer(1)}
    with pytest.raises(AssertionError, match=message):
        assert not _DOMAIN.refusal({**inside, **change}), _DOMAIN.refusal({**inside, **change})
    assert "theta is missing" in _DOMAIN.refusal({r: sp.Integer(1), m: sp.Integer(1)})


def test_conditions_and_replaced_ranges() -> None:
    large = _DOMAIN.with_ranges(Range(r, 1, None, "[)", typical=(1, 4)))
    assert large.contains({r: sp.Integer(1), theta: sp.Integer(0), m: sp.Integer(1)})
    assert not large.contains({r: sp.Rational(1, 2), theta: sp.Integer(0), m: sp.Integer(1)})
    assert not large.where(sp.Ne(theta, 0)).contains({r: sp.Integer(1), theta: sp.Integer(0), m: sp.Integer(1)})


@settings(max_examples=30, deadline=None)
@given(
    value=st.fractions(-2, 2, max_denominator=4),
    low=st.none() | st.integers(-1, 0),
    high=st.none() | st.fractions("1/2", 2, max_denominator=2),
    closed=st.sampled_from(["[]", "[)", "(]", "()"]),
    integer=st.booleans(),
)
def test_rational_values_lie_where_their_relations_say(
    value: Fraction, low: int | None, high: Fraction | None, closed: str, integer: bool
) -> None:
    end = None if high is None else sp.Rational(high.numerator, high.denominator)
    item = Range(sp.Symbol("x", real=True), low, end, closed, integer)
    number = sp.Rational(value.numerator, value.denominator)
    related = all(relation.func(relation.lhs, relation.rhs) == sp.true for relation in item.relations(number))
    assert item.allows_entry(number) == (related and (bool(number.is_Integer) or not integer))
