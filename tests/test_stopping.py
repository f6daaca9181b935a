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
from rftheory.montecarlo.stopping import Look, decided, looks_of

LEVEL = 0.01
RARE = 1e-9

_BUDGETS = st.integers(1, 10**9)


@given(_BUDGETS, st.floats(1e-3, 0.5))
def test_looks_end_at_the_budget_and_spend_alpha(budget, alpha):
    looks = looks_of(budget, alpha, several=True)
    chunks = [look.chunks for look in looks]
    assert chunks == sorted(set(chunks))
    assert chunks[0] >= 1
    assert chunks[-1] == budget
    assert math.fsum(look.alpha for look in looks) == pytest.approx(alpha)
    assert len(chunks) <= 20
    assert looks == looks_of(budget, alpha, several=True)


def test_without_a_target_there_is_one_look():
    assert looks_of(17, LEVEL, several=False) == (Look(17, LEVEL),)


SHAPE, CHUNK, RUNS = 1.0, 20, 400


def _chunk_means(budget):
    """Of log-normal draws with mean 1, shape (RUNS, budget)."""
    generator = np.random.default_rng(np.random.SeedSequence(41))
    draws = np.exp(SHAPE * generator.standard_normal((RUNS, budget, CHUNK)) - SHAPE**2 / 2)
    return draws.mean(axis=2)


def test_intervals_hold_wherever_one_stops():
    """Whatever the rule: also one that stops where the interval is wrong."""
    alpha, variance = 0.1, math.expm1(SHAPE**2)
    looks = looks_of(400, alpha, several=True)
    wrong = 0
    for means in _chunk_means(400):
        seen = [catoni_interval(means[: n.chunks], np.full(n.chunks, CHUNK), variance, n.alpha) for n in looks]
        wrong += any(1.0 not in each for each in seen)
        assert decided(looks[-1], 0.1, seen[-1:], last=True).reached
    assert wrong <= stats.binom.isf(RARE, RUNS, alpha)


def test_an_exhausted_budget_says_what_it_reached():
    looks, target = looks_of(100, LEVEL, several=True), 0.005
    assert len(looks) > 3
    early, last = looks[0], looks[-1]
    good = Interval(99.8, 100.2, 1 - last.alpha, "proved")
    wide = Interval(90.0, 110.0, 1 - last.alpha, "proved")
    going = decided(early, target, [good, wide], last=False)
    assert not going.stop
    assert going.reached is False
    ended = decided(last, target, [good, wide], last=True)
    assert ended.stop
    assert ended.message == "target 0.50% not reached in the budget of 100 chunks: 10.00%"
    none = decided(last, target, [good, inconclusive(last.alpha, "too few")], last=True)
    assert (
        none.message == "target 0.50% not reached in the budget of 100 chunks: no relative half-width; 1 inconclusive"
    )
    reached = decided(early, target, [good], last=False)
    assert reached.stop
    assert reached.reached
    assert reached.message == f"reached 0.20% of 0.50% after {early.chunks} chunks"
