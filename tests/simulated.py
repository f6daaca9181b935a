"""Small runs of ``rftheory simulate``."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from rftheory.cli import main

SMALL = ("--d", "8", "--draws", "20000", "--jobs", "1")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *arguments])


def document_of(*arguments: str, status: int = 0) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == status, result.output
    return json.loads(result.stdout)


LONG = ("positive x orthogonal", "--v", "1,2", "--d", "8", "--draws", "1e5", "--jobs", "1")


def without_times(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key not in ("seconds", "draws_per_second")}
