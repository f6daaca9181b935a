"""Draws per second of the Monte Carlo engine beside straightforward numpy versions and the floor, as ratios in one run.

    python benchmarks/engine.py [--seconds 0.5] [--dimension 16 --dimension 64 --dimension 256] [--json FILE]

One pair of inputs, m = d, one thread. *engine*: numbered chunks, drawn from their own seeds and recorded; *draws*: the draws of
a chunk alone. *numpy*: whole matrices of normals from the generator of the engine, images of both inputs, both feature maps,
their product; for blocks batched QR with its signs set, and chi norms times the images; the batch is the fastest of several.
*ortho_group*: the same with `scipy.stats.ortho_group`. *floor*: the same normal and gamma variables and exponentials or
cosines in place, nothing else. *literal*: feature maps of the package on whole projections, for what has reduced draws of its
own kind. Prints tables and one line of JSON.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
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
from rftheory.estimators.coupled import Coupled, Regular
from rftheory.estimators.estimator import Estimator
from rftheory.estimators.hybrids import Bipolar
from rftheory.families.family import Family
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.angular import Angular
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.chunks import ChunkWork, keep_freed_memory, stream
from rftheory.montecarlo.plans import sampler_of
from rftheory.montecarlo.quantities import MeanSquaredError
from rftheory.montecarlo.setting import Setting

#: numbers of a batch of the straightforward version, of which the fastest is taken
_BATCHES = tuple(1 << power for power in range(12, 21, 2))
#: where the targets hold
_TARGET_DIMENSION = 64
_FLOOR_TARGET = 0.7
_REFERENCES = ("numpy", "ortho_group", "floor")


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
    by_scipy: baselines.Images | None
    function: np.ufunc
    size: float
    normals: Callable[[int], int]
    gammas: Callable[[int], int]
    target: float

    def floor(self, d: int) -> Work:
        return baselines.floor(self.normals(d), self.gammas(d), d / 2, self.function, self.size, d)


def cases() -> list[Case]:
    positive, waves = (Positive(), Independent()), (Trigonometric(), Independent())
    dense = baselines.dense, None
    made = [
        Case("iid positive", *positive, baselines.positive_features, *dense, np.exp, 1.0, _all, _none, 40),
        Case("iid trigonometric", *waves, baselines.trigonometric_features, *dense, np.cos, 0.5, _all, _none, 30),
    ]
    # the image of a full orthogonal block is one uniform direction; that of a simplex lacks one of its coordinates
    for name, coupling, block, normals, gammas in (
        ("orthogonal positive", Orthogonal(), baselines.orthogonal, _all, _all),
        ("simplex positive", Simplex(), baselines.simplex, lambda d: d - 1, lambda d: d + 1),
    ):
        frames = block(baselines.haar_by_qr), block(baselines.haar_by_scipy)
        blocks = (name, Positive(), coupling, baselines.positive_features, *frames)
        made.append(Case(*blocks, np.exp, 1.0, normals, gammas, 60))
    return made


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


def chunks_of(setting: Setting) -> dict[str, Work]:
    """The engine on the mean squared error at one setting: *engine* and *draws* of the module docstring."""
    sampler = sampler_of(setting)
    work = ChunkWork(sampler, (MeanSquaredError(),), np.zeros((setting.pairs, 1)), seed=0)
    generator, chunks = stream(sampler.label, 0, 0), itertools.count()

    def engine() -> int:
        work(next(chunks))
        return work.size

    def draws() -> int:
        sampler.draw(generator, work.size)
        return work.size

    return {"engine": engine, "draws": draws}


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
    works = chunks_of(Setting.of(Coupled(case.family, case.coupling), x, y, d))
    for name, images in (("numpy", case.images), ("ortho_group", case.by_scipy)):
        if images is not None:
            draw = partial(_estimates, case.features, images, baselines.generator(), x, y)
            works[name] = straightforward(draw, d * d, seconds / 10)
    works["floor"] = case.floor(d)
    rounds = alternate(works, seconds)
    reached = d == _TARGET_DIMENSION
    references: dict[str, float | None] = {"numpy": case.target if reached else None}
    references |= {"ortho_group": None} if "ortho_group" in works else {}
    references |= {"floor": _FLOOR_TARGET if reached else None}
    return {
        "case": case.name,
        "d": d,
        "m": d,
        "draws_per_second": rounds.rates,
        "engine_over": against_targets(rounds, "engine", references),
        "draws_over": against_targets(rounds, "draws", {"floor": None}),
    }


def _estimates(
    features: baselines.Features,
    images: baselines.Images,
    generator: np.random.Generator,
    x: Array,
    y: Array,
    size: int,
) -> Array:
    return baselines.estimates(features, images, generator, size, x, y, len(x))


def literal_cases() -> dict[str, Estimator]:
    hybrid = Bipolar(Hyperbolic(), Trigonometric(), Angular())
    return {"iid hyperbolic": Regular(Hyperbolic()), "angular hybrid": hybrid}


def measure_literal(name: str, estimator: Estimator, d: int, seconds: float) -> dict[str, Any]:
    """The engine beside the estimator's own feature maps, m = d and as many projections of a coefficient."""
    x, y = inputs(d)
    works = chunks_of(Setting.of(estimator, x, y, d, d))
    generator = baselines.generator()

    def draw(size: int) -> Array:
        return estimator.draw(generator, size, x, y, d, d)

    works["literal"] = straightforward(draw, d * d, seconds / 10)
    rounds = alternate(works, seconds)
    ratios = against_targets(rounds, "engine", {"literal": None})
    return {"case": name, "d": d, "m": d, "n": d, "draws_per_second": rounds.rates, "engine_over": ratios}


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__, seconds=0.5)
    options.add_argument("--dimension", type=int, action="append", help="d = m (default 16, 64 and 256)")
    given = options.parse_args(arguments)
    keep_freed_memory()
    dimensions = given.dimension or [16, 64, 256]
    with one_thread():
        rows = [measure(case, d, given.seconds) for d in dimensions for case in cases()]
        literal = [
            measure_literal(name, estimator, d, given.seconds)
            for d in dimensions[:2]
            for name, estimator in literal_cases().items()
        ]
    print_table(
        "engine: draws per second; times as fast as numpy, ortho_group, floor (range over the rounds)",
        ["case", "d = m", "draws/s", "numpy", "ortho_group", "floor", "draws alone", "wanted"],
        [
            [row["case"], row["d"], f"{row['draws_per_second']['engine']:.2e}"]
            + [row["engine_over"].get(key, {"text": ""})["text"] for key in _REFERENCES]
            + [f"{row['draws_over']['floor']['median']:.3g}", wanted(row["engine_over"])]
            for row in rows
        ],
    )
    print_table(
        "engine beside feature maps on whole projections",
        ["case", "d = m = n", "draws/s", "literal"],
        [
            [row["case"], row["d"], f"{row['draws_per_second']['engine']:.2e}", row["engine_over"]["literal"]["text"]]
            for row in literal
        ],
    )
    report({"coupled": rows, "literal": literal}, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
