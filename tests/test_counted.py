"""Numbers that count: the values are those of floats, every operation is counted once, and a wrong basis is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sympy as sp
from tolerances import ulps

from rftheory.couplings.simplex import simplex_matrix
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.inputs import arrays
from rftheory.inputs.arrays import Array
from rftheory.inputs.kernels import d, m
from rftheory.proofs.crt._counted import Counted, Tally, counted, counting, fitted, grid, monomials, values
from rftheory.proofs.simrf.table_1 import arrangement, orthonormal, rotated, simplex

#: sums of four products, twice
ROUNDED = ulps(64)


def _normal(*shape: int) -> Array:
    return np.random.default_rng(np.random.SeedSequence(1)).standard_normal(shape)


def _count(run: object, *given: Array) -> int:
    tally = Tally()
    run(*(counted(array, tally) for array in given))  # type: ignore[operator]
    return tally.operations


# -- what is counted ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (lambda a, b: a @ b, 6 * 7),
        (lambda a, b: a.T + b, 12),
        (lambda a, b: 2.0 - a, 12),
        (lambda a, b: -a / 2, 24),
        (lambda a, b: np.exp(a), 12),
        (lambda a, b: np.sqrt(a[0] @ b[:, 0]), 8),
        (lambda a, b: np.sum(a, axis=0), 8),
        (lambda a, b: a.copy().reshape(4, 3)[a.reshape(4, 3) > 0], 0),
        (lambda a, b: (b[0, 0] * a) @ b, 12 + 6 * 7),
    ],
)
def test_each_operation_counts_once(run: object, expected: int) -> None:
    shape = (4, 3) if expected == 12 and "T" in run.__code__.co_names else (4, 2)  # type: ignore[attr-defined]
    assert _count(run, np.abs(_normal(3, 4)), np.abs(_normal(*shape))) == expected


def test_values_are_those_of_floats() -> None:
    family = GeneralizedExponential(sp.Rational(1, 20) + sp.I / 30, -1)
    inputs, projections = _normal(3, 2), _normal(4, 2)
    with counting() as tally:
        features = family.features(counted(inputs, tally), counted(projections, tally))
    assert tally.operations > 4 * 3 * 3
    np.testing.assert_allclose(values(features), family.features(inputs, projections), rtol=ulps(200))


def test_counted_numbers_pass_no_check_outside() -> None:
    array = counted(_normal(2, 2), Tally())
    with pytest.raises(ValueError, match="must be an array of real numbers"):
        arrays.real_array("inputs", array)
    with counting():
        assert arrays.real_array("inputs", array) is array


def test_comparisons_are_free_and_right() -> None:
    tally = Tally()
    one: Any = Counted(1.0, tally)
    two: Any = Counted(2.0, tally)
    assert one < two <= 2 and two > one >= 1 and one == 1 and one != two and bool(one)
    assert tally.operations == 0


# -- the algorithms of Table 1 of SimRF -------------------------------------------------------------------------------


def test_the_algorithms_that_are_counted_do_what_they_say() -> None:
    tally, size = Tally(), 4
    frame = values(orthonormal(counted(_normal(size, size), tally)))
    np.testing.assert_allclose(frame @ frame.T, np.eye(size), atol=ROUNDED)
    made = values(simplex(counted(frame, tally)))
    np.testing.assert_allclose(made, np.array(simplex_matrix(size), dtype=float) @ frame, atol=ROUNDED)
    signs = np.where(_normal(3, size) > 0, 1, -1)
    turn = np.stack([values(rotated(counted(column, tally), signs)) for column in np.eye(size)], axis=1)
    np.testing.assert_allclose(turn @ turn.T, np.eye(size), atol=ROUNDED)
    assert np.allclose(np.abs(turn @ turn.T - np.eye(size)), 0) and not np.allclose(np.abs(turn), np.eye(size))
    vectors = values(arrangement(counted(np.linspace(1, 2, size), tally), 60))
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), np.linspace(1, 2, size), rtol=ROUNDED)
    np.testing.assert_allclose(vectors.sum(axis=0), 0, atol=1e-6)


# -- the polynomial through the counts ----------------------------------------------------------------------------------


def test_the_polynomial_is_found_exactly() -> None:
    found = fitted(lambda d, m: 3 * d**2 * m - d + 7, monomials({d: 2, m: 1}), grid({d: range(1, 5), m: (1, 2, 5)}))
    assert sp.expand(found - (3 * d**2 * m - d + 7)) == 0


@pytest.mark.parametrize(
    ("count", "degrees", "sizes", "said"),
    [
        (lambda d, m: d**3, {d: 2, m: 1}, {d: range(1, 6), m: (1, 2, 3)}, "no combination"),
        (lambda d, m: d + (m == 3), {d: 1, m: 1}, {d: (1, 2, 3), m: (1, 2, 3)}, "no combination"),
        (lambda d, m: d, {d: 1, m: 1}, {d: (1, 2), m: (1, 2)}, "do not determine and check"),
        (lambda d, m: d, {d: 3}, {d: (1, 2, 3), m: (1, 2, 3)}, "do not determine and check"),
    ],
)
def test_what_the_counts_do_not_show_is_refused(count: object, degrees: object, sizes: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        fitted(count, monomials(degrees), grid(sizes))  # type: ignore[arg-type]
