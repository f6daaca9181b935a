"""Tables beside the receipts: lists answer from them as they do from the files, and never when anything has changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from house import REFUTED, House

from rftheory.statements.source_tree import digest_of
from rftheory.statements.tables import Table, state_of

COMMANDS = (
    ["list", "--json"],
    ["show", "fake.second", "--json"],
    ["errata", "--json"],
    ["graph", "--json"],
    ["axioms", "--json"],
)


def _answers(house: House) -> list[str]:
    found = [house.run(command, *rest) for command, *rest in COMMANDS]
    assert all(result.exit_code == 0 for result in found)
    return [result.stdout for result in found]


def _without_tables(house: House) -> list[str]:
    for table in house.receipts.glob("*.json"):
        table.unlink()
    return _answers(house)


def _no_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("rftheory.statements.discovery.read_entry", "rftheory.statements.dependencies.dependency_graph"):
        monkeypatch.setattr(place, lambda *_: pytest.fail("files are read"))


@pytest.fixture
def judged(house: House) -> House:
    house.add("first")
    house.add("second", findings=REFUTED, imports=f"import {house.package.name}.first")
    house.add("third")
    house.run("verify", "fake.first", "fake.second")
    return house


def test_a_table_answers_as_the_files_do_and_they_are_not_read(judged: House, monkeypatch: pytest.MonkeyPatch) -> None:
    cold = _without_tables(judged)
    _no_reading(monkeypatch)
    assert _answers(judged) == cold
    assert json.loads(cold[0])[1]["status"] == "refuted"


def test_a_run_over_everything_leaves_the_tables(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.add("first")
    house.run("ledger")
    _no_reading(monkeypatch)
    assert house.run("show", "fake.first").exit_code == 0


#: one after the other
_CHANGES: dict[str, Callable[[House], object]] = {
    "another file": lambda house: house.add("third", findings=REFUTED),
    "a new file": lambda house: house.add("fourth"),
    "a shared piece": lambda house: house.write("_shared.py", "ONE = 1"),
    "a damaged receipt": lambda house: next(house.receipts.glob("fake.first/kernel-*.json")).write_text("{"),
    "a lost receipt": lambda house: next(house.receipts.glob("fake.first/kernel-*.json")).unlink(),
    "new receipts": lambda house: house.run("verify"),
    "a damaged table": lambda house: (house.receipts / "known.json").write_text("{"),
    "a table of something else": lambda house: (house.receipts / "statements.json").write_text('{"key": 1}'),
}


def test_whatever_changes_is_seen(judged: House) -> None:
    _answers(judged)
    for name, change in _CHANGES.items():
        change(judged)
        assert _answers(judged) == _without_tables(judged), name


def test_a_table_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    table = Table.of(blocked, "statements", "digest")
    table.write([1])
    assert table.read() is None
    kept = Table.of(tmp_path / "some", "statements", "digest")
    kept.write([1])
    assert kept.read() == [1]
    assert Table.of(tmp_path / "some", "statements", "other").read() is None
    assert Table.of(tmp_path / "some", "statements", "digest", "level").read() is None


def test_the_digest_is_that_of_names_and_contents(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "a.py").write_text("a")
    before = digest_of({"mine": tmp_path})
    assert digest_of({"mine": tmp_path}) == before
    (tmp_path / "inner" / "__pycache__").mkdir()
    (tmp_path / "inner" / "__pycache__" / "a.pyc").write_text("a")
    assert digest_of({"mine": tmp_path}) == before
    (tmp_path / "inner" / "a.py").rename(tmp_path / "inner" / "b.py")
    assert digest_of({"mine": tmp_path}) != before
    assert state_of(tmp_path / "absent") == []
