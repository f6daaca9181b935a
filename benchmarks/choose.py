"""`choose` on many queries and keys: seconds, and the most memory that its process held.

    python benchmarks/choose.py [--rows 1000000] [--dimension 64] [--json FILE]

Queries and keys lie in two files .npy of float64 and are mapped, for the Gaussian kernel with the median distance as bandwidth and for
the softmax kernel. Each run is a process of its own; the memory holds the pages of the files that were read. Targets: 30 s and
2 GB for 10^6 x 64. Prints a table and one line of JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks._measuring import parser, print_table, report

_SECONDS, _GIGABYTES = 30.0, 2.0
_RUN = """
import json, resource, sys, time
from rftheory._choose import choose
start, cpu = time.perf_counter(), time.process_time()
scale = {"bandwidth": "median"} if sys.argv[3] == "gaussian" else {"temperature": 8.0}
choice = choose(sys.argv[1], sys.argv[2], kernel=sys.argv[3], target=0.1, **scale)
print(json.dumps({
    "seconds": time.perf_counter() - start, "processor_seconds": time.process_time() - cpu,
    "gigabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9,
    "recommended": choice.recommendation.title,
}))
"""


def measure(folder: Path, kernel: str) -> dict[str, Any]:
    """One run in a process of its own."""
    files = [str(folder / f"{name}.npy") for name in ("queries", "keys")]
    done = subprocess.run([sys.executable, "-c", _RUN, *files, kernel], check=True, capture_output=True, text=True)
    row: dict[str, Any] = {"kernel": kernel, **json.loads(done.stdout)}
    return {**row, "met": row["seconds"] <= _SECONDS and row["gigabytes"] <= _GIGABYTES}


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__)
    options.add_argument("--rows", type=int, default=1_000_000, help="of each set (default %(default)s)")
    options.add_argument("--dimension", type=int, default=64, help="(default %(default)s)")
    given = options.parse_args(arguments)
    generator = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        for name, mean in (("queries", 0.1), ("keys", 0.0)):
            rows = generator.standard_normal((given.rows, given.dimension))
            rows *= 0.5
            rows += mean
            np.save(Path(folder) / f"{name}.npy", rows)
            del rows
        results = [measure(Path(folder), kernel) for kernel in ("gaussian", "softmax")]
    print_table(
        f"choose, {given.rows} x {given.dimension}",
        ["kernel", "seconds", "processor s", "GB", "recommended", "met"],
        [list(row.values()) for row in results],
    )
    report({"rows": given.rows, "dimension": given.dimension, "runs": results}, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
