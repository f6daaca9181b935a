"""Conformities and mean squared errors per second on one core, beside the printed series and beside the floor.

    python benchmarks/conformity.py [--values 200000]

The loop is the double series (24) in numpy, as it is printed; the floor is one `exp` per value. "first" includes making the
cells of all v in the range, "again" does not. Prints a table and one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from threadpoolctl import threadpool_limits

from rftheory.conformity.conformities import conformity, conformity_error_bound
from rftheory.conformity.expansion import PositiveSeries
from rftheory.conformity.mse import log_mse
from rftheory.conformity.pair_series import conformity_series
from rftheory.conformity.printed import printed_simplex_series
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric

D = 64


def rate(work: Callable[[], object], values: int) -> float:
    start = time.perf_counter()
    work()
    return values / (time.perf_counter() - start)


def fresh() -> PositiveSeries:
    conformity_series.cache_clear()
    return conformity_series(D, Fraction(-1, D - 1))


def conformities(values: int, top: float) -> dict[str, object]:
    v = np.random.default_rng(0).uniform(1e-6, top, values)
    series = fresh()
    first = rate(lambda: series.at_half_square(v), values)
    again = rate(lambda: conformity("simplex", v, D), values)
    small = v[: max(values // 1000, 50)]
    naive = rate(lambda: printed_simplex_series(small, D), len(small))
    floor = rate(lambda: np.exp(v), values)
    printed = printed_simplex_series(small, D)
    ours = conformity("simplex", small, D).value()
    with np.errstate(invalid="ignore"):
        wrong = float(np.mean(~(np.abs(printed / ours - 1) <= 1e-12)))
    return {
        "case": f"(24), d = {D}, v <= {top:g}",
        "per_second": {"first": first, "again": again, "printed": naive, "floor": floor},
        "again_over_printed": again / naive,
        "floor_over_again": floor / again,
        "printed_beyond_1e-12": wrong,
        "proved_error": float(conformity_error_bound("simplex", np.array([top]), D)[0]),
    }


def errors(values: int) -> list[dict[str, object]]:
    v = np.random.default_rng(1).uniform(1e-6, 10, values)
    rows: list[dict[str, object]] = []
    for family in (Positive(), Hyperbolic(), Trigonometric()):
        for coupling in ("iid", "orthogonal", "simplex"):

            def work(family=family, coupling=coupling) -> object:  # type: ignore[no-untyped-def]
                return log_mse(family, coupling, D, D, v)

            first, again = rate(work, values), rate(work, values)
            rows.append(
                {"case": f"{type(family).__name__}, {coupling}", "per_second": {"first": first, "again": again}}
            )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--values", type=int, default=200_000)
    values = parser.parse_args().values
    with threadpool_limits(1):
        rows = [conformities(values, 10.0), conformities(values, 100.0), *errors(values)]
    print("  first; again (per second); case")
    for row in rows:
        per_second = row["per_second"]
        assert isinstance(per_second, dict)
        print(f"  {per_second['first']:.2e}; {per_second['again']:.2e}; {row['case']}")
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
