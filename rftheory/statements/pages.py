"""LEDGER.md and ERRATA.md, from the rows of the ledger: no dates, durations or figures of one machine."""

from __future__ import annotations

from collections import Counter
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from rftheory.statements.appealing import counted
from rftheory.statements.ledger import Row
from rftheory.statements.verdicts import JUDGES, STATUSES

#: one character per answer, for tables
MARKS = {"holds": "+", "refuted": "x", "undecided": "?", "inconclusive": "~", "not run": "."}


def _cell(text: str) -> str:
    """Text that may stand in a cell of a Markdown table."""
    return " ".join(str(text).split()).replace("|", r"\|")


def _environment() -> Environment:
    # Markdown, not HTML: nothing is to be escaped
    environment = Environment(
        loader=PackageLoader("rftheory.statements"),
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    environment.filters["cell"] = _cell
    environment.filters["mark"] = MARKS.__getitem__
    environment.filters["appeals"] = counted
    return environment


def ledger_page(rows: list[Row], level: str, seed: int) -> str:
    """LEDGER.md: every statement with its status and the answers of the four judges."""
    return _render("ledger.md.j2", rows, level=level, seed=seed, counts=count_statuses(rows))


def errata_page(rows: list[Row]) -> str:
    """ERRATA.md: what is wrong in print, where, by which counterexample, and what is true instead."""
    return _render("errata.md.j2", [row for row in rows if row["erratum"]])


def count_statuses(rows: list[Row]) -> dict[str, int]:
    """How many rows have each status, in the order of strength; statuses that do not occur are left out."""
    counts = Counter(row["status"] for row in rows)
    return {status: counts[status] for status in STATUSES if counts[status]}


def _render(template: str, rows: list[Row], **context: Any) -> str:
    papers = sorted({row["paper"] for row in rows})
    by_paper = {paper: [row for row in rows if row["paper"] == paper] for paper in papers}
    return _environment().get_template(template).render(by_paper=by_paper, judges=JUDGES, marks=MARKS, **context)
