"""Points with vectors: drawn and checked by domains, evaluated alike in every arithmetic, searched, typed and printed."""

from __future__ import annotations

import json

import pytest
import sympy as sp

from rftheory.inputs.coordinates import L, X, d, i, inner, k, l, product, squared_norm, total, x, y
from rftheory.inputs.kernels import lam
from rftheory.inputs.points import parse_point
from rftheory.judges.comparison import RELATIVE_RADIUS
from rftheory.numbers.balls import UnsupportedExpression, compare, decide_relation, enclose
from rftheory.numbers.multiprecision import value
from rftheory.numbers.search import find_violation
from rftheory.statements.domain import Domain, Range
from rftheory.statements.printing import point_text

_D = Range(d, 1, None, integer=True, typical=(1, 4), awkward=(1,))
_X = Range(x.label, None, None, typical=(-1, 1), awkward=(9,), shape=(d,))
_Y = Range(y.label, None, None, typical=(-1, 1), shape=(d,))
_ROWS = Range(X.label, 0, None, "[)", typical=(0, 1), shape=(L, d))
_DOMAIN = Domain((_X, _Y, _ROWS, _D, Range(L, 1, None, integer=True, typical=(1, 3)), Range(lam, 0, None, "()")))
_HALF = sp.Rational(1, 2)
_POINT = {x.label: sp.Tuple(_HALF, 0, -1), y.label: sp.Tuple(2, 3, sp.Rational(1, 3)), d: sp.Integer(3), lam: _HALF}


def test_arrays_have_the_sizes_that_are_drawn() -> None:
    for point in _DOMAIN.points(20, seed=1):
        assert len(point[x.label]) == point[d]
        assert [len(row) for row in point[X.label]] == [point[d]] * int(point[L])
        assert _DOMAIN.contains(point)


def test_awkward_values_fill_one_entry_and_all_entries() -> None:
    values = [point[x.label] for point in _DOMAIN.points(40, seed=0)]
    assert any(set(v) == {sp.Integer(9)} for v in values)
    assert any(v[-1] == 9 and 9 not in v[:-1] for v in values if len(v) > 1)
    assert any(set(v) == {sp.Integer(0)} for v in values)
    assert any(v[-1] == 0 and 0 not in v[:-1] for v in values if len(v) > 1)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        (x.label, sp.Tuple(1, 2)),
        (x.label, sp.Integer(1)),
        (x.label, sp.Tuple(1, 2, sp.Tuple(3))),
        (d, sp.Tuple(1)),
        (d, sp.Integer(2)),
        (y.label, sp.Tuple(1, 2, sp.Symbol("q"))),
    ],
)
def test_wrong_shapes_are_refused(name: sp.Symbol, wrong: sp.Basic) -> None:
    domain = Domain((_X, _Y, _D))
    assert domain.refusal(_POINT) == ""
    assert "is not allowed; allowed: " in domain.refusal({**_POINT, name: wrong})


def test_entries_obey_the_range() -> None:
    domain = Domain((_ROWS, _D, Range(L, 1, None, integer=True)))
    inside = {d: sp.Integer(2), L: sp.Integer(1), X.label: sp.Tuple(sp.Tuple(0, 1))}
    assert domain.contains(inside)
    refusal = domain.refusal({**inside, X.label: sp.Tuple(sp.Tuple(0, -1))})
    assert refusal == "X = ((0, -1),) is not allowed; allowed: X in [0, oo)^(L x d) of size 1 x 2"


def test_conditions_on_sums_are_decided() -> None:
    assert decide_relation(sp.Gt(inner(), 0), _POINT) is True
    assert decide_relation(sp.Lt(squared_norm(x), 1), _POINT) is False
    zero = {**_POINT, x.label: sp.Tuple(0, 0, 0)}
    assert decide_relation(sp.Ge(squared_norm(x), 0), zero) is True
    assert decide_relation(sp.Gt(squared_norm(x), 0), zero) is False
    assert decide_relation(sp.Eq(inner(), squared_norm(x)), zero) is True
    assert decide_relation(sp.Eq(inner(), squared_norm(x)), _POINT) is False


