"""Couplings with an axis of their own, and the iteration in exact numbers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import sympy as sp

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.resultant import simplex_vectors, sweep
from rftheory.proofs.simrf._heights import ThreeHeights
from rftheory.proofs.simrf._iteration import Steps, initial_resultant, simplex_squares
from rftheory.proofs.simrf.eq_17 import left_over
from rftheory.proofs.simrf.theorem_3_2 import MirroredPair

LENGTHS = (2, 2, 3)


def _squares(vectors: np.ndarray) -> list[float]:
    return [float(np.sum((a + b) ** 2)) for a, b in itertools.combinations(vectors, 2)]


def test_a_pass_in_exact_numbers_is_that_of_the_iteration() -> None:
    lengths = np.array(LENGTHS, dtype=float)[:, None]
    vectors, exact = simplex_vectors(lengths), tuple(map(sp.Integer, LENGTHS))
    assert np.allclose(_squares(vectors[:, :, 0]), [float(e) for e in simplex_squares(exact)])
    assert np.isclose(np.linalg.norm(vectors.sum(axis=0)), float(initial_resultant(exact)))
    sweep(vectors, lengths)
    steps = Steps(exact, len(exact))
    assert np.allclose(_squares(vectors[:, :, 0]), [float(e) for e in steps.squares()])
    assert np.isclose(np.linalg.norm(vectors.sum(axis=0)), abs(float(steps.resultant)))


@pytest.mark.parametrize(("coupling", "m"), [(MirroredPair(), 2), (ThreeHeights(), 3)], ids=str)
def test_projections_with_an_axis_are_gaussian_one_by_one(coupling: Coupling, m: int) -> None:
    drawn = coupling.draw(np.random.default_rng(5), m, m, 40_000)
    for k in range(m):
        # six standard errors of a covariance are 0.05 here
        assert np.allclose(np.cov(drawn[:, k].T), np.eye(m), atol=0.05)
        assert abs(np.mean(drawn[:, k, 0] ** 4) - 3) < 0.4


def test_what_passes_leave_falls() -> None:
    left = [
        left_over(passes, 6).draw(np.random.default_rng(2), 500, np.zeros(6), np.zeros(6), 6, 1) for passes in (0, 1, 2)
    ]
    assert np.allclose(left[0], 1) and (left[1] < 1).all() and np.median(left[2]) < np.median(left[1])
