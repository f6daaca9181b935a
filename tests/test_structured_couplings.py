"""Hadamard products and Halton sequences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import hadamard
from scipy.special import ndtr
from scipy.stats import qmc

from rftheory.couplings.hadamard import HadamardOperator, HadamardProduct, padded, transformed, walsh_hadamard
from rftheory.couplings.halton import Halton, digits_needed, scrambled_inverse
from rftheory.couplings.simplex import simplex_product

EPS = np.finfo(float).eps
PRODUCTS = [HadamardProduct(), HadamardProduct(2), HadamardProduct(1, "simplex"), HadamardProduct(3, "simplex")]


def rng(*key):
    return np.random.default_rng(np.random.SeedSequence(31, spawn_key=key))


# -- Hadamard products ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [1, 2, 4, 32, 256])
def test_transform_is_the_recursive_matrix(dimension):
    matrix = np.eye(dimension)
    walsh_hadamard(matrix)
    # sums of one entry and zeros are exact
    assert np.array_equal(matrix, hadamard(dimension) / np.sqrt(dimension))


@pytest.mark.parametrize("dimension", [1, 2, 64, 256, 2048])
def test_products_with_small_factors_are_the_transform(dimension):
    """Sums of so many numbers in two orders differ by their rounding."""
    rows = np.random.default_rng(0).normal(size=(3, dimension))
    expected = rows.T.copy()
    walsh_hadamard(expected)
    found, spare = transformed(rows.copy(), np.empty_like(rows))
    assert not np.shares_memory(found, spare)
    assert np.allclose(found, expected.T, rtol=0, atol=dimension * np.finfo(float).eps * np.abs(rows).max())


def test_padding():
    assert [padded(d) for d in (1, 2, 3, 4, 5, 64, 65)] == [1, 2, 4, 4, 8, 64, 128]


def dense(operator, replicate):
    """Row by row as printed: W = D R or D S R with R = prod H D_i, of one block."""
    k, dimension = operator.signs.shape[1:3]
    rotation = np.eye(dimension)
    for factor in range(k):
        rotation = (
            rotation @ (hadamard(dimension) / np.sqrt(dimension)) @ np.diag(operator.signs[0, factor, :, replicate])
        )
    if operator.geometry == "simplex":
        rotation = simplex_product(rotation)
    return operator.lengths[:, replicate, None] * rotation[operator.rows[:, replicate], : operator.d]


@pytest.mark.parametrize("product", PRODUCTS, ids=repr)
@pytest.mark.parametrize(("m", "d"), [(8, 8), (3, 8), (5, 5), (2, 3)])
def test_operator_is_the_printed_product(product, m, d):
    operator = product.draw_operator(rng(1), m, d, 3)
    columns = operator.columns()
    for replicate in range(3):
        bound = 64 * EPS * operator.lengths.max()
        assert np.abs(columns[:, :, replicate].T - dense(operator, replicate)).max() <= bound


@pytest.mark.parametrize("product", PRODUCTS, ids=repr)
def test_rotations_keep_the_geometry(product):
    projections = product.draw(rng(4), 20, 16, 50)
    directions = projections / np.linalg.norm(projections, axis=2, keepdims=True)
    cosine = 0 if product.geometry == "orthogonal" else -1 / 15
    for block in (slice(0, 16), slice(16, 20)):
        gram = np.einsum("rik,rjk->rij", directions[:, block], directions[:, block])
        expected = np.where(np.eye(gram.shape[1], dtype=bool), 1, cosine)
        # k transforms of log2 D + 1 roundings each, on both sides, and products of 16 terms
        assert np.abs(gram - expected).max() <= (2 * (3 * 5 + 4) + 16) * EPS


def test_padded_inputs():
    operator = HadamardProduct().draw_operator(rng(5), 8, 5, 4)
    inputs = rng(6).standard_normal((3, 5))
    whole = replace(operator, d=8)
    assert np.array_equal(operator.apply(inputs), whole.apply(np.pad(inputs, ((0, 0), (0, 3)))))


def test_truncated_blocks_keep_random_rows():
    rows = HadamardProduct().draw_operator(rng(7), 11, 8, 6000).rows
    assert np.array_equal(rows[:8], np.tile(np.arange(8)[:, None], 6000))
    assert (np.sort(rows[8:], axis=0)[:-1] < np.sort(rows[8:], axis=0)[1:]).all()
    # 5 standard deviations of a binomial count: about 6e-7 per count
    counts = np.array([np.bincount(row, minlength=8) for row in rows[8:]])
    assert np.abs(counts - 750).max() < 5 * np.sqrt(6000 * 7 / 64)


def test_numbers_kept_are_linear_in_the_dimension():
    operator = HadamardProduct().draw_operator(rng(8), 2**14, 2**14, 1)
    assert operator.signs.size == 3 * 2**14 and operator.lengths.size == operator.rows.size == 2**14
    image = operator.apply(np.eye(1, 2**14))
    assert np.abs(np.abs(image[0, 0]) / operator.lengths[:, 0]).max() < 1


def test_operator_is_one_type():
    assert isinstance(HadamardProduct().draw_operator(rng(), 1, 1, 1), HadamardOperator)


# -- Halton -----------------------------------------------------------------------------------------------------


def test_without_permutations_it_is_the_halton_sequence():
    points = qmc.Halton(4, scramble=False).random(30)
    for column, base in zip(points.T, (2, 3, 5, 7), strict=True):
        plain = [np.arange(base)[None] for _ in range(digits_needed(30, base))]
        found = scrambled_inverse(30, base, plain, np.zeros(1))[:, 0]
        assert np.abs(found - column).max() <= 8 * EPS


@pytest.mark.parametrize(("column", "base", "digits"), [(0, 2, 4), (1, 3, 2), (2, 5, 2), (3, 7, 1)])
def test_points_fill_the_cells(column, base, digits):
    """Of base^k consecutive points from the start, one is in each interval of length base^-k, as in scipy's sequence."""
    m = base**digits
    ours = ndtr(Halton().draw(rng(9), m, 4, 40))[:, :, column]
    theirs = qmc.Halton(4, scramble=True, rng=rng(10)).random(m)[None, :, column]
    for points in (ours, theirs):
        assert (np.sort(np.floor(points * m).astype(int), axis=1) == np.arange(m)).all()


def test_coordinates_are_scrambled_independently():
    points = ndtr(Halton().draw(rng(11), 6, 3, 20_000)) - 0.5
    # each of the 6 points: correlations within 5 standard deviations, 6e-7 each
    for a, b in ((0, 1), (0, 2), (1, 2)):
        products = points[:, :, a] * points[:, :, b]
        assert np.abs(products.mean(axis=0) / products.std(axis=0) * np.sqrt(20_000)).max() < 5


def test_points_repel_each_other():
    """Control against independent points: two neighbours are in different halves in base two."""
    first = Halton().draw(rng(12), 2, 1, 1000)[..., 0]
    assert (np.sign(first[:, 0]) == -np.sign(first[:, 1])).all()
