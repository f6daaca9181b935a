"""Time to apply m = d projections: Hadamard products without the matrix, beside the dense product and the floor, as ratios.

    python benchmarks/operators.py [--seconds 0.3] [--inputs 1 --inputs 16] [--largest 4096]

Dense is numpy's product with a (d, d) matrix that is there already; the floor is one copy of the inputs. `growth` is the
time at d over the one at d/4: about 4 log2(d)/log2(d/4) for O(d log d) once the fixed cost of the calls is small, 16 for
O(d^2). "features" are positive features through the operator, over those through the matrix. One thread. Prints a table
and one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from rftheory.couplings.hadamard import GEOMETRIES, HadamardProduct
from rftheory.families.positive import Positive


def least_time(work: Callable[[], object], seconds: float) -> float:
    """The least time of calls of ``work``."""
    work()
    best, start = np.inf, time.perf_counter()
    while time.perf_counter() - start < seconds:
        before = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - before)
    return float(best)


def measure(geometry: str, d: int, count: int, seconds: float) -> dict[str, Any]:
    generator, family = np.random.default_rng(0), Positive()
    operator = HadamardProduct(geometry=geometry).draw_operator(generator, d, d)
    inputs, matrix = generator.standard_normal((count, d)) / d**0.5, generator.standard_normal((d, d))
    times = {
        "ours": lambda: operator.apply(inputs),
        "dense": lambda: inputs @ matrix.T,
        "floor": inputs.copy,
        "features": lambda: family.features(inputs, operator),
        "dense features": lambda: family.features(inputs, matrix),
    }
    return {"case": geometry, "d": d, "inputs": count} | {key: least_time(work, seconds) for key, work in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--inputs", type=int, action="append")
    parser.add_argument("--largest", type=int, default=4096)
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    print("                                ours   dense    ours  growth  growth   dense")
    print("      d inputs  case             [s]   /ours  /floor    ours   dense  /features")
    with threadpool_limits(1):
        for geometry in GEOMETRIES:
            for count in options.inputs or (1, 16):
                last: dict[str, Any] = {}
                for d in (size for size in (64, 256, 1024, 4096, 16384) if size <= options.largest):
                    row = measure(geometry, d, count, options.seconds)

                    def ratio(over: Any, under: Any) -> str:
                        return f"{over / under:8.2f}" if over and under else " " * 8

                    cells = [(row["dense"], row["ours"]), (row["ours"], row["floor"])]
                    cells += [(row[key], last.get(key)) for key in ("ours", "dense")]
                    cells += [(row["dense features"], row["features"])]
                    print(f"{d:7} {count:6}  {geometry:11}{row['ours']:9.1e}" + "".join(ratio(*pair) for pair in cells))
                    rows.append(row)
                    last = row
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
