"""What is known of each statement without judging it: fresh receipts first, else the recorded ledger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rftheory.cli.options import load_recorded
from rftheory.evidence import pipeline
from rftheory.statements.dependencies import dependency_graph, rests_on
from rftheory.statements.ledger import Row, build_rows
from rftheory.statements.verdicts import JUDGES, Verdict

if TYPE_CHECKING:
    import networkx as nx

    from rftheory.statements.discovery import Discovery, Entry
    from rftheory.statements.receipts import ReceiptStore


@dataclass(frozen=True)
class Known:
    """Rows by id (with ``source``: receipts, recorded or none), the verdicts behind them, and the graph."""

    rows: dict[str, Row]
    verdicts: dict[str, dict[str, Verdict]]
    graph: nx.DiGraph


def known_rows(found: Discovery, store: ReceiptStore, level: str = "standard", seed: int = 0) -> Known:
    """A row for every discovered statement."""
    graph = dependency_graph(found)
    outcome = pipeline.Outcome(graph, tuple(found.entries.values()))
    stale = {check.statement for check in pipeline.reuse_receipts(found, outcome, store, level, seed)}
    # a status needs the verdicts of everything that it rests on
    fresh = {
        name: verdicts
        for name, verdicts in outcome.verdicts.items()
        if name not in stale and stale.isdisjoint(rests_on(graph, name))
    }
    judged = {row["id"]: {**row, "source": "receipts"} for row in build_rows(found, graph, fresh)}
    recorded = load_recorded().rows
    rows = {name: judged.get(name) or _recorded(entry, recorded.get(name)) for name, entry in found.entries.items()}
    return Known(rows, outcome.verdicts, graph)


def _recorded(entry: Entry, row: Row | None) -> Row:
    metadata = {
        "id": entry.id,
        "paper": entry.paper,
        "location": entry.location,
        "kind": entry.kind,
        "title": entry.title,
        "reading": entry.reading,
        "notes": list(entry.notes),
    }
    if row is not None:
        return {**row, **metadata, "source": "recorded"}
    not_run = {"verdict": "not run", "reason": "not judged yet"}
    return {
        **metadata,
        "status": "undecided",
        "status_notes": [f"not judged yet: rftheory verify {entry.id}"],
        "judges": {judge: not_run for judge in JUDGES},
        "rests_on": [],
        "erratum": None,
        "source": "none",
    }
