"""The statements of the papers: found, listed, and told without reading what no receipt asks for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import rftheory
from rftheory.cli import main
from rftheory.statements.discovery import discover


def test_no_statement_file_is_broken() -> None:
    found = discover()
    assert found.problems == ()
    assert len(found.entries) > 0


def test_list_names_every_statement() -> None:
    result = CliRunner().invoke(main, ["list", "--json"])
    assert result.exit_code == 0
    rows = json.loads(result.stdout)
    assert [row["id"] for row in rows] == list(discover().entries)
    assert {row["kind"] for row in rows} <= {
        *("identity", "inequality", "limit", "rate", "optimum", "property", "algorithm", "claim", "rule")
    }


def test_ids_are_whole_in_a_terminal_of_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = CliRunner().invoke(main, ["list"]).stdout.splitlines()
    ids = [line.split()[0] for line in lines if line[:1].strip()]
    assert set(discover().entries) <= set(ids) and max(map(len, lines)) <= 80


def _asked(verb: str, place: Path) -> bool:
    """Whether there is an answer, of the ledger or of receipts."""
    if verb == "show":
        shown = rftheory.show("hrf.lemma-2.4", receipts=place)
        return (shown.row["source"], shown.row["status"]) == ("recorded", "proved")
    if verb == "errata":
        return bool(rftheory.errata("hrf", receipts=place).rows)
    return CliRunner().invoke(main, [verb, "--receipts", str(place)], catch_exceptions=False).exit_code == 0


@pytest.mark.parametrize("verb", ["list", "map", "show", "errata"])
def test_without_receipts_the_files_behind_statements_are_not_read(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftheory.statements.dependencies.dependency_graph", lambda _: pytest.fail("files are read"))
    assert _asked(verb, tmp_path)
    # what may be fresh is looked for
    (tmp_path / "hrf.lemma-2.4").mkdir()
    (tmp_path / "hrf.lemma-2.4" / "derivation-0.json").touch()
    with pytest.raises(pytest.fail.Exception, match="files are read"):
        _asked(verb, tmp_path)
