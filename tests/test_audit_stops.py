"""Audits without a diagnosis stop at the first deviation: the level is kept whatever is looked at early, and what is wrong stops soon."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rftheory._audit import audit
from rftheory._audit.levels import log_coin_level, looks
from tests import faulty_samplers as samplers

_PLANS = [looks(1024, 32, lambda share: 100), [(n, 1.0) for n in (128, 256, 512, 1024)]]


@given(st.integers(1, 10**5), st.integers(1, 64), st.integers(1, 2000))
def test_looks_share_the_level_and_end_with_all_calls(count: int, part: int, least: int) -> None:
    found = looks(count, part, lambda share: math.ceil(least / share**0.1))
    numbers, shares = zip(*found, strict=True)
    assert math.fsum(shares) <= 1 + 4 * np.finfo(float).eps and min(shares) > 0
    assert numbers[-1] == count and list(numbers) == sorted(set(numbers))
    assert all(n % part == 0 and n >= least for n in numbers[:-1])


@pytest.mark.parametrize(("plan", "kept"), [(_PLANS[0], True), (_PLANS[1], False)])
def test_the_level_of_all_looks_is_kept_and_would_not_be_if_each_took_all_of_it(plan: Any, kept: bool) -> None:
    level, trials, generator = 0.1, 1500, np.random.default_rng(5)
    known: dict[tuple[int, int], float] = {}

    def refused(heads: int, tosses: int, share: float) -> bool:
        key = heads, tosses
        known.setdefault(key, log_coin_level(heads, tosses))
        return known[key] < math.log(level * share)

    tosses = np.diff([0, *(n for n, _ in plan)])
    heads = generator.binomial(tosses, 0.5, size=(trials, len(plan))).cumsum(axis=1)
    alarms = sum(any(refused(int(h), n, s) for h, (n, s) in zip(row, plan, strict=True)) for row in heads)
    # more than so many have a probability of 1e-6 at this level
    assert (alarms <= stats.binom.isf(1e-6, trials, level)) == kept


class _Counted:
    """How often features are asked for."""

    def __init__(self, factor: float = 1.0, features: Any = samplers.positive):
        self.factor, self.features, self.count = factor, features, 0

    def __call__(self, inputs: Any, m: int, seed: int) -> Any:
        self.count += 1
        return self.factor * self.features(inputs, samplers.iid(np.random.default_rng(seed), m, inputs.shape[1]))


_OPTIONS: dict[str, Any] = {"claims": "positive", "kernel": "softmax", "d": 4, "m": 4, "calls": 1024}


@pytest.mark.parametrize("factor", [1.5, 1.0001])
def test_what_is_wrong_stops_soon(factor: float) -> None:
    call = _Counted(factor)
    report = audit(call, **_OPTIONS, diagnose=False)
    assert not report.passed and report.calls == 128 and call.count < 140
    assert "stopped at the first deviation, after 128 of 1024 calls" in report.notes[-1]


def test_what_is_right_has_all_calls_and_the_detectable_error_of_all() -> None:
    call = _Counted()
    report, whole = audit(call, **_OPTIONS, diagnose=False), audit(_Counted(), **_OPTIONS)
    assert report.passed and report.calls == 1024 <= call.count and report.notes == whole.notes == ()
    (seen,), (of_all,) = report.sensitivity, whole.sensitivity
    # the last look has 85% of the level: log(1/0.85) beside log of two levels of 1e-8 and of 1e-3
    assert of_all.bias < seen.bias < 1.01 * of_all.bias


@pytest.mark.parametrize("sign", [1, -1])
def test_what_is_promised_is_found_at_the_last_look_if_not_before(sign: int) -> None:
    waves = {**_OPTIONS, "claims": "trigonometric", "kernel": "gaussian"}
    (seen,) = audit(_Counted(features=samplers.trigonometric), **waves, diagnose=False).sensitivity
    scale = 1 + sign * (seen.lengths or math.inf)
    wrong = _Counted(features=lambda x, w: samplers.trigonometric(scale * x, w))
    assert not audit(wrong, **waves, diagnose=False).passed


def test_a_deviation_is_explained_from_all_calls() -> None:
    call = _Counted(math.sqrt(2))
    report = audit(call, **{**_OPTIONS, "calls": 256})
    assert report.calls == 256 and "the kernel is doubled" in report.mistakes[0]


@pytest.mark.parametrize(("factor", "right"), [(1.0, True), (1.2, False)])
def test_whole_audits_keep_a_level_that_can_be_counted(factor: float, right: bool) -> None:
    """With a false alarm of a fifth, all looks and tests together; the control is found in all audits, at an early look."""
    level, audits = 0.2, 80 if right else 10
    # two looks
    options = {**_OPTIONS, "d": 2, "m": 2, "calls": 160, "lengths": (1.0,), "false_alarm": level, "diagnose": False}
    reports = [audit(_Counted(factor), **options, seed=seed) for seed in range(audits)]
    alarms = sum(not each.passed for each in reports)
    # more than so many have a probability of 1e-6 at this level
    assert (alarms <= stats.binom.isf(1e-6, audits, level)) == right
    assert right or all(each.calls < 160 for each in reports)
