"""Time until a mean squared error of positive features is known to a target precision, where few draws make it.

    python benchmarks/heavy.py [--until 0.01] [--length 4] [--budget 20000000] [--json FILE]

Samples are log-normal of shape v = |x + y|; d = m = 64, one thread, 99% intervals, all three couplings. Told beside the
seconds: what the interval reached, which method was taken, whether it holds the closed form. Seconds include what
is prepared before the first draw. Prints a table and one line of JSON.
"""

from __future__ import annotations

import math
import sys
import time
from itertools import product
from typing import Any

import numpy as np

from benchmarks._measuring import one_thread, parser, positive, print_table, report
from rftheory.couplings.geometries import NAMES
from rftheory.estimators.coupled import Coupled
from rftheory.families.positive import Positive
from rftheory.mechanisms.mse import log_mse_of_inputs
from rftheory.montecarlo.chunks import keep_freed_memory
from rftheory.montecarlo.quantities import MeanSquaredError
from rftheory.montecarlo.setting import Setting

D = M = 64
LENGTHS = (1.0, 2.0, 4.0, 6.0)
#: seconds wanted at this v
_TARGET = {4.0: 10.0}


def measure(coupling: str, v: float, until: float, budget: int) -> dict[str, Any]:
    from rftheory.montecarlo.session import Effort, estimate

    x = np.zeros(D)
    x[0] = v / 2
    start = time.process_time()
    run = estimate(
        Setting.of(Coupled(Positive(), NAMES[coupling]), x, x, M),
        (MeanSquaredError(),),
        Effort(until=until, budget=budget, workers=1),
    )
    seconds = time.process_time() - start
    (found,) = run.of("mse")
    # x = y: the kernel of the softmax features is exp(|x|^2), and so is its unit
    truth = math.exp(float(log_mse_of_inputs(Positive(), coupling, M, x, x, "softmax")) - found.log_unit)
    row = {
        "coupling": coupling,
        "v": v,
        "seconds": seconds,
        "draws": run.draws,
        "draws_per_second": run.draws / seconds,
        "method": run.method,
        "bar": found.interval.kind,
        "reached": bool(run.reached),
        "relative_error": found.relative_error if math.isfinite(found.relative_error) else None,
        "holds": truth in found.interval,
    }
    return row | ({"met": bool(run.reached) and seconds < _TARGET[v]} if v in _TARGET else {})


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__)
    options.add_argument("--until", type=positive, default=0.01, help="relative half-width (default %(default)s)")
    options.add_argument("--length", type=positive, action="append", help="v (default 1, 2, 4 and 6)")
    options.add_argument("--budget", type=int, default=20_000_000, help="draws at most (default %(default)s)")
    given = options.parse_args(arguments)
    keep_freed_memory()
    with one_thread():
        cases = list(product(given.length or LENGTHS, ("iid", "orthogonal", "simplex")))
        rows = []
        for number, (v, coupling) in enumerate(cases, start=1):
            print(f"{number} of {len(cases)}: {coupling}, v = {v:g}", file=sys.stderr, flush=True)
            rows.append(measure(coupling, v, given.until, given.budget))
    print_table(
        f"seconds until the mean squared error is known to {given.until:.2%}, d = m = {D}",
        ["coupling", "v", "method", "bar", "seconds", "draws", "reached", "holds", "< 10 s"],
        [
            [row["coupling"], row["v"], row["method"], row["bar"], row["seconds"], f"{row['draws']:.1e}"]
            + ["nothing" if row["relative_error"] is None else f"{row['relative_error']:.2%}"]
            + ["yes" if row["holds"] else "NO", {True: "met", False: "NOT MET"}.get(row.get("met", ""), "")]
            for row in rows
        ],
    )
    report(rows, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
