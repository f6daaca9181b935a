"""Runs of the Monte Carlo engine: their bars hold, and nothing but the arguments matters."""

from __future__ import annotations

import json
import math
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import sympy as sp
from scipy import special

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.halton import Halton
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.estimators.coupled import Coupled
from rftheory.execution.checkpoint import CheckpointMismatch
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.mechanisms.mse import log_mse_of_inputs
from rftheory.montecarlo import plans
from rftheory.montecarlo.intervals import Interval
from rftheory.montecarlo.quantities import (
    Bias,
    Mean,
    MeanSquaredError,
    PairCovariance,
    Quantile,
    SecondMoment,
    TailProbability,
    Variance,
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


@pytest.mark.parametrize("coupling", COUPLINGS, ids=lambda c: type(c).__name__)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f"{type(f).__name__} {getattr(f, 's', '')}")
@pytest.mark.parametrize("m", [3, 10])
def test_proved_intervals_hold_the_closed_forms(family: Family, coupling: Coupling, m: int) -> None:
    setting = a_setting(family, coupling, m)
    asked = [Mean(), MeanSquaredError(), Variance(), PairCovariance(m), SecondMoment()]
    run = estimate(setting, asked, Effort(draws=20_000, level=SURE, workers=1))
    kernel = float(setting.log_kernel[0])
    mse = float(log_mse_of_inputs(family, coupling, m, setting.x[0], setting.y[0], family.kernel))
    known = {"mean": (kernel, 1), "mse": (mse, 2), "variance": (mse, 2)}
    known["second_moment"] = (float(np.logaddexp(mse, 2 * kernel)), 2)
    for name, (log, _) in known.items():
        (found,) = run.of(name)
        assert found.interval.kind == "proved", found.interval.reason
        assert math.exp(log - found.log_unit) in found.interval, name
    # a value that is far off is not in the bar of the best method: the check can fail
    (best,) = estimate(setting, [MeanSquaredError()], Effort(draws=20_000, level=SURE, workers=1)).of("mse")
    assert math.exp(mse - best.log_unit) in best.interval
    assert 2 * math.exp(mse - best.log_unit) not in best.interval


@pytest.mark.parametrize("method", ["plain", "controlled", "tilted", "auto"])
@pytest.mark.parametrize("length", [0.5, 2.0, 4.0])
def test_every_method_holds_the_same_error(method: str, length: float) -> None:
    setting = a_setting(length=length, m=10)
    run = estimate(setting, [MeanSquaredError()], Effort(draws=30_000, level=SURE, workers=1), method=method)  # type: ignore[arg-type]
    (found,) = run.of("mse")
    exact = log_mse_of_inputs(Positive(), Orthogonal(), 10, setting.x[0], setting.y[0], "softmax")
    assert math.exp(float(exact) - found.log_unit) in found.interval
    if method == "auto":
        # long inputs included: plain draws would say nothing there
        assert found.relative_error < 0.25


def test_results_do_not_depend_on_who_draws(tmp_path) -> None:  # type: ignore[no-untyped-def]
    # eight chunks: more than two workers have in flight
    setting = a_setting(pairs=3)
    asked = [Mean(), MeanSquaredError(), Quantile(0.9), TailProbability(0.2)]

    def run(**how: object) -> str:
        return fingerprint(estimate(setting, asked, Effort(draws=120_000, seed=5, **how)))  # type: ignore[arg-type]

    first = run(workers=1)
    assert first == run(workers=2)
    assert first == run(executor="processes", workers=1)
    with ThreadPoolExecutor(3) as pool:
        assert first == run(executor=pool, workers=3)
    assert first == run(checkpoint=tmp_path / "kept", workers=2)
    assert first != fingerprint(estimate(setting, asked, Effort(draws=120_000, seed=6)))


def test_an_interrupted_run_goes_on_where_it_was(tmp_path) -> None:  # type: ignore[no-untyped-def]
    setting, asked, path = a_setting(), [MeanSquaredError(), Quantile(0.5)], tmp_path / "kept"

    class Enough(Exception):
        pass

    def stop(progress) -> None:  # type: ignore[no-untyped-def]
        if progress.parts == 3:
            raise Enough

    whole = estimate(setting, asked, Effort(draws=400_000, workers=1))
    with pytest.raises(Enough):
        estimate(setting, asked, Effort(draws=400_000, workers=1, checkpoint=path, progress=stop))
    seen: list[int] = []
    resumed = estimate(
        setting, asked, Effort(draws=400_000, workers=2, checkpoint=path, progress=lambda p: seen.append(p.parts))
    )
    assert fingerprint(resumed) == fingerprint(whole)
    assert seen[0] == 4
    # finished: nothing is drawn again
    silent = Effort(draws=400_000, checkpoint=path, progress=lambda p: pytest.fail("drawn again"))
    again = estimate(setting, asked, silent)
    assert fingerprint(again) == fingerprint(whole)
    longer = estimate(setting, asked, Effort(draws=500_000, checkpoint=path))
    assert fingerprint(longer) == fingerprint(estimate(setting, asked, Effort(draws=500_000)))
    with pytest.raises(ValueError, match="draws must be at least the"):
        estimate(setting, asked, Effort(draws=400_000, checkpoint=path))
    with pytest.raises(CheckpointMismatch, match="seed is 0 there and 1 here"):
        estimate(setting, asked, Effort(draws=400_000, seed=1, checkpoint=path))
    # the draws are the same, but not what is recorded of them
    with pytest.raises(CheckpointMismatch, match="method is 'controlled' there and 'plain' here"):
        estimate(setting, asked, Effort(draws=400_000, checkpoint=path), method="plain")


