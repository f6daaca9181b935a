"""The functions below the optimal proposals, and what proposals must refuse."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import assume, given
from hypothesis import strategies as st
from proposal_cases import DATA, GAUSSIAN, generator
from tolerances import PROMISED, ulps

from rftheory.families.proposals.averages import log_mean_squared_kernel
from rftheory.families.proposals.data import GaussianData, SphereData
from rftheory.families.proposals.exponential import ExponentialProposal
from rftheory.families.proposals.optimal import optimal
from rftheory.families.proposals.radial import log_radial_mean
from rftheory.numbers.special import log_confluent_limit, oscillating_confluent_limit

# -- functions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("b", "z"), [(0.5, 1e4), (1.5, 3.0), (32, 4e4), (2048, 1e4), (2048, 1e8), (2048, 1e-3), (1, 0)]
)
def test_log_confluent_limit(b, z):
    exact = mpmath.log(mpmath.hyp0f1(b, z, maxterms=10**6))
    assert float(log_confluent_limit(b, z)) == pytest.approx(float(exact), rel=PROMISED)


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


@pytest.mark.parametrize("kernel_name", ["gaussian", "softmax"])
def test_mean_squared_kernels_agree_over_pairs_of_laws(kernel_name):
    """A point mass is a Gaussian law without spread."""
    still = GaussianData(((0.0, 0.0), (0.0, 0.0)), (0.4, -0.3))
    for other in (law for law in DATA.values() if not isinstance(law, SphereData)):
        values = [log_mean_squared_kernel(law, other, kernel_name) for law in (still, DATA["point"])]
        assert values[0] == pytest.approx(values[1], rel=PROMISED, abs=ulps(16))


# -- what must be refused ---------------------------------------------------------------------------------------


def test_draws_of_a_wrong_width():
    proposal = optimal(GAUSSIAN, DATA["gaussian"])
    assert isinstance(proposal, ExponentialProposal)
    with pytest.raises(ValueError, match="draws must have shape"):
        proposal.log_density(np.zeros((3, 5)))
    with pytest.raises(ValueError, match="m must be"):
        proposal.sample(generator(), 0)
