"""Intervals hold at their level, follow their laws, and refuse what they cannot know."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from tolerances import ulps

from rftheory.montecarlo.bars import asymptotic_interval, bounded_interval, catoni_interval, catoni_slope
from rftheory.montecarlo.chunks import Powers

LEVEL = 0.01
#: probability that a test below fails where its interval holds
RARE = 1e-9


def lognormal(shape, size, seed):
    """exp(s g - s^2/2): mean 1, variance exp(s^2) - 1."""
    generator = np.random.default_rng(np.random.SeedSequence(seed))
    return np.exp(shape * generator.standard_normal(size) - shape**2 / 2)


def powers_of(values):
    sums = [float((values**k).sum()) for k in range(1, 5)]
    return Powers(len(values), *sums, float(np.abs(values).max()))


def misses_at_most(misses, runs, alpha):
    return misses <= stats.binom.isf(RARE, runs, alpha)


def above(misses, runs, alpha):
    """Whether the rate is above alpha, at confidence 1 - 1e-9."""
    return misses > 0 and stats.beta.ppf(RARE, misses, runs - misses + 1) > alpha


ROWS, RUNS = 60, 1500


@pytest.mark.parametrize(("shape", "alpha"), [(0.5, 0.1), (1.0, 0.05), (2.0, LEVEL)])
def test_catoni_holds_for_heavy_tails_and_unequal_rows(shape, alpha):
    draws = np.full(ROWS, 10)
    draws[-1] = 3
    values = lognormal(shape, (RUNS, int(draws.sum())), 21)
    means = np.add.reduceat(values, np.cumsum(draws) - draws, axis=1) / draws
    intervals = [catoni_interval(row, draws, math.expm1(shape**2), alpha) for row in means]
    assert misses_at_most(sum(1.0 not in each for each in intervals), RUNS, alpha)
    # the control: half of the standard deviation is not enough to cover; no interval is that much too long
    short = [catoni_interval(row, draws, math.expm1(shape**2) / 16, 0.5) for row in means[:300]]
    assert above(sum(1.0 not in each for each in short), 300, alpha)


def test_catoni_is_as_short_as_planned():
    generator = np.random.default_rng(np.random.SeedSequence(23))
    rows, draws, variance = 2000, np.full(2000, 64), 4.0
    means = generator.standard_normal(rows) * math.sqrt(variance / 64)
    found = catoni_interval(means, draws, variance, LEVEL)
    planned = math.sqrt(2 * math.log(2 / LEVEL) * variance / draws.sum())
    # terms of order log(2/alpha)/rows are left out, and the inflation
    assert found.half_width == pytest.approx(planned, rel=2 * math.log(2 / LEVEL) / rows)
    # the slope is the best one: where all rows agree, no other gives a shorter interval
    size = math.log(2 / LEVEL)
    for rows in (1, 3, 12, 2000):

        def width(slope, rows=rows):
            return (math.sqrt(2 * math.exp(size / rows) * (1 + slope**2 / 2) - 1) - 1) / slope

        best = catoni_slope(np.ones(rows), LEVEL)
        assert width(best) < min(width(best * 1.01), width(best / 1.01))
        agreed = catoni_interval(np.zeros(rows), np.ones(rows), 1.0, LEVEL)
        assert agreed.half_width == pytest.approx(width(best), rel=1e-5)


_MEANS = st.lists(st.floats(-8, 8).map(lambda v: round(v, 3)), min_size=1, max_size=40).map(np.array)


@settings(max_examples=25, deadline=None)
@given(_MEANS, st.floats(-100, 100), st.sampled_from([0.25, 4.0, 2.0**60, 2.0**-300]), st.randoms())
def test_catoni_moves_with_its_draws(means, offset, factor, random):
    draws = np.array([random.randint(1, 5) for _ in means])
    base = catoni_interval(means, draws, 2.0, LEVEL)
    order = np.array(random.sample(range(len(means)), len(means)))
    permuted = catoni_interval(means[order], draws[order], 2.0, LEVEL)
    shifted = catoni_interval(means + offset, draws, 2.0, LEVEL)
    scaled = catoni_interval(means * factor, draws, 2.0 * factor**2, LEVEL)
    mirrored = catoni_interval(-means, draws, 2.0, LEVEL)
    # roundings of S, at most 40 terms of size up to some 10, over its slope where it crosses the threshold
    near = ulps(1e5) * (1 + abs(offset) + np.abs(means).max())
    for low, high in (
        (permuted.low, permuted.high),
        (shifted.low - offset, shifted.high - offset),
        (scaled.low / factor, scaled.high / factor),
        (-mirrored.high, -mirrored.low),
    ):
        assert (low, high) == (pytest.approx(base.low, abs=near), pytest.approx(base.high, abs=near))
    wider, more = catoni_interval(means, draws, 2.0, LEVEL / 10), catoni_interval(means, draws, 3.0, LEVEL)
    assert min(wider.half_width, more.half_width) > base.half_width
    assert base.low < np.median(means) < base.high or base.half_width < np.ptp(means)


def test_a_law_without_variance_has_its_draws_as_mean():
    found = catoni_interval([0.5, 0.5], [3, 3], 0.0, LEVEL)
    assert 0.5 in found
    assert found.half_width <= 4 * math.ulp(0.5)
    assert 0.5 + 1e-9 in catoni_interval([0.5, 0.5], [3, 3], 0.0, LEVEL, rounding=1e-9)


def test_roundings_of_the_draws_widen_the_interval():
    plain, wide = (catoni_interval([1.0, 2.0, 4.0], [1, 1, 1], 1.0, LEVEL, rounding) for rounding in (0.0, 0.125))
    assert (wide.low, wide.high) == (pytest.approx(plain.low - 0.125), pytest.approx(plain.high + 0.125))


@pytest.mark.parametrize("law", [stats.beta(0.05, 2), stats.beta(0.5, 0.5), stats.bernoulli(0.02)])
def test_bounded_intervals_hold(law):
    runs, draws, alpha = 1000, 400, 0.1
    values = law.rvs((runs, draws), random_state=np.random.default_rng(np.random.SeedSequence(24))).astype(float)
    intervals = [bounded_interval(powers_of(row), 0.0, 1.0, alpha) for row in values]
    assert misses_at_most(sum(law.mean() not in each for each in intervals), runs, alpha)
    # they use the variance: for many draws of small variance they are far shorter than Hoeffding's
    many = bounded_interval(Powers(10**8, 1e4, 1e4, 1e4, 1e4, 1.0), 0.0, 1.0, LEVEL)
    assert many.half_width < 0.03 * math.sqrt(math.log(2 / LEVEL) / 2e8)
    assert many.half_width > stats.norm.isf(LEVEL / 2) * math.sqrt(1e-4 / 1e8)


def _rare_square(generator, size):
    """The squared error of a wave in an exponential tail: (exp(v g - v^2/2) - 1)^2 at v = 0.3."""
    return (np.exp(0.3 * generator.standard_normal(size) - 0.045) - 1) ** 2


LAWS = {
    "uniform": (lambda g, size: g.random(size), 0.5),
    "exponential": (lambda g, size: g.exponential(size=size), 1.0),
    "events": (lambda g, size: (g.random(size) < 0.1).astype(float), 0.1),
    "rare events": (lambda g, size: (g.random(size) < 1e-3).astype(float), 1e-3),
    "squared error": (_rare_square, math.expm1(0.09)),
    **{
        f"log-normal {s}": (lambda g, size, s=s: np.exp(s * g.standard_normal(size) - s**2 / 2), 1.0)
        for s in (0.5, 1, 2, 3, 4)
    },
    "three moments": (lambda g, size: g.pareto(3.5, size), 1 / 2.5),
}


@pytest.mark.parametrize("law", LAWS)
def test_asymptotic_intervals_are_seldom_conclusive_and_wrong(law):
    """At most 1.5% of all runs at the level 99%."""
    draw, mean = LAWS[law]
    generator = np.random.default_rng(np.random.SeedSequence(25))
    wrong = conclusive = 0
    runs = 0
    for size, repetitions in ((300, 600), (3000, 300)):
        for row in draw(generator, (repetitions, size)):
            found = asymptotic_interval(powers_of(row), LEVEL)
            runs += 1
            conclusive += found.conclusive
            wrong += mean not in found
    assert misses_at_most(wrong, runs, 0.015)
    if law in ("uniform", "exponential", "events"):
        assert conclusive >= runs / 4
    if law in ("log-normal 2", "log-normal 3", "log-normal 4", "rare events"):
        assert not conclusive


def test_what_was_not_drawn_cannot_be_seen():
    """The limit of the diagnosis: a part of the mean that no draw shows. A known variance shows it."""
    probability, draws = 1e-4, 1000
    generator = np.random.default_rng(np.random.SeedSequence(27))
    values = generator.random(draws)
    assert 1.5 not in asymptotic_interval(powers_of(values), LEVEL)
    assert 1.5 in catoni_interval(values, np.ones(draws), 1 / probability, LEVEL)


def test_a_skewed_law_has_a_skewed_interval():
    values = np.random.default_rng(np.random.SeedSequence(28)).exponential(size=4000)
    found, mirrored = (asymptotic_interval(powers_of(side), LEVEL) for side in (values, -values))
    assert found.high - values.mean() > values.mean() - found.low > 0
    assert (mirrored.low, mirrored.high) == (pytest.approx(-found.high), pytest.approx(-found.low))
    # to first order it is Student's at half of alpha
    reach = stats.t.isf(LEVEL / 4, 3999) * values.std(ddof=1) / math.sqrt(4000)
    assert found.half_width == pytest.approx(reach, rel=0.05)


@pytest.mark.parametrize("value", [0.0, 0.25, 1e-200, 1e200, 1.0 / 3])
def test_equal_draws_tell_nothing(value):
    n = 10_000
    sums = [n * value**k if value < 1 else 0.0 for k in range(1, 5)]
    found = asymptotic_interval(Powers(n, *sums, value), LEVEL)
    assert not found.conclusive
    assert (found.low, found.high) == (-math.inf, math.inf)
    assert found.reason


def test_a_spread_below_the_roundings_of_the_powers_tells_nothing():
    spread = 1 + 1e-6 * np.random.default_rng(np.random.SeedSequence(29)).standard_normal(5000)
    assert not asymptotic_interval(powers_of(spread), LEVEL).conclusive
    # about a centre it does
    assert asymptotic_interval(powers_of(spread - 1), LEVEL).conclusive
