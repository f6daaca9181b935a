"""The battery of hostile statements: is anything false or about nothing proved, and is what is true beside it?

    python -m benchmarks.battery [--group limits ...] [--each N] [--steps 400] [--patience 20] [--jobs 1] [--json FILE]

The statements are those of tests/hostile: false or about nothing, each with the sentence that says why, and the true ones beside
them. A false one must not be proved by a certificate that the prover finds, whatever its chain says; the true ones that are found are
counted. Prints what is not as it should be and one line of JSON; the exit status says whether anything false was proved, or an answer
took too long.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks._measuring import each_alone, parser, print_table, report
from rftheory.prover import search

TAKES_MINUTES = True
#: the package of the statements is one of the tests, also in the processes that judge
TESTS = str(Path(__file__).resolve().parent.parent / "tests")
if TESTS not in sys.path:
    sys.path.insert(0, TESTS)
#: statements that are judged in one process
CHUNK = 60
KINDS = ("false", "true")


@dataclass(frozen=True)
class Asked:
    """How statements are judged: steps for a goal and seconds for a statement."""

    steps: int = 400
    patience: int = 20


@dataclass(frozen=True)
class Row:
    """What became of a statement: proved, not proved or late; with what was said, and why it is false."""

    group: str
    kind: str
    name: str
    status: str
    reason: str

    @property
    def is_wrong(self) -> bool:
        return self.status == "late" or (self.kind == "false" and self.status == "proved")


def groups() -> dict[str, Any]:
    """The classes of statements, by the names of their files."""
    package = importlib.import_module("hostile")
    modules = {
        item.name: importlib.import_module(f"hostile.{item.name}") for item in pkgutil.iter_modules(package.__path__)
    }
    return {name: module.CASES for name, module in modules.items() if hasattr(module, "CASES")}


def row(group: str, kind: str, name: str, asked: Asked) -> Row:
    """Judge one statement."""
    harness, case = importlib.import_module("hostile.harness"), getattr(groups()[group], kind)[name]
    try:
        found = harness.judged(case.build, patience=asked.patience)
    except harness.TooSlow as slow:
        return Row(group, kind, name, "late", str(slow))
    although = f", although: {case.why}" if case.why else ""
    return Row(
        group,
        kind,
        name,
        "proved" if found.status == "proved" else "open",
        f"{found.status}: {found.reason[:300]}{although}",
    )


def chunk(work: tuple[Asked, Sequence[tuple[str, str, str]]]) -> tuple[list[Row], float]:
    """Judge some statements; with the seconds."""
    asked, listed = work
    start, search.STEPS = time.process_time(), asked.steps
    return [row(*place, asked) for place in listed], time.process_time() - start


def chosen(only: Sequence[str], each: int | None) -> list[tuple[str, str, str]]:
    """Group, kind and name of the statements: of each group and kind all, or the first so many.

    Raises:
        ValueError: for a group that there is not.
    """
    known = groups()
    for name in only:
        if name not in known:
            raise ValueError(f"--group must be one of {', '.join(known)}, got {name!r}")
    return [
        (group, kind, name)
        for group, cases in known.items()
        if group in (only or known)
        for kind in KINDS
        for name in [name for name, case in getattr(cases, kind).items() if not case.holds][:each]
    ]


def figures_of(rows: Sequence[Row], seconds: float, asked: Asked) -> dict[str, Any]:
    """Statements of each kind, how many of them are proved, and what took too long."""
    counts = {}
    for kind in KINDS:
        found = [row.status for row in rows if row.kind == kind]
        counts[kind] = {"statements": len(found), "proved": found.count("proved")}
    late = sum(row.status == "late" for row in rows)
    return {**counts, "late": late, **vars(asked), "cpu_s": round(seconds, 1)}


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__)
    options.add_argument("--group", nargs="+", default=[], help="some groups of statements")
    options.add_argument("--each", type=int, metavar="N", help="at most so many of each group and kind")
    options.add_argument(
        "--steps", type=int, default=Asked.steps, help="for a goal of the prover (default %(default)s)"
    )
    options.add_argument(
        "--patience", type=int, default=Asked.patience, metavar="S", help="for a statement (default %(default)s)"
    )
    options.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default %(default)s)")
    given = options.parse_args(arguments)
    asked = Asked(given.steps, given.patience)
    try:
        listed = chosen(given.group, given.each)
    except ValueError as error:
        options.error(str(error))
    works = [(asked, listed[first : first + CHUNK]) for first in range(0, len(listed), CHUNK)]
    rows: list[Row] = []
    seconds = 0.0
    for found, spent in each_alone(chunk, works, "processes", given.jobs):
        rows, seconds = rows + found, seconds + spent
        for held in found:
            if held.is_wrong:
                print(f"{held.group}: {held.name} ({held.kind}): {held.status}: {held.reason}", flush=True)
    figures = figures_of(rows, seconds, asked)
    print_table(
        "statements, and how many of them are proved",
        ["", "statements", "proved"],
        [[kind, *figures[kind].values()] for kind in KINDS],
    )
    report(figures, given.json)
    return int(any(held.is_wrong for held in rows))


if __name__ == "__main__":
    sys.exit(main())
