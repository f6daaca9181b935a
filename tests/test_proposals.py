"""Optimal proposals: their densities and draws, unbiasedness and optimality, and what must be refused."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.poisson import Poisson
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.proposals.data import EmpiricalData, GaussianData, SphereData, point_mass
from rftheory.proposals.exponential import GaussianProposal, log_gaussian_density
from rftheory.proposals.optimal import optimal, optimal_variance
from rftheory.proposals.radial import GeometricMean
from rftheory.proposals.weighted import WeightedEstimator

COVARIANCE = ((0.2, 0.05), (0.05, 0.1))
GAUSSIAN = GeneralizedExponential(A=sp.Integer(0), s=1, dimension=sp.Integer(2))
NARROW = GeneralizedExponential(A=sp.Rational(-3, 10), s=1, dimension=sp.Integer(2))
#: plain samples of A >= 1/8 have an infinite variance
WIDE = GeneralizedExponential(A=sp.Rational(1, 5), s=1, dimension=sp.Integer(2))
POISSON, GEOMETRIC = Poisson(sp.Rational(1, 2)), Geometric(sp.Rational(2, 3))
DATA = {
    "gaussian": GaussianData(COVARIANCE),
    "shifted": GaussianData(COVARIANCE, (0.3, -0.2)),
    "sphere": SphereData(0.7, 2),
    "empirical": EmpiricalData(((0.1, 0.2), (-0.5, 0.4), (0.3, 0.3))),
    "weighted": EmpiricalData(((0.1, 0.2), (-0.5, 0.4)), (0.25, 0.75)),
    "point": point_mass([0.4, -0.3]),
}
DIAGONAL = GaussianData(((0.1, 0.0), (0.0, 0.05)))
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(80)
GRID = np.stack(np.meshgrid(NODES, NODES), axis=-1).reshape(-1, 2)
GRID_MASSES = np.outer(WEIGHTS, WEIGHTS).ravel() / WEIGHTS.sum() ** 2
COUNTS = np.array([[i, j] for i in range(60) for j in range(60)], dtype=float)
X, Y = np.array([[0.1, 0.2]]), np.array([[-0.5, 0.4]])


def generator(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence(seed))


def over_base(proposal, function):
    """``E_Omega`` by tensor Gauss-Hermite quadrature (Gaussian families in two dimensions)."""
    return float(GRID_MASSES @ function(GRID))


def exact_mean(family, proposal, x, y):
    """``E_Psi`` of one weighted sample, and of its square, by quadrature or summation."""
    estimator = WeightedEstimator(family, proposal)
    if isinstance(family, (Poisson, Geometric)):
        masses = np.exp(proposal.log_density(COUNTS))
        draws, masses = COUNTS[masses > 0], masses[masses > 0]
    else:
        draws, masses = GRID, GRID_MASSES * np.exp(-proposal.log_weights(GRID))
    one = draws[:, None, :]
    features = [estimator.features(u, one, side)[:, 0] for u, side in ((x, "x"), (y, "y"))]
    sample = (features[0] * features[1]).sum(axis=-1)
    return float(masses @ sample), float(masses @ sample**2)


def kernel(family, x, y):
    return float(np.exp((x @ y.T)[0, 0]) if family.kernel == "softmax" else np.exp(-((x - y) ** 2).sum() / 2))


# -- densities and draws ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", DATA)
@pytest.mark.parametrize("family", [GAUSSIAN, NARROW, Positive()], ids=["A = 0", "A = -3/10", "softmax"])
def test_exponential_densities_integrate_to_one(family, law):
    proposal = optimal(family, DATA[law])
    assert over_base(proposal, lambda w: np.exp(-proposal.log_weights(w))) == pytest.approx(1, rel=1e-9)


@pytest.mark.parametrize("family", [POISSON, GEOMETRIC], ids=["Poisson", "geometric"])
@pytest.mark.parametrize(
    "laws",
    [
        (DIAGONAL, DIAGONAL),
        (DIAGONAL, GaussianData(((0.2, 0.0), (0.0, 0.3)))),
        (SphereData(1.0, 2), SphereData(0.6, 2)),
        (DATA["weighted"], DATA["weighted"]),
        (point_mass([0.4, 0.0]), point_mass([0.4, 0.0])),
        (point_mass([0.4, -0.3]), point_mass([0.2, 0.5])),
    ],
)
def test_count_probabilities_sum_to_one_and_normalise_q(family, laws):
    proposal = optimal(family, *laws)
    assert np.exp(proposal.log_density(COUNTS)).sum() == pytest.approx(1, rel=1e-12)
    total = np.exp(proposal.log_base(COUNTS) + proposal.log_q(COUNTS)).sum()
    assert np.log(total) == pytest.approx(proposal.log_normaliser, abs=1e-12)


def test_the_optimum_of_counts_does_not_depend_on_their_law():
    first, second = (optimal(family, DIAGONAL) for family in (POISSON, GEOMETRIC))
    assert first.log_density(COUNTS) == pytest.approx(second.log_density(COUNTS), abs=1e-10)


@pytest.mark.parametrize("family", [GAUSSIAN, NARROW, WIDE, Positive()])
@pytest.mark.parametrize("law", ["gaussian", "shifted", "point"])
def test_gaussian_optima_are_the_named_laws(family, law):
    proposal = optimal(family, DATA[law])
    draws = proposal.sample(generator(), 50)
    assert proposal.log_density(draws) == pytest.approx(log_gaussian_density(proposal.gaussian, draws), abs=1e-10)


def test_the_gaussian_optimum_is_one_plus_four_lambda():
    assert np.array(optimal(GAUSSIAN, GaussianData(COVARIANCE)).gaussian.covariance) == pytest.approx(
        np.eye(2) + 4 * np.array(COVARIANCE)
    )


MARGINALS = [
    *((GAUSSIAN, DATA[law], None) for law in DATA),
    (WIDE, DATA["gaussian"], None),
    (Positive(), DATA["sphere"], None),
    (GAUSSIAN, DATA["gaussian"], DATA["shifted"]),
    (Positive(), SphereData(0.7, 2), GaussianData.isotropic(0.1, 2)),
    (Hyperbolic(), SphereData(0.7, 2), None),
    (Hyperbolic(), point_mass([0.4, -0.3]), point_mass([0.1, 0.5])),
    (Trigonometric(), SphereData(0.7, 2), None),
    (Trigonometric(), point_mass([0.4, -0.3]), point_mass([0.1, 0.5])),
]


@pytest.mark.parametrize(("family", "first", "second"), MARGINALS)
def test_draws_have_the_moments_of_the_density(family, first, second):
    """cos(w_1 + w_2/2) is bounded by 1: Hoeffding's inequality at 1e-9, about its mean from the density."""
    proposal, size = optimal(family, first, second), 20_000

    def statistic(w):
        return np.cos(w[:, 0] + w[:, 1] / 2 - 0.3)

    expected = over_base(proposal, lambda w: statistic(w) * np.exp(-proposal.log_weights(w)))
    # |cos| in the density of a trigonometric pair is not smooth: quadrature errors of that order
    slack = 5e-3 if isinstance(family, Trigonometric) and second is not None else 1e-6
    bound = np.sqrt(2 * np.log(2 / 1e-9) / size)
    assert abs(statistic(proposal.sample(generator(1), size)).mean() - expected) <= bound + slack


