"""Theorem against simulation, and nothing else: ``make theory`` prints one table, in about a minute.

Of every statement that can be drawn: what it claims, what draws of the estimators say that are made from their definition, and
the interval, whose level is that of the ledger. A claim that the draws reject goes to the rigorous judges: "refuted, too" is it
where they refute it; where they do not, it is an ALARM, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from types import ModuleType

from rich.console import Console
from rich.table import Table

from rftheory.chains.claims import claims_of
from rftheory.judges import enclosure_judge, kernel_judge, simulation_judge
from rftheory.montecarlo.checks.checks import LEVELS
from rftheory.statements.loading import found, load
from rftheory.statements.verdicts import Finding

#: characters of a line where the table is not printed on a terminal
_WIDTH = 150
ALARM = "ALARM"


@dataclass(frozen=True)
class Line:
    """One check: a quantity at a point, as it is claimed and as it is drawn."""

    statement: str
    claim: str
    quantity: str
    theory: float
    draws: float
    interval: tuple[float, float]
    answer: str

    @property
    def cells(self) -> tuple[str, ...]:
        low, high = self.interval
        numbers = f"{self.theory:.6g}", f"{self.draws:.6g}", f"[{low:.6g}, {high:.6g}]"
        return self.statement, self.claim, self.quantity, *numbers, self.answer


def compared(statement: str, module: ModuleType, level: str, seed: int = 0) -> list[Line]:
    """The checks of a statement module, drawn now; empty if it draws nothing."""
    findings = simulation_judge.judge(module, level, seed).findings
    return [_line(statement, module, each, seed) for each in findings if "check" in each.data]


def _line(statement: str, module: ModuleType, finding: Finding, seed: int) -> Line:
    data = finding.data
    answer: str = finding.answer
    if answer == "refuted":
        answer = "refuted, too" if _is_refuted(module, finding.claim, seed) else ALARM
    return Line(
        statement,
        finding.claim,
        f"{data['quantity']}: {data['check']}",
        data["expected"],
        data.get("estimate", float("nan")),
        tuple(data.get("interval", (-float("inf"), float("inf")))),
        answer,
    )


def _is_refuted(module: ModuleType, name: str, seed: int) -> bool:
    """Whether a rigorous judge refutes a claim."""
    claim = next(claim for claim in claims_of(module) if claim.name == name)
    if enclosure_judge.judge_claim(claim, "quick", seed).answer == "refuted":
        return True
    return any(f.claim == name and f.answer == "refuted" for f in kernel_judge.judge(module, "quick", seed).findings)


def _of(statement: str, level: str, seed: int) -> list[Line]:
    return compared(statement, load(statement), level, seed)


def table(lines: Iterable[Line]) -> Table:
    shown = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("statement", "claim", "quantity", "theory", "draws", "interval", "answer"):
        shown.add_column(column, overflow="fold", justify="right" if column in ("theory", "draws") else "left")
    for line in lines:
        shown.add_row(*line.cells)
    return shown


def _summary(lines: list[Line]) -> Iterator[str]:
    for answer in dict.fromkeys(line.answer for line in lines):
        count = sum(line.answer == answer for line in lines)
        yield f"{count} {answer}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", metavar="ID", help="of statements, or globs [default: all]")
    parser.add_argument(
        "--level", choices=list(LEVELS), default="quick", help="errors of 10%%, 2%% or 1%% are seen [default: quick]"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="statements at a time [default: 2]")
    asked = parser.parse_args()
    names = [entry.id for entry in found().select(asked.ids)]
    with ProcessPoolExecutor(asked.jobs) as pool:
        parts = pool.map(partial(_of, level=asked.level, seed=asked.seed), names, chunksize=4)
        lines = [line for part in parts for line in part]
    console = Console(width=None if sys.stdout.isatty() else _WIDTH)
    console.print(table(lines))
    console.print(
        f"\n{len(lines)} checks at level {asked.level}: {', '.join(_summary(lines)) or 'nothing to draw'}",
        highlight=False,
    )
    return int(any(line.answer == ALARM for line in lines))


if __name__ == "__main__":
    raise SystemExit(main())
