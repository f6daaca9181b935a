"""Averages over data in O(Ld) against the double loop, their errors, and what the averages lose."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from tolerances import ulps

from rftheory.inputs.coordinates import L, N, X, Y, d, l
from rftheory.inputs.statistics import DataStatistics, SetStatistics
from rftheory.numbers.multiprecision import value
from rftheory.proofs.crt import eq_8, eq_12
from rftheory.proofs.crt._operations import operations

#: rows of the largest set
SUMMED = 10_001
_NUMBERS = st.floats(-8, 8, allow_subnormal=False).map(lambda v: round(v, 3))


@st.composite
def _pairs_of_sets(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    first, second, size = (draw(st.integers(1, 6)) for _ in range(3))
    return tuple(draw(hnp.arrays(float, (rows, size), elements=_NUMBERS)) for rows in (first, second))


@settings(max_examples=40, deadline=None)
@given(_pairs_of_sets())
def test_averages_are_those_of_the_double_loop(sets: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = sets
    averages = DataStatistics.of(x, y)
    pairs = [(u, v) for u in x for v in y]
    for s in (1, -1):
        expected = np.mean([np.square(u + s * v).sum() for u, v in pairs])
        # an average of squares of differences is off by roundings of the numbers themselves
        size = max(np.square(np.abs(u) + np.abs(v)).sum() for u, v in pairs)
        assert averages.square_of_sum(s) == pytest.approx(expected, rel=ulps(128), abs=ulps(128) * size)
    assert averages.squared_products == pytest.approx(
        np.mean([np.square(u * v).sum() for u, v in pairs]), rel=ulps(128)
    )
    assert averages.x.square == pytest.approx(np.mean(np.square(x).sum(axis=1)), rel=ulps(128))
    assert averages.dimension == x.shape[1]


def test_averages_are_the_left_sides_of_the_statements() -> None:
    """The exact values of (8), (12), as they are defined, at two small data sets of different sizes."""
    x, y = [[0.5, -1.0], [0.25, 3.0], [2.0, 0.0]], [[1.5, 1.0], [-2.0, 0.125]]
    exact = [sp.Tuple(*(sp.Tuple(*map(sp.Rational, row)) for row in rows)) for rows in (x, y)]
    point = {X.label: exact[0], Y.label: exact[1], L: sp.Integer(3), N: sp.Integer(2), d: sp.Integer(2)}
    averages = DataStatistics.of(x, y)
    for s in (1, -1):
        assert averages.square_of_sum(s) == pytest.approx(float(value(eq_8.average(s, L, N), point)), rel=ulps(16))
    assert averages.squared_products == pytest.approx(float(value(eq_12.average(L, N), point)), rel=ulps(16))


def test_nothing_cancels_where_both_sets_are_far_away_and_close_together() -> None:
    """|x - y|^2 near 1e-6 at inputs near 1e4: printed as (8) all digits would be lost."""
    offsets = np.array([[1.0], [2.0], [4.0]]) * 2.0**-10
    x, y = 2.0**14 + offsets, 2.0**14 - offsets
    expected = np.mean([np.square(u - v).sum() for u in offsets for v in -offsets])
    assert DataStatistics.of(x, y).square_of_sum(-1) == pytest.approx(expected, rel=ulps(16))


def test_many_rows_are_summed_in_blocks() -> None:
    rows = np.random.default_rng(0).normal(size=(10_001, 3)) + 5
    found = SetStatistics.of(rows)
    assert found.mean == pytest.approx(rows.mean(axis=0), rel=ulps(SUMMED))
    assert found.spread == pytest.approx(rows.var(axis=0).sum(), rel=ulps(SUMMED))
    assert found.squares == pytest.approx(np.square(rows).mean(axis=0), rel=ulps(SUMMED))


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (X[1, 1] + 2, 1),
        (X[1, 1] ** 3, 2),
        (1 / X[1, 1], 1),
        (sp.exp(X[1, 1]) * sp.sqrt(Y[1, 1]), 3),
        (sp.Sum(X[l, 1] * Y[l, 1], (l, 1, d)), 2 * d - 1),
        (sp.Product(X[l, 1], (l, 1, d), (L, 1, N)), N * d - 1),
        (eq_12.printed(), (2 * (2 * L - 1) + 1) * d + d - 1 + 3),
    ],
)
def test_operations_are_counted(expr: sp.Expr, expected: sp.Expr) -> None:
    assert sp.expand(operations(expr) - expected) == 0
