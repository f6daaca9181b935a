"""`make attack`: what it runs, and that anything false which is proved makes it fail."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from benchmarks import attack

#: figures as the benchmarks write them where nothing is wrong
SOUND: dict[str, Any] = {
    "battery": {"false": {"statements": 3, "proved": 0}},
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
