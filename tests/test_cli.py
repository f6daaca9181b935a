"""``verify`` on a house of fake statements: verdicts, exit statuses, and every kind of bad input."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from house import REFUTED, House

from rftheory.cli import CommandGroup, main
from rftheory.statements.recorded import recorded_path
from rftheory.statements.verdicts import JUDGES

_CAUGHT = {"made": 4, "refused": 3, "kernel": 4, "enclosure": 3, "simulation": 0, "elsewhere": 0}


def test_verify_records_then_repeats_without_judging(house: House) -> None:
    house.add("one")
    house.add("two", REFUTED, figures={"print_mutants": _CAUGHT, "survivors": ["c: sign"]})
    first = house.run("verify")
    assert first.exit_code == 1
    assert "no verdicts are recorded yet for 2 statements" in first.stderr
    recorded = house.run("ledger")
    assert recorded.exit_code == 0, recorded.output
    asked = len(house.asked())
    again = house.run("verify")
    assert again.exit_code == 0, again.output
    assert len(house.asked()) == asked == 2 * len(JUDGES)
    for expected in (
        "fake.one",
        "proved",
        "refuted",
        "a sign",
        "of the print 3 of 4 (kernel 4, enclosure 3)",
        "survivor: fake.two: c: sign",
    ):
        assert expected in again.stdout
    assert max(len(line) for line in again.stdout.splitlines()) <= 80


def test_a_changed_verdict_gives_exit_status_1(house: House) -> None:
    house.add("one")
    assert house.run("ledger").exit_code == 0
    house.add("one", REFUTED)
    result = house.run("verify")
    assert result.exit_code == 1
    assert "changed: fake.one: status was proved, is refuted" in result.stderr


def test_a_statement_that_disappeared_is_a_change(house: House) -> None:
    house.add("one")
    path = house.add("two")
    assert house.run("ledger").exit_code == 0
    path.unlink()
    result = house.run("verify")
    assert result.exit_code == 1
    assert "fake.two: recorded, but there is no such statement" in result.stderr
    assert house.run("verify", "fake.one").exit_code == 0


def test_verify_judges_what_a_statement_rests_on(house: House) -> None:
    house.add("base")
    house.add("top", imports="from . import base")
    house.add("other")
    house.run("verify", "fake.top")
    assert {line.split()[0] for line in house.asked()} == {"fake.base", "fake.top"}


def test_statements_of_the_user_are_not_compared_with_the_record(house: House, tmp_path: Path) -> None:
    house.add("base")
    assert house.run("ledger").exit_code == 0
    mine = tmp_path / f"mine_{house.package.name}"
    mine.mkdir()
    theirs = house.add("own", imports=f"from {house.package.name} import base")
    theirs.rename(mine / "own.py")
    result = house.run("verify", "fake.own", "--statements", str(mine))
    assert result.exit_code == 0, result.output
    assert {line.split()[0] for line in house.asked()} == {"fake.base", "fake.own"}
    assert house.run("verify", "--statements", str(tmp_path / "absent")).exit_code == 2


def _add_mine(house: House, tmp_path: Path, findings: dict[str, list[tuple[Any, ...]]] | None) -> list[str]:
    """A statement of the user; returns the arguments that judge it."""
    mine = tmp_path / f"mine_{house.package.name}"
    mine.mkdir()
    house.add("own", findings).rename(mine / "own.py")
    return ["verify", "fake.own", "--statements", str(mine)]


def test_without_ids_the_packages_of_the_user_are_judged_alone(house: House, tmp_path: Path) -> None:
    house.add("base")
    assert house.run("ledger").exit_code == 0
    house.add("other")
    mine = tmp_path / f"mine_{house.package.name}"
    mine.mkdir()
    for name in ("own", "more"):
        house.add(name, imports=f"from {house.package.name} import base").rename(mine / f"{name}.py")
    result = house.run("verify", "--statements", str(mine))
    assert result.exit_code == 0, result.output
    assert {line.split()[0] for line in house.asked()} == {"fake.base", "fake.own", "fake.more"}
    # what is to be done with one of them is a command that finds it
    told = house.run("show", "fake.own", "--level", "full", "--statements", str(mine)).stdout
    assert f"rftheory verify fake.own --statements {mine}" in told


def test_a_package_without_statements_is_not_everything(house: House, tmp_path: Path) -> None:
    house.add("base")
    empty = tmp_path / f"mine_{house.package.name}"
    empty.mkdir()
    result = house.run("verify", "--statements", str(empty))
    assert result.exit_code == 1 and f"no statement was found in {empty}" in " ".join(result.stderr.split())
    assert house.asked() == []


_SUPPORTED = {"simulation": [("c", "claim", "holds", "draws agree")]}
_REJECTED = {"kernel": [("c", "claim", "undecided", "a gap")], "simulation": [("c", "claim", "refuted", "far off")]}
_CONFLICT = {"kernel": [("c", "claim", "holds", "a chain")], "enclosure": [("c", "claim", "refuted", "disjoint")]}
_BORNE_OUT = {
    "enclosure": [("c", "claim", "refuted", "disjoint")],
    "simulation": [("c", "claim", "refuted", "far off")],
}
_STEP_REJECTED = {"kernel": [("c", "claim", "holds", "a chain")], "simulation": [("s", "step", "refuted", "far off")]}


@pytest.mark.parametrize(
    ("findings", "allow", "code"),
    [
        (None, "", 0),
        (_SUPPORTED, "", 1),
        (_SUPPORTED, "refuted,certified", 1),
        (_SUPPORTED, "refuted, supported", 0),
        (REFUTED, "", 1),
        (REFUTED, "refuted", 0),
        (_BORNE_OUT, "refuted", 0),
        (_REJECTED, "undecided", 1),
        (_STEP_REJECTED, "", 1),
        (_CONFLICT, "refuted,undecided,supported,certified", 1),
    ],
)
def test_what_has_no_record_must_be_proved_or_allowed(
    house: House, tmp_path: Path, findings: dict[str, list[tuple[Any, ...]]] | None, allow: str, code: int
) -> None:
    result = house.run(*_add_mine(house, tmp_path, findings), *(["--allow", allow] if allow else []))
    assert result.exit_code == code, result.output
    if code and findings in (_SUPPORTED, REFUTED):
        assert "fake.own has no recorded verdict" in result.stderr and "--allow" in result.stderr


@pytest.mark.parametrize("findings", [_CONFLICT, _REJECTED])
def test_no_record_makes_a_contradiction_right(house: House, findings: dict[str, list[tuple[Any, ...]]]) -> None:
    house.add("one", findings)
    assert house.run("ledger").exit_code == 0
    result = house.run("verify", "--json", "-")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["changed"] == [] and len(json.loads(result.stdout)["wrong"]) == 1


def test_nothing_to_verify_is_no_success(house: House) -> None:
    result = house.run("verify")
    assert result.exit_code == 1
    assert "nothing was verified" in result.stderr


def test_a_broken_file_is_named_and_the_rest_judged(house: House) -> None:
    house.add("good")
    house.write("broken.py", "def (")
    house.add("unimportable", imports="import no_such_module_anywhere")
    house.add("raising", before="raise ZeroDivisionError('in the judge')")
    house.add("empty", claims="[]")
    result = house.run("verify")
    assert result.exit_code == 1
    assert "broken.py: syntax error" in result.stderr
    assert "unimportable.py" in result.stderr and "no_such_module_anywhere" in result.stderr
    assert "ZeroDivisionError: in the judge" in result.stderr
    assert "claims() is empty" in result.stderr
    statuses = {line.split()[0]: line.split()[2] for line in result.stdout.splitlines() if line.startswith("fake.")}
    assert statuses["fake.good"] == "proved"
    assert statuses["fake.raising"] == "undecided"
    # of what does not load nothing is found, not even that
    assert not statuses.keys() & {"fake.unimportable", "fake.empty"}
    # what could not be judged is not kept, and not recorded either
    assert house.run("ledger").exit_code == 1
    assert not house.recorded.exists()


def test_a_missing_judge_is_an_error_and_the_others_judge(house: House) -> None:
    house.add("one")
    (house.package / "_simulation.py").unlink()
    result = house.run("verify")
    assert result.exit_code == 1
    assert "simulation: ModuleNotFoundError" in result.stderr
    # the other judges say so, but a judge that fails never leaves a row proved
    assert "supported" in result.stdout and "1 proved" not in result.stdout


def test_a_damaged_receipt_is_judged_again(house: House) -> None:
    house.add("one")
    house.run("ledger")
    receipt = next(house.receipts.glob("*/kernel-*.json"))
    receipt.write_text(receipt.read_text()[:-40])
    before = len(house.asked())
    result = house.run("verify")
    assert result.exit_code == 0
    assert "1 damaged receipts are judged again" in result.stderr.replace("\n", " ")
    assert house.asked()[before:] == ["fake.one kernel standard 0"]


def test_an_unwritable_store_costs_only_the_receipts(house: House) -> None:
    house.add("one")
    house.run("ledger")
    house.receipts.rename(house.receipts.with_name("kept"))
    house.receipts.write_text("a file where the folder should be")
    result = house.run("verify")
    assert result.exit_code == 0
    assert "cannot be written" in result.stderr and "--receipts" in result.stderr
    assert "proved" in result.stdout


def test_a_damaged_record_is_named(house: House) -> None:
    house.add("one")
    house.recorded.write_text("[")
    result = house.run("verify")
    assert result.exit_code == 1
    assert "not a recorded ledger" in result.stderr


def test_the_ledger_of_a_checkout_stands_beside_its_project_file() -> None:
    assert (recorded_path().parent.parent / "pyproject.toml").is_file()


def test_the_ledger_is_recorded_in_a_checkout_only(house: House) -> None:
    house.add("one")
    (house.recorded.parent.parent / "pyproject.toml").unlink()
    result = house.run("ledger")
    assert result.exit_code == 2
    assert "recorded in a checkout" in result.stderr


def test_interrupt_keeps_what_is_finished(house: House) -> None:
    house.add("a_first")
    house.run("verify")
    house.add("stopped", before="raise KeyboardInterrupt")
    result = house.run("verify")
    assert result.exit_code == 130
    assert "interrupted: 0 of 4 checks are finished and kept" in result.stderr


@pytest.mark.parametrize(("number", "told"), [(errno.ENOSPC, True), (errno.EDQUOT, True), (errno.EISDIR, False)])
def test_a_full_disk_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch, number: int, told: bool) -> None:
    def full() -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(CommandGroup, "get_command", lambda *_: click.Command("list", callback=full))
    result = CliRunner().invoke(main, ["list"])
    assert result.exit_code == 1
    # control: what else cannot be opened is none of it
    assert ("could not be written" in result.stderr) == told == (not isinstance(result.exception, OSError))