_SERIES = sp.Sum((x[l] * y[l]) ** (2 * k) / sp.factorial(k) ** 2, (k, 0, sp.oo))
_BESSEL = product(sp.besseli(0, 2 * sp.Abs(x[l] * y[l])))


def test_a_series_in_every_coordinate_with_zero_to_the_zero() -> None:
    series, bessel, other = (
        enclose(each, _POINT, RELATIVE_RADIUS) for each in (product(_SERIES), _BESSEL, _BESSEL + sp.Rational(1, 10**20))
    )
    assert series.overlaps(bessel) and not series.overlaps(other)
    first, second = value(product(_SERIES), _POINT, 40), value(_BESSEL, _POINT, 40)
    # 40 digits were asked for
    assert abs(first - second) < abs(second) / 10**38


_EXPRESSIONS = [
    inner(),
    _BESSEL,
    sp.exp(lam * d + total(x[l] ** 2 * y[l] ** 2) / lam) - product(1 + y[l] ** 2),
    total(lam + l) + product(lam),
    x[1] * y[d],
    sp.Sum(x[l], (l, 1, d - 3)) + sp.Product(y[l], (l, 1, d - 3)),
]
_DEPENDENT = sp.Sum(x[l] * y[i], (i, 1, l), (l, 1, d))


@pytest.mark.parametrize("expr", [*_EXPRESSIONS, _DEPENDENT])
def test_multiprecision_lies_in_the_ball(expr: sp.Expr) -> None:
    exact = enclose(expr, _POINT).value
    middle = sp.Float(exact.mid().str(40, radius=False), 40)
    # the radius is at most 1e-30 of the value
    assert abs(sp.Float(str(value(expr, _POINT, 40)), 40) - middle) <= abs(middle) / 10**30


def test_an_index_outside_of_the_vector_is_refused() -> None:
    for evaluate in (enclose, value):
        with pytest.raises(UnsupportedExpression, match=r"the coordinates there are 1 to 3"):
            evaluate(x[d + 1], _POINT)


_INPUTS = Domain((_X, _Y, _D, Range(lam, 0, None, "()")))
_SQUARES = squared_norm(x) * squared_norm(y)
_PRODUCTS = total(x[l] ** 2 * y[l] ** 2)


def test_the_search_finds_simple_violations_and_no_others() -> None:
    found = find_violation(inner() ** 2, "<=", _SQUARES * sp.Rational(99, 100), _INPUTS, 0, 200)
    assert found is not None
    assert compare(inner() ** 2, _SQUARES * sp.Rational(99, 100), found) == ">"
    assert found[d] == 1
    assert find_violation(inner() ** 2, "<=", _SQUARES, _INPUTS, 0, 200) is None


def test_the_search_comes_close_to_a_sharp_bound() -> None:
    """lam d + S/lam >= 2 (d S)^(1/2), with equality on a surface; 1% more is violated near it."""
    left, bound = total(lam) + _PRODUCTS / lam, 2 * sp.sqrt(d * _PRODUCTS)
    assert find_violation(left, ">=", bound, _INPUTS, 0, 400) is None
    assert find_violation(left, ">=", bound * sp.Rational(101, 100), _INPUTS, 0, 400) is not None


def test_points_with_vectors_are_typed_and_printed() -> None:
    typed = parse_point("x=(1/2,0,-1), y = (2,3,1/3),d=3,lam=0.5")
    assert typed == {str(symbol): number for symbol, number in _POINT.items()}
    assert parse_point("X=((1,2),(3,sqrt(2)))")["X"] == sp.Tuple(sp.Tuple(1, 2), sp.Tuple(3, sp.sqrt(2)))
    assert parse_point("x=(1/2,)")["x"] == sp.Tuple(_HALF)
    assert parse_point("t=(1+2)*(3+4)")["t"] == 21
    assert json.loads(json.dumps(point_text(_POINT)))["x"] == "(1/2, 0, -1)"
