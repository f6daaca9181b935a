"""Levels of intervals, looks and tests: measured at laws where their bound is tight, elsewhere how alpha is split.

Two parts have half of alpha each, a two-sided level is twice one side's. Each test here fails where a part has the whole.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, stats
from tolerances import ulps

from rftheory._choose.quantiles import Typical, check_draws
from rftheory.montecarlo.bars import (
    INFLATION,
    asymptotic_interval,
    bounded_interval,
    catoni_interval,
    order_statistics,
    probability_interval,
)
from rftheory.montecarlo.chunks import Powers, stream
from rftheory.montecarlo.contract import make_plan
from rftheory.montecarlo.intervals import Interval
from rftheory.montecarlo.readings import LessSquare, Reading

#: probability that a measured rate is taken for another one than it is
RARE = 1e-9
ALPHA = 0.1
alphas = st.sampled_from([0.3, 0.1, 0.01, 1e-4])


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence([28, seed]))


def is_rate(events: int, runs: int, rate: float) -> bool:
    """Whether so many events are no surprise at this rate, on either side."""
    return bool(stats.binom.ppf(RARE, runs, rate) <= events <= stats.binom.isf(RARE, runs, rate))


# -- two parts ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Exactly(Reading):
    """An interval for 1 that misses with the probability alpha and no less: where a uniform number is beyond a quantile of one side."""

    upper: bool

    def values(self, records: Any) -> Any:
        return np.ones(1)

    def interval(self, records: Any, pair: int, alpha: float) -> Interval:
        missed = records >= 1 - alpha if self.upper else records < alpha
        return Interval(2.0, 3.0, 1 - alpha, "proved") if missed else Interval(1.0, 1.0, 1 - alpha, "proved")


@pytest.mark.parametrize("alpha", [0.4, 0.05])
def test_the_parts_of_a_variance_fail_together_at_alpha(alpha: float) -> None:
    """Parts that fail on events apart, for which the union bound is exact: the variance 0 is missed at the rate alpha."""
    runs, variance = 4000, LessSquare(Exactly(False), Exactly(True))
    found = [variance.interval(uniform, 0, alpha) for uniform in rng(1).random(runs)]
    assert is_rate(sum(0.0 not in each for each in found), runs, alpha)
    assert all(each.level == pytest.approx(1 - alpha, rel=ulps(4)) for each in found)
    # the control: either part alone, at the level of the whole
    alone = [Exactly(True).interval(uniform, 0, alpha / 2) for uniform in rng(1).random(runs)]
    assert not is_rate(sum(1.0 not in each for each in alone), runs, alpha)


def test_the_parts_of_a_bounded_law_have_alpha_together() -> None:
    """The two theorems of `bars` with what each has of alpha, as the ends tell: ``delta + 2 exp(-L) = alpha``."""

    def reach(draws: int) -> float:
        # all draws are 0, so that the sample variance is
        return bounded_interval(Powers(draws, 0.0, 0.0, 0.0, 0.0, 0.0), 0.0, 1.0, ALPHA).high

    def bernstein(size: float, spread: float, draws: int) -> float:
        return spread * math.sqrt(2 * size / draws) + size / (3 * draws)

    # few draws: no law on the interval has a larger deviation than 1/2; many: what Maurer and Pontil say
    few, many = 16, 10**5
    size = optimize.brentq(lambda size: bernstein(size, 0.5, few) - reach(few), 1e-3, 100, xtol=1e-14)
    spread = optimize.brentq(lambda spread: bernstein(size, spread, many) - reach(many), 0, 0.5, xtol=1e-14)
    delta = math.exp(-(spread**2) * (many - 1) / 2)
    assert delta + 2 * math.exp(-size) == pytest.approx(ALPHA, rel=1e-6)


# -- two sides ------------------------------------------------------------------------------------------------------


@given(alphas, st.sampled_from([-1, 1]))
def test_catonis_bound_is_tight_on_each_side(alpha: float, side: int) -> None:
    """One draw that is 1 with the probability p and 0 else, under a steep slope: E exp S is nearly all at 1, where Markov is exact.

    There the interval misses p while ``p/(1 - p) < alpha/2``, and holds it beyond.
    """
    steep = 1e9
    for share, missed in ((0.98, True), (1.02, False)):
        odds = share * alpha / 2
        p = odds / (1 + odds)
        found = catoni_interval([side * 1.0], [1], p * (1 - p), alpha, slope=steep)
        assert (side * p not in found) == missed
        # the other value is never the one that misses
        assert side * p in catoni_interval([0.0], [1], p * (1 - p), alpha, slope=steep)


@given(st.integers(1, 400) | st.just(10**9), st.data(), alphas)
@settings(deadline=None)
def test_counts_have_half_of_alpha_on_each_side(draws: int, data: st.DataObject, alpha: float) -> None:
    """At an end of the interval so many events or more (or fewer) have the probability alpha/2."""
    count = data.draw(st.integers(0, min(draws, 400)))
    found = probability_interval(count, draws, alpha)
    if count:
        assert stats.binom.sf(count - 1, draws, found.low) == pytest.approx(alpha / 2, rel=1e-6)
    if count < draws:
        assert stats.binom.cdf(count, draws, found.high) == pytest.approx(alpha / 2, rel=1e-6)
    assert (found.low == 0) == (count == 0) and (found.high == 1) == (count == draws)


@given(st.integers(1, 300) | st.just(10**9), st.floats(0.05, 0.99), alphas)
@settings(deadline=None)
def test_order_statistics_have_half_of_alpha_on_each_side(count: int, share: float, alpha: float) -> None:
    """The sharpest ranks that hold; 0 and ``count + 1`` stand for no end."""
    low, high = order_statistics(count, share, alpha)
    law = stats.binom(count, share)
    assert law.cdf(low - 1) <= alpha / 2 < law.cdf(low)
    assert law.sf(high - 1) <= alpha / 2 < law.sf(high - 2)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.99, 0.999])
def test_medians_have_their_level(level: float) -> None:
    """The k-th smallest and largest hold the median but for ``2 P(Bin < k)``; the next ones inwards would not."""
    least = math.ceil(1 - math.log2(1 - level))
    for draws in range(least, 60):
        found = Typical.of(np.arange(1.0, draws + 1)[::-1], level)
        rank, law = int(found.low), stats.binom(draws, 0.5)
        assert found.low <= found.median <= found.high == draws + 1 - rank
        assert 2 * law.cdf(rank - 1) <= (1 - level) * (1 + 1e-12)
        assert 2 * (rank + 1) > draws + 1 or 2 * law.cdf(rank) > 1 - level
    for draws in range(1, least):
        with pytest.raises(ValueError, match=f"draws must be at least {least}"):
            check_draws(draws, level)


def test_limit_laws_have_their_share_on_each_side() -> None:
    """A normal law, whose statistic is Student's: each side misses at half of the half of alpha that is spent."""
    runs, draws = 3000, 1500
    values = rng(4).standard_normal((runs, draws))
    sums = [(values**k).sum(axis=1) for k in range(1, 5)]
    largest = np.abs(values).max(axis=1)
    found = [asymptotic_interval(Powers(draws, *each), ALPHA) for each in zip(*sums, largest, strict=True)]
    assert all(each.conclusive for each in found)
    assert is_rate(sum(each.low > 0 for each in found), runs, ALPHA / 4)
    assert is_rate(sum(each.high < 0 for each in found), runs, ALPHA / 4)


