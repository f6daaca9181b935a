"""What replayed proofs rest on: axioms of tables and rules that are theorems, counted from certificates."""

from __future__ import annotations

import gzip
import inspect
import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.answers import proofs
from rftheory.cli import main
from rftheory.judges import kernel_judge
from rftheory.kernel.theorems import RULES
from rftheory.statements.kernel_rules import BOOKKEEPING, TABLES, THEOREMS, theorem_name
from rftheory.statements.ledger import Row, replay_counts
from rftheory.statements.loading import load

PAGE = Path(__file__).parent.parent / "docs" / "rules.md"
#: what is proved nowhere else in the form that the rule has
PROVED = ("GRAMLAW", "PEEL", "TURN", "NET")
#: statements all of whose claims count
STATEMENTS = ("rules.cauchy-schwarz", "rules.sine-powers", "simrf.eq-45", "hrf.eq-81", "hrf.eq-1")


def test_every_rule_is_a_theorem_or_of_a_table_or_bookkeeping() -> None:
    kinds = (set(THEOREMS), TABLES, BOOKKEEPING)
    assert sum(map(len, kinds)) == len(RULES) and set().union(*kinds) == set(RULES)
    assert all(text.endswith(".") and len(text) > 40 for text in THEOREMS.values())


def test_the_rules_of_tables_are_those_that_name_axioms() -> None:
    naming = {
        name
        for name, rule in RULES.items()
        if re.search(r'f"(atom|law|limit|integrable)\.', inspect.getsource(rule.conclude))
    }
    assert naming == TABLES


def test_the_kernel_speaks_of_each_of_them() -> None:
    entries = (PAGE.parent / "kernel.md").read_text()
    assert all(re.search(rf"^### .*\b{name}\b", entries, re.MULTILINE) for name in THEOREMS)


@pytest.mark.parametrize("name", PROVED)
def test_what_is_in_no_book_is_proved_on_a_page(name: str) -> None:
    section = PAGE.read_text().split(f"## {name}\n")[1].split("\n## ")[0]
    assert all(word in section for word in ("**Statement.**", "**Proof.**", "**In the code.**"))


@pytest.fixture(scope="module")
def rows() -> dict[str, Row]:
    """Rows with what the kernel replays of a few statements."""
    verdicts = {name: {"kernel": kernel_judge.judge(load(name), "full", 0)} for name in STATEMENTS}
    return {name: {"id": name, "kernel": replay_counts(own)} for name, own in verdicts.items()}


@pytest.fixture
def known(rows: dict[str, Row], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "known", lambda *_, **__: SimpleNamespace(rows=rows))


def rules_of(name: str) -> set[str]:
    """The rules in the lines of the certificate of a statement, each of which some claim needs."""
    file = Path(str(load(name).__file__))
    kept = file.parent / "certificates" / f"{file.stem}.cert.gz"
    with gzip.open(kept, "rt") as lines:
        return {record["r"] for record in map(json.loads, lines) if "r" in record}


def test_uses_are_counted_from_certificates(known: None) -> None:
    found = proofs.axioms(STATEMENTS)
    used = [rules_of(name) & set(THEOREMS) for name in STATEMENTS]
    assert found.theorems == {name: sum(name in rules for rules in used) for name in set().union(*used)}
    assert found.theorems["LIN"] == 2 and found.theorems["SUBST"] == 1 and "RING" not in found.theorems
    told = found.to_json()["theorems"]
    assert told["rule.series"] == {"statements": 1, "says": THEOREMS["SERIES"]}
    assert not set(told) & set(found.to_json()["axioms"])


def test_the_command_lists_theorems_beside_axioms(known: None) -> None:
    result = CliRunner().invoke(main, ["axioms", *STATEMENTS])
    assert result.exit_code == 0, result.output
    assert f"1 {theorem_name('SUBST')}: {THEOREMS['SUBST']} " in f"{' '.join(result.output.split())} "
    assert re.search(r"^ +\d+ +atom\.", result.output, re.MULTILINE)
    told = json.loads(CliRunner().invoke(main, ["axioms", *STATEMENTS, "--json"]).output)
    assert told["theorems"]["rule.subst"]["statements"] == 1
