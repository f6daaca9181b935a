"""The tests of an audit: levels against exact laws, a two-sided level being twice one side's; bounds of variances against closed forms."""

from __future__ import annotations

import itertools
import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rftheory._audit import levels
from rftheory._audit.cases import spots
from rftheory._audit.claim import Claim, _largest_multiplier
from rftheory._audit.inputs import Probes
from rftheory._audit.projections import examine
from rftheory._audit.report import Report
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo.contract import make_plan
from rftheory.montecarlo.intervals import power_above
from tests.tolerances import ulps

GENERATOR = np.random.default_rng


def test_the_rank_test_is_nearly_that_of_mann_and_whitney() -> None:
    first, second = GENERATOR(0).standard_normal((2, 400))
    exact = math.log(stats.mannwhitneyu(first + 0.5, second).pvalue)
    assert exact <= levels.log_rank_level(first + 0.5, second, GENERATOR(1)) <= 0.8 * exact


def test_the_scatter_test_sees_what_ranks_do_not() -> None:
    first, second = GENERATOR(0).standard_normal((2, 600))
    assert levels.log_rank_level(2 * first, second, GENERATOR(1)) == 0
    assert levels.log_scatter_level(2 * first, second, GENERATOR(1)) < math.log(1e-12)
    assert levels.log_scatter_level(first, second, GENERATOR(1)) == 0


@pytest.mark.parametrize("variance", [1e-8, 1.0, 1e4])
@pytest.mark.parametrize("draws", [1000, 5000])
def test_plans_detect_what_they_say(variance: float, draws: int) -> None:
    plan = levels.mean_plan(variance, draws, 1e-8)
    assert make_plan(0.0, plan.difference, variance, 1e-8).draws <= draws
    assert make_plan(0.0, plan.difference * 0.98, variance, 1e-8).draws > draws


def test_means_are_told_within_their_rounding() -> None:
    plan = levels.mean_plan(1.0, 1000, 1e-8)
    values = GENERATOR(0).standard_normal(1000)
    assert not levels.mean_is_off(values, plan, 0.0)
    for sign in (1, -1):
        off = values + sign * plan.difference
        assert levels.mean_is_off(off, plan, 0.0)
        assert not levels.mean_is_off(off, plan, plan.difference)


def test_detectable_changes_are_detected() -> None:
    shift = levels.detectable_shift(800, 800, 1e-8)
    values, other = GENERATOR(0).chisquare(20, (2, 800))
    scale = levels.detectable_scale(values, shift)
    assert levels.log_rank_level(values * (1 + scale), other, GENERATOR(1)) < math.log(1e-8)
    assert levels.detectable_shift(10, 10, 1e-8) == math.inf
    assert levels.detectable_scale(values, 0.5) == math.inf


# -- exact laws -----------------------------------------------------------------------------------------------------


def rank_level(first: Any, second: Any) -> float:
    return math.exp(levels.log_rank_level(np.asarray(first, float), np.asarray(second, float), GENERATOR(7)))


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
    # values that agree but for roundings are no evidence
    assert levels.log_rank_level(np.arange(n) * 1e-15, np.zeros(k), GENERATOR(1), 1e-12) == 0


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
        assert level == pytest.approx(min(1.0, exact), rel=ulps(2**12))


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
            assert found == pytest.approx(distance, rel=ulps(2**8))
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
            for each in examine(claim, (size * row)[None, None], 1, alpha, np.finfo(float).eps, GENERATOR(0))[0]
        ]
        assert ("projections, lengths" in found) == refused, found


def test_detectable_lengths_are_those_of_a_test_on_both_sides() -> None:
    d, count, alpha, beta = 8, 50, 1e-3, 1e-2
    change = levels.detectable_lengths(count, d, alpha, beta)
    law = stats.chi2(d * count)

    def seen(factor: float) -> float:
        return float(law.sf(law.isf(alpha / 2) / factor**2) + law.cdf(law.ppf(alpha / 2) / factor**2))

    assert min(seen(1 + change), seen(1 - change)) == pytest.approx(1 - beta, abs=1e-6)


