"""What is known of each statement without judging it: fresh receipts first, else the recorded ledger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rftheory.judges import pipeline
from rftheory.statements import discovery
from rftheory.statements import recorded as records
from rftheory.statements.dependencies import dependency_graph, rests_on
from rftheory.statements.discovery import Discovery, Entry
from rftheory.statements.effort import LEVELS, check_level, without_judge
from rftheory.statements.ledger import Row, build_rows, metadata
from rftheory.statements.receipts import ReceiptStore, default_directory
from rftheory.statements.recorded import Recorded
from rftheory.statements.verdicts import JUDGES, Verdict

if TYPE_CHECKING:
    import networkx as nx

#: package directories of the user beside the built-in statements, or what is found there
Statements = Iterable[str | Path] | Discovery
#: a directory of receipts, the one of this installation, or an open one
Receipts = str | Path | ReceiptStore | None


def found_in(statements: Statements) -> Discovery:
    """The built-in statements and those of the given packages.

    Raises:
        ValueError: if a directory is not a Python package.
    """
    if isinstance(statements, Discovery):
        return statements
    return discovery.discover(Path(place) for place in statements)


def search_text(row: Row) -> str:
    """What words are searched in, in lower case: all that a row says of a statement."""
    said = [text for claim in row["claims"] for text in (claim["name"], claim["says"])]
    parts = (row["id"], row["title"], row["location"], row["kind"], row["status"], row["reading"], *row["notes"], *said)
    return " ".join(" ".join(parts).lower().split())


def store_at(receipts: Receipts) -> ReceiptStore:
    """The receipts of a directory; by default those of this installation."""
    if isinstance(receipts, ReceiptStore):
        return receipts
    return ReceiptStore(default_directory() if receipts is None else Path(receipts))


def recorded_ledger() -> Recorded:
    """The committed ledger.

    Raises:
        DamagedLedger: if the file is not a recorded ledger.
    """
    return Recorded.load(records.recorded_path())


@dataclass(frozen=True)
class Known:
    """Rows by id (with ``source``: receipts, recorded or none, and ``level``), the verdicts behind them, and the graph, if it was read."""

    rows: dict[str, Row]
    verdicts: dict[str, dict[str, Verdict]]
    graph: nx.DiGraph | None = None


def known(
    found: Discovery,
    receipts: Receipts = None,
    level: str | None = None,
    seed: int = 0,
    ids: Iterable[str] = (),
    alone: bool = False,
) -> Known:
    """A row for every discovered statement, or for those that are asked for and all that they rest on.

    Args:
        found: the discovered statements.
        receipts: where they are kept.
        level: of the receipts that count; None: of each statement those of the highest level that there are.
        seed: of the receipts that count.
        ids: of statements, or globs; all statements if there are none.
        alone: whether the rows of those that are asked for are enough; without receipts of them the files behind them are not read.

    Raises:
        UnknownStatement: if an id or glob matches nothing.
        ValueError: for another level than quick, standard or full.
        DamagedLedger: if the recorded ledger is damaged.
    """
    if level is not None:
        check_level(level)
    store, recorded = store_at(receipts), recorded_ledger()
    asked = found.select(ids)
    if alone and not any(store.holds(entry.id) for entry in asked):
        return Known({entry.id: _recorded(found, entry, recorded) for entry in asked}, {})
    graph = dependency_graph(found)
    entries = pipeline.with_foundations(found, graph, ids)
    judged: dict[str, Row] = {}
    verdicts: dict[str, dict[str, Verdict]] = {}
    for one in reversed(LEVELS) if level is None else (level,):
        fresh, own = _fresh(found, entries, graph, store, one, seed)
        for row in build_rows(found, graph, fresh):
            judged.setdefault(row["id"], {**row, "source": "receipts", "level": one})
        # some of the answers are better than none, and those behind the row are better than some
        verdicts.update((n, v) for n, v in own.items() if n not in verdicts or judged.get(n, {}).get("level") == one)
    rows = {entry.id: judged.get(entry.id) or _recorded(found, entry, recorded) for entry in entries}
    return Known(rows, verdicts, graph)


def _fresh(
    found: Discovery, entries: Sequence[Entry], graph: nx.DiGraph, store: ReceiptStore, level: str, seed: int
) -> tuple[dict[str, dict[str, Verdict]], dict[str, dict[str, Verdict]]]:
    """The verdicts of which a row can be made, and all that there are, by statement."""
    # the files behind a statement without any receipt need not be read to tell that none is fresh
    outcome = pipeline.RunOutcome(graph, tuple(entry for entry in entries if store.holds(entry.id)))
    stale = {entry.id for entry in entries} - {entry.id for entry in outcome.entries}
    stale |= {check.statement for check in pipeline.reuse_receipts(found, outcome, store, level, seed)}
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


def _recorded(found: Discovery, entry: Entry, recorded: Recorded) -> Row:
    if (row := recorded.rows.get(entry.id)) is not None:
        return {**row, **metadata(entry), "source": "recorded", "level": recorded.level}
    not_run = {"verdict": "not run", "reason": "not judged yet"}
    return {
        **metadata(entry),
        "claims": [],
        "status": "undecided",
        "status_notes": [f"not judged yet: {found.verify_command(entry.id)}"],
        "judges": {judge: not_run for judge in JUDGES},
        "rests_on": [],
        "erratum": None,
        "remarks": [],
        "source": "none",
        "level": "",
    }
