"""Hostile statements through the command line: no row is proved, and the exit status says so."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hostile.commandline import GROUPS, write_hostile, write_true

from rftheory.cli import main
from rftheory.execution.executors import Workers, threads
from rftheory.judges import workers
from rftheory.statements import discovery


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules that a statement rests on are judged for the ledger: here they would take most of the time, again each time."""
    monkeypatch.setattr(discovery, "WALKED", ())


@pytest.fixture
def here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """These files do nothing to their process: most are judged in that of the tests, which need not start one for each."""
    if request.getfixturevalue("group") != "files":
        monkeypatch.setattr(workers, "open_executor", lambda *_: nullcontext(Workers(None, 1, threads)))
        monkeypatch.setattr(sys, "path", [*sys.path])


def _verified(directory: Path, group: str) -> tuple[int, dict[str, Any]]:
    """Exit status and JSON of a run over a package of statements; receipts are kept beside it."""
    file = directory.parent / "out.json"
    arguments = [f"{group}.*", "--statements", directory, "--receipts", directory.parent / "receipts", "--json", file]
    result = CliRunner().invoke(
        main, ["verify", *map(str, arguments), "--level", "quick", "--executor", "threads", "--jobs", "2"]
    )
    return result.exit_code, json.loads(file.read_text(encoding="utf-8"))


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("group", GROUPS)
def test_hostile_files_are_not_proved(group: str, tmp_path: Path) -> None:
    package = tmp_path / f"hostile_{group}"
    false = write_hostile(package, group)
    code, document = _verified(package, "hostile")
    statuses = {row["id"]: row["status"] for row in document["statements"]}
    refused = {f"hostile.{Path(problem['file']).stem}" for problem in document["broken"]}
    assert false and set(false) == statuses.keys() | refused
    assert [name for name in false if statuses.get(name) == "proved"] == []
    assert code != 0
    # a file that cannot be read proves nothing either way
    assert [row["id"] for row in document["statements"] if "ImportError" in str(row["status_notes"])] == []


def test_true_files_are_proved_and_stay_so(tmp_path: Path) -> None:
    true = write_true(tmp_path / "sound_files")
    for _ in range(2):
        code, document = _verified(tmp_path / "sound_files", "sound")
        assert {row["id"] for row in document["statements"]} == set(true)
        assert {row["status"] for row in document["statements"]} == {"proved"}
        assert code == 0
