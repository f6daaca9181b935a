"""LEDGER.md, from the rows of the ledger: no dates, durations or figures of one machine."""

from __future__ import annotations

from collections import Counter
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from rftheory.statements.ledger import Row
from rftheory.statements.standing import STATUSES
from rftheory.statements.trials import Records
from rftheory.statements.verdicts import JUDGES, MUTANTS

#: one character per answer, for tables
MARKS = {"holds": "+", "refuted": "x", "undecided": "?", "inconclusive": "~", "not run": "."}


def cell(text: str) -> str:
    """Text that may stand in a cell of a Markdown table."""
    return " ".join(str(text).split()).replace("|", r"\|")


def _mutants(row: Row) -> str:
    """Mutants refused by kind, in the order of `MUTANTS`; made and not refused ones show as "refused of made"."""

    def of(kind: str) -> str:
        count = row.get("controls", {}).get(kind)
        if count is None:
            return "."
        made, refused = count["made"], count["refused"]
        return str(refused) if refused == made else f"{refused} of {made}"

    return " ".join(map(of, MUTANTS))


def environment_of(package: str, **more: Any) -> Environment:
    """Of the templates of a package: what they name there must be, and their own lines leave none."""
    loader = PackageLoader(package)
    return Environment(loader=loader, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined, **more)


def _environment() -> Environment:
    # Markdown, not HTML: nothing is to be escaped
    environment = environment_of("rftheory.statements", autoescape=False, keep_trailing_newline=True)
    environment.filters["cell"] = cell
    environment.filters["mark"] = MARKS.__getitem__
    environment.filters["mutants"] = _mutants
    environment.filters["replayed"] = _replayed
    environment.filters["of_kernel"] = lambda record: "" if record["current"] else " (of another version of the kernel)"
    return environment


def _replayed(row: Row) -> str:
    """The claims and corrections that the kernel has replayed, of those that nothing refutes, and the lines that are left."""
    # a ledger recorded earlier has no counts
    counts = row.get("kernel") or {"claims": 0, "replayed": 0, "left": 0}
    if not counts["claims"]:
        return ""
    left = f"; {counts['left']} left" if counts["left"] else ""
    return f"{counts['replayed']} of {counts['claims']}{left}"


def ledger_page(rows: list[Row], level: str, seed: int, trials: Records | None = None) -> str:
    """LEDGER.md: every statement with its status, the answers of the five judges and the mutants refused."""
    found = {"counts": count_statuses(rows), "mutants": count_mutants(rows), "trials": trials or {}}
    return _render("ledger.md.j2", rows, level=level, seed=seed, **found)


def count_statuses(rows: list[Row]) -> dict[str, int]:
    """How many rows have each status, in the order of strength; statuses that do not occur are left out."""
    counts = Counter(row["status"] for row in rows)
    return {status: counts[status] for status in STATUSES if counts[status]}


def count_mutants(rows: list[Row]) -> dict[str, dict[str, int]]:
    """The mutants of all rows by kind: made, refused, and refused by whom; kinds without any are left out."""
    totals: dict[str, Counter[str]] = {kind: Counter() for kind in MUTANTS}
    for row in rows:
        # a ledger recorded earlier has other kinds
        for kind, total in totals.items():
            total.update(row.get("controls", {}).get(kind, {}))
    return {kind: dict(total) for kind, total in totals.items() if total["made"]}


def _render(template: str, rows: list[Row], **context: Any) -> str:
    papers = sorted({row["paper"] for row in rows})
    by_paper = {paper: [row for row in rows if row["paper"] == paper] for paper in papers}
    return _environment().get_template(template).render(by_paper=by_paper, judges=JUDGES, marks=MARKS, **context)