def test_chunks_are_independent() -> None:
    """Numbered chunks are draws of their own: what is said of many of them holds."""
    streams = [stream("levels", 0, number).standard_normal(1000) for number in range(20)]
    couples = np.corrcoef(streams)[np.triu_indices(20, 1)]
    assert np.abs(couples).max() < stats.norm.isf(RARE / couples.size) / math.sqrt(1000)
    assert np.array_equal(streams[3], stream("levels", 0, 3).standard_normal(1000))


# -- tests ----------------------------------------------------------------------------------------------------------


def test_a_test_is_its_interval() -> None:
    """A claim is refused where Catoni's interval at the same level does not hold it."""
    plan = make_plan(0.0, 0.5, 1.0, alpha=ALPHA, beta=ALPHA, draws=60)
    values = rng(5).standard_normal(60)
    refused = []
    for offset in np.linspace(-1, 1, 201) - values.mean():
        moved = values + offset
        refused.append(plan.rejects(moved))
        interval = catoni_interval(moved, np.ones(60), plan.variance_bound / INFLATION, ALPHA, slope=plan.slope)
        assert refused[-1] == (0.0 not in interval)
    assert 20 < sum(refused) < 180


def test_plans_have_both_rates() -> None:
    """Of a normal law, for which neither bound is tight: no more errors of either kind than planned, and a smaller error is missed."""
    plan = make_plan(0.0, 0.5, 1.0, alpha=ALPHA, beta=ALPHA)
    runs = 400
    noise = rng(6).standard_normal((runs, plan.draws))
    for off, low, high in ((0.0, 0, ALPHA), (0.5, 1 - ALPHA, 1), (0.05, 0, 0.9)):
        refused = sum(plan.rejects(row + off) for row in noise)
        assert stats.binom.ppf(RARE, runs, low) <= refused <= stats.binom.isf(RARE, runs, high)
