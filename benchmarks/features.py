"""Time of feature maps over that of the plain matrix product and exponential, as ratios.

    python benchmarks/features.py [--seconds 1] [--rows 100000] [--m 64 --m 256 --m 1024] [--json FILE]

The plain versions do what a feature map cannot do without: ``X @ W.T`` and ``exp`` in place for exponentials, ``X @ W.T`` and
``sin``, ``cos`` into one array for waves. Ours, `RandomFeatures.transform`, includes the checks of the inputs, the norms and
the scales. ``time`` is the time of ours over that of the plain version; the target is 1.2. d = 64, one thread. Prints a table and one
line of JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks._measuring import alternate, one_thread, parser, print_table, report
from rftheory.arrays import Array
from rftheory.features import make

D = 64
TARGET = 1.2


def exponentials(rows: Array, projections: Array) -> Array:
    out = rows @ projections.T
    return np.asarray(np.exp(out, out=out))


def waves(rows: Array, projections: Array) -> Array:
    images = rows @ projections.T
    out = np.empty((len(rows), 2 * len(projections)))
    np.sin(images, out=out[:, : len(projections)])
    np.cos(images, out=out[:, len(projections) :])
    return out


PLAIN: dict[str, Callable[[Array, Array], Array]] = {
    "positive": exponentials,
    "oprf": exponentials,
    "trigonometric": waves,
}


def measure(name: str, m: int, rows: Array, seconds: float) -> dict[str, Any]:
    features = make(name, m=m, seed=0).fit(rows)
    projections = np.ascontiguousarray(features.projections_)

    def ours() -> int:
        return len(features.transform(rows))

    def plain() -> int:
        return len(PLAIN[name](rows, projections))

    rounds = alternate({"ours": ours, "plain": plain}, seconds)
    ratio = rounds.speed("plain", "ours")
    return {
        "case": name,
        "m": m,
        "rows": len(rows),
        "rows_per_second": rounds.rates,
        "time": {"median": ratio.median, "low": ratio.low, "high": ratio.high, "text": str(ratio)},
        "target": TARGET,
        "met": ratio.median <= TARGET,
    }


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__, seconds=1)
    options.add_argument("--rows", type=int, default=100_000)
    options.add_argument("--m", type=int, action="append")
    given = options.parse_args(arguments)
    inputs = np.random.default_rng(0).standard_normal((given.rows, D)) / D**0.5
    with one_thread():
        found = [measure(name, m, inputs, given.seconds) for name in PLAIN for m in given.m or (64, 256, 1024)]
    print_table(
        "rows per second; time over that of the plain version",
        ["case", "m", "ours", "plain", "time", "target"],
        [
            [
                row["case"],
                row["m"],
                *(f"{row['rows_per_second'][key]:.1e}" for key in ("ours", "plain")),
                row["time"]["text"],
                f"{TARGET} {'met' if row['met'] else 'NOT MET'}",
            ]
            for row in found
        ],
    )
    report(found, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
