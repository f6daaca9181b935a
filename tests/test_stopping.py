"""Looks are fixed in advance, spend no more than alpha, and leave the interval valid where one stops."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rftheory.montecarlo.bars import catoni_interval
from rftheory.montecarlo.intervals import Interval, inconclusive
from rftheory.montecarlo.stopping import Look, make_schedule

LEVEL = 0.01
RARE = 1e-9

_BUDGETS = st.integers(1, 10**9)


@given(_BUDGETS, st.floats(1e-3, 0.5), st.floats(0.001, 0.5))
def test_every_schedule_ends_at_the_budget_and_spends_alpha(budget, alpha, target):
    schedule = make_schedule(budget, alpha, target)
    chunks = [look.chunks for look in schedule.looks]
    assert chunks == sorted(set(chunks))
    assert chunks[0] >= 1
    assert chunks[-1] == schedule.budget == budget
    assert schedule.alpha == pytest.approx(alpha)
    assert len(chunks) <= 20
    assert schedule == make_schedule(budget, alpha, target)


def test_without_a_target_there_is_one_look():
    schedule = make_schedule(17, LEVEL)
    assert schedule.looks == (Look(17, LEVEL),)
    decision = schedule.decide(schedule.looks[0], [Interval(1.0, 2.0, 1 - LEVEL, "proved")])
    assert decision.stop
    assert decision.reached is None
    assert decision.message == ""
    assert schedule.look_at(16) is None
    assert schedule.look_at(17) == schedule.looks[0]


SHAPE, CHUNK, RUNS = 1.0, 20, 400


def _chunk_means(budget):
    """Of log-normal draws with mean 1, shape (RUNS, budget)."""
    generator = np.random.default_rng(np.random.SeedSequence(41))
    draws = np.exp(SHAPE * generator.standard_normal((RUNS, budget, CHUNK)) - SHAPE**2 / 2)
    return draws.mean(axis=2)


def test_intervals_hold_wherever_one_stops():
    """Whatever the rule: also one that stops where the interval is wrong."""
    alpha, variance = 0.1, math.expm1(SHAPE**2)
    schedule = make_schedule(400, alpha, 0.1)
    wrong = 0
    for means in _chunk_means(schedule.budget):
        seen = [catoni_interval(means[: n.chunks], np.full(n.chunks, CHUNK), variance, n.alpha) for n in schedule.looks]
        wrong += any(1.0 not in each for each in seen)
        assert schedule.decide(schedule.looks[-1], seen[-1:]).reached
    assert wrong <= stats.binom.isf(RARE, RUNS, alpha)


def test_an_exhausted_budget_says_what_it_reached():
    schedule = make_schedule(100, LEVEL, 0.005)
    assert len(schedule.looks) > 3
    early, last = schedule.looks[0], schedule.looks[-1]
    good = Interval(99.8, 100.2, 1 - last.alpha, "proved")
    wide = Interval(90.0, 110.0, 1 - last.alpha, "proved")
    going = schedule.decide(early, [good, wide])
    assert not going.stop
    assert going.reached is False
    ended = schedule.decide(last, [good, wide])
    assert ended.stop
    assert ended.attained == pytest.approx(0.1)
    assert ended.message == "target 0.50% not reached in the budget of 100 chunks: 10.00%"
    none = schedule.decide(last, [good, inconclusive(last.alpha, "too few")])
    assert (
        none.message == "target 0.50% not reached in the budget of 100 chunks: no relative half-width; 1 inconclusive"
    )
    reached = schedule.decide(early, [good])
    assert reached.stop
    assert reached.reached
    assert reached.message == f"reached 0.20% of 0.50% after {early.chunks} chunks"
