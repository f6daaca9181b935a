"""Levels of the tests of the audit against exact laws: a two-sided level is twice one side's."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tolerances import ulps

from rftheory._audit import levels
from rftheory._audit.claim import Claim
from rftheory._audit.projections import examine
from rftheory.mechanisms.mechanism import Mechanism


def rank_level(first: Any, second: Any) -> float:
    return math.exp(
        levels.log_rank_level(np.asarray(first, float), np.asarray(second, float), np.random.default_rng(7))
    )


@pytest.mark.parametrize(("n", "k"), [(7, 7), (5, 9), (10, 6)])
def test_the_rank_test_has_its_level_on_both_sides_together(n: int, k: int) -> None:
    """All orders are equally likely: those at a level of at most t have a probability of at most t, which is exact for the two ends."""
    orders, sums = math.comb(n + k, n), {}
    for chosen in itertools.combinations(range(n + k), n):
        sums.setdefault(sum(chosen) - n * (n - 1) // 2, [0, chosen])[0] += 1  # type: ignore[operator]
    found = []
    for count, chosen in sums.values():
        others = [place for place in range(n + k) if place not in chosen]
        found.append((rank_level(chosen, others), count))
    for level in {level for level, _ in found}:
        assert sum(count for each, count in found if each <= level) <= orders * level * (1 + ulps(1e4))
    # both samples apart: Chernoff's bound of one order is its probability, up to the s at which the search ends
    ends = [rank_level(range(n), range(n, n + k)), rank_level(range(k, n + k), range(k))]
    assert ends == [pytest.approx(2 / orders, rel=0.02)] * 2


def test_the_shift_that_is_rejected_is_the_one_of_the_level() -> None:
    """`rejected_shift` is where `log_rank_level` reaches alpha."""
    n, alpha = 40, 1e-4
    shift = levels.rejected_shift(n, n, alpha)
    for wins in range(n * n // 2, n * n):
        # the first sample exceeds so many of the second, as evenly as it can
        above = np.diff(np.linspace(0, wins, n + 1).round()).astype(int)
        level = rank_level(above + 0.5, np.arange(1, n + 1))
        # the numbers may be equal among themselves, but not to one of the second sample
        assert (level <= alpha) == (wins / n**2 - 0.5 >= shift - ulps(1e4)) or abs(level / alpha - 1) < 1e-2


@pytest.mark.parametrize("tosses", [1, 2, 9, 40, 41])
def test_coins_have_their_level_on_both_sides_together(tosses: int) -> None:
    weights = stats.binom.pmf(np.arange(tosses + 1), tosses, 0.5)
    found = [math.exp(levels.log_coin_level(heads, tosses)) for heads in range(tosses + 1)]
    for heads, level in enumerate(found):
        far = abs(2 * heads - tosses)
        exact = sum(w for other, w in enumerate(weights) if abs(2 * other - tosses) >= far)
        assert level == pytest.approx(min(1.0, exact), rel=1e-9)


@pytest.mark.parametrize("n", [200, 2000])
def test_distributions_have_their_level_on_both_sides_together(n: int) -> None:
    """Massart's bound is above the exact law of the distance (Kolmogorov), by little where the level is small."""
    for wanted in (0.05, 1e-3, 1e-6):
        distance = stats.kstwo.isf(wanted, n)
        # the i-th smallest is at (i - 1/2)/n, moved to one side: the distance is that of the move and half a step
        values = (np.arange(n) + 0.5) / n
        for side in (1, -1):
            moved = values + side * (distance - 0.5 / n)
            log, found = levels.log_distribution_level(moved, lambda v: np.clip(v, 0, 1))
            assert found == pytest.approx(distance, rel=1e-9)
            assert wanted * (1 - 1e-6) <= math.exp(log) <= 1.5 * wanted


def test_lengths_of_projections_are_tested_on_both_sides() -> None:
    """The sum of all squares is chi-square: refused beyond its quantiles at half of alpha, and not before."""
    d, alpha = 200, 1e-3
    claim = Claim(Mechanism("positive", "iid"), "softmax", d)
    row = stats.norm.ppf((np.arange(d) + 0.5) / d)
    row /= np.linalg.norm(row)
    law = stats.chi2(d)
    for quantile, refused in ((law.isf, True), (law.ppf, True), (law.isf, False), (law.ppf, False)):
        share = 0.8 if refused else 1.25
        size = math.sqrt(float(quantile(share * alpha / 2)))
        found = [
            each.what
            for each in examine(
                claim, (size * row)[None, None], 1, alpha, np.finfo(float).eps, np.random.default_rng(0)
            )[0]
        ]
        assert ("projections, lengths" in found) == refused, found


def test_detectable_lengths_are_those_of_a_test_on_both_sides() -> None:
    d, count, alpha, beta = 8, 50, 1e-3, 1e-2
    change = levels.detectable_lengths(count, d, alpha, beta)
    law = stats.chi2(d * count)

    def seen(factor: float) -> float:
        return float(law.sf(law.isf(alpha / 2) / factor**2) + law.cdf(law.ppf(alpha / 2) / factor**2))

    assert min(seen(1 + change), seen(1 - change)) == pytest.approx(1 - beta, abs=1e-6)
