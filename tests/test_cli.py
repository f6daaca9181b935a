"""The command line on a house of fake statements: verdicts, exit statuses, and every kind of bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from house import House

from rftheory.judges import pipeline
from rftheory.statements.recorded import recorded_path
from rftheory.statements.source import SourceTree
from rftheory.statements.verdicts import JUDGES

_REFUTED = {"enclosure": [("c", "claim", "refuted", "disjoint", {"flaw": "a sign", "counterexample": {"r": "1"}})]}


_CAUGHT = {"made": 4, "refused": 3, "derivation": 4, "enclosure": 3, "simulation": 0, "elsewhere": 0}


def test_verify_records_then_repeats_without_judging(house: House) -> None:
    house.add("one")
    house.add("two", _REFUTED, figures={"print_mutants": _CAUGHT, "survivors": ["c: sign"]})
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
        "of the print 3 of 4 (derivation 4, enclosure 3)",
        "survivor: fake.two: c: sign",
    ):
        assert expected in again.stdout
    assert max(len(line) for line in again.stdout.splitlines()) <= 80


def test_a_changed_verdict_gives_exit_status_1(house: House) -> None:
    house.add("one")
    assert house.run("ledger").exit_code == 0
    house.add("one", _REFUTED)
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


_SUPPORTED = {"simulation": [("c", "claim", "holds", "draws agree")]}
_REJECTED = {"derivation": [("c", "claim", "undecided", "a gap")], "simulation": [("c", "claim", "refuted", "far off")]}
_CONFLICT = {"derivation": [("c", "claim", "holds", "a chain")], "enclosure": [("c", "claim", "refuted", "disjoint")]}
_BORNE_OUT = {
    "enclosure": [("c", "claim", "refuted", "disjoint")],
    "simulation": [("c", "claim", "refuted", "far off")],
}
_STEP_REJECTED = {
    "derivation": [("c", "claim", "holds", "a chain")],
    "simulation": [("s", "step", "refuted", "far off")],
}


@pytest.mark.parametrize(
    ("findings", "allow", "code"),
    [
        (None, "", 0),
        (_SUPPORTED, "", 1),
        (_SUPPORTED, "refuted,certified", 1),
        (_SUPPORTED, "refuted, supported", 0),
        (_REFUTED, "", 1),
        (_REFUTED, "refuted", 0),
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
    if code and findings in (_SUPPORTED, _REFUTED):
        assert "fake.own has no recorded verdict" in result.stderr and "--allow" in result.stderr


@pytest.mark.parametrize("findings", [_CONFLICT, _REJECTED])
def test_no_record_makes_a_contradiction_right(house: House, findings: dict[str, list[tuple[Any, ...]]]) -> None:
    house.add("one", findings)
    assert house.run("ledger").exit_code == 0
    result = house.run("verify", "--json", "-")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["changed"] == [] and len(json.loads(result.stdout)["wrong"]) == 1


@pytest.mark.parametrize("name", ["conflict", "proven", "refuted,,"])
def test_names_that_cannot_be_allowed(house: House, name: str) -> None:
    house.add("one")
    result = house.run("verify", "--allow", name)
    assert result.exit_code == 2
    assert "must be names among conditional, certified, supported, refuted, uncertain print, undecided" in " ".join(
        result.stderr.split()
    )
    assert house.asked() == []


def test_unknown_id_suggests_the_nearest(house: House) -> None:
    house.add("lemma")
    for command in ("verify", "list", "errata", "graph", "show", "eval"):
        result = house.run(command, "fake.lema")
        assert result.exit_code == 2, command
        assert "nearest: fake.lemma" in result.stderr


def test_nothing_to_verify_is_no_success(house: House) -> None:
    result = house.run("verify")
    assert result.exit_code == 1
    assert "nothing was verified" in result.stderr


@pytest.mark.parametrize("option", [["--level", "hard"], ["--jobs", "0"], ["--seed", "-1"], ["--nonsense"]])
def test_bad_options(house: House, option: list[str]) -> None:
    house.add("one")
    assert house.runner.invoke(__import__("rftheory.cli").cli.main, ["verify", *option]).exit_code == 2


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
    assert statuses["fake.raising"] == statuses["fake.unimportable"] == "undecided"
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
    receipt = next(house.receipts.glob("*/derivation-*.json"))
    receipt.write_text(receipt.read_text()[:-40])
    before = len(house.asked())
    result = house.run("verify")
    assert result.exit_code == 0
    assert "1 damaged receipts are judged again" in result.stderr.replace("\n", " ")
    assert house.asked()[before:] == ["fake.one derivation standard 0"]


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
    assert "interrupted: 0 of 5 checks are finished and kept" in result.stderr


_DRIVER = """
import sys
from rftheory.cli import main
from rftheory.judges import pipeline
from rftheory.statements import discovery
from rftheory.statements.verdicts import JUDGES

