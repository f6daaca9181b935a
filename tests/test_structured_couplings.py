"""Joint laws beyond angles: Hadamard products, formed and applied without being formed, points of the cube, lengths that are coupled."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special
from scipy.linalg import hadamard
from scipy.special import ndtr
from scipy.stats import qmc

from rftheory.couplings.hadamard import HadamardOperator, HadamardProduct, padded, transformed, walsh_hadamard
from rftheory.couplings.halton import Halton, digits_needed, scrambled_inverse
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex, simplex_product
from rftheory.couplings.sobol import Sobol
from rftheory.inputs.arrays import Operator, images, square_lengths

EPS = np.finfo(float).eps
SIGMAS = 5
PRODUCTS = [HadamardProduct(), HadamardProduct(2), HadamardProduct(1, "simplex"), HadamardProduct(3, "simplex")]


def rng(*key: int) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence(31, spawn_key=key))


# -- Hadamard products ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [1, 2, 4, 32, 256, 2048])
def test_transforms_are_the_recursive_matrix(dimension: int) -> None:
    """By sums and differences, and by products with small factors, which differ by their rounding."""
    matrix = np.eye(dimension)
    walsh_hadamard(matrix)
    # sums of one entry and zeros are exact
    assert np.array_equal(matrix, hadamard(dimension) / np.sqrt(dimension))
    rows = rng(0).normal(size=(3, dimension))
    found, spare = transformed(rows.copy(), np.empty_like(rows))
    assert not np.shares_memory(found, spare)
    assert np.allclose(found, rows @ matrix, rtol=0, atol=dimension * EPS * np.abs(rows).max())


def printed(operator: HadamardOperator, replicate: int) -> np.ndarray:
    """Row by row: W = D R or D S R with R = prod H D_i, block by block."""
    dimension = operator.signs.shape[2]
    blocks = []
    for signs in operator.signs[..., replicate]:
        rotation = np.eye(dimension)
        for factor in signs:
            rotation = rotation @ (hadamard(dimension) / np.sqrt(dimension)) @ np.diag(factor)
        blocks.append(simplex_product(rotation) if operator.geometry == "simplex" else rotation)
    lengths, rows = operator.lengths[:, replicate], operator.rows[:, replicate]
    return np.array(
        [r * blocks[i // dimension][k, : operator.d] for i, (r, k) in enumerate(zip(lengths, rows, strict=True))]
    )


# one block, a truncated one, several; dimensions that are padded, and 1
@pytest.mark.parametrize(("m", "d"), [(8, 8), (3, 8), (20, 8), (11, 5), (5, 5), (2, 3), (2, 1)])
@pytest.mark.parametrize("product", PRODUCTS, ids=repr)
def test_an_operator_is_the_printed_product_and_the_matrix_that_is_drawn(
    product: HadamardProduct, m: int, d: int
) -> None:
    if d == 1 and product.geometry == "simplex":
        return
    inputs = rng(2).standard_normal((3, d))
    for replicates in (None, 3):
        operator, matrix = product.draw_operator(rng(1), m, d, replicates), product.draw(rng(1), m, d, replicates)
        assert isinstance(operator, Operator) and not isinstance(matrix, Operator)
        # three transforms of at most 4 sums, S, lengths, against a product of 8 terms
        off = 64 * EPS * operator.lengths.max()
        for replicate in range(replicates or 1):
            expected = printed(operator, replicate)
            assert np.abs((matrix if replicates is None else matrix[replicate]) - expected).max() <= off
        found, lead = operator.apply(inputs), () if replicates is None else (replicates,)
        assert found.shape == (*lead, 3, m) and (replicates is None or found.strides[0] == found.itemsize)
        assert np.abs(found - images(inputs, matrix)).max() <= off * np.linalg.norm(inputs, axis=1).max()
        gap = square_lengths(operator) - square_lengths(matrix)
        assert gap.shape == (*lead, m) and np.abs(gap).max() <= off * operator.lengths.max()


@pytest.mark.parametrize("d", [4, 5, 6])
def test_padded_projections_have_the_covariance_one(d: int) -> None:
    """E |w|^2 = d and E w w^T = I_d, with lengths chi_D in R^D; chi_d lengths there would give d/D."""
    draws = 40_000
    operator = HadamardProduct().draw_operator(rng(6, d), 2, d, draws)
    w, dimension = operator.columns()[:, 0], padded(d)
    products = np.einsum("ir,jr->ijr", w, w).reshape(d * d, draws)
    # 5 standard deviations of a mean: 6e-7 for each entry
    reach = 5 * products.std(axis=1) / draws**0.5
    assert (np.abs(products.mean(axis=1) - np.eye(d).ravel()) <= reach).all()
    # the control: the lengths of R^d in the place of those of R^D are seen
    assert d == dimension or abs(products[0].mean() * d / dimension - 1) > 2 * reach[0]


def test_truncated_blocks_keep_random_rows() -> None:
    rows = HadamardProduct().draw_operator(rng(7), 11, 8, 6000).rows
    assert np.array_equal(rows[:8], np.tile(np.arange(8)[:, None], 6000))
    assert (np.sort(rows[8:], axis=0)[:-1] < np.sort(rows[8:], axis=0)[1:]).all()
    # 5 standard deviations of a binomial count: about 6e-7 per count
    counts = np.array([np.bincount(row, minlength=8) for row in rows[8:]])
    assert np.abs(counts - 750).max() < 5 * np.sqrt(6000 * 7 / 64)


# -- Halton -----------------------------------------------------------------------------------------------------


def test_without_permutations_it_is_the_halton_sequence() -> None:
    points = qmc.Halton(4, scramble=False).random(30)
    for column, base in zip(points.T, (2, 3, 5, 7), strict=True):
        plain = [np.arange(base)[None] for _ in range(digits_needed(30, base))]
        found = scrambled_inverse(30, base, plain, np.zeros(1))[:, 0]
        assert np.abs(found - column).max() <= 8 * EPS


@pytest.mark.parametrize(("column", "base", "digits"), [(0, 2, 4), (1, 3, 2), (2, 5, 2), (3, 7, 1)])
def test_points_fill_the_cells(column: int, base: int, digits: int) -> None:
    """Of base^k consecutive points from the start, one is in each interval of length base^-k, as in scipy's sequence."""
    m = base**digits
    ours = ndtr(Halton().draw(rng(9), m, 4, 40))[:, :, column]
    theirs = qmc.Halton(4, scramble=True, rng=rng(10)).random(m)[None, :, column]
    for points in (ours, theirs):
        assert (np.sort(np.floor(points * m).astype(int), axis=1) == np.arange(m)).all()


