"""The arrangement of vectors against each other's resultant: its objective, its minima, its convergence."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.couplings.resultant import arranged, least_resultant, rounding, simplex_vectors, sweep
from rftheory.couplings.simplex_plus import SimplexPlus
from rftheory.proofs.simrf._iteration import Steps, initial_resultant, simplex_squares

EPS = np.finfo(float).eps
LENGTHS = st.lists(st.floats(0.05, 20), min_size=2, max_size=9).map(lambda r: np.array(r)[:, None])


def rng(*key):
    return np.random.default_rng(np.random.SeedSequence(21, spawn_key=key))


def chi(d, replicates, *key):
    return np.sqrt(rng(*key).chisquare(d, (d, replicates)))


def lengths_of(vectors):
    return np.sqrt((vectors**2).sum(axis=1))


@settings(deadline=None)
@given(LENGTHS, st.integers(1, 4))
def test_passes_never_raise_the_objective(lengths, passes):
    vectors = simplex_vectors(lengths)
    for _ in range(passes):
        before = np.linalg.norm(vectors.sum(axis=0))
        sweep(vectors, lengths)
        after = np.linalg.norm(vectors.sum(axis=0))
        # each of n turns rounds a resultant
        assert after <= before + (len(lengths) * rounding(lengths)).item()
        assert np.abs(lengths_of(vectors) - lengths).max() <= (len(lengths) + 8) * EPS * lengths.max()
        assert after >= (least_resultant(lengths) - rounding(lengths)).item()


def test_one_turn_is_the_printed_one():
    lengths = chi(4, 1)
    vectors = simplex_vectors(lengths)
    expected = vectors.copy()
    for i in range(4):
        others = expected[np.arange(4) != i].sum(axis=0)
        expected[i] = -others * lengths[i] / np.linalg.norm(others)
    sweep(vectors, lengths)
    # the two compute one resultant in different orders; a relative error of a resultant is one of a direction, and the
    # four turns hand it on
    assert np.abs(vectors - expected).max() < 4 * 64 * EPS * lengths.max()


@pytest.mark.parametrize(("d", "replicates"), [(2, 500), (3, 500), (4, 500), (6, 2000), (16, 300), (64, 20)])
def test_at_the_minimum_each_is_opposite_to_the_others(d, replicates):
    lengths = chi(d, replicates, d)
    # some have a longest vector that is longer than all others together; some are too close to that for so many passes
    vectors = arranged(lengths, 200)
    size = np.linalg.norm(vectors.sum(axis=0), axis=0)
    reached = size - least_resultant(lengths) <= rounding(lengths)
    assert reached.mean() > 0.9 and (d in (3, 4) or reached.all())
    closed = reached & (least_resultant(lengths) == 0)
    for vector, length in zip(vectors, lengths, strict=True):
        # t_i = T - w_i with a T of the size of a rounding, which two orders of summation make differently
        others = (vectors.sum(axis=0) - vector)[:, closed]
        assert (np.linalg.norm(others + vector[:, closed], axis=0) <= 2 * rounding(lengths)[closed]).all()
        assert np.abs(np.linalg.norm(vector, axis=0) - length).max() <= (len(lengths) + 8) * EPS * lengths.max()


def test_more_passes_come_nearer_and_no_pass_is_after_the_last():
    lengths = np.array([[1.0, 2], [1, 2.5], [1, 1.5], [3 - 1e-7, 2]])
    few, more = (np.linalg.norm(arranged(lengths, passes).sum(axis=0), axis=0) for passes in (50, 400))
    # almost a line: the closing step shrinks the resultant by less than the gap
    assert few[0] > more[0] > rounding(lengths)[0] and (few[1] <= rounding(lengths)[1])
    swept = simplex_vectors(lengths)
    for _ in range(3):
        sweep(swept, lengths)
    assert np.array_equal(arranged(lengths, 3), swept)


def test_rest_is_not_enough():
    """Lengths 2, 2, 3 along a line: each is opposite to the resultant of the others, yet a triangle has none."""
    vectors = np.array([[[2.0], [0]], [[2], [0]], [[-3], [0]]])
    lengths = np.array([[2.0], [2], [3]])
    assert np.linalg.norm(vectors.sum(axis=0)) == 1 > least_resultant(lengths)
    swept = vectors.copy()
    sweep(swept, lengths)
    assert np.array_equal(swept, vectors)
    # a saddle: a small turn of one vector leads away
    vectors[2, :, 0] = [-3 * np.cos(1e-3), 3 * np.sin(1e-3)]
    for _ in range(200):
        sweep(vectors, lengths)
    assert np.linalg.norm(vectors.sum(axis=0)) <= rounding(lengths)


def test_draws_close_where_they_can():
    projections = SimplexPlus().draw(rng(3), 12, 6, 300)
    for block in (projections[:, :6], projections[:, 6:]):
        lengths = np.linalg.norm(block, axis=2).T
        closing = np.linalg.norm(block.sum(axis=1), axis=1)
        # a Haar frame is orthogonal to a few d eps
        assert (np.abs(closing - least_resultant(lengths)) <= 64 * EPS * lengths.sum(axis=0)).all()


def test_rows_come_in_random_order():
    """The iteration leaves its first two vectors at other angles than its last two; the draws do not."""

    def gap(rows):
        products = np.einsum("ikr,ikr->ir", rows[[0, 4]], rows[[1, 5]])
        difference = products[0] - products[1]
        return abs(difference.mean()) / difference.std() * np.sqrt(len(difference))

    # 5 standard deviations: about 6e-7
    assert gap(SimplexPlus().draw(rng(4), 6, 6, 20_000).T.swapaxes(0, 1)) < 5
    assert gap(arranged(chi(6, 20_000, 4), 1000)) > 10


def _squares(vectors):
    return [float(np.sum((a + b) ** 2)) for a, b in itertools.combinations(vectors, 2)]


def test_a_pass_in_exact_numbers_is_that_of_the_iteration():
    sides = 2, 2, 3
    lengths = np.array(sides, dtype=float)[:, None]
    vectors, exact = simplex_vectors(lengths), tuple(map(sp.Integer, sides))
    assert np.allclose(_squares(vectors[:, :, 0]), [float(e) for e in simplex_squares(exact)])
    assert np.isclose(np.linalg.norm(vectors.sum(axis=0)), float(initial_resultant(exact)))
    sweep(vectors, lengths)
    steps = Steps(exact, len(exact))
    assert np.allclose(_squares(vectors[:, :, 0]), [float(e) for e in steps.squares()])
    assert np.isclose(np.linalg.norm(vectors.sum(axis=0)), abs(float(steps.resultant)))