if __name__ == "__main__":
    pipeline.JUDGE_MODULES = {{judge: "{package}._" + judge for judge in JUDGES}}
    discovery.WALKED = ()
    main(sys.argv[1:])
"""


def _start(house: House, tmp_path: Path) -> subprocess.Popen[str]:
    """``rftheory verify`` with two worker processes on the house, as a program of its own."""
    driver = tmp_path / "driver.py"
    driver.write_text(_DRIVER.format(package=house.package.name))
    command = [sys.executable, str(driver), "verify", "--jobs", "2", "--statements", str(house.package)]
    return subprocess.Popen(
        [*command, "--receipts", str(house.receipts)],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
    )


def test_ctrl_c_with_worker_processes(house: House, tmp_path: Path) -> None:
    house.add("quick")
    house.add("slow", before="import time; time.sleep(600 if judge == 'controls' else 0)")
    with _start(house, tmp_path) as process:
        assert process.stderr is not None
        lines = []
        for line in process.stderr:
            lines.append(line)
            if line.startswith("[9/10]"):
                break
        process.send_signal(signal.SIGINT)
        _, rest = process.communicate(timeout=60)
    assert process.returncode == 130, "".join(lines) + rest
    assert "interrupted: 9 of 10 checks are finished and kept" in rest
    kept = {path.name.split("-")[0] for path in (house.receipts / "fake.slow").glob("*.json")}
    assert kept == set(JUDGES) - {"controls"}


def test_a_judge_that_takes_its_process_down_stops_nobody_else(house: House, tmp_path: Path) -> None:
    house.add("good")
    house.add("crash", before="import os; os._exit(7) if judge == 'derivation' else None")
    with _start(house, tmp_path) as process:
        out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "[10/10]" in err and "derivation: the worker process died" in err
    assert [line.split()[2] for line in out.splitlines() if line.startswith("fake.")] == ["supported", "proved"]


def test_list_prefers_receipts_and_falls_back_to_the_record(house: House) -> None:
    house.add("one")
    house.add("two", _REFUTED)
    assert house.run("ledger").exit_code == 0
    house.add("three")

    def listed() -> dict[str, dict]:
        return {row["id"]: row for row in json.loads(house.run("list", "--json").stdout)}

    rows = listed()
    wanted = {"id", "paper", "location", "kind", "title", "status", "judges", "erratum"}
    assert all(wanted <= set(row) for row in rows.values())
    assert [rows[f"fake.{name}"]["source"] for name in ("one", "two", "three")] == ["receipts", "receipts", "none"]
    assert rows["fake.two"]["erratum"]["claims"][0]["counterexample"] == {"r": "1"}
    assert set(rows["fake.one"]["judges"]) == set(JUDGES)
    house.receipts = house.receipts.with_name("elsewhere")
    recorded = listed()
    assert recorded["fake.two"]["source"] == "recorded"
    assert {**recorded["fake.two"], "source": "receipts"} == rows["fake.two"]
    assert "fake.one" in house.run("list", "fake.o*").stdout


def test_list_and_show_say_the_level_of_the_receipts(house: House) -> None:
    house.add("one")
    house.add("two")

    def levels() -> list[str]:
        return [row["level"] for row in json.loads(house.run("list", "--json").stdout)]

    assert levels() == ["", ""]
    house.run("verify", "--level", "quick")
    assert levels() == ["quick", "quick"]
    assert "quick" in house.run("list").stdout
    shown = house.run("show", "fake.one").stdout
    assert "status: proved (receipts at level quick)" in shown and "DERIVATION: holds" in shown
    assert "No fresh receipts" in house.run("show", "fake.one", "--level", "standard").stdout
    house.run("verify", "fake.two")
    assert levels() == ["quick", "standard"]
    house.run("verify", "fake.two", "--level", "full")
    house.run("verify", "fake.two", "--level", "quick")
    assert levels() == ["quick", "full"]
    lines = house.run("list").stdout.splitlines()
    assert [line.split()[-1] for line in lines] == ["level", "quick", "full"] and max(map(len, lines)) <= 80
    house.receipts = house.receipts.with_name("elsewhere")
    house.run("ledger")
    house.receipts = house.receipts.with_name("nowhere")
    assert levels() == ["standard", "standard"]
    assert "level" not in house.run("list").stdout
    assert "(the recorded ledger)" in house.run("show", "fake.one").stdout


def test_of_what_has_no_receipt_nothing_is_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.add("one")
    house.add("two", imports="from . import one")
    house.run("verify", "fake.one")
    asked, address = [], pipeline.receipt_key

    def key(sources: SourceTree, module: str, *rest: Any) -> str:
        asked.append(module)
        return address(sources, module, *rest)

    monkeypatch.setattr(pipeline, "receipt_key", key)
    rows = {row["id"]: row["source"] for row in json.loads(house.run("list", "--json").stdout)}
    assert rows == {"fake.one": "receipts", "fake.two": "none"}
    assert {module.rpartition(".")[2] for module in asked} == {"one"}


def test_show_prints_the_chain_and_the_figures(house: House) -> None:
    chain = [
        {"relation": "", "expr": "E[exp(w.x)]", "latex": "E", "reason": "definition"},
        {"relation": "=", "expr": "exp(x_norm**2/2)", "latex": "e", "reason": "Gaussian exponential"},
    ]
    findings = {
        "derivation": [("c", "claim", "holds", "1 step", {"says": "the mean", "chain": chain})],
        "enclosure": [("c", "claim", "holds", "5 points", {"points": 5})],
    }
    house.add("one", findings)
    assert "rftheory verify fake.one" in house.run("show", "fake.one").stdout
    house.run("verify")
    text = house.run("show", "fake.one").stdout
    for expected in ("The statement one", "E[exp(w.x)]", "[Gaussian exponential]", "points: 5", "status: derived"):
        assert expected in text
    shown = json.loads(house.run("show", "fake.one", "--json").stdout)
    assert shown["verdicts"]["derivation"]["findings"][0]["data"]["chain"] == chain


def test_errata_and_graph(house: House) -> None:
    house.add("wrong", _REFUTED)
    house.add("top", imports="from . import wrong")
    house.run("verify")
    text = house.run("errata").stdout
    assert "a sign" in text and "1 of 2 statements have an erratum" in text
    assert [row["id"] for row in json.loads(house.run("errata", "--json").stdout)] == ["fake.wrong"]
    assert "`-- fake.wrong  [refuted]" in house.run("graph").stdout
    assert '"fake.top" -> "fake.wrong"' in house.run("graph", "--dot").stdout
    assert json.loads(house.run("graph", "--json").stdout)["rests_on"] == [["fake.top", "fake.wrong"]]


def test_verify_writes_json(house: House, tmp_path: Path) -> None:
    house.add("one")
    house.run("verify", "--json", str(tmp_path / "out.json"))
    document = json.loads((tmp_path / "out.json").read_text())
    assert document["statements"][0]["id"] == "fake.one"
    assert document["counts"] == {"proved": 1}
    assert json.loads(house.run("verify", "--json", "-").stdout)["statements"] == document["statements"]


@pytest.mark.parametrize("name", ["no/out.json", "."])
def test_a_place_for_json_is_tested_before_anything_is_judged(house: House, tmp_path: Path, name: str) -> None:
    house.add("one")
    refused = house.run("verify", "--json", str(tmp_path / name))
    assert refused.exit_code == 2 and "cannot be written" in refused.stderr and str(tmp_path / name) in refused.stderr
    assert house.asked() == []
    # the test leaves nothing behind, and nothing lost
    kept = tmp_path / "kept.json"
    kept.write_text("{}")
    for place in (kept, tmp_path / "new.json"):
        assert house.run("verify", "no-such-id", "--json", str(place)).exit_code == 2
    assert kept.read_text() == "{}" and not (tmp_path / "new.json").exists()
