"""Domains: what is drawn is inside, what is awkward is tried, what is empty is an error."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.inputs.kernels import m, r, theta
from rftheory.statements.domain import Domain, Range

_NEAR = sp.Rational(1, 10000)
_DOMAIN = Domain(
    (
        Range(r, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 1000), 20)),
        Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, _NEAR, sp.pi - _NEAR, sp.pi)),
        Range(m, 1, None, integer=True, typical=(1, 9), awkward=(1,)),
    )
)


def test_awkward_values_come_first_and_are_all_tried() -> None:
    points = _DOMAIN.points(20, seed=1)
    assert all(_DOMAIN.contains(point) and not any(value.has(sp.Float) for value in point.values()) for point in points)
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


# -- negative numbers and ends -------------------------------------------------------------------------------------------

_a, _b = sp.symbols("a b", real=True)
_quarters = st.integers(-12, 12).map(lambda k: sp.Rational(k, 4))


@settings(max_examples=60, deadline=None)
@given(
    low=st.none() | _quarters,
    high=st.none() | _quarters,
    typical=st.none() | st.tuples(_quarters, _quarters),
    integer=st.booleans(),
    seed=st.integers(0, 99),
)
def test_half_of_the_draws_are_negative_where_the_range_is(
    low: sp.Rational | None, high: sp.Rational | None, typical: tuple[sp.Rational, ...] | None, integer: bool, seed: int
) -> None:
    low, high = (None if end is None else sp.Integer(end) for end in (low, high)) if integer else (low, high)
    if low is not None and high is not None and low > high:
        low, high = high, low
    inside = typical is not None and all((low is None or low <= t) and (high is None or t <= high) for t in typical)
    item = Range(_a, low, high, integer=integer, typical=tuple(sorted(typical)) if inside and typical else ())
    drawn = [point[_a] for _, point in zip(range(8), Domain((item,)).random_points(seed), strict=False)]
    allowed = Range(_a, low, high, integer=integer)
    assert all(allowed.allows_entry(value) for value in drawn)
    has_negative = low is None or low <= -1
    first, last = item.typical
    if has_negative and last > 0 and first >= 0:
        # zero counts for neither half
        assert sum(bool(v <= 0) for v in drawn) >= 4 >= sum(bool(v < 0) for v in drawn)
    if low is not None and low >= 0:
        assert all(value >= 0 for value in drawn)


def test_every_combination_of_signs_is_drawn() -> None:
    domain = Domain((Range(_a, -1, 1), Range(_b)))
    signs = {(point[_a] < 0, point[_b] < 0) for _, point in zip(range(24), domain.random_points(0), strict=False)}
    assert len(signs) == 4
    array = Domain((Range(_a, shape=(4,)),))
    assert all(any(v < 0 for v in point[_a]) for _, point in zip(range(6), array.random_points(0), strict=False))


def test_ends_that_belong_to_a_range_are_tried() -> None:
    closed, opened = Domain((Range(_a, 0, sp.pi),)), Domain((Range(_a, 0, sp.pi, "()"),))
    assert {0, sp.pi} <= {point[_a] for point in closed.points(6)}
    assert not {0, sp.pi} & {point[_a] for point in opened.points(6)}


@settings(max_examples=20, deadline=None)
@given(_quarters, st.integers(1, 40), st.sampled_from(["[]", "()"]))
def test_ends_that_depend_on_a_parameter_leave_points(shift: sp.Rational, width: int, closed: str) -> None:
    """Wherever the range of one is, next to the other: what is typical of it lies between its ends."""
    low = 40 * shift + _a
    domain = Domain((Range(_a, 0, 10), Range(_b, low, low + sp.Rational(width, 4), closed)))
    points = domain.points(8)
    assert len(points) >= 4 and all(0 <= p[_b] - low.subs(p) <= sp.Rational(width, 4) for p in points)
