"""The arrangement of vectors against each other's resultant: its objective, its minima, its convergence."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.couplings.resultant import (
    arranged,
    iterated,
    least_resultant,
    rounding,
    simplex_vectors,
    sweep,
    unrest,
)
from rftheory.couplings.simplex_plus import NotConverged, NotConvergedWarning, SimplexPlus

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
def test_at_convergence_each_is_opposite_to_the_others(d, replicates):
    lengths = chi(d, replicates, d)
    # some have a longest vector that is longer than all others together; some are too close to that to converge
    reached = iterated(lengths, 200)
    assert reached.converged.mean() > 0.9 and (d in (3, 4) or reached.converged.all())
    assert ((reached.passes >= 1) & (reached.converged | (reached.passes == 200))).all()
    lengths, vectors = lengths[:, reached.converged], reached.vectors[:, :, reached.converged]
    assert (reached.excess[reached.converged] <= rounding(lengths)).all()
    for i, vector in enumerate(vectors):
        others = np.delete(vectors, i, axis=0).sum(axis=0)
        size = np.linalg.norm(others, axis=0)
        opposite = np.linalg.norm(vector / lengths[i] + others / size, axis=0) * np.minimum(size, lengths[i])
        # what the two orders of summation make of the rounded resultants comes on top
        assert (opposite <= 2 * rounding(lengths)).all()


def gram(vectors):
    return np.einsum("ikr,jkr->rij", vectors, vectors)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_known_minima_are_where_the_iteration_goes(n):
    lengths = chi(n, 4000, 1, n)
    known, found = arranged(lengths, 300), iterated(lengths, 300)
    exact = (known.passes == 0) & found.converged
    assert exact.sum() > 20
    if n < 4:
        assert known.converged.all() and (known.passes == 0).all()
    # With e = |T| - min |T| <= rounding: in a triangle (w_i + w_j)^2 = (T - w_k)^2; along a line sum_j r_j (1 + cos_j) <= e,
    # cos_j to the longest. Either way inner products are off by at most 4 r_max e, and roundings of the sums.
    slack = 8 * lengths.max(axis=0) * rounding(lengths)
    gap = np.abs(gram(known.vectors) - gram(found.vectors)).max(axis=(1, 2))
    assert (gap <= slack)[exact].all()
    assert (np.abs(lengths_of(known.vectors) - lengths) <= 16 * EPS * lengths.sum(axis=0)).all()
    assert (known.excess <= rounding(lengths))[known.converged].all()


def test_rest_is_not_enough():
    """Lengths 2, 2, 3 along a line: each is opposite to the resultant of the others, yet a triangle has none."""
    vectors = np.array([[[2.0], [0]], [[2], [0]], [[-3], [0]]])
    lengths = np.array([[2.0], [2], [3]])
    assert unrest(vectors, lengths) == 0
    assert np.linalg.norm(vectors.sum(axis=0)) == 1 > least_resultant(lengths)
    swept = vectors.copy()
    sweep(swept, lengths)
    assert np.array_equal(swept, vectors)
    # a saddle: a small turn of one vector leads away
    vectors[2, :, 0] = [-3 * np.cos(1e-3), 3 * np.sin(1e-3)]
    for _ in range(200):
        sweep(vectors, lengths)
    assert np.linalg.norm(vectors.sum(axis=0)) <= rounding(lengths)


def slow(n, gap, replicates=5):
    """Lengths of which the longest is less than all others together by a share ``gap``."""
    lengths = np.abs(rng(7).standard_normal((n, replicates))) + 0.3
    lengths[0] = lengths[1:].sum(axis=0) * (1 - gap)
    return lengths


@pytest.mark.parametrize("gap", [1e-3, 1e-6, 1e-9, 1e-13])
@pytest.mark.parametrize("n", [4, 7])
def test_slow_arrangements_are_closed(n, gap):
    lengths = slow(n, gap)
    assert not arranged(lengths, 600).converged.any()
    reached = arranged(lengths, 600, closing=True)
    assert reached.converged.all()
    assert np.allclose(np.linalg.norm(reached.vectors, axis=1), lengths, rtol=8 * EPS, atol=0)
    assert (np.linalg.norm(reached.vectors.sum(axis=0), axis=0) <= rounding(lengths)).all()


def test_draws_that_were_too_slow_are_made(monkeypatch):
    monkeypatch.setattr("rftheory.couplings.simplex_plus.chi_lengths", lambda *_: slow(4, 1e-5))
    assert np.isfinite(SimplexPlus(most_passes=600).draw(rng(8), 4, 4, 5)).all()
    # far from closed nothing is made up
    with pytest.raises(NotConverged, match="5 of 5 replicates"):
        SimplexPlus(most_passes=1).draw(rng(8), 4, 4, 5)


def test_unconverged_draws_are_refused_or_announced():
    with pytest.raises(NotConverged, match=r"\d+ of 100 replicates have not converged after 1 passes"):
        SimplexPlus(most_passes=1).draw(rng(2), 4, 4, 100)
    with pytest.warns(NotConvergedWarning, match="after 1 passes"):
        drawn = SimplexPlus(most_passes=1, unconverged="warn").draw(rng(2), 6, 6, 100)
    assert np.isfinite(drawn).all()


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
    assert gap(arranged(chi(6, 20_000, 4), 1000).vectors) > 10
