"""Do the error bars hold? Independent runs of each family at a mild and at a heavy pair, against exact moments.

    python benchmarks/coverage.py [--runs 2000] [--draws 2048] [--family positive] [--seed 0] [--executor threads] [--jobs 1]
        [--json FILE]

Each run gives 99% intervals of the mean and of the mean squared error. Wanted: at most 1.5% of the runs give an interval that
misses the exact value; a run may say that it knows none (*inconclusive*). *proved*: runs of few pairs, for which bounds of
the variance are known; *asymptotic*: runs of many pairs, for which none are computed. The runs of one row are the pairs of some runs of
the engine, all the same pair of inputs with draws of their own. Beside the share that holds stands its
Clopper-Pearson interval (confidence 0.999). Prints a table and one line of JSON; the exit code is 1 if the wanted share is
out of that interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp
from scipy import stats

from benchmarks._measuring import executor_options, one_thread, parser, print_table, report
from rftheory.arrays import Array
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.estimators.coupled import Coupled, Regular
from rftheory.estimators.discrete import Discrete
from rftheory.estimators.estimator import Estimator
from rftheory.execution.memory import keep_freed_memory
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.poisson import Poisson
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.montecarlo.quantities import Mean, MeanSquaredError
from rftheory.montecarlo.setting import Setting

LEVEL, WANTED, CONFIDENCE = 0.99, 0.985, 0.999
#: pairs of one run of the engine; of a few, bounds of the variance are proved
GROUPS = {"proved": 40, "asymptotic": 80}
QUANTITIES = (Mean(), MeanSquaredError())


@dataclass(frozen=True)
class Case:
    """An estimator at one pair of inputs."""

    name: str
    estimator: Estimator
    x: Array
    y: Array
    m: int

    def truth(self) -> dict[str, float]:
        """The kernel, which is the mean, and the mean squared error, by exact moments."""
        (log_kernel,) = Setting.of(self.estimator, self.x, self.y, self.m).log_kernel
        kernel = sp.exp(sp.Float(float(log_kernel), 50))
        moments = self.estimator.moments(self.x, self.y, self.m, 1, sp.N(kernel, 50))
        return {"mean": float(kernel), "mse": float(moments.second.real)}


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
    case: Case, pairs: int, runs: int, draws: int, seed: int, executor: str | Executor, jobs: int
) -> dict[str, Counter[str]]:
    """How many of the runs hold, miss, or are inconclusive, and which kind of interval they gave; for each quantity."""
    from rftheory.montecarlo.estimate import estimate

    truth = case.truth()
    setting = Setting.of(case.estimator, np.tile(case.x, (pairs, 1)), np.tile(case.y, (pairs, 1)), case.m)
    counts = {quantity.name: Counter[str]() for quantity in QUANTITIES}
    for run in range(-(-runs // pairs)):
        result = estimate(
            setting, QUANTITIES, draws=draws, level=LEVEL, seed=seed + run, executor=executor, workers=jobs
        )
        for name, count in counts.items():
            for found in result.of(name):
                interval = found.interval
                low, high = (found.in_floats(end) for end in (interval.low, interval.high))
                count[interval.kind] += 1
                count["inconclusive" if not interval.conclusive else _answer(low <= truth[name] <= high)] += 1
    return counts


def _answer(holds: bool) -> str:
    return "holds" if holds else "wrong"


def rows_of(case: Case, group: str, counts: Mapping[str, Counter[str]]) -> list[dict[str, Any]]:
    rows = []
    for quantity, count in counts.items():
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
            for group, pairs in GROUPS.items():
                counts = observed(
                    case, min(pairs, given.runs), given.runs, given.draws, given.seed, given.executor, given.jobs
                )
                rows += rows_of(case, group, counts)
    print_table(
        f"{LEVEL:.0%} intervals of {given.draws} draws or a little more: runs that hold or say that they know nothing",
        ["case", "bars", "of", "runs", "wrong", "inconclusive", "share", "between", f">= {WANTED}"],
        [
            [row["case"], row["group"], row["quantity"], row["runs"], row["wrong"], row["inconclusive"]]
            + [f"{row['share']:.4f}", "{:.4f}..{:.4f}".format(*row["between"]), "met" if row["met"] else "NOT MET"]
            for row in rows
        ],
    )
    report(rows, given.json)
    return 1 if any(row["between"][1] < WANTED for row in rows) else 0


if __name__ == "__main__":
    raise SystemExit(main())
