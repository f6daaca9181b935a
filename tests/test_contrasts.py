"""Differences of errors from shared numbers: unbiased at stated rates, of small variance, wrong ones refused."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.couplings.geometries import NAMES
from rftheory.couplings.simplex import Simplex
from rftheory.estimators.coupled import Coupled
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.mechanisms.mse import log_mse
from rftheory.montecarlo import contrasts
from rftheory.montecarlo.contract import make_plan
from rftheory.montecarlo.contrasts import ContrastSampler
from rftheory.montecarlo.quantities import Mean
from rftheory.montecarlo.setting import Setting

COUPLINGS = {**NAMES, "few vertices": Simplex(vertices=3), "many vertices": Simplex(vertices=5)}
FAMILIES = {
    "positive": Positive(),
    "hyperbolic": Hyperbolic(),
    "damped": GeneralizedExponential(sp.Rational(-1, 20), 1),
    "trigonometric": Trigonometric(),
    "damped waves": GeneralizedExponential(sp.Rational(-1, 20), -1),
    "cosine": RandomPhaseCosine(),
}
X, Y = np.array([0.5, 0.3, 0.0, 0.2]), np.array([0.1, 0.2, -0.6, 0.1])
#: rate of either error of a test here
RATE = 1e-9


def _setting(family, coupling, m, x=X, y=Y, share=False):
    return Setting.of(Coupled(family, COUPLINGS[coupling]), x, y, m, share=share)


def _error(setting, log_unit):
    """The closed form, in units of ``exp(log_unit)``."""
    family, x, y = setting.estimator.family, setting.x[0], setting.y[0]
    length = np.linalg.norm(x - y if family.oscillates else x + y)
    norms = length, np.linalg.norm(x), np.linalg.norm(y)
    return math.exp(float(log_mse(family, setting.estimator.coupling, setting.m, 4, *norms, family.kernel)) - log_unit)


def _statistics(sampler, size, expected, deviations, seed=0):
    """Catoni's statistics over the threshold, at errors of so many standard deviations of a mean of all draws."""
    bound = sampler.bound()
    values = sampler.draw(np.random.default_rng(seed), size).estimates[0]
    plan = make_plan(expected, deviations * math.sqrt(bound.variance / size), bound.variance, RATE, RATE)
    assert plan.draws <= size
    return np.array(plan.influence(values[: plan.draws])) / plan.threshold


def _agrees(sampler, size=30_000):
    unit = sampler.log_unit[0]
    expected = _error(sampler.first, unit) - _error(sampler.second, unit)
    assert sampler.bound().expected == pytest.approx(expected, rel=1e-9, abs=1e-12)
    accepted, below, above = _statistics(sampler, size, expected, 14)
    return abs(accepted) < 1 <= min(below, -above)


@pytest.mark.parametrize("cancel", [True, False])
@pytest.mark.parametrize("m", [3, 6])
@pytest.mark.parametrize("name", list(FAMILIES))
def test_differences_of_couplings_have_their_closed_form(name, m, cancel):
    for one, other in (("iid", "orthogonal"), ("orthogonal", "simplex")):
        assert _agrees(ContrastSampler(_setting(FAMILIES[name], one, m), _setting(FAMILIES[name], other, m), cancel))


@pytest.mark.parametrize("other", ["few vertices", "many vertices"])
def test_blocks_of_other_sizes(other):
    assert _agrees(ContrastSampler(_setting(Positive(), "orthogonal", 6), _setting(Positive(), other, 6)))
    assert _agrees(ContrastSampler(_setting(Positive(), other, 6), _setting(Positive(), "simplex", 6)))


@pytest.mark.parametrize("coupling", list(NAMES))
def test_differences_of_families_have_their_closed_form(coupling):
    for one, other in (("positive", "hyperbolic"), ("positive", "trigonometric"), ("damped", "cosine")):
        assert _agrees(ContrastSampler(_setting(FAMILIES[one], coupling, 4), _setting(FAMILIES[other], coupling, 4)))


