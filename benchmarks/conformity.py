"""Conformities and mean squared errors per second on one core, beside the printed series and beside the floor.

    python benchmarks/conformity.py [--values 200000] [--seconds 0.5] [--json FILE]

The loop is the double series (24) in numpy, as it is printed; the floor is one `exp` per value. "first" includes making the
cells of all v in the range, "again" does not. Prints a table and one line of JSON.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from benchmarks._measuring import Work, against_targets, alternate, one_thread, parser, print_table, report
from benchmarks._printed_series import printed_simplex_series
from rftheory.conformity.conformities import conformity, conformity_error_bound
from rftheory.conformity.expansion import PositiveSeries
from rftheory.conformity.mse import log_mse
from rftheory.conformity.pair_series import conformity_series
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric

D = 64


def rate(work: Callable[[], object], values: int) -> float:
    """Values per second of one call."""
    start = time.process_time()
    work()
    return values / (time.process_time() - start)


def counted(work: Callable[[], object], values: int) -> Work:
    def call() -> int:
        work()
        return values

    return call


def fresh() -> PositiveSeries:
    conformity_series.cache_clear()
    return conformity_series(D, Fraction(-1, D - 1))


def conformities(values: int, top: float, seconds: float) -> dict[str, Any]:
    v = np.random.default_rng(0).uniform(1e-6, top, values)
    small = v[: max(values // 1000, 50)]
    series = fresh()
    first = rate(lambda: series.at_half_square(v), values)
    rounds = alternate(
        {
            "again": counted(lambda: conformity("simplex", v, D), values),
            "printed": counted(lambda: printed_simplex_series(small, D), len(small)),
            "floor": counted(lambda: np.exp(v), values),
        },
        seconds,
    )
    printed = printed_simplex_series(small, D)
    ours = conformity("simplex", small, D).value()
    with np.errstate(invalid="ignore"):
        wrong = float(np.mean(~(np.abs(printed / ours - 1) <= 1e-12)))
    return {
        "case": f"(24), d = {D}, v <= {top:g}",
        "per_second": {"first": first} | rounds.rates,
        "again_over": against_targets(rounds, "again", {"printed": None, "floor": None}),
        "printed_beyond_1e-12": wrong,
        "proved_error": float(conformity_error_bound("simplex", np.array([top]), D)[0]),
    }


def errors(values: int) -> list[dict[str, Any]]:
    v = np.random.default_rng(1).uniform(1e-6, 10, values)
    rows: list[dict[str, Any]] = []
    for family in (Positive(), Hyperbolic(), Trigonometric()):
        for coupling in ("iid", "orthogonal", "simplex"):

            def work(family=family, coupling=coupling) -> object:  # type: ignore[no-untyped-def]
                return log_mse(family, coupling, D, D, v)

            first, again = rate(work, values), rate(work, values)
            rows.append(
                {"case": f"{type(family).__name__}, {coupling}", "per_second": {"first": first, "again": again}}
            )
    return rows


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__, seconds=0.5)
    options.add_argument("--values", type=int, default=200_000)
    given = options.parse_args(arguments)
    with one_thread():
        rows = [conformities(given.values, top, given.seconds) for top in (10.0, 100.0)] + errors(given.values)
    print_table(
        "values per second; again over printed and floor",
        ["case", "first", "again", "printed", "floor"],
        [
            [row["case"], *(f"{row['per_second'][key]:.2e}" for key in ("first", "again"))]
            + [row["again_over"][key]["text"] if "again_over" in row else "" for key in ("printed", "floor")]
            for row in rows
        ],
    )
    report(rows, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
