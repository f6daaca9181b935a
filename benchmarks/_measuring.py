"""Speeds of several ways to do one thing as ratios within one run, and how benchmarks take options and report.

Candidates take turns, A B C A B C ...; a turn repeats the work of one of them for a while. What slows the machine for longer than
a round slows all of them, and leaves the ratios within the round as they are. Of these the median is told, with the
least and the largest one.

Work in one thread is timed by the processor time of the process: on an idle machine that is the time itself, and what others
run on it does not count (but for caches and memory that they share). Other work is timed by the wall clock.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from rftheory.execution.executors import LostWorkers, open_executor
from rftheory.execution.jobs import Job, unordered

# also for processes that are started from here; libraries that are loaded already are limited by `one_thread`
os.environ["OPENBLAS_NUM_THREADS"] = "1"

Clock = Callable[[], float]
#: makes some draws (or whatever is counted) and returns how many
Work = Callable[[], int]

#: turns of each candidate
ROUNDS = 7
_WIDTH = 120


@dataclass(frozen=True)
class Ratio:
    """The median over the rounds, and the range."""

    median: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{_short(self.median)} ({_short(self.low)}..{_short(self.high)})"


@dataclass(frozen=True)
class Rounds:
    """Seconds per draw of each candidate in each round."""

    seconds: Mapping[str, Sequence[float]]

    def rate(self, name: str) -> float:
        """Draws per second, the median."""
        return 1 / statistics.median(self.seconds[name])

    def speed(self, name: str, reference: str) -> Ratio:
        """How many times as fast as the reference a candidate is."""
        pairs = zip(self.seconds[name], self.seconds[reference], strict=True)
        ratios = [slow / fast for fast, slow in pairs]
        return Ratio(statistics.median(ratios), min(ratios), max(ratios))

    @property
    def rates(self) -> dict[str, float]:
        """Draws per second of all candidates, to four digits."""
        return {name: float(f"{self.rate(name):.4g}") for name in self.seconds}


def alternate(
    candidates: Mapping[str, Work], seconds: float, rounds: int = ROUNDS, clock: Clock = time.process_time
) -> Rounds:
    """Time candidates in turns, after one call of each to warm up.

    Args:
        seconds: in all for each candidate; a turn is a ``rounds``-th of it, and one call at least.
    """
    for work in candidates.values():
        work()
    taken: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(rounds):
        for name, work in candidates.items():
            taken[name].append(_turn(work, seconds / rounds, clock))
    return Rounds(taken)


def _turn(work: Work, seconds: float, clock: Clock) -> float:
    """Seconds per draw of calls of ``work`` that fill so many seconds."""
    start, done, passed = clock(), 0, 0.0
    while passed < seconds:
        done += work()
        passed = clock() - start
    return passed / done


def fastest(works: Mapping[Any, Work], seconds: float = 0.05, clock: Clock = time.process_time) -> Any:
    """The key of the fastest of some works: a few sizes of batches, say."""
    timed = alternate(works, seconds, rounds=2, clock=clock).seconds
    return min(timed, key=lambda key: min(timed[key]))


def against_targets(rounds: Rounds, name: str, references: Mapping[str, float | None]) -> dict[str, Any]:
    """The speed of a candidate as ratios to references, with the least ratio that is wanted of each (or None)."""
    found = {}
    for reference, target in references.items():
        ratio = rounds.speed(name, reference)
        found[reference] = {"median": ratio.median, "low": ratio.low, "high": ratio.high, "text": str(ratio)}
        if target is not None:
            found[reference] |= {"target": target, "met": ratio.median >= target}
    return found


def wanted(ratios: Mapping[str, Mapping[str, Any]]) -> str:
    """The targets of ratios of `against_targets`: ``40 met, 0.7 NOT MET``."""
    parts = [f"{r['target']:g} {'met' if r['met'] else 'NOT MET'}" for r in ratios.values() if "target" in r]
    return ", ".join(parts)


def _short(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


# -- options and reports --------------------------------------------------------------------------------------------


def parser(text: str | None, seconds: float | None = None) -> argparse.ArgumentParser:
    """Options of all benchmarks: ``--json FILE`` and, with a default, ``--seconds``."""
    made = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--json", type=Path, metavar="FILE", help="write the figures into a file, too")
    if seconds is not None:
        made.add_argument(
            "--seconds", type=positive, default=seconds, help="for each candidate of a case (default %(default)s)"
        )
    return made


def jobs_option(made: argparse.ArgumentParser) -> None:
    """``--jobs`` of what has processes of its own."""
    made.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default %(default)s)")


def each_alone(function: Callable[[Any], Any], works: Sequence[Any], jobs: int) -> Iterator[Any]:
    """The results, as soon as they are there; each work has a process of its own.

    Raises:
        LostWorkers: for work that takes its process down twice.
    """
    alone = [Job(partial(_call, function, work), str(number), str(number)) for number, work in enumerate(works)]
    with open_executor("processes", jobs) as workers:
        for _, result in unordered(alone, workers):
            if isinstance(result, LostWorkers):
                raise result
            yield result


def _call(function: Callable[[Any], Any], work: Any, _number: int) -> Any:
    return function(work)


def packed(works: Sequence[Any], size: Callable[[Any], int], most: int) -> list[list[Any]]:
    """Small works together, in their order, up to ``most`` in all: a process for each of them would take longer than the work."""
    packs: list[list[Any]] = []
    left = 0
    for work in works:
        if not packs or size(work) > left:
            packs.append([])
            left = most
        packs[-1].append(work)
        left -= size(work)
    return packs


def positive(text: str) -> float:
    """A finite number > 0 of the command line."""
    value = float(text)
    if not (math.isfinite(value) and value > 0):
        raise argparse.ArgumentTypeError(f"must be a finite number > 0, got {text}")
    return value


def one_thread() -> threadpool_limits:
    """Linear algebra in one thread, from here on."""
    return threadpool_limits(1)


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table; texts to the left, everything else to the right."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for place, column in enumerate(columns):
        text = bool(rows) and isinstance(rows[0][place], str)
        table.add_column(column, justify="left" if text else "right", overflow="fold")
    for row in rows:
        table.add_row(*(_cell(entry) for entry in row))
    Console(width=_WIDTH).print(table)


def _cell(entry: object) -> str:
    return f"{entry:.3g}" if isinstance(entry, float) else str(entry)


def report(figures: object, file: Path | None = None) -> None:
    """One line of JSON, and the same in a file if one is named."""
    line = json.dumps(figures, allow_nan=False)
    print(line, flush=True)
    if file is not None:
        file.write_text(line + "\n", encoding="utf-8")


def circumstances() -> dict[str, Any]:
    """What figures depend on besides the code: versions, cores, and how busy they were."""
    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "processors": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()],
    }
