"""Statements judged, and held against the recorded ledger; the ledger and its pages recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rftheory.answers.known import Receipts, Statements, found_in, recorded_ledger, store_at
from rftheory.inputs.arrays import check_seed
from rftheory.judges import pipeline
from rftheory.printing import Printed
from rftheory.statements import errata, pages
from rftheory.statements import recorded as records
from rftheory.statements.discovery import Discovery, NothingThere, Problem
from rftheory.statements.effort import is_below, not_reached
from rftheory.statements.ledger import Row, build_rows
from rftheory.statements.papers import PAPERS
from rftheory.statements.recorded import changes, contradicted, not_proved
from rftheory.statements.standing import STATUSES
from rftheory.statements.trials import load_trials, trials_path
from rftheory.statements.verdicts import MUTANTS, Verdict


@dataclass(frozen=True, repr=False)
class Judged(Printed):
    """The result of `verify`.

    Attributes:
        rows: ledger rows of the statements and of everything they rest on.
        changed: sentences about verdicts that differ from the recorded ones.
        wrong: sentences about unrecorded statements that are neither proved nor allowed, about judges that contradict each other,
            and about claims that simulation rejects and no proof refutes.
        not_reached: recorded statuses that need a higher level of effort than this run had; these are no changes.
    """

    found: Discovery
    outcome: pipeline.RunOutcome
    level: str
    seed: int
    rows: list[Row]
    changed: list[str]
    wrong: list[str]
    not_reached: list[str]

    @property
    def passed(self) -> bool:
        """Whether every verdict is the recorded one, and everything could be judged."""
        return not self.trouble

    @property
    def trouble(self) -> list[str]:
        """All that went wrong, in words."""
        return [*self.unjudged, *(f"changed: {line}" for line in self.changed), *self.wrong]

    @property
    def broken(self) -> list[Problem]:
        """The files that cannot be read, or do not load; they have no rows."""
        entries = self.found.entries
        loading = self.outcome.not_loaded.items()
        return [*self.found.problems, *(Problem(entries[n].module, entries[n].path, why) for n, why in loading)]

    @property
    def unjudged(self) -> list[str]:
        """Broken files, and judges that stopped with an error, in words."""
        lines = [f"broken statement file {problem}" for problem in self.broken]
        by_message: dict[str, list[tuple[str, str]]] = {}
        for name, judge, message in self.outcome.errors:
            by_message.setdefault(message, []).append((name, judge))
        for message, places in by_message.items():
            names = list(dict.fromkeys(name for name, _ in places))
            judges = ", ".join(dict.fromkeys(judge for _, judge in places))
            more = f" and {len(names) - 1} more statements" if len(names) > 1 else ""
            lines.append(f"error in {names[0]} ({self.found.entries[names[0]].path}){more}, {judges}: {message}")
        return lines

    def to_json(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "seed": self.seed,
            "statements": self.rows,
            "counts": pages.count_statuses(self.rows),
            "controls": mutant_shares(self.outcome.verdicts),
            "changed": self.changed,
            "wrong": self.wrong,
            "outside": self.outcome.outside,
            "not_reached": self.not_reached,
            "broken": [{"file": str(p.path), "message": p.message} for p in self.broken],
            "errors": [{"id": i, "judge": j, "message": m} for i, j, m in self.outcome.errors],
        }

    def __str__(self) -> str:
        return "\n".join([*(f"{row['id']}: {row['status']}" for row in self.rows), *self.trouble])


def check_allowed(allow: Collection[str]) -> frozenset[str]:
    """Statuses that may be allowed.

    Raises:
        ValueError: for a name that is no status, or that is never allowed.
    """
    choices = [status for status in STATUSES if status not in ("proved", "conflict")]
    names = (allow,) if isinstance(allow, str) else tuple(allow)
    for name in names:
        if name not in choices:
            raise ValueError(f"allow must be names among {', '.join(choices)}, got {name!r}")
    return frozenset(names)


def verify(
    ids: str | Iterable[str] = (),
    *,
    level: str = "standard",
    seed: int = 0,
    executor: str = "processes",
    workers: int | None = None,
    allow: Collection[str] = (),
    statements: Statements = (),
    receipts: Receipts = None,
    observer: pipeline.Observer | None = None,
) -> Judged:
    """Judge statements, and all that they rest on; results with a fresh receipt are reused.

    This example keeps no receipts:

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     judged = verify("rules.sphere", level="quick", executor="threads", receipts=place)
    >>> judged
    rules.sphere: proved
    >>> judged.passed
    True

    Args:
        ids: of statements, or globs; one, or several; if there are none, all statements, or those of `statements` alone.
        level: effort of the judges: quick, standard or full.
        seed: root of all randomness.
        executor: what the workers are: "processes", "threads" or the address tcp://host:port of a Dask scheduler.
        workers: how many; by default one per core, or as many threads as the cluster has.
        allow: statuses that statements without a recorded verdict may have, besides proved.
        statements: package directories of your own, beside the built-in ones.
        receipts: where receipts are kept.
        observer: called with the events of the run.

    Raises:
        UnknownStatement: if an id or glob matches nothing; the message suggests the nearest ids.
        NothingThere: if there is no statement at all, or none in `statements`.
        ValueError: for another level or executor, a seed below 0, or a status that cannot be allowed.
        ExecutionError: if there is no such cluster, or it went away.
        DamagedLedger: if the recorded ledger is damaged.
    """
    seed, allow = check_seed(seed), check_allowed(allow)
    recorded = recorded_ledger()
    found = found_in(statements, kept=False)
    if not found.entries:
        raise NothingThere("no statement was found: nothing was verified")
    patterns = ((ids,) if isinstance(ids, str) else tuple(ids)) or _own(found)
    outcome = pipeline.verify(
        found, patterns, store=store_at(receipts), level=level, seed=seed, jobs=workers, executor=executor,
        observer=observer,
    )  # fmt: skip
    return _beside_the_record(found, patterns, outcome, level, seed, allow, recorded)


def _own(found: Discovery) -> tuple[str, ...]:
    """The statements of the packages that are not built in, if such packages were named.

    Raises:
        NothingThere: if these have none.
    """
    own = tuple(name for name in found.entries if not found.is_recorded(name))
    if found.own and not own:
        raise NothingThere(f"no statement was found in {', '.join(map(str, found.own))}: nothing was verified")
    return own


def _beside_the_record(
    found: Discovery,
    patterns: Collection[str],
    outcome: pipeline.RunOutcome,
    level: str,
    seed: int,
    allow: Collection[str],
    recorded: records.Recorded,
) -> Judged:
    """A run with what is not as it is recorded, or wrong."""
    not_loaded = outcome.not_loaded
    rows = [row for row in build_rows(found, outcome.graph, outcome.verdicts) if row["id"] not in not_loaded]
    own = [row for row in rows if found.is_recorded(row["id"])]
    others = [row for row in rows if not found.is_recorded(row["id"])]
    changed = changes(own, recorded, level, seed)
    if not patterns:
        gone = sorted(set(recorded.rows) - set(found.entries))
        changed += [f"{name}: recorded, but there is no such statement any more" for name in gone]
    return Judged(
        found=found,
        outcome=outcome,
        level=level,
        seed=seed,
        rows=rows,
        changed=changed,
        wrong=[*not_proved(others, allow), *contradicted(rows, outcome.verdicts)],
        not_reached=not_reached(own, recorded.rows) if is_below(level, recorded.level) else [],
    )


def recorded_pages(judged: Judged) -> dict[Path, str]:
    """The text of each file that records a run over everything: the ledger, its pages, and the errata.

    Raises:
        ValueError: if something could not be judged.
    """
    if judged.unjudged:
        raise ValueError(f"what could not be judged cannot be recorded: {judged.unjudged[0]}")
    path, rows = records.recorded_path(), judged.rows
    home = path.parent.parent
    return {
        path: records.Recorded.from_rows(rows, judged.level, judged.seed).to_text(),
        home / "LEDGER.md": pages.ledger_page(rows, judged.level, judged.seed, load_trials(trials_path())),
        home / "ERRATA.md": errata.index_page(rows),
        **{home / "errata" / f"{paper}.md": errata.paper_page(paper, rows) for paper in PAPERS},
    }


def mutant_shares(verdicts: Mapping[str, Mapping[str, Verdict]]) -> dict[str, Any]:
    """Sums of the controls' figures over all statements, and the mutants that no judge caught or that no term tells."""
    names = ("rewritings", "accepted")
    total: dict[str, Any] = dict.fromkeys(names, 0)
    kinds: dict[str, Counter[str]] = {f"{kind}_mutants": Counter() for kind in MUTANTS}
    lists: dict[str, list[str]] = {"survivors": [], "alarms": []}
    for statement, own in verdicts.items():
        if "controls" not in own:
            continue
        figures = own["controls"].figures
        for name in names:
            total[name] += figures.get(name, 0)
        for kind, sums in kinds.items():
            sums.update(figures.get(kind, {}))
        for name, texts in lists.items():
            texts += [f"{statement}: {what}" for what in figures.get(name, ())]
    return {**total, **{kind: dict(sums) for kind, sums in kinds.items()}, **lists}
