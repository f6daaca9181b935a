"""What is known of each statement without judging it: fresh receipts first, else the recorded ledger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rftheory.cli.options import load_recorded
from rftheory.judges import pipeline
from rftheory.statements.dependencies import dependency_graph, rests_on
from rftheory.statements.effort import LEVELS, without_judge
from rftheory.statements.ledger import Recorded, Row, build_rows
from rftheory.statements.verdicts import JUDGES, Verdict

if TYPE_CHECKING:
    import networkx as nx

    from rftheory.statements.discovery import Discovery, Entry
    from rftheory.statements.receipts import ReceiptStore


@dataclass(frozen=True)
class Known:
    """Rows by id (with ``source``: receipts, recorded or none, and ``level``), the verdicts behind them, and the graph."""

    rows: dict[str, Row]
    verdicts: dict[str, dict[str, Verdict]]
    graph: nx.DiGraph


def known_rows(found: Discovery, store: ReceiptStore, level: str | None = None, seed: int = 0) -> Known:
    """A row for every discovered statement.

    Args:
        found: the discovered statements.
        store: the receipts.
        level: of the receipts that count; None: of each statement those of the highest level that there are.
        seed: of the receipts that count.
    """
    graph = dependency_graph(found)
    judged: dict[str, Row] = {}
    verdicts: dict[str, dict[str, Verdict]] = {}
    for one in reversed(LEVELS) if level is None else (level,):
        fresh, own = _fresh(found, graph, store, one, seed)
        for row in build_rows(found, graph, fresh):
            judged.setdefault(row["id"], {**row, "source": "receipts", "level": one})
        # some of the answers are better than none, and those behind the row are better than some
        verdicts.update((n, v) for n, v in own.items() if n not in verdicts or judged.get(n, {}).get("level") == one)
    recorded = load_recorded()
    rows = {name: judged.get(name) or _recorded(entry, recorded) for name, entry in found.entries.items()}
    return Known(rows, verdicts, graph)


def _fresh(
    found: Discovery, graph: nx.DiGraph, store: ReceiptStore, level: str, seed: int
) -> tuple[dict[str, dict[str, Verdict]], dict[str, dict[str, Verdict]]]:
    """The verdicts of which a row can be made, and all that there are, by statement."""
    outcome = pipeline.Outcome(graph, tuple(found.entries.values()))
    stale = {check.statement for check in pipeline.reuse_receipts(found, outcome, store, level, seed)}
    # a status needs the verdicts of everything that it rests on
    whole = {
        name: verdicts
        for name, verdicts in outcome.verdicts.items()
        if name not in stale and stale.isdisjoint(rests_on(graph, name))
    }
    judged = {
        name: verdicts
        for name, verdicts in outcome.verdicts.items()
        if any(without_judge(level, judge) is None for judge in verdicts)
    }
    return whole, judged


def _recorded(entry: Entry, recorded: Recorded) -> Row:
    metadata = {
        "id": entry.id,
        "paper": entry.paper,
        "location": entry.location,
        "kind": entry.kind,
        "title": entry.title,
        "reading": entry.reading,
        "notes": list(entry.notes),
    }
    if (row := recorded.rows.get(entry.id)) is not None:
        return {**row, **metadata, "source": "recorded", "level": recorded.level}
    not_run = {"verdict": "not run", "reason": "not judged yet"}
    return {
        **metadata,
        "status": "undecided",
        "status_notes": [f"not judged yet: rftheory verify {entry.id}"],
        "judges": {judge: not_run for judge in JUDGES},
        "rests_on": [],
        "erratum": None,
        "source": "none",
        "level": "",
    }