def test_a_target_is_reached_or_it_is_said_what_was() -> None:
    setting = a_setting()
    run = estimate(setting, [MeanSquaredError()], Effort(until=0.02, workers=1))
    assert run.reached and run.of("mse")[0].relative_error <= 0.02
    assert "reached" in run.message
    short = estimate(setting, [MeanSquaredError()], Effort(until=1e-4, budget=50_000, workers=1))
    assert short.reached is False
    assert "not reached" in short.message and "%" in short.message
    assert short.draws >= 50_000


@pytest.mark.parametrize("v", [1.0, 2.0, 4.0])
def test_one_percent_of_an_orthogonal_error_takes_less_than_a_million_draws(v: float) -> None:
    """The first look is where the variance of what is drawn says, relative to the whole error with its known part."""
    x = np.eye(64)[0] * v / 2
    run = estimate(
        Setting.of(Coupled(Positive(), Orthogonal()), x, x, 64), [MeanSquaredError()], Effort(until=0.01, workers=1)
    )
    assert run.reached and run.draws < 1_000_000
    (exact,) = log_mse_of_inputs(Positive(), Orthogonal(), 64, x[None], x[None], "softmax")
    (found,) = run.of("mse")
    assert found.interval.kind == "proved"
    # the level is 99%, the seed fixed
    assert math.exp(float(exact) - found.log_unit) in found.interval


def test_each_quantity_says_how_it_was_formed() -> None:
    asked = [Mean(), MeanSquaredError(), Variance()]
    run = estimate(a_setting(), asked, Effort(draws=1000, workers=1), method="controlled")
    assert [found.method for found in run.estimates] == ["plain", "controlled", "controlled"]
    assert estimate(a_setting(), [Mean()], Effort(draws=1000, workers=1)).method == "plain"


def test_where_no_bar_holds_it_is_said() -> None:
    # the fourth moments of samples with A near 1/8 are infinite, and no proved bar is left for the second moment
    heavy = GeneralizedExponential(sp.Rational(3, 25), 1, sp.Integer(5))
    run = estimate(a_setting(heavy, length=2.0), [SecondMoment()], Effort(draws=20_000, workers=1))
    (found,) = run.of("second_moment")
    assert found.answer == "inconclusive" and found.interval.reason
    assert found.relative_error == math.inf


@pytest.mark.parametrize(("length", "kind"), [(0.3, "asymptotic"), (1.5, "proved")])
def test_a_coupling_without_moments_has_a_crude_bar_where_the_limit_law_does_not_hold(length: float, kind: str) -> None:
    setting = a_setting(Positive(), Halton(), length=length)
    run = estimate(setting, [MeanSquaredError()], Effort(draws=20_000, workers=1))
    (found,) = run.of("mse")
    assert (found.interval.kind, found.interval.level) == (kind, 0.99)
    # against literal draws of the definition, known to a few parts in a hundred
    x, y = setting.x[0], setting.y[0]
    error = np.square(setting.estimator.draw(np.random.default_rng(1), 50_000, x, y, 5, 1) - math.exp(x @ y)).mean()
    assert error * math.exp(-found.log_unit) in Interval(0.9 * found.interval.low, 1.1 * found.interval.high, 0.9, kind)


def test_shared_draws_keep_each_law_and_move_together() -> None:
    setting = a_setting(pairs=4)
    shared = Setting.of(setting.estimator, setting.x, setting.y, setting.m, share=True)
    run = estimate(shared, [MeanSquaredError(), Bias()], Effort(draws=50_000, level=SURE, workers=1))
    exact = log_mse_of_inputs(Positive(), Orthogonal(), 5, setting.x, setting.y, "softmax")
    for found, log in zip(run.of("mse"), exact, strict=True):
        assert math.exp(float(log) - found.log_unit) in found.interval
    errors = [found.value for found in run.of("bias")]
    plain = [found.value for found in estimate(setting, [Bias()], Effort(draws=50_000, workers=1)).of("bias")]
    # all have one sign when they share their draws, and are apart by less than independent ones
    assert np.std(errors) < np.std(plain)


def test_many_pairs_share_what_costs_time(monkeypatch: pytest.MonkeyPatch):
    """Quantiles of the limit law depend on level and draws alone: one of each kind, however many pairs there are."""
    calls: list[float] = []
    for name in ("ndtri", "stdtrit"):
        own = getattr(special, name)
        monkeypatch.setattr(special, name, lambda *of, own=own: calls.append(of[-1]) or own(*of))
    found = estimate(
        a_setting(length=0.05, pairs=100), [SecondMoment()], Effort(draws=2000, level=0.987, seed=3, workers=1)
    )
    assert sum(each.interval.kind == "asymptotic" for each in found.estimates) > 50
    assert len(calls) == 2
    # control: another level has quantiles of its own
    estimate(a_setting(length=0.05, pairs=100), [SecondMoment()], Effort(draws=2000, level=0.986, seed=3, workers=1))
    assert len(calls) == 4


def test_what_a_pair_costs_beside_its_draws(monkeypatch: pytest.MonkeyPatch):
    """Calls, which do not depend on what else the machine does; 31 of them take some 9 of 17 microseconds for each of 1e5 pairs."""

    def calls(pairs: int) -> int:
        setting, found = a_setting(length=0.05, pairs=pairs), 0

        def count(_frame: object, event: str, _argument: object) -> None:
            nonlocal found
            found += event in ("call", "c_call")

        monkeypatch.setattr(plans, "MOST_PAIRS", 0)
        sys.setprofile(count)
        try:
            estimate(setting, [MeanSquaredError()], Effort(draws=1, workers=1), method="plain")
        finally:
            sys.setprofile(None)
        return found

    calls(30)
    assert (calls(80) - calls(30)) / 50 <= 34
