"""Runs of the Monte Carlo engine: their bars hold, and nothing but the arguments matters."""

from __future__ import annotations

import json
import math
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.halton import Halton
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.mechanisms.mse import log_mse_of_inputs
from rftheory.montecarlo import plans, session
from rftheory.montecarlo.estimators.coupled import Coupled
from rftheory.montecarlo.plans import Asked
from rftheory.montecarlo.quantities import (
    BIAS,
    MEAN,
    MSE,
    SECOND_MOMENT,
    Variance,
    pair_covariance,
    quantile,
    tail_probability,
)
from rftheory.montecarlo.results import Run
from rftheory.montecarlo.session import Effort, estimate
from rftheory.montecarlo.setting import Setting

#: a true value is outside of a proved interval with a probability of at most 1e-9
SURE = 1 - 1e-9
FAMILIES = (
    Positive(),
    Hyperbolic(),
    Trigonometric(),
    GeneralizedExponential(sp.Rational(-1, 10), 1, sp.Integer(5)),
    GeneralizedExponential(sp.Rational(-1, 20), -1, sp.Integer(5)),
)
COUPLINGS = (Independent(), Orthogonal(), Simplex())


def a_setting(
    family: Family | None = None, coupling: Coupling | None = None, m: int = 5, length: float = 1.0, pairs: int = 1
) -> Setting:
    """Inputs of R^5 with |x + y| = length, and less for further pairs."""
    x, y = np.zeros((2, pairs, 5))
    x[:, 0] = length * (1 - np.arange(pairs) / 8)
    x[:, 1], y[:, 1] = 0.4, -0.4
    return Setting.of(Coupled(family or Positive(), coupling or Orthogonal()), x, y, m)


def fingerprint(run: Run) -> str:
    return json.dumps(run.to_json())


@pytest.mark.parametrize(
    ("family", "coupling", "m"),
    # less than a block and two blocks by turns
    [(f, c, (3, 10)[(i + j) % 2]) for i, f in enumerate(FAMILIES) for j, c in enumerate(COUPLINGS)],
    ids=lambda each: str(each) if isinstance(each, int) else f"{type(each).__name__} {getattr(each, 's', '')}".strip(),
)
def test_proved_intervals_hold_the_closed_forms(family: Family, coupling: Coupling, m: int) -> None:
    setting = a_setting(family, coupling, m)
    asked = [MEAN, MSE, Variance(), pair_covariance(m), SECOND_MOMENT]
    run = estimate(setting, asked, Effort(draws=20_000, level=SURE, workers=1))
    kernel = float(setting.log_kernel[0])
    mse = float(log_mse_of_inputs(family, coupling, m, setting.x[0], setting.y[0], family.kernel))
    known = {"mean": (kernel, 1), "mse": (mse, 2), "variance": (mse, 2)}
    known["second_moment"] = (float(np.logaddexp(mse, 2 * kernel)), 2)
    for name, (log, _) in known.items():
        (found,) = run.of(name)
        assert found.interval.kind == "proved", found.interval.reason
        assert math.exp(log - found.log_unit) in found.interval, name
    # a value that is far off is not in the bar: the check can fail
    (best,) = estimate(setting, [MSE], Effort(draws=20_000, level=SURE, workers=1)).of("mse")
    assert math.exp(mse - best.log_unit) in best.interval
    assert 2 * math.exp(mse - best.log_unit) not in best.interval


def test_results_do_not_depend_on_who_draws() -> None:
    # eight chunks: more than two workers have in flight
    setting = a_setting(pairs=3)
    asked = [MEAN, MSE, quantile(0.9), tail_probability(0.2)]

    def run(**how: object) -> str:
        return fingerprint(estimate(setting, asked, Effort(draws=120_000, seed=5, **how)))  # type: ignore[arg-type]

    first = run(workers=1)
    assert first == run(workers=2)
    assert first == run(executor="processes", workers=1)
    with ThreadPoolExecutor(3) as pool:
        assert first == run(executor=pool, workers=3)
    assert first != fingerprint(estimate(setting, asked, Effort(draws=120_000, seed=6)))


class Enough(Exception):
    """Ends a run."""


@settings(max_examples=4, deadline=None)
@given(st.integers(1, 4), st.sampled_from([[MSE], [MSE, quantile(0.5)]]), st.integers(0, 99))
def test_a_run_goes_on_from_wherever_it_was_stopped(parts: int, asked: list[Asked], seed: int) -> None:
    """Bit by bit what it would have been, through JSON; nothing is drawn twice."""
    setting = a_setting()

    told: list[int] = []

    def stop(done: int, most: int) -> None:
        told.append(done)
        if len(told) == parts:
            raise Enough

    def run(draws: int = 200_000, **how: Any) -> Run:
        return estimate(setting, asked, Effort(draws=draws, seed=seed, workers=1, **how))

    whole, kept = run(), list[dict[str, Any]]()
    with pytest.raises(Enough):
        run(progress=stop, keep=lambda found: kept.append(json.loads(json.dumps(found.state))))
    (state,) = kept
    seen: list[int] = []
    resumed = run(resume=state, progress=lambda done, most: seen.append(done))
    assert fingerprint(resumed) == fingerprint(whole) and seen[0] == told[0] + told[-1]
    # finished: nothing is drawn again, and more draws go on from there
    again = run(resume=whole.state, progress=lambda done, most: pytest.fail("drawn again"))
    assert fingerprint(again) == fingerprint(whole) and again.rate is None
    longer = run(250_000, resume=whole.state)
    assert fingerprint(longer) == fingerprint(run(250_000)) and longer.fresh < longer.draws


