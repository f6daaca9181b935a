"""Time to apply m = d projections: Hadamard products without the matrix, beside the dense product and the floor, as ratios.

    python benchmarks/operators.py [--seconds 0.2] [--inputs 1 --inputs 16] [--largest 4096] [--json FILE]

Dense is numpy's product with a (d, d) matrix that is there already; the floor is one copy of the inputs. `growth` is the
time at d over the one at d/4: about 4 log2(d)/log2(d/4) for O(d log d) once the fixed cost of the calls is small, 16 for
O(d^2). "features" are positive features through the operator, over those through the matrix. One thread. Prints a table
and one line of JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks._measuring import Work, alternate, one_thread, parser, print_table, report
from rftheory.couplings.hadamard import GEOMETRIES, HadamardProduct
from rftheory.families.positive import Positive


def once(call: Callable[[], object]) -> Work:
    def work() -> int:
        call()
        return 1

    return work


def measure(geometry: str, d: int, count: int, seconds: float) -> dict[str, Any]:
    generator, family = np.random.default_rng(0), Positive()
    operator = HadamardProduct(geometry=geometry).draw_operator(generator, d, d)
    inputs, matrix = generator.standard_normal((count, d)) / d**0.5, generator.standard_normal((d, d))
    calls: dict[str, Callable[[], object]] = {
        "ours": lambda: operator.apply(inputs),
        "dense": lambda: inputs @ matrix.T,
        "floor": inputs.copy,
        "features": lambda: family.features(inputs, operator),
        "dense features": lambda: family.features(inputs, matrix),
    }
    rounds = alternate({name: once(call) for name, call in calls.items()}, seconds)
    return {
        "case": geometry,
        "d": d,
        "inputs": count,
        "calls_per_second": rounds.rates,
        "ours/dense": str(rounds.speed("ours", "dense")),
        "floor/ours": str(rounds.speed("floor", "ours")),
        "features/dense": str(rounds.speed("features", "dense features")),
    }


def with_growth(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each row with the time at its d over the one at d/4, of ours and dense."""
    rates = {(row["case"], row["inputs"], row["d"]): row["calls_per_second"] for row in rows}
    for row in rows:
        before = rates.get((row["case"], row["inputs"], row["d"] // 4))
        row["growth"] = {key: before[key] / row["calls_per_second"][key] for key in ("ours", "dense")} if before else {}
    return rows


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__, seconds=0.2)
    options.add_argument("--inputs", type=int, action="append")
    options.add_argument("--largest", type=int, default=4096)
    given = options.parse_args(arguments)
    sizes = [size for size in (64, 256, 1024, 4096, 16384) if size <= given.largest]
    with one_thread():
        rows = with_growth(
            [
                measure(geometry, d, count, given.seconds)
                for geometry in GEOMETRIES
                for count in given.inputs or (1, 16)
                for d in sizes
            ]
        )
    speeds = ("ours/dense", "floor/ours", "features/dense")
    print_table(
        "calls per second; times as fast; growth of the time from d/4 to d",
        ["case", "d", "inputs", "ours", *speeds, "growth", "dense's"],
        [
            [
                row["case"],
                row["d"],
                row["inputs"],
                f"{row['calls_per_second']['ours']:.1e}",
                *(row[key] for key in speeds),
            ]
            + [f"{row['growth'][key]:.2f}" if row["growth"] else "" for key in ("ours", "dense")]
            for row in rows
        ],
    )
    report(rows, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