@pytest.mark.parametrize(
    ("name", "one", "other", "most"),
    [
        ("positive", "iid", "orthogonal", 0.3),
        ("cosine", "iid", "orthogonal", 0.2),
        ("damped waves", "orthogonal", "simplex", 0.1),
        ("hyperbolic", "orthogonal", "simplex", 0.25),
    ],
)
def test_shared_numbers_save_most_of_the_variance(name, one, other, most):
    """Over that of independent draws of the two squared errors, which is known exactly."""
    first, second = (_setting(FAMILIES[name], coupling, 3) for coupling in (one, other))
    sampler = ContrastSampler(first, second)
    values = sampler.draw(np.random.default_rng(0), 50_000).estimates[0]
    plain = ContrastSampler(first, second, cancel=False)
    scale = math.exp(sampler.log_unit[0])
    independent = sum(float(plain._deviation(known)) ** 2 for known in plain._moments(0)) / scale**2
    assert values.var() < most * independent
    assert values.var() <= sampler.bound().variance


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(list(FAMILIES)), st.sampled_from(list(NAMES)), st.integers(1, 9), st.integers(0, 2**32))
def test_nothing_differs_from_itself(name, coupling, m, seed):
    setting = _setting(FAMILIES[name], coupling, m)
    assert not ContrastSampler(setting, setting).draw(np.random.default_rng(seed), 20).estimates.any()


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(list(FAMILIES)), st.sampled_from(list(FAMILIES)), st.integers(1, 4), st.integers(0, 2**32))
def test_the_order_changes_the_sign(name, second, m, seed):
    pair = _setting(FAMILIES[name], "orthogonal", m), _setting(FAMILIES[second], "simplex", m)
    if pair[0].estimator.kernel == pair[1].estimator.kernel:
        one, other = (ContrastSampler(*p).draw(np.random.default_rng(seed), 20).estimates for p in (pair, pair[::-1]))
        # sums of m^2 products of a few units
        np.testing.assert_allclose(one, -other, atol=1e-12)


def test_one_projection_has_nothing_to_be_coupled_with():
    sampler = ContrastSampler(_setting(Positive(), "iid", 1), _setting(Positive(), "orthogonal", 1))
    assert not sampler.draw(np.random.default_rng(0), 100).estimates.any()
    assert sampler.bound().variance == 0 == sampler.bound().expected


def test_pairs_share_their_numbers_or_not():
    x, y = np.stack([X, 2 * X, X]), np.stack([Y, Y, Y])
    shared, own = (
        ContrastSampler(*(_setting(Positive(), c, 4, x, y, share) for c in ("orthogonal", "simplex")))
        for share in (True, False)
    )
    draws = shared.draw(np.random.default_rng(0), 30).estimates
    assert (draws[0] == draws[2]).all() and (draws[0] != draws[1]).all() and shared.cost < own.cost
    apart = own.draw(np.random.default_rng(0), 30).estimates
    assert (apart[0] != apart[2]).all() and (apart[0] == draws[0]).all()
    copy = pickle.loads(pickle.dumps(own))
    assert copy.label == own.label != shared.label
    assert (copy.draw(np.random.default_rng(0), 30).estimates == apart).all()
    # the engine's mean of the draws is the difference
    assert (Mean().values(own.draw(np.random.default_rng(0), 30), own.kernel) == apart).all()


# -- controls that must fail ----------------------------------------------------------------------------------------


def _refused(sampler):
    unit = sampler.log_unit[0]
    expected = _error(sampler.first, unit) - _error(sampler.second, unit)
    return abs(_statistics(sampler, 60_000, expected, 14)[0]) >= 1


def test_frames_without_chi_lengths_are_refused(monkeypatch):
    sampler = ContrastSampler(_setting(Positive(), "iid", 3), _setting(Positive(), "orthogonal", 3))
    assert not _refused(sampler)
    shared = ContrastSampler._shared

    def unit_lengths(self, generator, size):
        numbers = shared(self, generator, size)
        return numbers._replace(lengths=np.ones_like(numbers.lengths))

    monkeypatch.setattr(ContrastSampler, "_shared", unit_lengths)
    assert _refused(sampler)


def test_normals_in_place_of_a_frame_are_refused(monkeypatch):
    sampler = ContrastSampler(_setting(Positive(), "iid", 4), _setting(Positive(), "simplex", 4))
    images = contrasts._images

    def unscaled(shared, geometry, d):
        norms = {block: np.full_like(square, 4.0) for block, square in shared.norms.items()}
        return images(shared._replace(norms=norms), geometry, d)

    monkeypatch.setattr(contrasts, "_images", unscaled)
    assert _refused(sampler)


# -- bad input ------------------------------------------------------------------------------------------------------
