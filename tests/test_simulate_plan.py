"""The two error rates of the test of a mean, observed, and a test that does not keep them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from rftheory.montecarlo.contract import attained_difference, make_plan


def lognormal(repetitions, draws, seed):
    """X = exp(2 Z - 2) with mean 1 and variance exp(4) - 1."""
    generator = np.random.default_rng(np.random.SeedSequence(seed))
    return np.exp(2 * generator.standard_normal((repetitions, draws)) - 2)


REPETITIONS, DRAWS = 2000, 1000


def test_false_alarms_stay_below_the_level_where_a_z_test_does_not():
    values = lognormal(REPETITIONS, DRAWS, 11)
    level = 1e-2
    plan = make_plan(1.0, 0.5, math.exp(4) - 1, alpha=level, draws=DRAWS)
    alarms = sum(abs(plan.influence(row)[0]) >= plan.threshold for row in values)
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
    misses = sum(abs(plan.influence(row)[0]) < plan.threshold for row in values)
    assert misses <= stats.binom.isf(1e-9, repetitions, beta)


def test_attained_difference_is_the_inverse_of_the_plan():
    attained = attained_difference(2.5, 100_000)
    assert make_plan(1.0, attained, 2.5).draws <= 100_000 < make_plan(1.0, attained * 0.998, 2.5).draws


@pytest.mark.parametrize("row", [1, 16, 256])
def test_rows_keep_both_rates(row):
    """The interval of means of rows: it holds the mean, and excludes a claim that is off by the difference."""
    alpha, beta, repetitions = 1e-2, 1e-1, 400
    plan = make_plan(1.2, 0.2, math.exp(1) - 1, alpha=alpha, beta=beta)
    contract = plan.in_rows(row)
    assert contract.draws >= plan.draws
    generator = np.random.default_rng(np.random.SeedSequence(13))
    values = np.exp(generator.standard_normal((repetitions, contract.draws)) - 0.5)
    means = values.reshape(repetitions, -1, row).mean(axis=2)
    found = [contract.interval(each, np.full(each.size, row)) for each in means]
    assert sum(1.0 not in each for each in found) <= stats.binom.isf(1e-9, repetitions, alpha)
    assert sum(1.2 in each for each in found) <= stats.binom.isf(1e-9, repetitions, beta)
    # what the interval excludes is what the statistic rejects
    for each, interval in zip(means[:50], found[:50], strict=True):
        statistics = contract.influence(each, np.full(each.size, row))
        assert (abs(statistics[0]) > contract.threshold) == (1.2 not in interval)


def test_more_draws_than_needed_see_smaller_errors():
    alpha, beta, repetitions, row = 1e-2, 1e-1, 200, 16
    contract = make_plan(1.2, 0.2, math.exp(1) - 1, alpha=alpha, beta=beta).in_rows(row)
    sharp = contract.sharpened(5 * contract.draws)
    generator = np.random.default_rng(np.random.SeedSequence(14))
    means = (
        np.exp(generator.standard_normal((repetitions, sharp.draws)) - 0.5).reshape(repetitions, -1, row).mean(axis=2)
    )
    found = [sharp.interval(each, np.full(each.size, row)) for each in means]
    assert sum(1.0 not in each for each in found) <= stats.binom.isf(1e-9, repetitions, alpha)
    # an error of half the difference needs four times the draws
    assert sum(1.1 in each for each in found) <= stats.binom.isf(1e-9, repetitions, beta)
    assert found[0].half_width < contract.interval(means[0], np.full(means[0].size, row)).half_width
