"""The benchmarks: what they compare with is right, and ratios are what they say. Nothing is timed here.

Catoni tests (`montecarlo.contract`) of the straightforward versions: a right one is refused with probability at most 1e-9, a mean or an
error that is off by the difference of the plan passes with probability at most 1e-3.
"""

from __future__ import annotations

import importlib
import json
from itertools import count

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import _baselines as baselines
from benchmarks._measuring import Ratio, against_targets, alternate, wanted
from benchmarks.run import chosen, main, names, takes_minutes
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.montecarlo.contract import make_plan
from rftheory.montecarlo.estimators.coupled import Coupled
from rftheory.montecarlo.estimators.moments import DIGITS

D = 3
X, Y = np.array([0.6, 0.2, 0.1]), np.array([0.5, -0.1, 0.2])
KERNEL = float(np.exp(X @ Y))
POSITIVE, WAVES = baselines.positive_features, baselines.trigonometric_features


def no_chi(generator, size, m, d):
    """A mistake: all norms are the root of d."""
    return np.full((size, m, 1), np.sqrt(d))


def unsigned(generator, size, m, inputs):
    """A mistake: the QR factor as it comes, whose first column points to one side."""
    d = len(inputs)
    return np.linalg.qr(generator.standard_normal((size, d, d)))[0][:, :m] @ inputs


def refused(features, projections, family, coupling, m, error, seed=0):
    """Whether the Catoni tests refuse the mean, and the mean squared error, of a version; with their least difference ``error``."""
    with mpmath.workdps(DIGITS):
        second = float(mpmath.re(Coupled(family, coupling).weighted(X, Y, KERNEL).moment((0, 1), m, 1)))
    # the fourth moment of the errors is at most 60 times the square of the second here, as draws show
    plans = (
        make_plan(KERNEL, error * KERNEL, second, alpha=1e-9),
        make_plan(second, 5 * error * second, 60 * second**2, alpha=1e-9),
    )
    generator = np.random.default_rng(seed)
    size = max(plan.draws for plan in plans)
    drawn = baselines.estimates(features, projections, generator, size, X, Y, m)
    values = (drawn, (drawn - KERNEL) ** 2)
    return [plan.rejects(value[: plan.draws]) for plan, value in zip(plans, values, strict=True)]


RIGHT = {
    "iid positive": (POSITIVE, baselines.dense, Positive(), Independent()),
    "iid trigonometric": (WAVES, baselines.dense, Trigonometric(), Independent()),
    "orthogonal": (POSITIVE, baselines.orthogonal(baselines.haar_by_qr), Positive(), Orthogonal()),
    "simplex": (POSITIVE, baselines.simplex(baselines.haar_by_qr), Positive(), Simplex()),
}
WRONG = {
    "no chi norms": (POSITIVE, baselines.orthogonal(baselines.haar_by_qr, no_chi), Positive(), Orthogonal()),
    "no signs": (POSITIVE, baselines.orthogonal(unsigned), Positive(), Orthogonal()),
    "another coupling": (POSITIVE, baselines.dense, Positive(), Simplex()),
}


@pytest.mark.parametrize(("name", "m"), [*((name, D) for name in RIGHT), ("simplex", 2)])
def test_a_straightforward_version_has_the_exact_mean_and_error(name, m):
    assert refused(*RIGHT[name], m, error=0.06) == [False, False]


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_version_is_refused(name):
    assert any(refused(*WRONG[name], D, error=0.06))


# -- ratios ----------------------------------------------------------------------------------------------------------


class Clock:
    """A clock that stands still but for what the works say they take."""

    def __init__(self):
        self.now, self.calls = 0.0, []

    def __call__(self):
        return self.now

    def work(self, name, seconds, draws):
        """``seconds`` of each call in turn: a number, or a function of the time."""

        def run():
            self.calls.append(name)
            self.now += seconds(self.now) if callable(seconds) else seconds
            return draws

        return run


@given(st.integers(1, 50), st.integers(1, 50), st.integers(1, 9), st.integers(1, 9), st.integers(1, 5))
def test_ratios_are_those_of_the_times_per_draw(slow, fast, many, few, rounds):
    clock = Clock()
    works = {"ours": clock.work("ours", fast / 64, many), "plain": clock.work("plain", slow / 64, few)}
    timed = alternate(works, 2.0, rounds=rounds, clock=clock)
    # sixty-fourths add without rounding: what is left are the few divisions
    expected = (slow / few) / (fast / many)
    ratio = timed.speed("ours", "plain")
    assert [ratio.low, ratio.median, ratio.high] == pytest.approx([expected] * 3, rel=8 * np.finfo(float).eps)
    assert timed.rate("ours") == pytest.approx(64 * many / fast, rel=8 * np.finfo(float).eps)


def test_a_machine_that_slows_down_between_rounds_leaves_the_ratios():
    clock = Clock()
    calls = count()

    def slower(per_draw):
        # two calls to warm up, then two in each round
        return lambda _: per_draw * (1 + next(calls) // 2)

    works = {"ours": clock.work("ours", slower(1.0), 1), "plain": clock.work("plain", slower(3.0), 1)}
    timed = alternate(works, 1e-3, rounds=5, clock=clock)
    assert len(set(timed.seconds["ours"])) == 5
    assert timed.speed("ours", "plain") == Ratio(3.0, 3.0, 3.0)


def test_a_target_is_met_or_not():
    clock = Clock()
    timed = alternate(
        {"ours": clock.work("", 1.0, 40), "plain": clock.work("", 1.0, 1), "floor": clock.work("", 1.0, 80)},
        1.0,
        clock=clock,
    )
    ratios = against_targets(timed, "ours", {"plain": 40.0, "floor": 0.7})
    assert (ratios["plain"]["met"], ratios["floor"]["met"]) == (True, False)
    assert wanted(ratios) == "40 met, 0.7 NOT MET"


# -- the programs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_every_benchmark_has_help_and_takes_a_file_for_its_figures(name, capsys):
    module = importlib.import_module(f"benchmarks.{name}")
    with pytest.raises(SystemExit) as done:
        module.main(["--help"])
    assert done.value.code == 0
    assert "--json FILE" in capsys.readouterr().out


def test_names_choose(capsys):
    assert chosen(["engine", "engine"]) == ["engine"]
    assert set(chosen([])) == {name for name in names() if not takes_minutes(name)}
    with pytest.raises(SystemExit):
        main(["nothing"])
    assert "benchmark must be one of" in capsys.readouterr().err
    assert main(["engine", "--list"]) == 0


def test_one_that_fails_does_not_stop_the_others(monkeypatch, tmp_path, capfd):
    monkeypatch.setattr("benchmarks.run.measured", lambda name: {"exit_code": name == "engine", "figures": None})
    assert main(["engine", "choose", "--json", str(tmp_path / "all.json")]) == 1
    found = json.loads((tmp_path / "all.json").read_text())["benchmarks"]
    assert list(found) == ["engine", "choose"]
    assert "failed: engine" in capfd.readouterr().err
