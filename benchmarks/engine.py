"""Draws per second of the Monte Carlo engine beside straightforward numpy versions and the floor, as ratios in one run.

    python benchmarks/engine.py [--seconds 0.5] [--dimension 16 --dimension 64 --dimension 256] [--json FILE]

One pair of inputs, m = d, one thread. *engine*: numbered chunks, drawn from their own seeds and recorded. *numpy*: whole matrices
of normals from the generator of the engine, images of both inputs, both feature maps, their product; for blocks batched QR with
its signs set, and chi norms times the images; the batch is the fastest of several. *floor*: the same normal and gamma variables
and exponentials or cosines in place, nothing else. Targets hold at d = 64. Prints a table and one line of JSON.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks import _baselines as baselines
from benchmarks._measuring import (
    Work,
    against_targets,
    alternate,
    fastest,
    one_thread,
    parser,
    print_table,
    report,
    wanted,
)
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.families.family import Family
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.chunks import ChunkWork, keep_freed_memory
from rftheory.montecarlo.estimators.coupled import Coupled
from rftheory.montecarlo.plans import sampler_of
from rftheory.montecarlo.quantities import MSE
from rftheory.montecarlo.setting import Setting

#: numbers of a batch of the straightforward version, of which the fastest is taken
_BATCHES = tuple(1 << power for power in range(12, 21, 2))
#: where the targets hold
_TARGET_DIMENSION = 64
_FLOOR_TARGET = 0.7


@dataclass(frozen=True)
class Case:
    """A family with a coupling, m = d, and its straightforward versions.

    Args:
        size: of the vector whose images are taken, x + y or x - y of `inputs`.
        normals, gammas: how many variables of each kind a draw takes; ``function`` is taken m times.
        target: how many times as fast as ``numpy`` it shall be at d = 64.
    """

    name: str
    family: Family
    coupling: Coupling
    features: baselines.Features
    images: baselines.Images
    function: np.ufunc
    size: float
    normals: Callable[[int], int]
    gammas: Callable[[int], int]
    target: float

    def floor(self, d: int) -> Work:
        return baselines.floor(self.normals(d), self.gammas(d), d / 2, self.function, self.size, d)


def cases() -> list[Case]:
    positive, waves, qr = baselines.positive_features, baselines.trigonometric_features, baselines.haar_by_qr
    blocks = baselines.orthogonal(qr), baselines.simplex(qr)
    return [
        Case("iid positive", Positive(), Independent(), positive, baselines.dense, np.exp, 1.0, _all, _none, 40),
        Case("iid trigonometric", Trigonometric(), Independent(), waves, baselines.dense, np.cos, 0.5, _all, _none, 30),
        Case("orthogonal positive", Positive(), Orthogonal(), positive, blocks[0], np.exp, 1.0, _all, _all, 60),
        # the image of a full orthogonal block is one uniform direction; that of a simplex lacks one of its coordinates
        Case(
            *("simplex positive", Positive(), Simplex(), positive, blocks[1], np.exp, 1.0),
            *(lambda d: d - 1, lambda d: d + 1, 60),
        ),
    ]


def _all(d: int) -> int:
    return d


def _none(d: int) -> int:
    return 0


def inputs(d: int) -> tuple[Array, Array]:
    """A pair with |x + y| = 1 and |x - y| = 1/2."""
    x, y = np.zeros((2, d))
    x[0] = y[0] = 0.5
    x[1], y[1] = 0.25, -0.25
    return x, y


def chunks_of(setting: Setting) -> Work:
    """The engine on the mean squared error at one setting."""
    work = ChunkWork(sampler_of(setting), (MSE,), np.zeros((setting.pairs, 1)), seed=0)
    chunks = itertools.count()

    def engine() -> int:
        work(next(chunks))
        return work.size

    return engine


def straightforward(draw: Callable[[int], Array], numbers: int, seconds: float) -> Work:
    """``draw(size)`` in batches of the fastest of several sizes; ``numbers`` per draw."""

    def batch(size: int) -> Work:
        def work() -> int:
            return len(draw(size))

        return work

    sizes = {max(1, total // numbers) for total in _BATCHES}
    works = {size: batch(size) for size in sorted(sizes)}
    return works[fastest(works, seconds)]


def measure(case: Case, d: int, seconds: float) -> dict[str, Any]:
    x, y = inputs(d)
    drawing = baselines.generator()

    def draw(size: int) -> Array:
        return baselines.estimates(case.features, case.images, drawing, size, x, y, d)

    works = {
        "engine": chunks_of(Setting.of(Coupled(case.family, case.coupling), x, y, d)),
        "numpy": straightforward(draw, d * d, seconds / 10),
        "floor": case.floor(d),
    }
    rounds = alternate(works, seconds)
    reached = d == _TARGET_DIMENSION
    targets = {"numpy": case.target if reached else None, "floor": _FLOOR_TARGET if reached else None}
    ratios = against_targets(rounds, "engine", targets)
    return {"case": case.name, "d": d, "m": d, "draws_per_second": rounds.rates, "engine_over": ratios}


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__, seconds=0.5)
    options.add_argument("--dimension", type=int, action="append", help="d = m (default 16, 64 and 256)")
    given = options.parse_args(arguments)
    keep_freed_memory()
    with one_thread():
        rows = [measure(case, d, given.seconds) for d in given.dimension or (16, 64, 256) for case in cases()]
    print_table(
        "engine: draws per second; times as fast as numpy, floor (range over the rounds)",
        ["case", "d = m", "draws/s", "numpy", "floor", "wanted"],
        [
            [row["case"], row["d"], f"{row['draws_per_second']['engine']:.2e}"]
            + [ratio["text"] for ratio in row["engine_over"].values()]
            + [wanted(row["engine_over"])]
            for row in rows
        ],
    )
    report({"coupled": rows}, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