@pytest.mark.parametrize("law", ["gaussian", "sphere", "weighted"])
def test_cosine_draws_have_the_moments_of_the_density(law):
    data, size = DATA[law], 20_000
    proposal = optimal(RandomPhaseCosine(), data)
    draws = proposal.sample(generator(2), size)
    phase = np.arctan2(draws[:, 3], draws[:, 2])
    # E cos(2b) = E_w Re chi(2w) / 2; the marginal law of w is not changed
    expected = over_base(proposal, lambda w: data.characteristic(2 * w).real) / 2
    bound = np.sqrt(2 * np.log(2 / 1e-9) / size)
    assert abs(np.cos(2 * phase).mean() - expected) <= bound
    assert abs(np.cos(draws[:, 0]).mean() - np.exp(-0.5)) <= bound


@pytest.mark.parametrize("laws", [(DIAGONAL,), (SphereData(1.0, 2),), (DATA["weighted"],)])
def test_count_draws_have_the_probabilities(laws):
    proposal, size = optimal(POISSON, *laws), 20_000
    draws = proposal.sample(generator(3), size)
    for count in ([0, 0], [1, 0], [0, 1], [1, 1]):
        chance = float(np.exp(proposal.log_density(np.array([count], dtype=float)))[0])
        assert abs((draws == count).all(axis=1).mean() - chance) <= np.sqrt(np.log(2 / 1e-9) / (2 * size))


def test_a_wrong_sampler_is_seen():
    """Control: draws of N(0, I) in the place of the optimum break the bound of the test above."""
    proposal, size = optimal(GAUSSIAN, GaussianData.isotropic(0.5, 2)), 20_000
    expected = over_base(proposal, lambda w: np.cos(w[:, 0]) * np.exp(-proposal.log_weights(w)))
    wrong = np.cos(generator(4).standard_normal((size, 2))[:, 0]).mean()
    assert abs(wrong - expected) > np.sqrt(2 * np.log(2 / 1e-9) / size)


