"""Optimal proposals: the functions below them, their densities, and draws that have them."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from proposal_cases import COUNTS, DATA, DIAGONAL, GAUSSIAN, GEOMETRIC, NARROW, POISSON, WIDE, generator, over_base
from tolerances import PROMISED

from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.proposals.data import GaussianData, SphereData, point_mass
from rftheory.families.proposals.optimal import optimal
from rftheory.families.proposals.radial import log_radial_mean
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.numbers.special import log_confluent_limit, oscillating_confluent_limit

#: chance that a true statement about draws is rejected by a fresh seed
LEVEL = 1e-9


def hoeffding(size):
    """How far a mean of numbers in [-1, 1] is off with a chance of `LEVEL` at most; half of it in [0, 1]."""
    return np.sqrt(2 * np.log(2 / LEVEL) / size)


@pytest.mark.parametrize("law", DATA)
@pytest.mark.parametrize("family", [GAUSSIAN, NARROW, Positive()], ids=["A = 0", "A = -3/10", "softmax"])
def test_exponential_densities_integrate_to_one(family, law):
    proposal = optimal(family, DATA[law])
    mass = over_base(lambda w: np.exp(-proposal.log_weights(w)))
    assert abs(mass.value - 1) <= mass.error < 1e-6


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
    assert np.exp(proposal.log_density(COUNTS)).sum() == pytest.approx(1, rel=PROMISED)
    total = np.exp(proposal.log_base(COUNTS) + proposal.log_q(COUNTS)).sum()
    assert np.log(total) == pytest.approx(proposal.log_normaliser, abs=PROMISED)


MARGINALS = [
    *((GAUSSIAN, DATA[law], None) for law in DATA),
    (WIDE, DATA["gaussian"], None),
    # noise of another variance than 1, which is drawn
    (NARROW, DATA["empirical"], None),
    (Positive(), DATA["sphere"], None),
    (GAUSSIAN, DATA["gaussian"], DATA["shifted"]),
    (Hyperbolic(), SphereData(0.7, 2), None),
    (Hyperbolic(), GaussianData.isotropic(0.1, 2), GaussianData.isotropic(0.05, 2)),
]


@pytest.mark.parametrize(("family", "first", "second"), MARGINALS)
def test_draws_have_the_moments_of_the_density(family, first, second):
    """cos(w_1 + w_2/2) is bounded by 1: Hoeffding's inequality, about its mean from the density."""
    proposal, size = optimal(family, first, second), 20_000

    def statistic(w):
        return np.cos(w[:, 0] + w[:, 1] / 2 - 0.3)

    expected = over_base(lambda w: statistic(w) * np.exp(-proposal.log_weights(w)))
    assert expected.error < hoeffding(size)
    assert (
        abs(statistic(proposal.sample(generator(1), size)).mean() - expected.value) <= hoeffding(size) + expected.error
    )


@pytest.mark.parametrize("law", ["gaussian", "sphere", "weighted"])
def test_cosine_draws_have_the_moments_of_the_density(law):
    data, size = DATA[law], 20_000
    proposal = optimal(RandomPhaseCosine(), data)
    draws = proposal.sample(generator(2), size)
    phase = np.arctan2(draws[:, 3], draws[:, 2])
    # E cos(2b) = E_w Re chi(2w) / 2; the marginal law of w is not changed
    expected = over_base(lambda w: data.characteristic(2 * w).real)
    assert abs(np.cos(2 * phase).mean() - expected.value / 2) <= hoeffding(size) + expected.error / 2
    assert abs(np.cos(draws[:, 0]).mean() - np.exp(-0.5)) <= hoeffding(size)


@pytest.mark.parametrize(
    # counts of the first law hardly depend on it: those of the second do
    "laws",
    [(DIAGONAL,), (GaussianData(((0.5, 0.0), (0.0, 0.8))),), (SphereData(1.0, 2),), (DATA["weighted"],)],
)
def test_count_draws_have_the_probabilities(laws):
    proposal, size = optimal(POISSON, *laws), 20_000
    draws = proposal.sample(generator(3), size)
    for count in ([0, 0], [1, 0], [0, 1], [1, 1]):
        chance = float(np.exp(proposal.log_density(np.array([count], dtype=float)))[0])
        assert abs((draws == count).all(axis=1).mean() - chance) <= hoeffding(size) / 2


def test_a_wrong_sampler_is_seen():
    """Control: draws of N(0, I) in the place of the optimum break the bound of the test above."""
    proposal, size = optimal(GAUSSIAN, GaussianData.isotropic(0.5, 2)), 20_000
    expected = over_base(lambda w: np.cos(w[:, 0]) * np.exp(-proposal.log_weights(w)))
    wrong = np.cos(generator(4).standard_normal((size, 2))[:, 0]).mean()
    assert abs(wrong - expected.value) > hoeffding(size) + expected.error


# -- functions --------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.floats(0, 7), st.floats(-2, 30))
def test_log_confluent_limit_against_balls(log_b, log_z):
    # all its branches: the library's Bessel function, the series, large b, and arguments beyond the library's
    b, z = 10.0**log_b, 10.0**log_z
    with ctx.workprec(400):
        t = 2 * arb(z).sqrt()
        exact = t.bessel_i(arb(b) - 1).log() + arb(b).lgamma() - (arb(b) - 1) * (t / 2).log()
        assume(exact.is_finite() and exact.rel_accuracy_bits() > 60)
        assert float(abs(arb(float(log_confluent_limit(b, z))) - exact)) <= PROMISED * max(1.0, float(abs(exact)))


@pytest.mark.parametrize(("b", "z"), [(0.5, 1e4), (1.5, 3.0), (32, 4e2), (256, 3e3), (2048, 1e4), (32, 4e4), (1, 0)])
def test_oscillating_confluent_limit(b, z):
    exact = mpmath.hyp0f1(b, -z, maxterms=10**6, maxprec=10**5)
    assert float(oscillating_confluent_limit(b, np.array([z]))[0]) == pytest.approx(float(exact), abs=PROMISED)


@pytest.mark.parametrize("dimension", [1, 2, 7, 500])
def test_radial_mean(dimension):
    rate = 0.3
    value = log_radial_mean(lambda w: rate * (w**2).sum(axis=-1), dimension)
    assert value == pytest.approx(-dimension / 2 * np.log(1 - 2 * rate), rel=PROMISED)
    with pytest.raises(ValueError, match="infinite"):
        log_radial_mean(lambda w: 0.6 * (w**2).sum(axis=-1), dimension)
