"""The two error rates of the test of a mean, observed, and a test that does not keep them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from rftheory.montecarlo.contract import make_plan


def lognormal(repetitions, draws, seed):
    """X = exp(2 Z - 2) with mean 1 and variance exp(4) - 1."""
    generator = np.random.default_rng(np.random.SeedSequence(seed))
    return np.exp(2 * generator.standard_normal((repetitions, draws)) - 2)


REPETITIONS, DRAWS = 2000, 1000


def test_false_alarms_stay_below_the_level_where_a_z_test_does_not():
    values = lognormal(REPETITIONS, DRAWS, 11)
    level = 1e-2
    plan = make_plan(1.0, 0.5, math.exp(4) - 1, alpha=level, draws=DRAWS)
    alarms = sum(plan.rejects(row) for row in values)
    # a valid test exceeds this count with probability below 1e-9
    assert alarms <= stats.binom.isf(1e-9, REPETITIONS, level)
    nominal = 1e-5
    scores = (values.mean(axis=1) - 1) / (values.std(axis=1, ddof=1) / math.sqrt(DRAWS))
    naive = int((np.abs(scores) > stats.norm.isf(nominal / 2)).sum())
    # the control: with this count the rate of the z-test is above its level, at confidence 1 - 1e-9
    assert stats.beta.ppf(1e-9, naive, REPETITIONS - naive + 1) > nominal


@pytest.mark.parametrize("relative", [0.2, 0.5])
def test_power_is_as_planned(relative):
    beta, repetitions = 1e-1, 400
    plan = make_plan(1.0 + relative, relative, math.exp(1) - 1, alpha=1e-2, beta=beta)
    generator = np.random.default_rng(np.random.SeedSequence(12))
    values = np.exp(generator.standard_normal((repetitions, plan.draws)) - 0.5)
    misses = sum(not plan.rejects(row) for row in values)
    assert misses <= stats.binom.isf(1e-9, repetitions, beta)