# -- bounds of variances --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("d", [3, 8, 64])
def test_multipliers_are_those_of_the_fourth_and_of_the_second_degree(d: int) -> None:
    # orthogonal: degree 2 is negative, 4 the largest
    assert _largest_multiplier(0.0, d) == pytest.approx(3 / ((d - 1) * (d + 1)), rel=ulps(100))
    # equal directions: everything is kept
    assert _largest_multiplier(1.0, d) == pytest.approx(1.0, rel=ulps(100))
    cosine = -1 / (d - 1)
    second = (d * cosine**2 - 1) / (d - 1)
    assert _largest_multiplier(cosine, d) >= max(second, 0.0)


@pytest.mark.parametrize("family", [Positive(), Hyperbolic(), Trigonometric()])
def test_averages_over_directions_have_the_variance_of_one_divided_by_their_number(family) -> None:  # type: ignore[no-untyped-def]
    m, d = 4, 16
    probes = Probes(Claim(Mechanism(family), family.kernel, d), (0.5, 1.5), 0)
    for spot in spots(probes):
        arrangement = spot.arrangement
        if arrangement.first != arrangement.second or spot.exact:
            continue
        square = probes.lengths[arrangement.first] ** 2
        exact = (math.cosh(square) - 1) / (m * spot.size)
        assert spot.variance(0, m) == pytest.approx(exact, rel=1e-5)
        odd = math.sinh(square) / (m * spot.size) if isinstance(family, Positive) else 0.0
        assert spot.variance(1, m) == pytest.approx(odd, rel=1e-5, abs=1e-25)


@pytest.mark.parametrize("coupling", [Independent(), Orthogonal(), Simplex()])
def test_no_draws_scatter_more_than_the_bounds(coupling) -> None:  # type: ignore[no-untyped-def]
    d = m = 8
    probes = Probes(Claim(Mechanism("positive", coupling), "softmax", d), (0.5, 1.0), 0)
    projections = coupling.draw(GENERATOR(0), m, d, 4000)
    features = Positive().features(probes.inputs, projections)
    drawn = probes.statistics(features, features)
    for spot in spots(probes):
        if not spot.exact:
            for kind in (0, 1):
                values = drawn[:, spot.number, spot.index, kind]
                # a mean of 4000 squares, whose fourth moments are taken from the sample; the seed is fixed
                error = np.square(values).std() / math.sqrt(len(values))
                assert np.square(values).mean() <= spot.variance(kind, m) + 5 * error
    # without the partners the bound would be wrong for equal projections
    same = np.repeat(projections[:, :1], m, axis=1)
    features = Positive().features(probes.inputs, same)
    worst = probes.statistics(features, features)[:, 0, 0, 0]
    assert worst.var() > 4 * spots(probes)[0].variance(0, m)


def test_a_level_that_underflows_is_told_as_a_bound_of_it() -> None:
    claim, alpha = Claim(Mechanism("positive"), "softmax", 4), 1e-9
    drawn = GENERATOR(0).standard_normal((2000, 3, 4))
    found = list(examine(claim, 50 * drawn, 3, alpha, 2.0**-52, np.random.default_rng(0))[0])
    # a control: there are levels here that float64 does not have
    assert any(each.log10_level == -math.inf for each in found)
    report = Report("claimed", 4, (3,), len(drawn), 1, alpha, True, tuple(found))
    assert "level below 1e-300]" in " ".join(str(report).split()) and "inf" not in str(report)
    rows = json.loads(json.dumps(report.to_json(), allow_nan=False))["findings"]
    assert all(row["log10_level"] >= -300 for row in rows if row["log10_level"] is not None)


@given(st.floats(-250, 0))
def test_a_level_is_below_the_power_that_is_told(log10: float) -> None:
    power = power_above(log10)
    assert log10 <= power < log10 + 1 and power_above(-math.inf) == -300
