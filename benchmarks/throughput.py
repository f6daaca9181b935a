"""Draws per second of the engine, beside a straightforward loop and beside the floor, as ratios within one run.

    python benchmarks/throughput.py [--seconds 2]

The loop draws one estimator at a time with the same feature maps; the floor is the time of the random numbers and
of the elementary functions alone, one call each over arrays of the engine's chunk size. Prints a table and one line of
JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable

import numpy as np
import sympy as sp

from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.angular import Angular
from rftheory.kernels import m, n, theta, x_norm, y_norm
from rftheory.simulate.checks import MomentCheck
from rftheory.simulate.engine import CHUNK, Planned, draw, simulate
from rftheory.simulate.estimators import Bipolar, Estimator, Regular
from rftheory.simulate.plan import make_plan

POINT = {
    x_norm: sp.Integer(1),
    y_norm: sp.Rational(1, 2),
    theta: sp.Rational(12, 5),
    m: sp.Integer(2),
    n: sp.Integer(2),
}
M = N = 2
D = 3


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Draws per second of ``work(k)``, which returns how many draws call k made."""
    work(0)
    start, done, call = time.perf_counter(), 0, 0
    while time.perf_counter() - start < seconds:
        call += 1
        done += work(call)
    return done / (time.perf_counter() - start)


def floor(projections: int, waves: int, exponentials: int) -> Callable[[int], int]:
    """Normals for d coordinates of each projection, and the elementary functions of both inputs, nothing else."""
    generator = np.random.Generator(np.random.SFC64(0))

    def work(_: int) -> int:
        generator.standard_normal((projections * D, CHUNK))
        argument = np.linspace(-1, 1, CHUNK)
        for _ in range(waves):
            np.sin(argument)
            np.cos(argument)
        for _ in range(exponentials):
            np.exp(argument)
        return CHUNK

    return work


def measure(name: str, estimator: Estimator, least: Callable[[int], int], seconds: float) -> dict[str, object]:
    check = MomentCheck(name, estimator, "mse", sp.Integer(1), POINT)
    configuration = check.configuration
    x, y = configuration.plain_inputs
    generator = np.random.default_rng(0)
    plan = make_plan(1.0, 0.1, check.variance_bound, draws=16 * CHUNK)

    def engine(_: int) -> int:
        return simulate([Planned(check, plan)], seed=0)[0].draws

    def batch(chunk: int) -> int:
        return len(draw(configuration, 0, chunk))

    def loop(_: int) -> int:
        return len(configuration.estimator.draw(generator, 1, x, y, M, N))

    rates = {
        key: rate(work, seconds)
        for key, work in (("engine", engine), ("draws", batch), ("loop", loop), ("floor", least))
    }
    return {
        "case": name,
        "draws_per_second": {key: round(value) for key, value in rates.items()},
        "engine_over_loop": rates["engine"] / rates["loop"],
        "floor_over_engine": rates["floor"] / rates["engine"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0)
    seconds = parser.parse_args().seconds
    hybrid = Bipolar(Hyperbolic(), Trigonometric(), Angular())
    rows = [
        measure("P", Regular(Hyperbolic()), floor(M, 0, 4 * M), seconds),
        measure("T", Regular(Trigonometric()), floor(M, 2 * M, 0), seconds),
        measure("angular hybrid, independent", hybrid, floor(2 * M + N, 2 * M, 4 * M), seconds),
    ]
    print("draws per second; engine / loop; floor / engine  (m = n = 2, d = 3, one thread)")
    for row in rows:
        print(
            f"  {row['draws_per_second']['engine']:.2e}; {row['engine_over_loop']:.0f}; "
            f"{row['floor_over_engine']:.1f}  {row['case']}"
        )
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
