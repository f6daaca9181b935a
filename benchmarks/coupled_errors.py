"""Are the mean squared errors of coupled projections what the statements say? All dimensions, sizes and lengths in one table.

    python benchmarks/coupled_errors.py [--level quick|standard|full] [--seed 0] [--executor threads] [--jobs 1]
        [--dimensions 2 3 6 64] [--json FILE]

Positive and Fourier features with independent, orthogonal and simplex projections, d = 2, 3, 6, 64, m below, at and
twice d, v = 1/10, 1, 2.
Claimed values are the printed formulas of the statements; draws come from the couplings. A line says for each point what was drawn
against what is claimed, and the least error that these draws reject ("inconclusive" if the budget of the
level leaves it larger than the level wants). A true value is rejected with probability at most 1e-9.
Prints one line of JSON at the end; the exit code is 1 if a value is rejected.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import sympy as sp

from rftheory.proofs.crt._orthogonal import kummer
from rftheory.proofs.simrf._gap import V2, Z2
from benchmarks._measuring import executor_options, parser, report
from rftheory.couplings.geometries import NAMES
from rftheory.inputs.kernels import d
from rftheory.montecarlo.checks.checks import LEVELS, MomentCheck
from rftheory.montecarlo.checks.engine import simulate
from rftheory.proofs.simrf import eq_74
from rftheory.proofs.simrf._coupled import printed_error
from rftheory.proofs.simrf._draws import DIMENSIONS, Drawn, average, every_point, fourier_error, positive_error
from rftheory.proofs.simrf.theorem_4_3_simrf import conformity_number
from rftheory.rules.pair_moments import even_conformity, simplex_cosine


def claimed(name: str, point: Drawn) -> tuple[sp.Expr, sp.Expr]:
    """The errors of positive features, (11) with (19), (23) or (24), and of Fourier features, (74)."""
    pairs = {
        "iid": lambda: (sp.exp(V2), sp.exp(-Z2)),
        "orthogonal": lambda: (kummer(V2), kummer(-Z2)),
        "simplex": lambda: (
            conformity_number(point.length, point.dimension),
            even_conformity(-Z2, d, simplex_cosine(d)),
        ),
    }[name]()
    positive, fourier = (
        average(NAMES[name], point, pair, apart) for pair, apart in zip(pairs, (sp.exp(V2), sp.exp(-Z2)), strict=True)
    )
    return printed_error(positive), eq_74.printed(fourier)


def checks(dimensions: list[int]) -> Iterator[tuple[str, Drawn, str, MomentCheck]]:
    for point in every_point():
        if point.dimension in dimensions:
            for name, coupling in NAMES.items():
                positive, fourier = claimed(name, point)
                yield name, point, "positive", positive_error(coupling, point, positive, "error")
                yield name, point, "fourier", fourier_error(coupling, point, fourier, "error")


def main(arguments: list[str] | None = None) -> int:
    parsed = parser(__doc__)
    parsed.add_argument("--level", choices=LEVELS, default="quick")
    parsed.add_argument("--seed", type=int, default=0)
    executor_options(parsed, "threads")
    parsed.add_argument("--dimensions", type=int, nargs="+", default=list(DIMENSIONS), choices=DIMENSIONS)
    options = parsed.parse_args(arguments)
    rows, start = [], time.perf_counter()
    print(
        f"{'coupling':11}{'features':9}{'d':>3}{'m':>4}{'v':>5}{'claimed':>13}{'drawn':>13}{'draws':>9}{'error':>7}  answer"
    )
    for name, point, features, check in checks(options.dimensions):
        (outcome,) = simulate([check], options.level, options.seed, options.jobs, executor=options.executor)
        answer = "rejected" if outcome.rejected else "inconclusive" if outcome.shortfall else "holds"
        error = outcome.detected / check.scale
        row = {"coupling": name, "features": features, "d": point.dimension, "m": point.size, "v": str(point.length)}
        known = {"drawn": outcome.estimate, "detectable": error} if outcome.interval.conclusive else {}
        rows.append({**row, "claimed": check.value, **known, "answer": answer})
        print(
            f"{name:11}{features:9}{point.dimension:3}{point.size:4}{row['v']:>5}{check.value:13.6g}{outcome.estimate:13.6g}"
            f"{outcome.draws:9.1e}{error:7.1%}  {answer}",
            flush=True,
        )
    answers = [row["answer"] for row in rows]
    counts = {answer: answers.count(answer) for answer in ("holds", "inconclusive", "rejected")}
    seconds = round(time.perf_counter() - start, 1)
    report({"level": options.level, **counts, "seconds": seconds, "rows": rows}, options.json)
    return 1 if counts["rejected"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
