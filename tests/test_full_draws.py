"""Draws of every estimator: the literal draws from the same random numbers, exact moments, and bad input."""

from __future__ import annotations

import math
from functools import cache

import mpmath
import numpy as np
import pytest
from estimators import ALPHA, ANGULAR, EXTRAS, KNOWN, X, Y, estimator, rng, setting_of
from tolerances import ulps

from rftheory.estimators.hybrids import CoupledHybrid, Mixed
from rftheory.estimators.moments import DIGITS
from rftheory.mechanisms.catalogue import coupling
from rftheory.montecarlo.contract import make_plan
from rftheory.montecarlo.full import FullSampler
from rftheory.montecarlo.setting import Setting


def _rejected(values, expected, variance=None):
    """Catoni's test of a mean at the level ALPHA; it sees errors of ten standard errors; by default twice the variance of the values."""
    bound = 2 * float(values.var()) if variance is None else variance
    difference = 10 * math.sqrt(bound / len(values))
    return make_plan(expected, difference, bound, alpha=ALPHA, draws=len(values)).rejects(values)


def _moments(chosen, setting, m=None):
    return _of_pair(chosen, tuple(setting.x[0]), tuple(setting.y[0]), m or setting.m, setting.n)


@cache
def _of_pair(chosen, x, y, m, n):
    x, y = np.array(x), np.array(y)
    kernel = mpmath.exp(x @ y if chosen.kernel == "softmax" else -((x - y) @ (x - y)) / 2)
    with mpmath.workdps(DIGITS):
        found = chosen.weighted(x, y, kernel)
        return tuple(float(mpmath.re(found.moment(pattern, m, n))) for pattern in ((0,), (0, 1)))


@pytest.mark.parametrize("name", EXTRAS)
@pytest.mark.parametrize("m", [1, 6])
def test_they_are_the_literal_draws_from_the_same_random_numbers(name, m):
    chosen = KNOWN[name]
    sampler = FullSampler(setting_of(chosen, m=m))
    drawn = sampler.draw(rng(), 50).estimates[0] * np.exp(sampler.log_unit[0])
    literal = chosen.draw(rng(), 50, X[0], Y[0], m, 2)
    # features are exponentials of images of at most 10 in size, sums of d or p terms, times others of size exp(10) at most
    np.testing.assert_allclose(drawn, literal, rtol=ulps(400), atol=ulps(400) * np.abs(literal).max())
    assert np.isrealobj(drawn) or np.iscomplexobj(literal)


@pytest.mark.parametrize("name", EXTRAS)
def test_means_errors_and_squares_are_the_exact_ones(name):
    chosen = KNOWN[name]
    setting = setting_of(chosen)
    sampler = FullSampler(setting)
    draws = sampler.draw(rng(), 12_000, squares=True)
    unit = np.exp(sampler.log_unit[0])
    gaps = (draws.estimates[0] - sampler.kernel[0]) * unit
    first, second = _moments(chosen, setting)
    assert not _rejected(gaps.real, first, second)
    assert not _rejected(np.abs(gaps) ** 2, second)
    _, one = _moments(chosen, setting, m=1)
    assert not _rejected(draws.squares[0] * unit**2, one)


@pytest.mark.parametrize("m", [3, 6])
@pytest.mark.parametrize("name", ["orthogonal", "simplex"])
def test_errors_of_hybrids_with_coupled_bases(name, m):
    chosen = CoupledHybrid(ANGULAR, coupling(name))
    setting = setting_of(chosen, m=m)
    sampler = FullSampler(setting)
    gaps = sampler.draw(rng(), 12_000).estimates[0] - sampler.kernel[0]
    assert not _rejected(np.square(gaps * np.exp(sampler.log_unit[0])), _moments(chosen, setting)[1])


def test_wrong_laws_are_caught():
    """Lengths of the wrong dimension, and shared projections for own ones."""
    chosen = estimator("gerf", A=-0.4, s=1)
    setting = setting_of(chosen)
    _, second = _moments(chosen, setting)
    triangle = np.linalg.qr(np.column_stack([X[0], Y[0]]))[1]
    flat = FullSampler(Setting.of(chosen, triangle[:, 0], triangle[:, 1], 3))
    errors = np.square(flat.draw(rng(), 12_000).estimates[0] - flat.kernel[0]) * np.exp(2 * flat.log_unit[0])
    assert _rejected(errors, second)
    # samples of the bases are correlated where the lengths of x and y differ, and both count where 0 < lambda < 1
    own, shared = (Setting.of(KNOWN[name], [1.2, 0], [-0.2, 0.2], 1, 4) for name in ("angular", "angular, shared"))
    _, second = _moments(own.estimator, own)
    for other, wrong in ((own, False), (shared, True)):
        sampler = FullSampler(other)
        gaps = (sampler.draw(rng(), 100_000).estimates[0] - sampler.kernel[0]) * np.exp(sampler.log_unit[0])
        assert _rejected(gaps**2, second) == wrong


def test_independent_coupled_hybrids_are_plain_ones():
    chosen = CoupledHybrid(ANGULAR, coupling("iid"))
    assert _moments(chosen, setting_of(chosen)) == _moments(Mixed(ANGULAR), setting_of(Mixed(ANGULAR)))
    assert chosen.kernel == "softmax" and chosen.at({}) == chosen
