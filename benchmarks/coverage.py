"""Do the error bars hold? Independent runs of each family at a mild and at a heavy pair, against exact moments.

    python benchmarks/coverage.py [--runs 2000] [--draws 2048] [--family positive] [--seed 0] [--executor threads] [--jobs 1]
        [--json FILE]

Each run gives 99% intervals of the mean and of the mean squared error. Wanted: at most 1.5% of the runs give an interval that
misses the exact value; a run may say that it knows none (*inconclusive*). *auto*: draws that are tilted where that is possible;
*plain*: plain draws. The runs of one row are the pairs of some runs of
the engine, all the same pair of inputs with draws of their own. Beside the share that holds stands its
Clopper-Pearson interval (confidence 0.999). *width*: the median width of the intervals that hold or miss, over the number.
Prints a table and one line of JSON; the exit code is 1 if the
wanted share is out of its interval.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp
from scipy import stats

from benchmarks._measuring import executor_options, one_thread, parser, print_table, report
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.estimators.coupled import Coupled, Regular
from rftheory.estimators.discrete import Discrete
from rftheory.estimators.estimator import Estimator
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.poisson import Poisson
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.closed_forms import closed_form
from rftheory.montecarlo.chunks import keep_freed_memory
from rftheory.montecarlo.plans import Wanted
from rftheory.montecarlo.quantities import Mean, MeanSquaredError
from rftheory.montecarlo.setting import Setting

LEVEL, WANTED, CONFIDENCE = 0.99, 0.985, 0.999
#: how draws are made, and pairs of one run of the engine
METHODS: tuple[Wanted, ...] = ("auto", "plain")
PAIRS = 40
QUANTITIES = (Mean(), MeanSquaredError())


@dataclass(frozen=True)
class Case:
    """An estimator at one pair of inputs."""

    name: str
    estimator: Estimator
    x: Array
    y: Array
    m: int

    @cached_property
    def kernel(self) -> float:
        """K, which is the mean."""
        (log_kernel,) = Setting.of(self.estimator, self.x, self.y, self.m).log_kernel
        return math.exp(log_kernel)

    @cached_property
    def error(self) -> float:
        """The mean squared error, exact."""
        log = closed_form("mse", self.estimator, self.x[None], self.y[None], self.m).log
        return math.exp(float(np.ravel(log)[0]))

    def truth(self) -> dict[str, float]:
        return {"mean": self.kernel, "mse": self.error}


@dataclass(frozen=True)
class Seen:
    """Of one quantity: answers and kinds of the runs, and widths of their intervals over the number."""

    count: Counter[str] = field(default_factory=Counter)
    widths: list[float] = field(default_factory=list)


def inputs(along: float, across: float, d: int) -> tuple[Array, Array]:
    """A pair with ``|x + y| = 2 along`` and ``|x - y| = 2 across``."""
    x = np.zeros(d)
    x[:2] = along, across
    return x, x * np.where(np.arange(d) == 1, -1, 1)


def cases() -> list[Case]:
    mild, heavy = inputs(0.25, 0.25, 8), inputs(1.0, 1.0, 8)
    small = inputs(0.5, 0.25, 3)
    families = {
        "positive": Positive(),
        "hyperbolic": Hyperbolic(),
        "trigonometric": Trigonometric(),
        "random-phase cosine": RandomPhaseCosine(),
        "GERF, A = -1/10": GeneralizedExponential(sp.Rational(-1, 10), 1),
    }
    made = []
    for name, family in families.items():
        made.append(Case(f"{name}, iid, mild", Regular(family), *mild, 8))
        if isinstance(family, RandomPhaseCosine):
            made.append(Case(f"{name}, iid, heavy", Regular(family), *heavy, 8))
        else:
            made.append(Case(f"{name}, orthogonal, heavy", Coupled(family, Orthogonal()), *heavy, 8))
    made.append(Case("positive, simplex, v = 3", Coupled(Positive(), Simplex()), *inputs(1.5, 0.5, 8), 4))
    made.append(Case("positive, iid, v = 4, m = 1", Coupled(Positive(), Independent()), *inputs(2.0, 0.5, 8), 1))
    # the tails of discrete features grow as the rate falls, or p rises
    for name, family, worse in (
        ("Poisson", Poisson(sp.Rational(2, 5)), Poisson(sp.Rational(1, 10))),
        ("geometric", Geometric(sp.Rational(3, 4)), Geometric(sp.Rational(19, 20))),
    ):
        made += [Case(f"{name}, mild", Discrete(family), *small, 4), Case(f"{name}, heavy", Discrete(worse), *small, 4)]
    return made


def observed(
    case: Case, method: Wanted, runs: int, draws: int, seed: int, executor: str | Executor, jobs: int
) -> dict[str, Seen]:
    """How many of the runs hold, miss, or are inconclusive, and which kind of interval of what width they gave; for each quantity."""
    from rftheory.montecarlo.session import Effort, estimate

    truth = case.truth()
    pairs = min(PAIRS, runs)
    setting = Setting.of(case.estimator, np.tile(case.x, (pairs, 1)), np.tile(case.y, (pairs, 1)), case.m)
    seen = {quantity.name: Seen() for quantity in QUANTITIES}
    for run in range(-(-runs // pairs)):
        result = estimate(
            setting,
            QUANTITIES,
            Effort(draws=draws, level=LEVEL, seed=seed + run, executor=executor, workers=jobs),
            method=method,
        )
        for name, one in seen.items():
            for found in result.of(name):
                one.count[found.interval.kind] += 1
                if not found.interval.conclusive:
                    one.count["inconclusive"] += 1
                    continue
                low, high = (found.in_floats(end) for end in (found.interval.low, found.interval.high))
                one.count["holds" if low <= truth[name] <= high else "wrong"] += 1
                one.widths.append((high - low) / truth[name])
    return seen


def rows_of(case: Case, group: str, seen: Mapping[str, Seen]) -> list[dict[str, Any]]:
    rows = []
    for quantity, one in seen.items():
        count = one.count
        wrong, none = count["wrong"], count["inconclusive"]
        runs = wrong + none + count["holds"]
        tail = (1 - CONFIDENCE) / 2
        most = 1.0 if wrong == runs else float(stats.beta.isf(tail, wrong + 1, runs - wrong))
        least = 0.0 if wrong == 0 else float(stats.beta.ppf(tail, wrong, runs - wrong + 1))
        rows.append(
            {
                "case": case.name,
                "group": group,
                "quantity": quantity,
                "kinds": {kind: count[kind] for kind in ("proved", "asymptotic") if count[kind]},
                "runs": runs,
                "wrong": wrong,
                "inconclusive": none,
                "share": 1 - wrong / runs,
                "between": [1 - most, 1 - least],
                "width": statistics.median(one.widths) if one.widths else None,
                "met": wrong <= (1 - WANTED) * runs,
            }
        )
    return rows


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__)
    options.add_argument("--runs", type=int, default=2000, help="of each row (default %(default)s)")
    options.add_argument("--draws", type=int, default=2048, help="of a run (default %(default)s)")
    options.add_argument("--family", default="", help="only cases whose name starts so")
    options.add_argument("--seed", type=int, default=0)
    executor_options(options, "threads")
    given = options.parse_args(arguments)
    keep_freed_memory()
    rows: list[dict[str, Any]] = []
    with one_thread():
        for case in (case for case in cases() if case.name.startswith(given.family)):
            for group in METHODS:
                seen = observed(case, group, given.runs, given.draws, given.seed, given.executor, given.jobs)
                rows += rows_of(case, group, seen)
    print_table(
        f"{LEVEL:.0%} intervals of {given.draws} draws or a little more: runs that hold or say that they know nothing",
        ["case", "bars", "of", "runs", "wrong", "inconclusive", "width", "share", "between", f">= {WANTED}"],
        [
            [row["case"], row["group"], row["quantity"], row["runs"], row["wrong"], row["inconclusive"]]
            + ["-" if row["width"] is None else f"{row['width']:.3g}"]
            + [f"{row['share']:.4f}", "{:.4f}..{:.4f}".format(*row["between"]), "met" if row["met"] else "NOT MET"]
            for row in rows
        ],
    )
    report(rows, given.json)
    return 1 if any(row["between"][1] < WANTED for row in rows) else 0


if __name__ == "__main__":
    raise SystemExit(main())
