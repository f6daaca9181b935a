"""What is known of each statement without judging it: fresh receipts first, else the recorded ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rftheory.statements import discovery
from rftheory.statements import recorded as records
from rftheory.statements.discovery import Discovery
from rftheory.statements.effort import LEVELS, check_level, without_judge
from rftheory.statements.entries import Entry
from rftheory.statements.ledger import Row, build_rows, metadata
from rftheory.statements.receipts import ReceiptStore, default_directory
from rftheory.statements.recorded import Recorded
from rftheory.statements.tables import Table, state_of
from rftheory.statements.verdicts import JUDGES, Verdict

if TYPE_CHECKING:
    import networkx as nx

#: package directories of the user beside the built-in statements, or what is found there
Statements = Iterable[str | Path] | Discovery
#: a directory of receipts, the one of this installation, or an open one
Receipts = str | Path | ReceiptStore | None


def found_in(statements: Statements, kept: bool = True) -> Discovery:
    """The built-in statements and those of the given packages; ``kept`` as of `discovery.discover`.

    Raises:
        ValueError: if a directory is not a Python package.
    """
    if isinstance(statements, Discovery):
        return statements
    return discovery.discover((Path(place) for place in statements), kept=kept)


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
    """Rows by id (with ``source``: receipts, recorded or none, and ``level``), and the verdicts behind them.

    Attributes:
        edges: which statement rests on which directly, if that was read.
        applied: the statements that prove the rules of the derivation engine, likewise.
    """

    rows: dict[str, Row]
    verdicts: dict[str, dict[str, Verdict]]
    edges: tuple[tuple[str, str], ...] = ()
    applied: tuple[str, ...] = ()

    @property
    def graph(self) -> nx.DiGraph:
        """Of the rows."""
        import networkx as nx

        graph = nx.DiGraph()
        graph.add_nodes_from(self.rows)
        graph.add_edges_from(edge for edge in self.edges if edge[0] in self.rows and edge[1] in self.rows)
        return graph


#: level of the receipts behind the verdicts of a statement, and their addresses by judge
_Behind = tuple[str, dict[str, str]]


@dataclass
class _Whole:
    """What is known of all statements, as a table keeps it: the receipts are named, not copied."""

    rows: dict[str, Row]
    behind: dict[str, _Behind]
    edges: tuple[tuple[str, str], ...]
    applied: tuple[str, ...]


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
    store, recorded, ids = store_at(receipts), recorded_ledger(), tuple(ids)
    asked = found.select(ids)
    if alone and not any(store.holds(entry.id) for entry in asked):
        return Known({entry.id: _recorded(found, entry, recorded) for entry in asked}, {})
    table = None
    if found.digest:
        table = Table.of(store.directory, "known", found.digest, state_of(store.directory), level, seed)
    kept = table.read() if table else None
    whole = _Whole(**kept) if kept else _read(found, store, recorded, level, seed, ids)
    if table and kept is None and not ids:
        table.write(vars(whole))
    names = {entry.id for entry in asked}.union(*(whole.rows[entry.id]["rests_on"] for entry in asked))
    rows = {name: whole.rows[name] for name in found.entries if name in names and name in whole.rows}
    verdicts = {name: _verdicts(store, name, *whole.behind[name]) for name in rows if name in whole.behind}
    return Known(rows, verdicts, tuple((a, b) for a, b in whole.edges), tuple(whole.applied))


def keep_tables(receipts: Receipts = None) -> None:
    """Make the tables that lists and pages of the built-in statements are answered from, after a run over all of them."""
    known(found_in(()), receipts)


def _verdicts(store: ReceiptStore, name: str, level: str, keys: Mapping[str, str]) -> dict[str, Verdict]:
    """The verdicts of a statement from the receipts at these addresses, and those that a level has without a judge."""
    found: dict[str, Verdict] = {}
    for judge in JUDGES:
        if (given := without_judge(level, judge)) is not None:
            found[judge] = given
        elif judge in keys and (receipt := store.load(name, judge, keys[judge])) is not None:
            found[judge] = receipt.verdict
    return found


def _read(
    found: Discovery, store: ReceiptStore, recorded: Recorded, level: str | None, seed: int, ids: Sequence[str]
) -> _Whole:
    """What the files and receipts say of the statements that are asked for and all that they rest on."""
    # lists and pages that are read from a table do not wait for the judges' code
    from rftheory.judges import pipeline
    from rftheory.statements.dependencies import applied_rules, dependency_graph

    graph = dependency_graph(found)
    entries = pipeline.with_foundations(found, graph, ids)
    judged: dict[str, Row] = {}
    behind: dict[str, _Behind] = {}
    for one in reversed(LEVELS) if level is None else (level,):
        fresh, keys = _fresh(found, entries, graph, store, one, seed)
        for row in build_rows(found, graph, fresh):
            judged.setdefault(row["id"], {**row, "source": "receipts", "level": one})
        # some of the answers are better than none, and those behind the row are better than some
        behind.update(
            (n, (one, k)) for n, k in keys.items() if n not in behind or judged.get(n, {}).get("level") == one
        )
    rows = {entry.id: judged.get(entry.id) or _recorded(found, entry, recorded) for entry in entries}
    return _Whole(rows, behind, tuple(graph.edges), tuple(applied_rules(found)))


def _fresh(
    found: Discovery, entries: Sequence[Entry], graph: nx.DiGraph, store: ReceiptStore, level: str, seed: int
) -> tuple[dict[str, dict[str, Verdict]], dict[str, dict[str, str]]]:
    """The verdicts of which a row can be made, and the addresses of all receipts that there are, by statement."""
    from rftheory.judges import pipeline
    from rftheory.statements.dependencies import rests_on

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
    return whole, outcome.addresses


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
