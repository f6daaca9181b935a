"""Couplings with an axis of their own, blocks of fast SimRFs, and the iteration in exact numbers: laws and refusals."""

from __future__ import annotations

import itertools

import mpmath
import numpy as np
import pytest
import sympy as sp

from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.resultant import simplex_vectors, sweep
from rftheory.estimators.fixed_axis import AlongAxis, FixedAxis, MirroredPair, ThreeHeights
from rftheory.estimators.hadamard_rows import FastSimplex
from rftheory.estimators.resultants import LeftOver
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


@pytest.mark.parametrize("coupling", [MirroredPair(), ThreeHeights()])
def test_projections_with_an_axis_are_gaussian_one_by_one(coupling: FixedAxis) -> None:
    d, m = coupling.dimension, coupling.size
    drawn = coupling.draw(np.random.default_rng(5), m, d, 40_000)
    for k in range(m):
        # six standard errors of a covariance are 0.05 here
        assert np.allclose(np.cov(drawn[:, k].T), np.eye(d), atol=0.05)
        assert abs(np.mean(drawn[:, k, 0] ** 4) - 3) < 0.4
    with pytest.raises(ValueError, match="are drawn"):
        coupling.draw(np.random.default_rng(5), m + 1, d, 2)


def test_moments_along_the_axis_need_inputs_along_it() -> None:
    one, zero = sp.Integer(1), sp.Integer(0)
    with pytest.raises(ValueError, match="along e_1"):
        AlongAxis(MirroredPair(), ((one, one), (one, one))).mean_power(1, 2)
    # each projection is Gaussian: E exp(w.(x + y)) = exp(1/2) for x + y = e_1
    half = (one / 2, zero)
    assert float(AlongAxis(MirroredPair(), (half, half)).mean_power(1, 2)) == pytest.approx(np.exp(0.5), abs=1e-12)


def test_fast_blocks_are_whole_simplex_blocks() -> None:
    half = (sp.Rational(1, 2), sp.Integer(0))
    fast = FastSimplex(HadamardProduct(3, "simplex"), (half, half))
    # rows u and -u of the length 1/sqrt(2) along e_1
    assert float(fast.mean_power(1, 2)) == pytest.approx(float(mpmath.hyp1f1(1, 0.5, 0.25)), abs=1e-12)
    with pytest.raises(ValueError, match="whole simplex block"):
        fast.mean_power(1, 1)
    with pytest.raises(ValueError, match="whole simplex block"):
        FastSimplex(HadamardProduct(3), (half, half)).mean_power(1, 2)


def test_what_passes_leave_falls() -> None:
    origin = (sp.Integer(0),) * 6
    left = [
        LeftOver(passes, (origin, origin)).draw(np.random.default_rng(2), 500, np.zeros(6), np.zeros(6), 6, 1)
        for passes in (0, 1, 2)
    ]
    assert np.allclose(left[0], 1) and (left[1] < 1).all() and np.median(left[2]) < np.median(left[1])
