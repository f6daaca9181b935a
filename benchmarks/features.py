"""Time of feature maps over that of the plain matrix product and exponential, as ratios.

    python benchmarks/features.py [--seconds 1] [--rows 100000] [--d 64] [--m 64 --m 256 --m 1024] [--json FILE]

The plain versions do what a feature map cannot do without: ``X @ W.T`` and ``exp`` in place for exponentials, ``X @ W.T`` and
``sin``, ``cos`` into one array for waves. Ours, `RandomFeatures.transform`, includes the checks of the inputs, the norms and
the scales. ``time`` is the time of ours over that of the plain version; the target is 1.2, for Hadamard products from d = 256 on. Their
images alone, of 64 Ki numbers, take less time than the product there. ``scikit-learn`` is the time of ours over that of its
`RBFSampler` with as many features, if it is installed. One thread. Prints a table and one line of JSON.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks._measuring import alternate, one_thread, parser, print_table, report
from rftheory.couplings.hadamard import HadamardProduct
from rftheory.features import make
from rftheory.inputs.arrays import Array

try:
    from sklearn.kernel_approximation import RBFSampler
except ImportError:
    RBFSampler = None

TARGET = 1.2
#: from here on structured projections are to be faster than a product
STRUCTURED = 256


def exponentials(rows: Array, projections: Array) -> Array:
    out = rows @ projections.T
    return np.asarray(np.exp(out, out=out))


def phased(rows: Array, projections: Array) -> Array:
    images = rows @ projections.T
    return np.asarray(np.cos(images, out=images))


def waves(rows: Array, projections: Array) -> Array:
    images = rows @ projections.T
    return _halves(np.sin, images, np.cos, images)


def two_sided(rows: Array, projections: Array) -> Array:
    images = rows @ projections.T
    return _halves(np.exp, images, np.exp, -images)


def _halves(first: np.ufunc, images: Array, second: np.ufunc, others: Array) -> Array:
    """Two functions side by side, each written where it stays."""
    rows, m = images.shape
    out = np.empty((rows, 2 * m))
    first(images, out=out[:, :m])
    second(others, out=out[:, m:])
    return out


PLAIN: dict[str, tuple[Callable[[Array, Array], Array], dict[str, Any]]] = {
    "positive": (exponentials, {}),
    "oprf": (exponentials, {}),
    "gerf": (exponentials, {"A": -0.1}),
    "hyperbolic": (two_sided, {}),
    "trigonometric": (waves, {}),
    "random-phase-cosine": (phased, {}),
    "positive x hadamard": (exponentials, {}),
    "trigonometric x hadamard": (waves, {}),
}


def measure(name: str, m: int, rows: Array, seconds: float) -> dict[str, Any]:
    family, _, coupling = name.partition(" x ")
    plainly, parameters = PLAIN[name]
    features = make(family, coupling=coupling or "iid", m=m, seed=0, kernel="gaussian", **parameters).fit(rows)
    projections = np.random.default_rng(0).normal(size=(m, rows.shape[1]))
    target = TARGET if not coupling or rows.shape[1] >= STRUCTURED else math.inf

    def ours() -> int:
        return len(features.transform(rows))

    def plain() -> int:
        return len(plainly(rows, projections))

    works = {"ours": ours, "plain": plain}
    if RBFSampler is not None:
        sampler = RBFSampler(n_components=features.transform(rows[:1]).shape[1], random_state=0).fit(rows)
        works["scikit-learn"] = lambda: len(sampler.transform(rows))
    return compared(name, m, rows, works, target, seconds)


def images(rows: Array, seconds: float) -> dict[str, Any]:
    """d images of a block of rows by Hadamard products, and by a matrix."""
    d = rows.shape[1]
    block = rows[: max(64, 65536 // d)]
    operator = HadamardProduct().draw_projections(np.random.default_rng(0), d, d)
    matrix = np.random.default_rng(0).normal(size=(d, d))
    works = {"ours": lambda: len(operator.apply(block)), "plain": lambda: len(block @ matrix.T)}
    return compared("images x hadamard", d, block, works, 1.0 if d >= STRUCTURED else math.inf, seconds)


def compared(
    name: str, m: int, rows: Array, works: dict[str, Callable[[], int]], target: float, seconds: float
) -> dict[str, Any]:
    rounds = alternate(works, seconds)
    ratio = rounds.speed("plain", "ours")
    return {
        "case": name,
        "m": m,
        "rows": len(rows),
        "rows_per_second": rounds.rates,
        "time": {"median": ratio.median, "low": ratio.low, "high": ratio.high, "text": str(ratio)},
        "scikit_learn": str(rounds.speed("scikit-learn", "ours")) if "scikit-learn" in works else None,
        "target": target if math.isfinite(target) else None,
        "met": ratio.median <= target,
    }


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__, seconds=1)
    options.add_argument("--rows", type=int, default=100_000)
    options.add_argument("--d", type=int, default=64)
    options.add_argument("--m", type=int, action="append")
    given = options.parse_args(arguments)
    inputs = np.random.default_rng(0).standard_normal((given.rows, given.d)) / given.d**0.5
    with one_thread():
        found = [measure(name, m, inputs, given.seconds) for name in PLAIN for m in given.m or (64, 256, 1024)]
        found.append(images(inputs, given.seconds))
    print_table(
        "rows per second; time over that of the plain version",
        ["case", "m", "ours", "plain", "time", "scikit-learn", "target"],
        [
            [
                row["case"],
                row["m"],
                *(f"{row['rows_per_second'][key]:.1e}" for key in ("ours", "plain")),
                row["time"]["text"],
                row["scikit_learn"] or "",
                "" if row["target"] is None else f"{row['target']} {'met' if row['met'] else 'NOT MET'}",
            ]
            for row in found
        ],
    )
    report(found, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
