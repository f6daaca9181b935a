"""A small house of fake statements and fake judges, so that the machinery is tested without the mathematics."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import Any

from click.testing import CliRunner, Result

from rftheory.cli import main
from rftheory.statements.discovery import Discovery, discover
from rftheory.statements.receipts import ReceiptStore
from rftheory.statements.verdicts import JUDGES

JUDGE = '''
"""A judge that answers what the statement file tells it to, and counts how often it was asked."""
from pathlib import Path

from rftheory.statements.verdicts import Finding, Verdict


def judge(module, level, seed):
    with Path(__file__).with_name("asked.txt").open("a") as file:
        print(module.STATEMENT.id, {judge!r}, level, seed, file=file)
    module.before({judge!r})
    return Verdict({judge!r}, tuple(Finding(*f) for f in module.FINDINGS.get({judge!r}, ())), dict(module.FIGURES))
'''

#: what a judge finds who refutes
REFUTED = {"enclosure": [("c", "claim", "refuted", "disjoint", {"flaw": "a sign", "counterexample": {"r": "1"}})]}


@dataclass
class House:
    """A package of fake statements with its judges, receipts and recorded ledger."""

    package: Path
    receipts: Path
    recorded: Path
    runner: CliRunner = field(default_factory=CliRunner)

    def add(
        self,
        name: str,
        findings: dict[str, list[tuple[Any, ...]]] | None = None,
        imports: str = "",
        before: str = "return",
        figures: dict[str, Any] | None = None,
        kind: str = "identity",
        claims: str = "['c']",
    ) -> Path:
        """Write the statement file ``name.py`` with id ``fake.name``; by default every judge says that c holds."""
        if findings is None:
            findings = {judge: [("c", "claim", "holds", "as told", {})] for judge in JUDGES}
        text = f'''
"""A fake statement."""
{imports}
from rftheory.statements.claims import Statement

STATEMENT = Statement(id="fake.{name}", paper="fake", location="Lemma 1", kind="{kind}", title="The statement {name}")
FINDINGS = {findings!r}
FIGURES = {figures or {}!r}


def before(judge):
    {before}


def claims():
    return {claims}
'''
        return self.write(f"{name}.py", text)

    def write(self, name: str, text: str) -> Path:
        path = self.package / name
        path.write_text(dedent(text), encoding="utf-8")
        # receipts and modules belong to one version of a file
        sys.modules.pop(f"{self.package.name}.{path.stem}", None)
        return path

    def asked(self) -> list[str]:
        """One line per call of a judge so far."""
        log = self.package / "asked.txt"
        return log.read_text().splitlines() if log.exists() else []

    def found(self) -> Discovery:
        return discover()

    def store(self) -> ReceiptStore:
        return ReceiptStore(self.receipts)

    def run(self, command: str, *arguments: str) -> Result:
        """Run a command of the command line on this house."""
        places = ["--receipts", str(self.receipts)]
        workers = ["--executor", "threads", "--jobs", "2"] if command in ("verify", "ledger") else []
        return self.runner.invoke(main, [command, *arguments, *workers, *places])


def wait_until_empty(group: int) -> None:
    """Until no process of a group is left, which raises ProcessLookupError."""
    for _ in range(100):
        os.killpg(group, 0)
        time.sleep(0.1)