def test_a_run_with_a_target_goes_on_too() -> None:
    setting, asked, kept, told = a_setting(), [MSE], list[Run](), list[int]()

    def stop(done: int, most: int) -> None:
        told.append(done)
        if len(told) == 3:
            raise Enough

    whole = estimate(setting, asked, Effort(until=0.05, workers=1))
    with pytest.raises(Enough):
        estimate(setting, asked, Effort(until=0.05, workers=1, progress=stop, keep=kept.append))
    assert kept[0].reached is False and "unfinished" in kept[0].message
    assert fingerprint(estimate(setting, asked, Effort(until=0.05, resume=kept[0].state))) == fingerprint(whole)


def test_unfinished_runs_are_told_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Run] = []
    monkeypatch.setattr(session, "EVERY", 0.0)
    whole = estimate(a_setting(), [MSE], Effort(draws=60_000, workers=1, keep=told.append))
    assert len(told) > 2 and [each.draws for each in told] == sorted({each.draws for each in told})
    assert told[-1].draws <= whole.draws


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"draws": 40_000}, "draws must be at least the"),
        ({"seed": 1}, "seed is 0 there and 1 here"),
        ({"level": 0.9, "until": 0.1, "draws": None}, "target is None there and 0.1 here"),
        ({"method": "plain"}, "method is 'tilted' there and 'plain' here"),
        ({"setting": a_setting(m=6)}, "m is 5 there and 6 here"),
        ({"setting": a_setting(length=1.1)}, "inputs is"),
        ({"asked": [MEAN]}, "quantities is"),
    ],
)
def test_a_run_of_another_configuration_is_refused(change: dict[str, Any], message: str) -> None:
    def run(resume: Any, setting: Setting, asked: list[Asked], method: Any, **effort: Any) -> Run:
        return estimate(setting, asked, Effort(workers=1, resume=resume, **effort), method=method)

    given = {"setting": a_setting(), "asked": [MSE], "method": "auto", "draws": 60_000}
    state = run(None, **given).state
    with pytest.raises(ValueError, match=message):
        run(state, **{**given, **change})


@pytest.mark.parametrize("damage", ["described", "powers", "chunks", "centres"])
def test_what_is_no_state_is_refused(damage: str) -> None:
    effort = {"draws": 20_000, "workers": 1}
    state = estimate(a_setting(), [MSE], Effort(**effort)).state
    for wrong in ({key: value for key, value in state.items() if key != damage}, {**state, damage: 7.5}):
        with pytest.raises(ValueError, match="resume must be the state of a run"):
            estimate(a_setting(), [MSE], Effort(**effort, resume=wrong))


def test_a_target_is_reached_or_it_is_said_what_was() -> None:
    setting = a_setting()
    run = estimate(setting, [MSE], Effort(until=0.02, workers=1))
    assert run.reached and run.of("mse")[0].relative_error <= 0.02
    assert "reached" in run.message
    short = estimate(setting, [MSE], Effort(until=1e-4, budget=50_000, workers=1))
    assert short.reached is False
    assert "not reached" in short.message and "%" in short.message
    assert short.draws >= 50_000


def test_draws_are_tilted_where_that_is_possible() -> None:
    def method(asked: list[Asked], family: Family = Positive(), coupling: Coupling = Orthogonal()) -> str:  # noqa: B008
        return plans.plan_of(a_setting(family, coupling), asked).method

    assert method([MEAN, MSE, Variance()]) == method([SECOND_MOMENT], Hyperbolic()) == "tilted"
    for other in (quantile(0.5), tail_probability(0.1)):
        assert method([MEAN, other]) == "plain"
    assert method([MEAN], Trigonometric()) == method([MEAN], Positive(), Halton()) == "plain"


def test_where_no_bar_holds_it_is_said() -> None:
    # the fourth moments of samples with A near 1/8 are infinite
    heavy = GeneralizedExponential(sp.Rational(3, 25), 1, sp.Integer(5))
    effort = Effort(draws=20_000, workers=1)
    run = estimate(a_setting(heavy, length=2.0), [SECOND_MOMENT], effort, method="plain")
    (found,) = run.of("second_moment")
    assert found.answer == "inconclusive" and found.interval.reason
    assert found.relative_error == math.inf


def test_shared_draws_keep_each_law_and_move_together() -> None:
    setting = a_setting(pairs=4)
    shared = Setting.of(setting.estimator, setting.x, setting.y, setting.m, share=True)
    run = estimate(shared, [MSE, BIAS], Effort(draws=50_000, level=SURE, workers=1))
    exact = log_mse_of_inputs(Positive(), Orthogonal(), 5, setting.x, setting.y, "softmax")
    for found, log in zip(run.of("mse"), exact, strict=True):
        assert math.exp(float(log) - found.log_unit) in found.interval
    errors = [found.value for found in run.of("bias")]
    plain = [found.value for found in estimate(setting, [BIAS], Effort(draws=50_000, workers=1)).of("bias")]
    # all have one sign when they share their draws, and are apart by less than independent ones
    assert np.std(errors) < np.std(plain)


def test_what_a_pair_costs_beside_its_draws() -> None:
    """Calls, which do not depend on what else the machine does; 31 of them take some 9 of 17 microseconds for each of 1e5 pairs."""

    def calls(pairs: int) -> int:
        setting, found = a_setting(length=0.05, pairs=pairs), 0

        def count(_frame: object, event: str, _argument: object) -> None:
            nonlocal found
            found += event in ("call", "c_call")

        sys.setprofile(count)
        try:
            estimate(setting, [MSE], Effort(draws=1, workers=1), method="plain")
        finally:
            sys.setprofile(None)
        return found

    calls(30)
    assert (calls(80) - calls(30)) / 50 <= 34