def test_shapes_and_replicates():
    proposal = optimal(GAUSSIAN, DATA["gaussian"])
    assert proposal.sample(generator(), 5).shape == (5, 2)
    draws = proposal.sample(generator(), 5, 3)
    assert draws.shape == (3, 5, 2)
    assert proposal.weights(draws).shape == (3, 5)
    assert WeightedEstimator(GAUSSIAN, proposal).features(X, draws).shape == (3, 1, 5)
    estimator = WeightedEstimator(Hyperbolic(), optimal(Hyperbolic(), DATA["sphere"]))
    assert estimator.features(X, estimator.draw(generator(), 5)).shape == (1, 10)


def test_draws_are_reproducible():
    proposal = optimal(RandomPhaseCosine(), DATA["empirical"])
    assert (proposal.sample(generator(7), 20) == proposal.sample(generator(7), 20)).all()


# -- unbiasedness and optimality --------------------------------------------------------------------------------

COORDINATE = st.floats(-0.6, 0.6)
POINT = st.tuples(COORDINATE, COORDINATE)


@settings(max_examples=25, deadline=None)
@given(x=POINT, y=POINT, law=st.sampled_from(["gaussian", "sphere", "empirical"]), parameter=st.integers(-4, 0))
def test_the_weighted_estimator_is_unbiased(x, y, law, parameter):
    x, y = np.array([x]), np.array([y])
    family = GeneralizedExponential(A=sp.Rational(parameter, 10), s=1, dimension=sp.Integer(2))
    for member in (family, Positive(), Hyperbolic()) if law == "sphere" else (family, Positive()):
        mean, _ = exact_mean(member, optimal(member, DATA[law]), x, y)
        assert mean == pytest.approx(kernel(member, x, y), rel=1e-8)


@settings(max_examples=25, deadline=None)
@given(x=POINT, y=POINT)
def test_weighted_counts_are_unbiased(x, y):
    x, y = np.array([x]), np.array([y])
    for family in (POISSON, GEOMETRIC):
        mean, _ = exact_mean(family, optimal(family, DIAGONAL), x, y)
        assert mean == pytest.approx(kernel(family, x, y), rel=1e-9, abs=1e-12)


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
    assert abs(biased - kernel(POISSON, X, Y)) > 0.01


@pytest.mark.parametrize("family", [GAUSSIAN, NARROW, Positive()])
@pytest.mark.parametrize("law", ["empirical", "weighted"])
def test_the_expected_variance_is_the_closed_form(family, law):
    data = DATA[law]
    proposal, average = optimal(family, data), 0.0
    for a, p in zip(data.rows, data.masses, strict=True):
        for b, q in zip(data.rows, data.masses, strict=True):
            mean, square = exact_mean(family, proposal, a[None], b[None])
            average += p * q * (square - mean**2)
    assert average == pytest.approx(optimal_variance(family, data), rel=1e-6)


@settings(max_examples=20, deadline=None)
@given(scale=st.floats(0.75, 3), tilt=st.floats(-1, 1), law=st.sampled_from(["gaussian", "sphere", "empirical"]))
def test_no_other_proposal_is_better(scale, tilt, law):
    """``E_Omega (p_Omega/p) q^2 >= (E q)^2`` for p = a Gaussian law, and for a perturbed optimum."""
    proposal = optimal(GAUSSIAN, DATA[law])

    def log_gaussian(w):
        return -(w**2).sum(axis=-1) / (2 * scale) - np.log(2 * np.pi * scale)

    least = np.exp(2 * proposal.log_normaliser)
    square = over_base(proposal, lambda w: np.exp(proposal.log_base(w) + 2 * proposal.log_q(w) - log_gaussian(w)))
    assert square >= least * (1 - 1e-9)
    factor = 1 + tilt * np.cos(GRID[:, 0]) / 2
    optimum = GRID_MASSES * np.exp(-proposal.log_weights(GRID))
    normaliser = optimum @ factor
    assert least * normaliser * (optimum @ (1 / factor)) >= least * (1 - 1e-12)


def test_a_better_value_than_the_optimum_would_be_seen():
    """Control: plain sampling does not reach the optimum."""
    proposal = optimal(GAUSSIAN, DATA["gaussian"])
    square = over_base(proposal, lambda w: np.exp(2 * proposal.log_q(w)))
    assert square > 1.05 * np.exp(2 * proposal.log_normaliser)


