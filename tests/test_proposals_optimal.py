"""Weighted estimators of optimal proposals: unbiased, no others are better, and draws have their moments."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from proposal_cases import (
    DATA,
    DIAGONAL,
    GAUSSIAN,
    GEOMETRIC,
    GRID,
    GRID_MASSES,
    NARROW,
    POISSON,
    WIDE,
    X,
    Y,
    exact_mean,
    generator,
    kernel,
    over_base,
)
from tolerances import PROMISED

from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.poisson import Poisson
from rftheory.families.positive import Positive
from rftheory.families.proposals.data import EmpiricalData, GaussianData, SphereData, point_mass
from rftheory.families.proposals.optimal import optimal, optimal_variance
from rftheory.families.proposals.radial import log_radial_mean
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.montecarlo.estimators.weighted import AtPair, OverData, gaussian_data, known_inputs

COORDINATE = st.floats(-0.6, 0.6)
POINT = st.tuples(COORDINATE, COORDINATE)


@settings(max_examples=8, deadline=None)
@given(x=POINT, y=POINT, law=st.sampled_from(["gaussian", "sphere", "empirical"]), parameter=st.integers(-4, 0))
def test_the_weighted_estimator_is_unbiased(x, y, law, parameter):
    x, y = np.array([x]), np.array([y])
    family = GeneralizedExponential(A=sp.Rational(parameter, 10), s=1, dimension=sp.Integer(2))
    for member in (family, Positive(), Hyperbolic()) if law == "sphere" else (family, Positive()):
        mean, _ = exact_mean(member, optimal(member, DATA[law]), x, y)
        assert abs(mean.value - kernel(member, x, y)) <= mean.error < 1e-4


@settings(max_examples=25, deadline=None)
@given(x=POINT, y=POINT)
def test_weighted_counts_are_unbiased(x, y):
    x, y = np.array([x]), np.array([y])
    for family in (POISSON, GEOMETRIC):
        mean, _ = exact_mean(family, optimal(family, DIAGONAL), x, y)
        # terms of both signs, the largest below e^(|x| |y|) < 3
        assert abs(mean.value - kernel(family, x, y)) <= mean.error + 3 * PROMISED


def test_missing_weights_are_biased():
    """Control: without its weights the estimator of the optimal draws estimates something else."""
    proposal = optimal(GAUSSIAN, DATA["gaussian"])
    features = [GAUSSIAN.features(u, GRID[:, None, :], "x")[:, 0, 0] for u in (X, Y)]
    mean = float(GRID_MASSES * np.exp(-proposal.log_weights(GRID)) @ (features[0] * features[1]))
    assert abs(mean - kernel(GAUSSIAN, X, Y)) > 0.01


def test_counts_at_a_coordinate_that_the_data_never_has_are_biased():
    """Control: the density vanishes where the features of other inputs do not."""
    data = point_mass([0.4, 0.0])
    biased, _ = exact_mean(POISSON, optimal(POISSON, data), X, Y)
    assert abs(biased.value - kernel(POISSON, X, Y)) > 0.01 + biased.error


@pytest.mark.parametrize("family", [GAUSSIAN, NARROW, Positive()])
@pytest.mark.parametrize("law", ["empirical", "weighted"])
def test_the_expected_variance_is_the_closed_form(family, law):
    data = DATA[law]
    proposal, average, error = optimal(family, data), 0.0, 0.0
    for a, p in zip(data.rows, data.masses, strict=True):
        for b, q in zip(data.rows, data.masses, strict=True):
            mean, square = exact_mean(family, proposal, a[None], b[None])
            average += p * q * (square.value - mean.value**2)
            error += p * q * (square.error + 2 * mean.value * mean.error)
    variance = optimal_variance(family, data)
    assert abs(average - variance) <= error + PROMISED * variance
    assert error < variance / 1000


@settings(max_examples=20, deadline=None)
@given(scale=st.floats(0.75, 3), tilt=st.floats(-1, 1), law=st.sampled_from(["gaussian", "sphere", "empirical"]))
def test_no_other_proposal_is_better(scale, tilt, law):
    """``E_Omega (p_Omega/p) q^2 >= (E q)^2`` for p = a Gaussian law, and for a perturbed optimum."""
    proposal = optimal(GAUSSIAN, DATA[law])

    def log_gaussian(w):
        return -(w**2).sum(axis=-1) / (2 * scale) - np.log(2 * np.pi * scale)

    least = np.exp(2 * proposal.log_normaliser)
    square = over_base(lambda w: np.exp(proposal.log_base(w) + 2 * proposal.log_q(w) - log_gaussian(w)))
    assert square.value + square.error >= least
    factor = 1 + tilt * np.cos(GRID[:, 0]) / 2
    optimum = GRID_MASSES * np.exp(-proposal.log_weights(GRID))
    normaliser = optimum @ factor
    assert least * normaliser * (optimum @ (1 / factor)) >= least * (1 - PROMISED)


@pytest.mark.parametrize("law", ["gaussian", "sphere"])
def test_all_scalar_representations_have_one_value(law):
    data = GaussianData.isotropic(0.1, 2) if law == "gaussian" else DATA["sphere"]
    values = [optimal_variance(f, data) for f in (GAUSSIAN, NARROW, WIDE, RandomPhaseCosine(), POISSON, GEOMETRIC)]
    assert values == pytest.approx([values[0]] * len(values), rel=PROMISED)
    closed = 1 - 1.4**-1 if law == "gaussian" else 1 - float(mpmath.exp(-2 * 0.49) * mpmath.hyp0f1(1, 0.49**2))
    assert values[0] == pytest.approx(closed, rel=PROMISED)


def test_known_inputs_separate_the_representations():
    laws = point_mass([0.4, -0.3]), point_mass([0.1, 0.5])
    for family in (GAUSSIAN, NARROW, Positive()):
        assert optimal_variance(family, *laws) == pytest.approx(0, abs=PROMISED)
    assert optimal_variance(POISSON, *laws) > 1e-4
    # counts: x_l y_l >= 0 in every coordinate makes all samples positive
    assert optimal_variance(POISSON, point_mass([0.4, 0.3]), point_mass([0.1, 0.5])) == pytest.approx(0, abs=PROMISED)


@pytest.mark.parametrize("family", [Positive(), Hyperbolic()])
def test_an_optimum_exists_where_one_of_the_kernels_has_no_mean(family):
    """E exp(|x2|^2) is infinite for N(0, 1.44), but E q is not: q grows as exp((s1 + s2)|w|^2), s = t/(1 + 2t), s1 + s2 < 1/2."""
    laws = GaussianData.isotropic(0.09, 2), GaussianData.isotropic(1.44, 2)
    proposal = optimal(family, *laws)
    assert proposal.log_normaliser == pytest.approx(log_radial_mean(proposal.log_q, 2), rel=PROMISED)
    if isinstance(family, Positive):
        # E q = exp of the means of the log norms, times (1 - 2(s1 + s2))^(-d/2)
        s = [t / (1 + 2 * t) for t in (0.09, 1.44)]
        exact = -np.log(1.18 * 3.88) / 2 - np.log(1 - 2 * sum(s))
        assert proposal.log_normaliser == pytest.approx(exact, rel=PROMISED)
        assert np.cov(proposal.sample(generator(), 4000).T)[0, 0] == pytest.approx(1 / (1 - 2 * sum(s)), rel=0.15)
    # a control: a little wider, and it does not exist
    with pytest.raises(ValueError, match="infinite"):
        optimal(family, laws[0], GaussianData.isotropic(2.8, 2))


def test_large_inputs_do_not_overflow():
    d = 4096
    family = GeneralizedExponential(A=sp.Integer(0), s=1, dimension=sp.Integer(d))
    for data in (SphereData(100.0, d), EmpiricalData(tuple(map(tuple, np.full((2, d), 100 / 64.0))))):
        proposal = optimal(family, data)
        draws = proposal.sample(generator(), 2)
        assert np.isfinite(proposal.log_density(draws)).all()
        assert np.isfinite(proposal.log_weights(draws)).all()
    assert optimal_variance(family, SphereData(100.0, d)) == pytest.approx(1, rel=PROMISED)


# -- draws ------------------------------------------------------------------------------------------------------------

INPUTS = (
    (sp.Rational(3, 10), sp.Integer(0), sp.Rational(1, 10)),
    (sp.Rational(1, 5), sp.Rational(1, 5), sp.Rational(1, 10)),
)
NEAR = gaussian_data(sp.Rational(1, 20), 3)
POSITIVE = GeneralizedExponential(A=sp.Integer(0), s=1, dimension=sp.Integer(3))
KNOWN = known_inputs(*INPUTS)


@pytest.mark.theory
@pytest.mark.parametrize(
    ("family", "first", "second"),
    [
        (POSITIVE, NEAR, NEAR),
        (POSITIVE, NEAR, gaussian_data(sp.Rational(1, 15), 3)),
        (POSITIVE, SphereData(0.3, 3), SphereData(0.3, 3)),
        (Positive(), NEAR, NEAR),
        (RandomPhaseCosine(), NEAR, NEAR),
        (Poisson(sp.Rational(1, 4)), gaussian_data(sp.Rational(1, 50), 3), gaussian_data(sp.Rational(1, 50), 3)),
    ],
)
def test_second_moments_over_data_are_those_of_the_optimum(family, first, second):
    """E Y^2 = (E q)^2, within five standard errors."""
    estimator, size = OverData(family, first, second), 20_000
    squares = estimator.draw(generator(1), size, *np.array(INPUTS, dtype=float), 1, 1) ** 2
    expected = np.exp(2 * estimator.proposal.log_normaliser)
    assert abs(squares.mean() - expected) <= 5 * squares.std() / np.sqrt(size) < 0.2 * expected


@pytest.mark.theory
@pytest.mark.parametrize("family", [POSITIVE, RandomPhaseCosine()])
def test_samples_at_points_of_an_even_law_are_bounded_by_one(family):
    draws = AtPair(family, KNOWN, KNOWN, INPUTS, sp.Integer(1)).draw(
        generator(2), 5000, *np.array(INPUTS, dtype=float), 1, 1
    )
    assert np.abs(draws).max() <= 1 + 1e-12
