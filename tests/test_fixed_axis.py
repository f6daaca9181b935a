"""Couplings with an axis of their own, and the iteration in exact numbers."""

from __future__ import annotations

import itertools

import numpy as np
import sympy as sp

from rftheory.couplings.resultant import simplex_vectors, sweep
from rftheory.proofs.simrf._iteration import Steps, initial_resultant, simplex_squares

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
