"""Judge statements: re-use the receipts that are fresh, run what is stale, write each receipt as soon as it is done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field

import networkx as nx

from rftheory.execution.executors import open_executor
from rftheory.judges.workers import Check, Done, run_checks
from rftheory.statements.dependencies import dependency_graph, rests_on
from rftheory.statements.discovery import Discovery
from rftheory.statements.effort import check_level, without_judge
from rftheory.statements.entries import Entry
from rftheory.statements.receipts import IMPORTED, LIBRARIES, Receipt, ReceiptStore, UnwritableStore, receipt_key
from rftheory.statements.verdicts import Verdict

#: judge -> module with ``judge(module, level, seed) -> Verdict``; imported in the workers only
JUDGE_MODULES = {name: f"rftheory.judges.{name}_judge" for name in ("kernel", "enclosure", "simulation", "controls")}
#: the judges of one statement in this order: what the kernel replays comes first, the controls right after the draws that they use
_ORDER = ("kernel", "simulation", "controls", "enclosure")


class Observer:
    """Told what happens during a run; the command line shows it, tests record it."""

    def planned(self, stale: Sequence[Check], fresh: int, expected: Mapping[Check, float], jobs: int) -> None:
        """The run begins: what is to be judged, how many receipts are re-used, seconds expected where known."""

    def doing(self, checks: Sequence[Check]) -> None:
        """These checks are being done (told a few times per second)."""

    def done(self, item: Done) -> None:
        """A check is finished and its receipt is written."""

    def warn(self, message: str) -> None:
        """Something that the user should know and that does not stop the run."""


@dataclass
class RunOutcome:
    """Verdicts by statement and judge, and how they were obtained."""

    graph: nx.DiGraph
    entries: tuple[Entry, ...]
    verdicts: dict[str, dict[str, Verdict]] = field(default_factory=dict)
    #: the addresses of the receipts that were re-used, by statement and judge
    addresses: dict[str, dict[str, str]] = field(default_factory=dict)
    reused: int = 0
    judged: int = 0
    #: what statements import that no address covers: their verdicts stand, and no receipt of them is kept
    outside: dict[str, list[str]] = field(default_factory=dict)

    @property
    def errors(self) -> list[tuple[str, str, str]]:
        """(statement, judge, message) of every judge that stopped with an exception."""
        not_loaded = self.not_loaded
        return [
            (name, judge, verdict.error)
            for name, verdicts in self.verdicts.items()
            for judge, verdict in verdicts.items()
            if verdict.error and name not in not_loaded
        ]

    @property
    def not_loaded(self) -> dict[str, str]:
        """The statements whose files did not load, and why."""
        found = ((name, own) for name, verdicts in self.verdicts.items() for own in verdicts.values())
        return {name: own.error for name, own in found if own.figures.get("not_loaded")}


def verify(
    found: Discovery,
    patterns: Iterable[str] = (),
    *,
    store: ReceiptStore,
    level: str = "standard",
    seed: int = 0,
    jobs: int | None = None,
    executor: str = "processes",
    observer: Observer | None = None,
) -> RunOutcome:
    """Judge the selected statements and all that they rest on.

    Args:
        found: the discovered statements.
        patterns: ids or globs; all statements if empty.
        store: where receipts are looked up and written.
        level: effort of the judges: quick, standard or full.
        seed: root of all randomness.
        jobs: how many checks are done at a time (default: the cores that this process may use; the threads of a cluster).
        executor: "processes", "threads" (one check at a time, without limits of time) or the address tcp://host:port of a
            Dask scheduler. Statements that are not built in are judged in processes of their own in any case.

    Raises:
        UnknownStatement: if a pattern matches nothing.
        ExecutionError: if there is no such cluster, or it has other code, or it went away.
    """
    check_level(level)
    observer = observer or Observer()
    graph = dependency_graph(found)
    outcome = RunOutcome(graph, tuple(with_foundations(found, graph, patterns)))
    stale = reuse_receipts(found, outcome, store, level, seed)
    if store.damaged:
        observer.warn(f"{len(store.damaged)} damaged receipts are judged again, first: {store.damaged[0]}")
    outcome.outside = _outside(stale, found)
    for name, packages in outcome.outside.items():
        observer.warn(
            f"no receipt of {name} is kept: it imports {', '.join(packages)}, whose code is not part of its address"
        )
    expected = _expected_seconds(stale, store)
    saving = True
    # whatever interrupts this loop ends the workers, too
    with (
        open_executor(executor, jobs) as workers,
        closing(run_checks(_in_order(stale, expected), workers, observer.doing)) as finished,
    ):
        observer.planned(stale, outcome.reused, expected, workers.count)
        for item in finished:
            outcome.verdicts[item.check.statement][item.check.judge] = item.verdict
            outcome.judged += 1
            covered = item.check.statement not in outcome.outside
            # what was stopped for its time might end on another machine
            if saving and covered and not item.verdict.error and not item.verdict.figures.get("stopped"):
                saving = _save(item, store, observer)
            observer.done(item)
    return outcome


def _outside(stale: Iterable[Check], found: Discovery) -> dict[str, list[str]]:
    """What the files behind statements import that no address covers, by statement; the built-in ones import nothing of the kind."""
    covered = [IMPORTED.get(name, name) for name in LIBRARIES]
    own = {check.statement: check.module for check in stale if check.home}
    beyond = {name: found.sources.beyond(module, covered) for name, module in own.items()}
    return {name: packages for name, packages in beyond.items() if packages}


def with_foundations(found: Discovery, graph: nx.DiGraph, patterns: Iterable[str]) -> list[Entry]:
    """The selected statements and everything that they rest on, in the order of their ids."""
    names = {entry.id for entry in found.select(patterns)}
    names.update(*(rests_on(graph, name) for name in sorted(names)))
    return [entry for name, entry in found.entries.items() if name in names]


def reuse_receipts(found: Discovery, outcome: RunOutcome, store: ReceiptStore, level: str, seed: int) -> list[Check]:
    """Fill in the verdicts whose receipts are fresh; returns the checks that are stale."""
    stale = []
    for entry in outcome.entries:
        verdicts = outcome.verdicts.setdefault(entry.id, {})
        for judge, module in JUDGE_MODULES.items():
            if (verdict := without_judge(level, judge)) is not None:
                verdicts[judge] = verdict
                continue
            key = receipt_key(found.sources, entry.module, judge, module, level, seed)
            receipt = store.load(entry.id, judge, key)
            if receipt is not None:
                verdicts[judge] = receipt.verdict
                outcome.addresses.setdefault(entry.id, {})[judge] = key
                outcome.reused += 1
            else:
                # what is not built in is a home of its own, and finds only the packages that it is made of
                home = "" if found.is_recorded(entry.id) else entry.id
                own = (found.places(entry.id), found.own_packages(entry.id)) if home else ((), ())
                stale.append(Check(entry.id, judge, entry.module, module, level, seed, key, home, *own))
    return stale


def _expected_seconds(stale: Sequence[Check], store: ReceiptStore) -> dict[Check, float]:
    known = ((check, store.last_duration(check.statement, check.judge)) for check in stale)
    return {check: seconds for check, seconds in known if seconds is not None}


def _in_order(stale: Sequence[Check], expected: Mapping[Check, float]) -> list[Check]:
    """The certificates of all statements before everything else, so that first verdicts come soon.

    Of either the statement that takes longest first, and those of unknown duration before it.
    """
    seconds: dict[str, float] = {}
    for check in stale:
        seconds[check.group] = seconds.get(check.group, 0.0) + expected.get(check, float("inf"))
    return sorted(stale, key=lambda c: (not c.is_replay, -seconds[c.group], c.statement, _rank(c.judge)))


def _rank(judge: str) -> int:
    return _ORDER.index(judge) if judge in _ORDER else len(_ORDER)


def _save(item: Done, store: ReceiptStore, observer: Observer) -> bool:
    """Write one receipt; an unwritable store costs the re-use, not the verdicts."""
    check = item.check
    try:
        store.save(Receipt(check.key, check.statement, check.level, check.seed, item.seconds, item.verdict))
    except UnwritableStore as error:
        observer.warn(f"{error}; verdicts are reported but not kept (name another place with --receipts)")
        return False
    return True
