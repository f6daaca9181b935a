"""Differences of errors by common random numbers: unbiased, of smaller variance than apart, and bars that hold."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.couplings.geometries import NAMES
from rftheory.couplings.halton import Halton
from rftheory.couplings.simplex import Simplex
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.mechanisms.mse import log_mse
from rftheory.montecarlo.estimators.coupled import Coupled
from rftheory.montecarlo.plans import difference_plan
from rftheory.montecarlo.quantities import MSE
from rftheory.montecarlo.session import Effort, difference
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
#: a true difference is outside of a proved interval with a probability of at most 1e-9
SURE = 1 - 1e-9


def _setting(name, coupling, m, x=X, y=Y, share=False):
    return Setting.of(Coupled(FAMILIES[name], COUPLINGS[coupling]), x, y, m, share=share)


def _error(setting):
    family, x, y = setting.estimator.family, setting.x[0], setting.y[0]
    length = np.linalg.norm(x - y if family.oscillates else x + y)
    norms = length, np.linalg.norm(x), np.linalg.norm(y)
    return math.exp(float(log_mse(family, setting.estimator.coupling, setting.m, 4, *norms, family.kernel)))


def _agrees(first, second, expected=None):
    """Whether the interval holds the closed form, or another value."""
    (found,) = difference(first, second, Effort(draws=60_000, level=SURE, workers=1)).estimates
    assert found.interval.kind == "proved", found.interval.reason
    value = _error(first) - _error(second) if expected is None else expected
    return value * math.exp(-found.log_unit) in found.interval


@pytest.mark.parametrize(("one", "other", "m"), [("iid", "orthogonal", 3), ("orthogonal", "simplex", 6)])
@pytest.mark.parametrize("name", list(FAMILIES))
def test_differences_of_couplings_have_their_closed_form(name, one, other, m):
    assert _agrees(_setting(name, one, m), _setting(name, other, m))


@pytest.mark.parametrize("other", ["few vertices", "many vertices"])
def test_blocks_of_other_sizes(other):
    assert _agrees(_setting("positive", "orthogonal", 6), _setting("positive", other, 6))


@pytest.mark.parametrize("coupling", list(NAMES))
def test_differences_of_families_have_their_closed_form(coupling):
    for one, other in (("positive", "hyperbolic"), ("positive", "trigonometric"), ("damped", "cosine")):
        first, second = _setting(one, coupling, 4), _setting(other, coupling, 4)
        if first.estimator.kernel == second.estimator.kernel:
            assert _agrees(first, second)


def test_a_wrong_difference_is_outside():
    first, second = _setting("positive", "iid", 3), _setting("positive", "orthogonal", 3)
    assert not _agrees(first, second, 0.0) and not _agrees(first, second, 2 * (_error(first) - _error(second)))


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("positive", "iid", "orthogonal"),
        ("damped waves", "orthogonal", "simplex"),
        ("hyperbolic", "orthogonal", "simplex"),
    ],
)
def test_common_numbers_save_variance(name, one, other):
    """Under the variance of two separate runs, by draws of each."""
    sampler = difference_plan(_setting(name, one, 3), _setting(name, other, 3)).sampler
    apart = 0.0
    for seed, (each, scale) in enumerate(zip(sampler.samplers, sampler._scales, strict=True)):
        drawn = each.draw(np.random.default_rng(seed), 50_000)
        apart += (scale[0] * MSE.values(drawn, each.kernel)[0]).var()
    together = sampler.draw(np.random.default_rng(2), 50_000).estimates[0].var()
    assert together < 0.75 * apart


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(list(FAMILIES)), st.sampled_from(list(NAMES)), st.integers(1, 9), st.integers(0, 2**32))
def test_nothing_differs_from_itself(name, coupling, m, seed):
    setting = _setting(name, coupling, m)
    assert not difference_plan(setting, setting).sampler.draw(np.random.default_rng(seed), 20).estimates.any()


def test_any_coupling_is_compared():
    first = Setting.of(Coupled(Positive(), Halton()), X, Y, 4)
    (found,) = difference(first, _setting("positive", "iid", 4), Effort(draws=20_000, workers=1)).estimates
    # Halton's projections are Gaussian only nearly, so that squares of samples do not cancel
    assert found.interval.conclusive and found.interval.low < 0


def test_pairs_share_their_numbers_or_not():
    x, y = np.stack([X, 2 * X, X]), np.stack([Y, Y, Y])
    shared, own = (
        difference_plan(*(_setting("positive", c, 4, x, y, share) for c in ("orthogonal", "simplex"))).sampler
        for share in (True, False)
    )
    draws = shared.draw(np.random.default_rng(0), 30).estimates
    assert (draws[0] == draws[2]).all() and (draws[0] != draws[1]).all() and shared.cost < own.cost
    apart = own.draw(np.random.default_rng(0), 30).estimates
    assert (apart[0] != apart[2]).all()
    copy = pickle.loads(pickle.dumps(own))
    assert copy.label == own.label != shared.label
    assert (copy.draw(np.random.default_rng(0), 30).estimates == apart).all()
