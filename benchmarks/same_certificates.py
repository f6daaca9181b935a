"""Whether certificates owe anything to the order of sets, to the number of processes, or to what a process has done before.

    python -m benchmarks.same_certificates [ID ...] [--json FILE]

Each statement (by default all) is searched twice in processes of its own: with PYTHONHASHSEED 0 and one job, and with 1 and two
jobs. What is compared is the specification with the certificate, before it is packed, and what is said of the claims that are not
proved. Exit status 1 if anything differs. All statements take twice as long as ``rftheory certify --all``.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks._measuring import parser, print_table, report
from rftheory.prover.keeping import search_all
from rftheory.statements.discovery import discover

TAKES_MINUTES = True
#: seeds of Python's hashes, with the number of jobs
_RUNS = ((0, 1), (1, 2))


def _print_digests(jobs: int, ids: list[str]) -> None:
    entries = discover().select(ids)
    for one in search_all([(entry.id, entry.module) for entry in entries], jobs, keep=False):
        found = hashlib.sha256(one.found.spec + one.found.certificate).hexdigest()
        why = hashlib.sha256(repr(sorted(one.found.failed.items())).encode()).hexdigest()
        print(json.dumps([one.statement, len(one.found.proved), found, why]), flush=True)


def _digests(seed: int, jobs: int, ids: list[str]) -> dict[str, list[object]]:
    command = [sys.executable, "-m", "benchmarks.same_certificates", "--digests", str(jobs), *ids]
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    place = Path(__file__).parent.parent
    done = subprocess.run(command, cwd=place, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return {name: found for name, *found in map(json.loads, done.stdout.splitlines())}


def main(arguments: list[str] | None = None) -> int:
    asked = parser(__doc__)
    asked.add_argument("ids", nargs="*")
    asked.add_argument("--digests", type=int, metavar="JOBS", help="print what one run finds")
    given = asked.parse_args(arguments)
    if given.digests:
        _print_digests(given.digests, given.ids)
        return 0
    first, second = (_digests(seed, jobs, given.ids) for seed, jobs in _RUNS)
    others = [name for name in first if first[name] != second.get(name)]
    claims = sum(int(str(found[0])) for found in first.values())
    print_table("certificates", ["statements", "claims", "others"], [[len(first), claims, len(others)]])
    for name in others:
        print(f"{name}: {first[name]} and {second.get(name)}")
    report({"statements": len(first), "claims": claims, "others": others}, given.json)
    return 1 if others or not first else 0


if __name__ == "__main__":
    raise SystemExit(main())