def test_coordinates_are_scrambled_independently() -> None:
    points = ndtr(Halton().draw(rng(11), 6, 3, 20_000)) - 0.5
    # each of the 6 points: correlations within 5 standard deviations, 6e-7 each
    for a, b in ((0, 1), (0, 2), (1, 2)):
        products = points[:, :, a] * points[:, :, b]
        assert np.abs(products.mean(axis=0) / products.std(axis=0) * np.sqrt(20_000)).max() < 5


# -- Sobol, and lengths that depend on each other -------------------------------------------------------------------


@pytest.mark.parametrize("m", [1, 5, 16])
def test_sobol_points_are_a_scrambled_net(m):
    """Digits of two points in one coordinate differ for the first time where those of the sequence do, whatever the coins are."""
    uniform = special.ndtr(Sobol().draw(rng(16, m), m, 3, 200))
    bits = (m - 1).bit_length()
    cells = np.floor(uniform * 2**bits).astype(int)
    plain = (qmc.Sobol(3, scramble=False).random_base2(bits)[:m] * 2**bits).astype(int)
    same = [np.bitwise_xor(c[..., :, None, :], c[..., None, :, :]) for c in (cells, plain)]
    # xor < 2^j: the digits before the last j agree
    for j in range(bits + 1):
        assert np.array_equal(same[0] < 1 << j, np.broadcast_to(same[1] < 1 << j, same[0].shape))
    assert len(np.unique(cells[:, 0], axis=0)) > min(8, 2**bits) / 2, "the coins differ from draw to draw"


@pytest.mark.parametrize("kind", [Orthogonal, Simplex])
def test_lengths_of_a_block_are_coupled_as_named(kind):
    d, m = 5, 7
    levels = special.gammainc(
        d / 2, np.square(np.linalg.norm(kind(lengths="counter-monotone").draw(rng(19), m, d, 50), axis=2)) / 2
    )
    # a block of five: two pairs and one alone, then the one pair of the next block
    for i, j in ((0, 1), (2, 3), (5, 6)):
        np.testing.assert_allclose(levels[:, i] + levels[:, j], 1, rtol=1e4 * EPS)
    assert len(np.unique(levels[:, [0, 2, 4, 5]])) == 200
    shared = np.linalg.norm(kind(lengths="shared").draw(rng(20), m, d, 50), axis=2)
    np.testing.assert_allclose(shared[:, :5], shared[:, :1].repeat(5, axis=1), rtol=1e2 * EPS)
    assert (np.abs(shared[:, 5] - shared[:, 0]) > 1e-6).all()


def test_sines_and_cosines_want_lengths_that_are_counter_monotone():
    """Errors at a small distance, far apart: of 5 standard errors each."""
    found = []
    for lengths in ("counter-monotone", "independent", "shared"):
        w = Orthogonal(lengths=lengths).draw(rng(21), 4, 4, 30_000)[..., 0]
        errors = (np.cos(w).mean(axis=1) - np.exp(-1 / 2)) ** 2
        found += [
            errors.mean() - SIGMAS * errors.std() / 30_000**0.5,
            errors.mean() + SIGMAS * errors.std() / 30_000**0.5,
        ]
    assert found == sorted(found)


def test_sobol_points_beat_blocks_in_few_dimensions_and_lose_in_many():
    """What the page on features says, by factors that are far from what 200 maps can miss."""

    def error(coupling, d, m):
        x = rng(17, d).standard_normal((d, 8))
        values = np.cos(
            np.einsum("rmd,dp->rmp", coupling.draw(rng(18, d), m, d, 200), x / np.linalg.norm(x, axis=0) / 2)
        )
        return ((values.mean(axis=1) - np.exp(-1 / 8)) ** 2).mean()

    assert error(Sobol(), 2, 64) < error(Orthogonal(), 2, 64) / 5
    assert error(Sobol(), 32, 64) > error(Orthogonal(), 32, 64) * 5
