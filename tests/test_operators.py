"""Projections that are applied without being formed, by hand and by feature maps, against those that are formed."""

from __future__ import annotations

import numpy as np
import pytest

from rftheory.couplings.hadamard import HadamardProduct, padded
from rftheory.inputs.arrays import Operator, images, square_lengths

EPS = np.finfo(float).eps
PRODUCTS = [HadamardProduct(), HadamardProduct(1, "simplex"), HadamardProduct(2, "simplex")]
#: one block, a truncated one, several; dimensions that are padded, and 1
SHAPES = [(8, 8), (3, 8), (20, 8), (11, 5), (3, 3), (2, 1)]


def rng(*key):
    return np.random.default_rng(np.random.SeedSequence(41, spawn_key=key))


def rounding(size):
    """A relative error of images: three transforms of at most 4 sums, S, lengths, against a product of 8 terms."""
    return 64 * EPS * size


@pytest.mark.parametrize("replicates", [None, 4])
@pytest.mark.parametrize(("m", "d"), SHAPES)
@pytest.mark.parametrize("product", PRODUCTS, ids=repr)
def test_an_operator_is_the_matrix_that_is_drawn(product, m, d, replicates):
    if d == 1 and product.geometry == "simplex":
        return
    operator, matrix = product.draw_operator(rng(1), m, d, replicates), product.draw(rng(1), m, d, replicates)
    assert isinstance(operator, Operator) and not isinstance(matrix, Operator)
    inputs = rng(2).standard_normal((3, d))
    lead = () if replicates is None else (replicates,)
    expected, found = images(inputs, matrix), operator.apply(inputs)
    assert found.shape == expected.shape == (*lead, 3, m)
    assert replicates is None or found.strides[0] == found.itemsize
    size = np.linalg.norm(inputs, axis=1).max() * operator.lengths.max()
    assert np.abs(found - expected).max() <= rounding(size)
    assert square_lengths(operator).shape == square_lengths(matrix).shape == (*lead, m)
    assert np.abs(square_lengths(operator) - square_lengths(matrix)).max() <= rounding(operator.lengths.max() ** 2)


def test_square_lengths_in_pieces(monkeypatch):
    """Few columns at a time give the same sums."""
    from rftheory.couplings import hadamard

    operator = HadamardProduct().draw_operator(rng(5), 9, 11, 3)
    whole = operator.square_lengths()
    monkeypatch.setattr(hadamard, "WORKING_SET", operator.lengths.size * 2)
    assert np.abs(operator.square_lengths() - whole).max() <= rounding(whole.max())


@pytest.mark.parametrize("d", [4, 5, 6])
def test_padded_projections_have_the_covariance_one(d):
    """E |w|^2 = d and E w w^T = I_d, with lengths chi_D in R^D; chi_d lengths there would give d/D."""
    draws = 40_000
    operator = HadamardProduct().draw_operator(rng(6, d), 2, d, draws)
    w, dimension = operator.columns()[:, 0], padded(d)
    products = np.einsum("ir,jr->ijr", w, w).reshape(d * d, draws)
    gaps = products.mean(axis=1) - np.eye(d).ravel()
    # 5 standard deviations of a mean: 6e-7 for each entry
    assert (np.abs(gaps) <= 5 * products.std(axis=1) / draws**0.5).all()
    squares = operator.lengths[0] ** 2
    assert abs(squares.mean() - dimension) <= 5 * squares.std() / draws**0.5
    if d < dimension:
        # the control: the lengths of R^d in the place of those of R^D are seen
        assert (
            abs((products.reshape(d, d, draws)[0, 0] * d / dimension).mean() - 1) > 10 * products[0].std() / draws**0.5
        )


def test_padding_keeps_angles_of_the_larger_space():
    """Rows are orthogonal in R^D, not after they lost coordinates."""
    operator = HadamardProduct().draw_operator(rng(7), 8, 5)
    w = operator.columns()[:, :, 0]
    gram = w.T @ w
    assert np.abs(gram - np.diag(np.diag(gram))).max() > 0.1
