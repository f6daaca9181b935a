"""Ranges of what is averaged: no draw leaves them, whatever the coupling, and there are none where samples have none."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.couplings.geometries import NAMES
from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.halton import Halton
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.montecarlo.estimators.coupled import Coupled
from rftheory.montecarlo.plans import sampler_of
from rftheory.montecarlo.quantities import BIAS, MEAN, MSE, SECOND_MOMENT, pair_covariance, quantile
from rftheory.montecarlo.ranges import ranges
from rftheory.montecarlo.samplers import TiltedSampler
from rftheory.montecarlo.setting import Setting
from tests.tolerances import ulps

WAVES = [Trigonometric(), RandomPhaseCosine(), GeneralizedExponential(sp.Rational(-1, 20), -1)]
POSITIVE = [Positive(), Hyperbolic(), GeneralizedExponential(sp.Rational(-1, 20), 1)]
M = 4
TINY = np.finfo(float).tiny
QUANTITIES = [MEAN, BIAS, SECOND_MOMENT, MSE, pair_covariance(M)]


def _setting(family, coupling, v=0.5, m=M):
    x = np.array([[v / 2, 0.1, 0.0, 0.0], [0.2, -0.3, 0.1, 0.0]])
    return Setting.of(Coupled(family, coupling), x, x * [1, -1, -1, 1], m)


def _widest(setting, sampler, seed=1):
    """The largest part of each range that was seen, after all draws were found to be inside."""
    draws, found = sampler.draw(np.random.default_rng(seed), 2000, True), []
    for quantity in QUANTITIES:
        low, high = ranges(quantity, setting, sampler)
        values = quantity.values(draws, sampler.kernel)
        room = ulps(1500) * (high - low)
        assert (low - room <= values.min(axis=1)).all() and (values.max(axis=1) <= high + room).all(), quantity.name
        found.append(float(((values.max(axis=1) - values.min(axis=1)) / np.maximum(high - low, TINY)).max()))
    return found


@pytest.mark.parametrize("coupling", [*NAMES.values(), HadamardProduct(), Halton()])
@pytest.mark.parametrize("family", WAVES)
def test_waves_stay_in_their_range(family, coupling):
    setting = _setting(family, coupling)
    _widest(setting, sampler_of(setting))


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(POSITIVE),
    st.sampled_from(list(NAMES.values())),
    st.floats(0, 10),
    st.floats(0.05, 0.95),
    st.integers(0, 2**32),
)
def test_tilted_draws_stay_in_their_range(family, coupling, v, share, seed):
    setting = _setting(family, coupling, v)
    _widest(setting, TiltedSampler(setting, share), seed)


def test_ranges_are_no_wider_than_needed():
    """A single sample comes near to the ends: of waves at z long, of tilted ones at v = 2."""
    far = Setting.of(Coupled(Trigonometric()), [[3.0, 0.0]], [[-3.0, 0.0]], M)
    assert _widest(far, sampler_of(far))[0] > 0.5
    heavy = _setting(Positive(), NAMES["iid"], 2.0)
    assert min(_widest(heavy, TiltedSampler(heavy))[:4]) > 0.3


def test_what_has_none():
    for family in (*POSITIVE, GeneralizedExponential(sp.Rational(1, 50), -1)):
        setting = _setting(family, NAMES["iid"])
        assert ranges(MEAN, setting, sampler_of(setting)) is None
    setting = _setting(WAVES[0], NAMES["iid"])
    assert ranges(quantile(0.5), setting, sampler_of(setting)) is None
