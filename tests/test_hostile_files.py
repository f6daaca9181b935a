"""Hostile statements through the command line: no row is proved, and the exit status says so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from hostile.commandline import write_hostile, write_true

from rftheory.statements.verdicts import SOUND

#: seconds for one run; every check of it has a limit of its own
_PATIENCE = 240


def _verified(directory: Path, *packages: str) -> tuple[int, dict[str, Any]]:
    """Exit status and JSON of one run over packages of statements; its receipts are kept for the next one."""
    file = directory / "out.json"
    command = [sys.executable, "-c", "from rftheory.cli import main; main()", "verify"]
    command += [f"{package}.*" for package in packages]
    for package in packages:
        command += ["--statements", str(directory / f"{package}_files")]
    command += ["--receipts", str(directory / "receipts"), "--level", "quick", "--jobs", "2", "--json", str(file)]
    result = subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False)
    return result.returncode, json.loads(file.read_text(encoding="utf-8"))


def test_hostile_files_are_not_proved_and_true_ones_are(tmp_path: Path) -> None:
    false, true = write_hostile(tmp_path / "hostile_files"), write_true(tmp_path / "sound_files")
    code, document = _verified(tmp_path, "hostile", "sound")
    statuses = {row["id"]: row["status"] for row in document["statements"]}
    refused = {f"hostile.{Path(problem['file']).stem}" for problem in document["broken"]}
    assert set(false) <= statuses.keys() | refused
    assert [name for name in false if statuses.get(name) in SOUND] == []
    assert code != 0
    # a file that cannot be read proves nothing either way
    assert [row["id"] for row in document["statements"] if "ImportError" in str(row["status_notes"])] == []
    assert [name for name in true if statuses[name] not in SOUND] == []
    code, document = _verified(tmp_path, "sound")
    assert {row["status"] for row in document["statements"]} <= {*SOUND}
    assert code == 0
