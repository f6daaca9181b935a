"""Is anything false proved? The battery of hostile statements, changed certificates and random instances of the kernel's rules.

    python -m benchmarks.attack [--size quick] [--jobs N] [--json FILE]

Runs `benchmarks/battery.py`, `benchmarks/sabotage.py` and `benchmarks/kernel_fuzz.py` one after the other, all of them whatever the
others say. ``quick`` takes a few minutes on two cores: the whole battery, and a sample of the changes and instances. ``full`` takes
hours and is run before a release: the prover gets the steps that it has elsewhere, and chains are believed once as well; what is
tried of the kernel is recorded for the ledger. Prints how much was tried and what was wrong of it, and one line of JSON; the exit status
says whether one of them failed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks._measuring import parser, print_table, report
from benchmarks.run import measured
from rftheory.prover.search import STEPS

TAKES_MINUTES = True


@dataclass(frozen=True)
class Trial:
    """A benchmark that looks for a false proof, with its options."""

    name: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.name, *self.arguments))


_PATIENT = ("--steps", str(STEPS), "--patience", "120")
SIZES = {
    "quick": (
        Trial("battery"),
        Trial("sabotage", ("--changes", "1500")),
        Trial("kernel_fuzz", ("--instances", "200")),
    ),
    "full": (
        Trial("battery", _PATIENT),
        Trial("battery", ("--unchecked", *_PATIENT)),
        Trial("sabotage", ("--changes", "20000", "--record")),
        Trial("kernel_fuzz", ("--instances", "10000", "--record")),
    ),
}
#: of the figures of a benchmark: how many were tried, and how many were proved and false
_COUNTED: dict[str, Callable[[Any], tuple[int, int]]] = {
    "battery": lambda found: (found["false"]["statements"], found["false"]["proved"]),
    "sabotage": lambda found: (sum(found["kinds"]["all"].values()), found["kinds"]["all"]["other"]),
    "kernel_fuzz": lambda found: (
        sum(row["instances"] for row in found.values()),
        sum(len(row["false"]) for row in found.values()),
    ),
}


def attacked(trials: Sequence[Trial], jobs: int) -> list[dict[str, Any]]:
    """What each trial came to; without counts where it broke."""
    rows = []
    for trial in trials:
        found = measured(trial.name, *trial.arguments, "--jobs", str(jobs))
        counts = _COUNTED[trial.name](found["figures"]) if found["figures"] else (None, None)
        rows.append({"trial": str(trial), "tried": counts[0], "false": counts[1], **found})
    return rows


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__)
    options.add_argument("--size", choices=SIZES, default="quick", help="of what is tried (default %(default)s)")
    options.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: cores)"
    )
    given = options.parse_args(arguments)
    rows = attacked(SIZES[given.size], given.jobs)
    columns = ["trial", "tried", "false", "exit_code", "seconds"]
    print_table(
        "what was tried, and what was proved and false", columns, [[row[key] for key in columns] for row in rows]
    )
    report({"size": given.size, "trials": rows}, given.json)
    return int(any(row["exit_code"] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
