"""Rows of Hadamard products: the enumerated law against the sampler, and the mean of one row."""

from __future__ import annotations

import itertools
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp

from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.hadamard_law import row_law, rows_law
from rftheory.proofs.simrf import hd

_HALF = sp.Rational(1, 2)


@pytest.mark.parametrize(("dimension", "k"), [(1, 2), (2, 1), (2, 3), (4, 1), (4, 3), (4, 4), (8, 1)])
def test_a_law_is_of_unit_vectors_with_isotropic_second_moments(dimension: int, k: int) -> None:
    law = row_law(dimension, k)
    assert sum(law.values()) == 1
    assert all(sum(entry**2 for entry in row) == dimension**k for row in law)
    assert all(law[row] == law[tuple(-entry for entry in row)] for row in law)
    for i in range(dimension):
        for j in range(dimension):
            second = sum((p * row[i] * row[j] for row, p in law.items()), Fraction(0))
            assert second == (Fraction(dimension**k, dimension) if i == j else 0)
    assert all(row_law(dimension, k, row) == law for row in range(dimension))


@pytest.mark.parametrize(("dimension", "k"), [(2, 1), (2, 4), (4, 3)])
def test_rows_of_one_product_are_orthogonal_and_each_has_its_law(dimension: int, k: int) -> None:
    for rows in itertools.permutations(range(dimension), 2):
        law = rows_law(dimension, k, rows)
        assert sum(law.values()) == 1
        assert all(sum(a * b for a, b in zip(*pair, strict=True)) == 0 for pair in law)
        for place in (0, 1):
            alone: dict[tuple[int, ...], Fraction] = {}
            for pair, probability in law.items():
                alone[pair[place]] = alone.get(pair[place], Fraction(0)) + probability
            assert alone == row_law(dimension, k)


@pytest.mark.parametrize(("dimension", "k"), [(2, 3), (4, 3)])
def test_the_sampler_draws_the_enumerated_rows(dimension: int, k: int) -> None:
    columns = HadamardProduct(k).draw_columns(np.random.default_rng(3), dimension, dimension, 500)
    vectors = np.moveaxis(columns, 0, -1).reshape(-1, dimension)
    rows = vectors / np.linalg.norm(vectors, axis=1, keepdims=True) * dimension ** (k / 2)
    found = {tuple(int(entry) for entry in row) for row in np.rint(rows)}
    assert np.abs(rows - np.rint(rows)).max() < 1e-12
    assert found == set(row_law(dimension, k))


def test_a_row_has_the_mean_of_the_statement() -> None:
    # z = (1/2, 1/2), rows (+-1, +-1)/sqrt(2): u.z is 1/sqrt(2), 0, 0 or -1/sqrt(2)
    def weighted(length: mpmath.mpf) -> mpmath.mpf:
        return (1 + mpmath.cosh(length / mpmath.sqrt(2))) / 2 * length * mpmath.exp(-(length**2) / 2)

    expected = sp.N(hd.closed_mean((_HALF, _HALF)), 30)
    assert abs(float(mpmath.quad(weighted, [0, 2, 6, 20])) / float(expected) - 1) < 4 * np.finfo(float).eps
