"""The tests of an audit: levels against exact ones, bounds of variances against closed forms, known values and draws."""

from __future__ import annotations

import json
import math

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
    log = levels.log_rank_level(first + 0.5, second, GENERATOR(1))
    exact = math.log(stats.mannwhitneyu(first + 0.5, second).pvalue)
    assert exact <= log <= 0.8 * exact
    assert levels.log_rank_level(first, second, GENERATOR(1)) == 0
    # values that agree but for roundings are no evidence
    assert levels.log_rank_level(first * 1e-15, second * 0, GENERATOR(1), 1e-12) == 0


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
