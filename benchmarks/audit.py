"""Does `rftheory audit` catch what is wrong, explain it, and let pass what is right?

    python benchmarks/audit.py [--dimension 64] [--seeds 1000] [--seed 0] [--json FILE]

Wrong samplers, each with one known mistake, and right ones at full size: findings, mistakes that fit, seconds. Then right samplers
at d = 8 under many seeds, at the level of an audit (1e-6), where no alarm is expected, and at an inflated one (0.1), where at most a tenth
may alarm.
Prints tables and one line of JSON.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from benchmarks._measuring import executor_options, one_thread, parser, print_table, report
from rftheory._audit import audit
from rftheory.inputs.arrays import check_count
from tests import faulty_samplers as samplers

TAKES_MINUTES = True
INFLATED = 0.1
RIGHT = {"iid": samplers.iid, "orthogonal": samplers.orthogonal, "simplex": samplers.simplex}
PROJECTIONS = (
    "not_haar",
    "not_haar_rows",
    "wrong_axis",
    "one_degree",
    "fixed_lengths",
    "unit_rows",
    "reused_lengths",
    "reused_block",
    "one_length",
    "iid",
    "simplex",
)
FACTORS: dict[str, Any] = {
    "missing_norm": lambda x, m: samplers.half_square(x),
    "missing_root": lambda x, m: np.sqrt(m),
    "doubled": lambda x, m: np.sqrt(2),
    "half_percent": lambda x, m: np.sqrt(1.005),
}
SMALL: dict[str, Any] = {"d": 8, "m": (4, 8, 16), "calls": 64}


def cases(dimension: int) -> dict[str, tuple[Any, dict[str, Any]]]:
    """Callables with the options of their audit."""
    claimed = {"claims": "positive", "kernel": "softmax", "d": dimension}
    found: dict[str, tuple[Any, dict[str, Any]]] = {
        f"right: positive, {name}": (
            samplers.map_of(samplers.positive, law),
            {**claimed, "claims": f"positive x {name}"},
        )
        for name, law in RIGHT.items()
    }
    waves = {"claims": "trigonometric x orthogonal", "kernel": "gaussian", "d": dimension}
    found["right: waves, orthogonal"] = samplers.map_of(samplers.trigonometric, samplers.orthogonal), waves
    for name in PROJECTIONS:
        call = samplers.map_of(samplers.positive, getattr(samplers, name))
        found[name] = call, {**claimed, "claims": "positive x orthogonal"}
    for name in ("wrong_axis", "fixed_lengths", "one_degree"):
        found[f"{name}, waves"] = samplers.map_of(samplers.trigonometric, getattr(samplers, name)), waves
    for name, factor in FACTORS.items():
        call = samplers.map_of(samplers.with_factor(samplers.positive, factor), samplers.orthogonal)
        found[name] = call, {**claimed, "claims": "positive x orthogonal"}
    return found


def examined(name: str, call: Any, options: dict[str, Any], seed: int, **where: Any) -> dict[str, Any]:
    start = time.process_time()
    made = audit(call, seed=seed, **options, **where)
    return {
        "case": name,
        "seconds": round(made.seconds, 1),
        # of one thread: what others run on the machine does not count
        "processor_seconds": round(time.process_time() - start, 1),
        "calls": made.calls,
        "passed": made.passed,
        "as_wanted": made.passed == name.startswith("right"),
        "findings": [finding.what for finding in made.findings],
        "mistakes": list(made.mistakes),
    }


def alarms(seeds: int, level: float, first: int) -> dict[str, Any]:
    """Audits of right samplers with a finding, of how many."""
    counts: dict[str, int] = {}
    for claims, features, kernel in (
        ("positive", samplers.positive, "softmax"),
        ("trigonometric", samplers.trigonometric, "gaussian"),
    ):
        for name, law in RIGHT.items():
            call = samplers.map_of(features, law)
            options = {"claims": f"{claims} x {name}", "kernel": kernel, "false_alarm": level, **SMALL}
            share = -(-seeds // 6)
            counts[f"{claims}, {name}"] = sum(
                bool(audit(call, seed=first + k, **options).findings) for k in range(share)
            )
    return {"level": level, "audits": 6 * -(-seeds // 6), "alarms": sum(counts.values()), "by_sampler": counts}


def main(arguments: list[str] | None = None) -> int:
    parsed = parser(__doc__)
    parsed.add_argument("--dimension", type=int, default=64)
    parsed.add_argument("--seeds", type=int, default=1000, help="0 for none (default %(default)s)")
    parsed.add_argument("--seed", type=int, default=0)
    executor_options(parsed, "threads")
    parsed.add_argument("--cases", help="names separated by ;, by default all")
    options = parsed.parse_args(arguments)
    one_thread()
    start = time.perf_counter()
    known = cases(check_count("dimension", options.dimension))
    names = list(known) if options.cases is None else [name for name in options.cases.split(";") if name]
    rows = []
    for name in names:
        rows.append(examined(name, *known[name], options.seed, executor=options.executor, workers=options.jobs))
        shown = "passes" if rows[-1]["passed"] else "; ".join(rows[-1]["mistakes"]) or "no known mistake fits"
        print(
            f"{rows[-1]['processor_seconds']:6.1f} s  {'' if rows[-1]['as_wanted'] else 'NOT AS WANTED '}{name}: {shown}",
            flush=True,
        )
    rates = [alarms(options.seeds, level, options.seed) for level in (1e-6, INFLATED)] if options.seeds else []
    if rates:
        print_table(
            "right samplers under many seeds",
            ("level of an audit", "audits", "alarms"),
            [(row["level"], row["audits"], row["alarms"]) for row in rates],
        )
    figures = {"cases": rows, "false_alarms": rates, "seconds": round(time.perf_counter() - start, 1)}
    report(figures, options.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
