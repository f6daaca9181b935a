"""The command line on the statements of the papers: found, listed, evaluated; nothing here takes long."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rftheory.cli import main
from rftheory.statements.discovery import discover


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_no_statement_file_is_broken() -> None:
    found = discover()
    assert found.problems == ()
    assert len(found.entries) > 0


def test_list_names_every_statement() -> None:
    result = _run("list", "--json")
    assert result.exit_code == 0
    rows = json.loads(result.stdout)
    assert [row["id"] for row in rows] == list(discover().entries)
    assert {row["kind"] for row in rows} <= {
        *("identity", "inequality", "limit", "rate", "optimum", "property", "algorithm", "claim", "rule")
    }


@pytest.mark.parametrize("command", ["list", "map"])
def test_without_receipts_the_files_behind_statements_are_not_read(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftheory.statements.dependencies.dependency_graph", lambda _: pytest.fail("files are read"))
    assert _run(command, "--receipts", str(tmp_path)).exit_code == 0
    # what may be fresh is looked for
    (tmp_path / "hrf.lemma-2.4").mkdir()
    (tmp_path / "hrf.lemma-2.4" / "derivation-0.json").touch()
    with pytest.raises(pytest.fail.Exception, match="files are read"):
        CliRunner().invoke(main, [command, "--receipts", str(tmp_path)], catch_exceptions=False)


def test_eval_of_a_lemma_agrees_with_its_definition() -> None:
    at = ["eval", "hrf.lemma-2.2-pos", "--at", "x_norm=1/2,y_norm=1,theta=pi-1/10000,m=1", "--digits", "30", "--json"]
    claimed, defined = json.loads(_run(*at).stdout), json.loads(_run(*at, "--definition").stdout)
    assert claimed["value"] == defined["value"]
    outside = _run(*at[:2], "--at", "x_norm=1/2,y_norm=1,theta=4,m=1")
    assert outside.exit_code == 2 and "theta = 4 is not allowed" in outside.stderr


def test_help_does_not_wait_for_the_libraries() -> None:
    code = (
        "import sys; from rftheory.cli import main; main(['--help'], standalone_mode=False);"
        "assert not {'sympy', 'numpy', 'networkx', 'rich'} & set(sys.modules)"
    )
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    # half a second is promised; the rest is for a busy machine
    assert time.perf_counter() - started < 2
