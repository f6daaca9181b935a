"""The battery of hostile statements: is anything false or about nothing certified, and is what is true beside it?

    python -m benchmarks.battery [--group limits ...] [--each N] [--steps 400] [--patience 60] [--jobs 1] [--json FILE]

The claims of ``benchmarks/statements`` (see `_statements`), each as it stands: admission, translation into the kernel's terms and the
search for a certificate are asked, and nothing else. A *false* one, or one about nothing, must not be certified; a *true* one must be;
of those that are true and *open* it is counted how many are found. Prints what is not as it should be and one line of JSON; the exit
status says whether anything was not, or an answer took too long.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks._measuring import each_alone, jobs_option, packed, parser, print_table, report
from benchmarks._statements import KINDS, REFUSALS, Said, groups, read
from rftheory.execution.time_limit import TimeUp, within
from rftheory.judges import kernel_judge
from rftheory.prover import search
from rftheory.statements.admission import refusals

TAKES_MINUTES = True
#: claims that are judged in one process
CHUNK = 60


@dataclass(frozen=True)
class Asked:
    """How claims are judged: steps for a goal of the prover, and seconds of processor time for a claim."""

    steps: int = 400
    patience: int = 60


@dataclass(frozen=True)
class Row:
    """What became of a claim: refused before it was judged, certified, open or late; with what was said, and why it is false."""

    place: str
    kind: str
    text: str
    status: str
    reason: str

    @property
    def is_wrong(self) -> bool:
        right = {"false": ("refused", "open"), "true": ("certified",), "open": ("open", "certified")}
        return self.status not in right[self.kind]


def row(said: Said, asked: Asked) -> Row:
    """Judge one claim."""
    try:
        status, reason = within(asked.patience, lambda: _judged(said))
    except TimeUp:
        status, reason = "late", f"no answer after {asked.patience} s"
    although = f", although: {said.why}" if said.why else ""
    return Row(said.place, said.kind, said.text, status, f"{reason[:300]}{although}")


def _judged(said: Said) -> tuple[str, str]:
    try:
        claim = said.build()
    except REFUSALS as refusal:
        return "refused", f"{type(refusal).__name__}: {refusal}"
    if why := refusals(claim):
        return "refused", "; ".join(why)
    finding = kernel_judge.judge_claim(claim)
    return "certified" if finding.answer == "holds" else "open", finding.reason


def chunk(work: tuple[Asked, Sequence[tuple[str, int]]]) -> tuple[list[Row], float]:
    """Judge some claims, given by group and number; with the seconds."""
    asked, listed = work
    start, search.STEPS = time.process_time(), asked.steps
    said = {group: read(group) for group, _ in listed}
    return [row(said[group][number], asked) for group, number in listed], time.process_time() - start


def chosen(only: Sequence[str], each: int | None) -> list[tuple[str, int]]:
    """Group and number of the claims: of each group and kind all, or the first so many.

    Raises:
        ValueError: for a group that there is not.
    """
    known = groups()
    for name in only:
        if name not in known:
            raise ValueError(f"--group must be one of {', '.join(known)}, got {name!r}")
    return [(group, number) for group in only or known for number in _numbers(group, each)]


def _numbers(group: str, each: int | None) -> list[int]:
    kinds = [said.kind for said in read(group)]
    return sorted(number for kind in KINDS for number in [n for n, k in enumerate(kinds) if k == kind][:each])


def figures_of(rows: Sequence[Row], seconds: float, asked: Asked) -> dict[str, Any]:
    """Claims of each kind, what became of them, and what took too long."""
    counts = {}
    for kind in KINDS:
        found = [row.status for row in rows if row.kind == kind]
        counts[kind] = {
            "statements": len(found),
            **{word: found.count(word) for word in ("refused", "certified", "late")},
        }
    return {**counts, **vars(asked), "cpu_s": round(seconds, 1)}


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__)
    options.add_argument("--group", nargs="+", default=[], help="some groups of claims")
    options.add_argument("--each", type=int, metavar="N", help="at most so many of each group and kind")
    options.add_argument(
        "--steps", type=int, default=Asked.steps, help="for a goal of the prover (default %(default)s)"
    )
    options.add_argument(
        "--patience", type=int, default=Asked.patience, metavar="S", help="for a claim (default %(default)s)"
    )
    jobs_option(options)
    given = options.parse_args(arguments)
    asked = Asked(given.steps, given.patience)
    try:
        listed = chosen(given.group, given.each)
    except ValueError as error:
        options.error(str(error))
    works = [(asked, pack) for pack in packed(listed, lambda _: 1, CHUNK)]
    rows: list[Row] = []
    seconds = 0.0
    for found, spent in each_alone(chunk, works, given.jobs):
        rows, seconds = rows + found, seconds + spent
        for held in found:
            if held.is_wrong:
                print(f"{held.place}: {held.kind} {held.text}: {held.status}: {held.reason}", flush=True)
    figures = figures_of(rows, seconds, asked)
    print_table(
        "claims, and what became of them",
        ["", *figures["false"]],
        [[kind, *figures[kind].values()] for kind in KINDS],
    )
    report(figures, given.json)
    return int(any(held.is_wrong for held in rows))


if __name__ == "__main__":
    sys.exit(main())