@pytest.mark.parametrize("law", ["gaussian", "sphere"])
def test_all_scalar_representations_have_one_value(law):
    data = GaussianData.isotropic(0.1, 2) if law == "gaussian" else DATA["sphere"]
    values = [optimal_variance(f, data) for f in (GAUSSIAN, NARROW, WIDE, RandomPhaseCosine(), POISSON, GEOMETRIC)]
    assert values == pytest.approx([values[0]] * len(values), rel=1e-12)
    closed = 1 - 1.4**-1 if law == "gaussian" else 1 - float(mpmath.exp(-2 * 0.49) * mpmath.hyp0f1(1, 0.49**2))
    assert values[0] == pytest.approx(closed, rel=1e-12)


def test_known_inputs_separate_the_representations():
    laws = point_mass([0.4, -0.3]), point_mass([0.1, 0.5])
    for family in (GAUSSIAN, NARROW, Positive(), Hyperbolic()):
        assert optimal_variance(family, *laws) == pytest.approx(0, abs=1e-12)
    for family in (RandomPhaseCosine(), Trigonometric(), POISSON):
        assert optimal_variance(family, *laws) > 1e-4
    # counts: x_l y_l >= 0 in every coordinate makes all samples positive
    assert optimal_variance(POISSON, point_mass([0.4, 0.3]), point_mass([0.1, 0.5])) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("gap", [0.1, 0.5, 2.0])
def test_normalisers_of_waves_at_known_inputs(gap):
    """``E |cos(gap g)|``, and ``2 E |cos(w.x + b) cos(w.y + b)|`` through the mean over the phase, by quadrature."""
    x, y = point_mass([gap]), point_mass([0.0])
    kinks = [-30, *(np.pi * (k + 0.5) / gap for k in range(-20, 20) if abs(np.pi * (k + 0.5) / gap) < 30), 30]
    exact = mpmath.quad(lambda g: abs(mpmath.cos(gap * g)) * mpmath.npdf(g), kinks)
    pair = optimal(Trigonometric(), x, y)
    assert pair.log_normaliser - gap**2 / 2 == pytest.approx(float(mpmath.log(exact)), abs=1e-12)

    def over_phase(t):
        # the mean over b of |cos t + cos(t + 2b)|, for t folded into [0, pi]
        t = abs(t - 2 * mpmath.pi * mpmath.nint(t / (2 * mpmath.pi)))
        return 2 / mpmath.pi * (mpmath.sin(t) + (mpmath.pi / 2 - t) * mpmath.cos(t))

    kinks = [-30, *(np.pi * k / gap for k in range(-20, 21) if abs(np.pi * k / gap) < 30), 30]
    exact = mpmath.quad(lambda g: over_phase(gap * g) * mpmath.npdf(g), kinks)
    assert optimal(RandomPhaseCosine(), x, y).log_normaliser == pytest.approx(float(mpmath.log(exact)), abs=1e-11)


def test_two_features_per_projection_are_at_most_as_variable():
    data = SphereData(0.7, 2)
    assert optimal_variance(Hyperbolic(), data) <= optimal_variance(Positive(), data)


def test_closed_and_radial_normalisers_agree():
    laws = GaussianData.isotropic(0.1, 3), GaussianData.isotropic(0.2, 3)
    closed = optimal(Positive(), *laws)
    assert isinstance(closed, GaussianProposal)
    assert GeometricMean(closed.first, closed.second).log_normaliser == pytest.approx(closed.log_normaliser, rel=1e-12)


def test_bounded_weights():
    assert optimal(GAUSSIAN, DATA["gaussian"]).weights_are_bounded is True
    assert optimal(WIDE, DATA["gaussian"]).weights_are_bounded is True
    # A < -tau^2
    assert optimal(NARROW, DATA["gaussian"]).weights_are_bounded is False
    assert optimal(RandomPhaseCosine(), DATA["gaussian"]).weights_are_bounded is False


def test_large_inputs_do_not_overflow():
    d = 4096
    family = GeneralizedExponential(A=sp.Integer(0), s=1, dimension=sp.Integer(d))
    for data in (SphereData(100.0, d), EmpiricalData(tuple(map(tuple, np.full((2, d), 100 / 64.0))))):
        proposal = optimal(family, data)
        draws = proposal.sample(generator(), 2)
        assert np.isfinite(proposal.log_density(draws)).all()
        assert np.isfinite(proposal.log_weights(draws)).all()
    assert optimal_variance(family, SphereData(100.0, d)) == pytest.approx(1, rel=1e-12)
