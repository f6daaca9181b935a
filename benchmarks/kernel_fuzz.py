"""Is any rule of the kernel unsound? Random instances of every rule, judged at points of their contexts by exact numbers.

    python benchmarks/kernel_fuzz.py [--instances 1000] [--seed 0] [--jobs 1] [--only TEXT ...] [--record]
        [--json FILE]

Each instance draws a context, premises and parameters; a theorem that comes out must not be false at any sampled point. Chunks of
instances run in processes of their own. Prints a table, the instances that gave a false theorem, and one line of JSON; the exit
status says whether there was one, or a group of rules came to hardly any theorem that could be judged. With --record the ledger
shows it.
"""

from __future__ import annotations

import random
import time
import traceback
import zlib
from collections.abc import Sequence
from typing import Any

from benchmarks._measuring import each_alone, jobs_option, packed, parser, print_table, report
from rftheory.statements.trials import INSTANCES, record_trial, trials_path
from tests.kernel.harness import Counts, FalseTheorem, check, collected

TAKES_MINUTES = True
CHUNK = 1_000
#: instances of a group of rules, from which on it counts that they come to theorems
ENOUGH = 25

Part = tuple[str, int, int]
Done = tuple[str, dict[str, int], str, float]


def together(parts: Sequence[Part]) -> list[Done]:
    """Chunks that share a process."""
    return [chunk(part) for part in parts]


def chunk(work: Part) -> Done:
    """One chunk of a rule: its name, the counts, what was false or broke, and the seconds."""
    name, seed, count = work
    start, counts, problem = time.process_time(), Counts(), ""
    try:
        counts = check(collected()[name], random.Random(seed), count)
    except FalseTheorem as false:
        problem = str(false)
    except Exception:  # a rule has to refuse, not to break
        problem = traceback.format_exc(limit=-4)
    return name, vars(counts), problem, time.process_time() - start


def chunks(names: list[str], instances: int, seed: int) -> list[Part]:
    """All chunks: rules take turns, so that an early stop has seen something of each of them."""
    rounds = range(0, instances, CHUNK)
    return [
        (name, zlib.crc32(f"{seed} {first} {name}".encode()), min(CHUNK, instances - first))
        for first in rounds
        for name in names
    ]


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__)
    options.add_argument(
        "--instances", type=int, default=INSTANCES, help="of each group of rules (default %(default)s)"
    )
    options.add_argument("--seed", type=int, default=0)
    jobs_option(options)
    options.add_argument(
        "--only", nargs="+", default=[""], metavar="TEXT", help="rules whose part:name has one of these in it"
    )
    options.add_argument("--record", action="store_true", help="for the ledger")
    given = options.parse_args(arguments)
    names = [name for name in collected() if any(text in name for text in given.only)]
    rows: dict[str, dict[str, Any]] = {name: {**vars(Counts()), "false": [], "seconds": 0.0} for name in names}
    packs = packed(chunks(names, given.instances, given.seed), lambda part: part[2], CHUNK)
    for done in each_alone(together, packs, given.jobs):
        for name, counts, problem, seconds in done:
            row = rows[name]
            row["seconds"] += seconds
            row["false"] += [problem] if problem else []
            for key, number in counts.items():
                row[key] += number
            if problem:
                print(f"{name}: {problem}", flush=True)
    idle = {name: why for name, row in rows.items() if (why := _idle(row))}
    for name, why in idle.items():
        print(f"{name}: {why}", flush=True)
    columns = ["instances", "theorems", "reached", "true", "never_true"]
    print_table(
        "instances of rules, theorems, those with a point, those found true; chunks with a false one",
        ["part:rule", *columns, "false", "ms each"],
        [
            [name, *(row[key] for key in columns), len(row["false"]), 1000 * row["seconds"] / max(row["instances"], 1)]
            for name, row in rows.items()
        ],
    )
    report(rows, given.json)
    if given.record:
        # runs over some of the rules are put together
        told = {
            name: {"seed": given.seed, **{key: row[key] for key in columns[:2]}, "false": len(row["false"])}
            for name, row in rows.items()
        }
        record_trial(trials_path(), "fuzz", {"rules": told}, add_to="rules")
    return int(bool(idle) or any(row["false"] for row in rows.values()))


def _idle(row: dict[str, Any]) -> str:
    counts = Counts(**{key: row[key] for key in vars(Counts())})
    return counts.idle if counts.instances >= ENOUGH else ""


if __name__ == "__main__":
    raise SystemExit(main())
