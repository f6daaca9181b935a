"""Draws of weighted estimators, and their moments."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

from rftheory.estimators.weighted import AtPair, OverData, gaussian_data, known_inputs
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.poisson import Poisson
from rftheory.families.positive import Positive
from rftheory.families.proposals.data import SphereData
from rftheory.families.random_phase_cosine import RandomPhaseCosine

pytestmark = pytest.mark.theory

INPUTS = (
    (sp.Rational(3, 10), sp.Integer(0), sp.Rational(1, 10)),
    (sp.Rational(1, 5), sp.Rational(1, 5), sp.Rational(1, 10)),
)
X, Y = np.array(INPUTS, dtype=float)
DATA = gaussian_data(sp.Rational(1, 20), 3)
POSITIVE = GeneralizedExponential(A=sp.Integer(0), s=1, dimension=sp.Integer(3))
POINTS = known_inputs(*INPUTS)


def generator(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence(seed))


@pytest.mark.parametrize(
    ("family", "first", "second"),
    [
        (POSITIVE, DATA, DATA),
        (POSITIVE, DATA, gaussian_data(sp.Rational(1, 15), 3)),
        (POSITIVE, SphereData(0.3, 3), SphereData(0.3, 3)),
        (Positive(), DATA, DATA),
        (RandomPhaseCosine(), DATA, DATA),
        (Poisson(sp.Rational(1, 4)), gaussian_data(sp.Rational(1, 50), 3), gaussian_data(sp.Rational(1, 50), 3)),
    ],
)
def test_second_moments_over_data_are_those_of_the_optimum(family, first, second):
    """E Y^2 = (E q)^2, within five standard errors."""
    estimator, size = OverData(family, first, second), 20_000
    squares = estimator.draw(generator(1), size, X, Y, 1, 1) ** 2
    expected = np.exp(2 * estimator.proposal.log_normaliser)
    assert abs(squares.mean() - expected) <= 5 * squares.std() / np.sqrt(size) < 0.2 * expected


@pytest.mark.parametrize("family", [POSITIVE, RandomPhaseCosine()])
def test_samples_at_points_of_an_even_law_are_bounded_by_one(family):
    draws = AtPair(family, POINTS, POINTS, INPUTS, sp.Integer(1)).draw(generator(2), 5000, X, Y, 1, 1)
    assert np.abs(draws).max() <= 1 + 1e-12
