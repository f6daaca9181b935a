"""The functions below the optimal proposals, and what proposals must refuse."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import assume, given
from hypothesis import strategies as st
from tolerances import PROMISED

from rftheory.families.proposals.radial import log_radial_mean
from rftheory.numbers.special import log_confluent_limit, oscillating_confluent_limit

# -- functions --------------------------------------------------------------------------------------------------


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
