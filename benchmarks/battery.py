"""The battery of hostile statements: is anything false or about nothing proved, and is what is true beside it?

    python -m benchmarks.battery [--group limits ...] [--each N] [--alone] [--unchecked] [--steps 400] [--patience 20] [--jobs 1]
        [--json FILE]

The statements are those of tests/hostile: false or about nothing, each with the sentence that says why, and the true ones beside
them. A false one must not be proved, neither by a chain nor by a certificate that the prover finds; a true one must be. With --alone
gate, translation and prover are asked and nothing else: then the true ones are counted, and need not be found. With --unchecked
the same, and the checks of the chains accept whatever they are asked, so that false lines reach the prover as well. Prints what is
not as it should be and one line of JSON; the exit status says whether anything false was proved, anything true was not, or an answer
took too long.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rftheory.evidence
from benchmarks._measuring import each_alone, parser, print_table, report
from rftheory.evidence.zero import ZeroDecision
from rftheory.prover import search

TAKES_MINUTES = True
#: the package of the statements is one of the tests, also in the processes that judge
TESTS = str(Path(__file__).resolve().parent.parent / "tests")
if TESTS not in sys.path:
    sys.path.insert(0, TESTS)
#: statements that are judged in one process
CHUNK = 60
#: near misses of numbers and functions: what they say is not in question, so the search for certificates tells nothing of them
NUMBERS = ("zeros",)
KINDS = ("false", "true")
#: modules that compute values besides checking them
_COMPUTING = (
    "end_limits",
    "infinity",
    "euler_integrals",
    "conjugates",
    "angle_averages",
    "single_values",
    "gap_factors",
)
_ZERO = ZeroDecision(True, "not checked")
#: what the checks of chains say when they are off; methods called _require... say nothing
_ACCEPTING: dict[str, Any] = {
    **dict.fromkeys(("decide_zero", "decide_equal"), _ZERO),
    **dict.fromkeys(("missing", "_discharged"), ""),
    **dict.fromkeys(
        (
            "is_positive", "is_nonnegative", "is_nonzero", "is_at_least", "is_above", "is_inside", "holds", "is_smooth",
            "is_smooth_on", "is_smooth_at", "is_continuous_at", "is_real", "is_proved_nonzero", "is_inside_unit_disc",
            "is_never_zero", "is_bounded",
        ),
        True,
    ),
    "sign_of": frozenset({1}),
}  # fmt: skip


def _accepting(value: Any) -> Callable[..., Any]:
    return lambda *_, **__: value


def unchecked() -> None:
    """Switch the checks of chains off in this process."""
    names = [item.name for item in pkgutil.iter_modules(rftheory.evidence.__path__)]
    modules = [importlib.import_module(f"rftheory.evidence.{name}") for name in names if name not in _COMPUTING]
    for module in modules:
        for owner in (
            module,
            *(c for c in vars(module).values() if inspect.isclass(c) and c.__module__ == module.__name__),
        ):
            for name, held in list(vars(owner).items()):
                if not callable(held) or inspect.isclass(held):
                    continue
                if name in _ACCEPTING:
                    setattr(owner, name, _accepting(_ACCEPTING[name]))
                elif name.lstrip("_").startswith("require") and inspect.signature(held).return_annotation in (
                    None,
                    "None",
                ):
                    setattr(owner, name, _accepting(None))


@dataclass(frozen=True)
class Asked:
    """How statements are judged: the prover alone, chains that are believed, steps for a goal and seconds for a statement."""

    alone: bool = False
    unchecked: bool = False
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
        return self.status == ("proved" if self.kind == "false" else "open") or self.status == "late"


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
    # a true twin is proved by its chain; where only the chain is hostile, a certificate of the claim is none of something false
    by_chain = kind == "true" or case.holds or group in NUMBERS
    judges = ("kernel",) if asked.alone else ("derivation",) if by_chain else ("derivation", "kernel")
    try:
        found = harness.judged(case.build, judges, asked.patience)
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
    if asked.unchecked:
        unchecked()
    return [row(*place, asked) for place in listed], time.process_time() - start


def chosen(only: Sequence[str], each: int | None, alone: bool) -> list[tuple[str, str, str]]:
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
        for name in [name for name, case in getattr(cases, kind).items() if not (alone and case.holds)][:each]
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
        "--alone", action="store_true", help="gate, translation and prover, without the judge of chains"
    )
    options.add_argument("--unchecked", action="store_true", help="accept every line of a chain")
    options.add_argument(
        "--steps", type=int, default=Asked.steps, help="for a goal of the prover (default %(default)s)"
    )
    options.add_argument(
        "--patience", type=int, default=Asked.patience, metavar="S", help="for a statement (default %(default)s)"
    )
    options.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default %(default)s)")
    given = options.parse_args(arguments)
    asked = Asked(given.alone or given.unchecked, given.unchecked, given.steps, given.patience)
    try:
        listed = chosen(given.group, given.each, given.alone)
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
    return int(any(held.is_wrong for held in rows if not (asked.alone and held.kind == "true")))


if __name__ == "__main__":
    sys.exit(main())
