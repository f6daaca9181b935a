"""How the engine scales: draws per second against d, m, pairs that share their draws, and workers; memory against draws.

    python benchmarks/scaling.py [--seconds 0.3] [--draws 1000000] [--no-cluster] [--most 1000000000] [--json FILE]

Positive features with orthogonal projections. d, m and pairs: chunks in one thread (`benchmarks/engine.py`), processor time. Workers:
whole runs on d = m = 64, wall clock, on threads, processes and a Dask cluster on loopback, all opened and warmed up before. What
they gain is seen on an idle machine only. Memory: the largest resident size of a process of its own that makes a whole
run, m = 1, imports included. Prints tables and one line of JSON.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks._measuring import Work, against_targets, alternate, one_thread, parser, print_table, report, wanted
from benchmarks.engine import chunks_of, inputs
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.estimators.coupled import Coupled
from rftheory.execution.executors import Workers, open_executor
from rftheory.families.positive import Positive
from rftheory.montecarlo.chunks import keep_freed_memory
from rftheory.montecarlo.quantities import MeanSquaredError
from rftheory.montecarlo.setting import Setting

DIMENSIONS = (16, 64, 256, 1024)
PROJECTIONS = (1, 4, 16, 64, 256, 1024)
PAIRS = (1, 10, 100, 1000)
#: least speed of two workers, over one
_TWO_THREADS, _TWO_REMOTE = 1.7, 1.5
#: of the largest resident size, MB
_MOST_MEMORY = 300
_FEW_DRAWS = 10**7
#: whole runs are long enough that few rounds do
_ROUNDS = 3


def setting(d: int, m: int, pairs: int = 1) -> Setting:
    """Pairs that share their draws, with |x + y| from 1 down."""
    sizes = np.linspace(1, 0.5, pairs)[:, None]
    x, y = inputs(d)
    return Setting.of(Coupled(Positive(), Orthogonal()), sizes * x, sizes * y, m, share=True)


def chunk_rows(seconds: float) -> list[dict[str, Any]]:
    """Draws of one pair, numbers of projections and pairs of these per second."""
    sizes = [(d, 64, 1) for d in DIMENSIONS] + [(64, m, 1) for m in PROJECTIONS] + [(64, 64, p) for p in PAIRS]
    rows = []
    for d, m, pairs in dict.fromkeys(sizes):
        rate = alternate({"engine": chunks_of(setting(d, m, pairs))["engine"]}, seconds).rate("engine")
        rows.append({"d": d, "m": m, "pairs": pairs, "draws": rate, "samples": rate * m * pairs})
    return rows


# -- workers ---------------------------------------------------------------------------------------------------------


def whole_run(executor: Workers | str, workers: int, draws: int) -> Work:
    """A run of the mean squared error; each call has a seed of its own."""
    from rftheory.montecarlo.session import Effort, estimate

    seeds = iter(range(1, 1 << 30))

    def work() -> int:
        return estimate(
            setting(64, 64),
            (MeanSquaredError(),),
            Effort(draws=draws, seed=next(seeds), executor=executor, workers=workers),
            method="plain",
        ).draws

    return work


@contextmanager
def warm(kind: str, workers: int) -> Iterator[Workers]:
    with open_executor(kind, workers) as opened:
        # all of them start before anything is timed
        prepared = opened.prepare(_sleep)
        for begun in [opened.submit(prepared, k) for k in range(opened.count)] if opened.executor is not None else []:
            begun.result()
        yield opened


def _sleep(_: int) -> None:
    time.sleep(0.5)


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=":0"
    ) as opened:
        yield opened.scheduler_address


Opener = Callable[[int], Any]


def worker_rows(draws: int, with_cluster: bool) -> dict[str, Any]:
    """Draws per second of one and two workers of each kind."""
    openers: dict[str, Opener] = {kind: partial(warm, kind) for kind in ("threads", "processes")}
    if with_cluster:
        openers["cluster"] = cluster
    with ExitStack() as stack:
        works = {}
        for name, opener in openers.items():
            for workers in (1, 2):
                works[f"{name} {workers}"] = whole_run(stack.enter_context(opener(workers)), workers, draws)
        rounds = alternate(works, _ROUNDS * 1e-3, rounds=_ROUNDS, clock=time.perf_counter)
    targets = {"threads": _TWO_THREADS, "processes": None, "cluster": _TWO_REMOTE}
    gains = {name: against_targets(rounds, f"{name} 2", {f"{name} 1": targets[name]}) for name in openers}
    return {"draws_per_second": rounds.rates, "two_over_one": gains}


# -- memory ----------------------------------------------------------------------------------------------------------


def peak(draws: int) -> float:
    """The largest resident size of this process after a run of one projection, in MB."""
    from rftheory.montecarlo.session import Effort, estimate

    x, y = inputs(16)
    estimate(
        Setting.of(Coupled(Positive(), Independent()), x, y, 1),
        (MeanSquaredError(),),
        Effort(draws=draws, workers=1),
        method="plain",
    )
    status = Path("/proc/self/status")
    if status.exists():
        # resource counts the process that this one was started from, too
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024 / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6


def memory_row(draws: int) -> dict[str, Any]:
    start = time.perf_counter()
    code = f"from benchmarks.scaling import peak; print(peak({draws}))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    size = float(done.stdout)
    return {"draws": draws, "MB": size, "seconds": time.perf_counter() - start, "met": size <= _MOST_MEMORY}


# -- the report ------------------------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__, seconds=0.3)
    options.add_argument("--draws", type=int, default=1_000_000, help="of a run on workers (default %(default)s)")
    options.add_argument("--no-cluster", action="store_true", help="without Dask")
    options.add_argument("--most", type=int, default=10**9, help="draws of the run whose memory is measured")
    given = options.parse_args(arguments)
    keep_freed_memory()
    with one_thread():
        chunks = chunk_rows(given.seconds)
        workers = worker_rows(given.draws, not given.no_cluster)
    memory = [memory_row(draws) for draws in dict.fromkeys((min(_FEW_DRAWS, given.most), given.most))]
    print_table(
        "one thread: draws per second, and samples (draws times m times pairs)",
        ["d", "m", "pairs", "draws/s", "samples/s"],
        [[row["d"], row["m"], row["pairs"], row["draws"], row["samples"]] for row in chunks],
    )
    gains = {name: next(iter(ratios.values())) for name, ratios in workers["two_over_one"].items()}
    print_table(
        "two workers over one, d = m = 64",
        ["workers", "one: draws/s", "two: draws/s", "two over one", "wanted"],
        [
            [name, *(workers["draws_per_second"][f"{name} {count}"] for count in (1, 2)), gain["text"]]
            + [wanted({name: gain})]
            for name, gain in gains.items()
        ],
    )
    print_table(
        "memory of a run, MB",
        ["draws", "largest resident size", "seconds", f"<= {_MOST_MEMORY}"],
        [[f"{row['draws']:.0e}", row["MB"], row["seconds"], "met" if row["met"] else "NOT MET"] for row in memory],
    )
    report({"chunks": chunks, "workers": workers, "memory": memory}, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
