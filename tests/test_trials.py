"""Attacks on the kernel: `make attack` fails if anything false is proved, and what was tried is recorded with the kernel that was tried."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import attack, kernel_fuzz, sabotage
from rftheory.statements import pages, trials
from tests.kernel.harness import collected


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = tmp_path / "trials.json"
    for module in (kernel_fuzz, sabotage):
        monkeypatch.setattr(module, "trials_path", lambda: found)
    return found


def test_without_records_the_ledger_says_nothing(path: Path) -> None:
    assert trials.load_trials(path) == {}
    assert "Trials" not in pages.ledger_page([], "standard", 0, trials.load_trials(path))


def test_runs_over_some_rules_are_put_together(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for instances, only in ((20, "algebra:NUM"), (30, "algebra:NZ")):
        assert kernel_fuzz.main(["--instances", str(instances), "--only", only, "--record"]) == 0
        # the first run was in processes
        monkeypatch.setattr(kernel_fuzz, "each_alone", lambda function, works, *_: map(function, works))
    (record,) = trials.load_trials(path).values()
    assert record["current"]
    assert {name: row["instances"] for name, row in record["rules"].items()} == {"algebra:NUM": 20, "algebra:NZ": 30}
    page = pages.ledger_page([], "standard", 0, trials.load_trials(path))
    assert "random instances of 2 groups of rules" in page
    assert ": 50, no fewer than 20 for any; " in page
    assert "found false 0\n" in page


def test_another_kernel_starts_afresh_and_shows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trials.record_trial(path, "fuzz", {"rules": {"a": _row(false=1)}}, add_to="rules")
    monkeypatch.setattr(trials, "kernel_digest", lambda: "another")
    assert not trials.load_trials(path)["fuzz"]["current"]
    page = pages.ledger_page([], "standard", 0, trials.load_trials(path))
    assert "found false 1 (of another version of the kernel)" in page
    trials.record_trial(path, "fuzz", {"rules": {"b": _row(false=0)}}, add_to="rules")
    assert list(trials.load_trials(path)["fuzz"]["rules"]) == ["b"]


def test_the_recorded_trials_are_of_this_kernel() -> None:
    """A change of the kernel asks for new ones: `benchmarks/kernel_fuzz.py` and `benchmarks/sabotage.py` with --record."""
    found = trials.load_trials(trials.trials_path())
    assert all(found[name]["current"] for name in ("fuzz", "sabotage"))
    assert set(found["fuzz"]["rules"]) == set(collected())
    assert all(row["instances"] >= trials.INSTANCES and not row["false"] for row in found["fuzz"]["rules"].values())
    assert not found["sabotage"]["other"]


def test_changes_of_certificates_are_shown(path: Path) -> None:
    counts = {"refused": 5, "harmless": 2, "names": 1, "other": 0}
    trials.record_trial(path, "sabotage", {"seed": 3, "certificates": 2, "changes": 8, **counts})
    assert json.loads(path.read_text())["sabotage"]["kernel"] == trials.kernel_digest()
    page = pages.ledger_page([], "standard", 0, trials.load_trials(path))
    assert "seed 3): 8; refused 5, harmless 2, only names changed 1, another statement proved 0\n" in page


def _row(false: int) -> dict[str, int]:
    return {"seed": 0, "instances": 10, "theorems": 4, "false": false}


#: figures as the benchmarks write them where nothing is wrong
SOUND: dict[str, Any] = {
    "battery": {"false": {"statements": 3, "certified": 0}},
    "sabotage": {"kinds": {"all": {"refused": 4, "harmless": 1, "names": 0, "other": 0}}},
    "kernel_fuzz": {"algebra:NUM": {"instances": 7, "false": []}},
}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The trials that are asked for, which need no time here; ``broken`` and ``unsound`` make one of them fail."""
    names: list[str] = []

    def measured(name: str, *arguments: str) -> dict[str, Any]:
        names.append(name)
        return {"exit_code": 0, "seconds": 0.1, "figures": SOUND[name]}

    monkeypatch.setattr(attack, "measured", measured)
    return names


@pytest.mark.parametrize("size", attack.SIZES)
def test_every_size_tries_all_three(size: str, run: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert attack.main(["--size", size]) == 0
    assert set(run) == set(SOUND)
    assert '"tried": 5, "false": 0' in capsys.readouterr().out


@pytest.mark.parametrize("failing", SOUND)
@pytest.mark.parametrize("figures", ["none", "as they are"])
def test_one_that_fails_is_told_and_stops_no_other(
    failing: str, figures: str, run: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = attack.measured

    def measured(name: str, *arguments: str) -> dict[str, Any]:
        found = sound(name, *arguments)
        if name != failing:
            return found
        return {**found, "exit_code": 1, "figures": None if figures == "none" else found["figures"]}

    monkeypatch.setattr(attack, "measured", measured)
    assert attack.main([]) == 1
    assert set(run) == set(SOUND)


@pytest.mark.parametrize("trial", [trial for trials in attack.SIZES.values() for trial in trials], ids=str)
def test_the_benchmarks_take_their_options(trial: attack.Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left for them to try."""
    module = importlib.import_module(f"benchmarks.{trial.name}")
    seen: list[Any] = []

    def nothing(_function: Any, works: list[Any], *_: Any) -> list[Any]:
        seen.append(works)
        return []

    monkeypatch.setattr(module, "each_alone", nothing)
    if trial.name != "battery":
        monkeypatch.setattr(module, "record_trial", lambda *_, **__: None)
    module.main([*trial.arguments, "--jobs", "2"])
    assert len(seen) == 1 and seen[0]
