"""Hostile statements as files: what a user writes and gives to ``rftheory verify --statements DIR`` is not proved, and the exit
status says so."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rftheory.cli import main
from rftheory.execution.executors import Workers, threads
from rftheory.judges import workers
from rftheory.statements import discovery

_FILE = '''"""A statement of a user."""

import sympy as sp

from rftheory.inputs.kernels import d, theta
from rftheory.rules.nodes import Expectation
from rftheory.statements.calls import claim, eq, ge, gt, lt, tends
from rftheory.statements.claims import Statement
from rftheory.statements.domain import Domain, Range
from rftheory.vocabulary import PAIR, Projection, x_norm, y_norm

STATEMENT = Statement(id="{group}.{name}", paper="{group}", location="Lemma 1", kind="{kind}", title="A statement")

x = sp.Symbol("x", real=True)
W = Projection("w")
UNIT = Domain((Range(x, 0, 1),))
SIGNS = Expectation(sp.sign(W.dot(PAIR.x)) * sp.sign(W.dot(PAIR.y)))
LENGTHS = (Range(x_norm, 0, None, "()"), Range(y_norm, 0, None, "()"))


def claims():
    return [{body}]
'''
#: what ``claims()`` returns, by names
FALSE = {
    "empty": 'claim("claim: says so", gt(x**2 + 1, 0), Domain((Range(x, 1, 0),)))',
    "unknown_symbol": 'claim("claim: says so", gt(sp.Symbol("z", positive=True), 0), UNIT)',
    "namesake": 'claim("claim: says so", gt(sp.Symbol("x", positive=True) + 1, 1), UNIT)',
    "far_away": 'claim("claim: says so", tends(x**2, x, sp.Integer(7), sp.Integer(49)), UNIT)',
    "floats": 'claim("claim: says so", gt(sp.Float(0.1) + sp.Float(0.2), sp.Float(0.3)), UNIT)',
    "no_value": 'claim("claim: says so", lt(sp.log(x), sp.log(x) + 1), UNIT)',
    "trivial": 'claim("claim: says so", eq(1 / x, 1 / x), UNIT)',
    "beside_a_true_one": 'claim("a: says so", gt(x + 1, 0), UNIT), claim("b: says so", gt(x, 0), UNIT)',
    "nothing": "",
    "odd_kind": 'claim("claim: says so", gt(x + 1, 0), UNIT)',
}
TRUE = {
    "order": 'claim("claim: says so", gt(x + 1, 0), UNIT)',
    "limit": 'claim("claim: says so", tends(x**2 + 1, x, sp.Integer(0), sp.Integer(1)), UNIT)',
    "angle": 'claim("claim: says so", eq(SIGNS, 1 - 2 * theta / sp.pi), Domain((*LENGTHS, Range(theta, 0, sp.pi))))',
}


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, for these files do nothing to it; the rules that a statement rests on are judged for the ledger."""
    monkeypatch.setattr(discovery, "WALKED", ())
    monkeypatch.setattr(workers, "open_executor", lambda *_: nullcontext(Workers(None, 1, threads)))
    monkeypatch.setattr(sys, "path", [*sys.path])


def _verified(folder: Path, group: str, files: Mapping[str, str]) -> tuple[int, dict[str, str]]:
    """Exit status, and what became of each file."""
    package = folder / f"{group}_files"
    package.mkdir()
    (package / "__init__.py").write_text('"""Statements of a user."""\n', encoding="utf-8")
    for name, body in files.items():
        kind = "conjecture" if name == "odd_kind" else "claim"
        (package / f"{name}.py").write_text(
            _FILE.format(group=group, name=name, kind=kind, body=body), encoding="utf-8"
        )
    out = folder / "out.json"
    arguments: list[Any] = [f"{group}.*", "--statements", package, "--receipts", folder / "receipts", "--json", out]
    code = (
        CliRunner()
        .invoke(main, ["verify", *map(str, arguments), "--level", "quick", "--executor", "threads"])
        .exit_code
    )
    document = json.loads(out.read_text(encoding="utf-8"))
    # a file that cannot be loaded proves nothing either way
    assert not [row["id"] for row in document["statements"] if "ImportError" in str(row["status_notes"])]
    refused = {Path(problem["file"]).stem: "refused" for problem in document["broken"]}
    return code, refused | {row["id"].partition(".")[2]: row["status"] for row in document["statements"]}


def test_hostile_files_are_not_proved(tmp_path: Path) -> None:
    code, found = _verified(tmp_path, "hostile", FALSE)
    assert found.keys() == FALSE.keys()
    assert [name for name, status in found.items() if status == "proved"] == []
    assert code != 0


def test_true_files_are_proved(tmp_path: Path) -> None:
    code, found = _verified(tmp_path, "sound", TRUE)
    assert found == dict.fromkeys(TRUE, "proved")
    assert code == 0
