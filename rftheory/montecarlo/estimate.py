"""Estimates with error bars that hold: so many draws, or as many as a target precision needs."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import rftheory
from rftheory.execution.checkpoint import Checkpoint, State
from rftheory.execution.executors import open_executor
from rftheory.execution.interrupts import held
from rftheory.execution.ordered import ordered
from rftheory.execution.progress import Meter, Observer
from rftheory.families.arrays import check_count
from rftheory.montecarlo.chunks import ChunkWork
from rftheory.montecarlo.intervals import check_share
from rftheory.montecarlo.plans import Asked, Plan, Wanted, plan_of
from rftheory.montecarlo.folding import Records
from rftheory.montecarlo.results import Estimate, Run
from rftheory.montecarlo.setting import Setting
from rftheory.montecarlo.stopping import Decision, Look, Schedule, make_schedule

#: draws that a run with a target takes at most, if not told otherwise
BUDGET = 100_000_000


def estimate(
    setting: Setting,
    quantities: Sequence[Asked],
    *,
    draws: int | None = None,
    until: float | None = None,
    budget: int = BUDGET,
    level: float = 0.99,
    method: Wanted = "auto",
    seed: int = 0,
    executor: str | Executor = "threads",
    workers: int | None = None,
    checkpoint: str | Path | None = None,
    progress: Observer | None = None,
) -> Run:
    """Estimate quantities of an estimator at all pairs of a setting.

    The result depends on all arguments but the executor, the workers and the checkpoint: bit by bit.

    Args:
        quantities: from `rftheory.montecarlo.quantities`.
        draws: of each pair, rounded up to whole chunks; or
        until: a relative half-width of all intervals at which to stop, in (0, 1), and
        budget: the most draws of each pair that this may take.
        level: of each interval, in (0, 1).
        method: of mean squared errors: "plain" draws, "controlled" by what is known of single samples, "tilted" to where the
            error is made; "auto" takes the one with the least proved variance.
        executor: "threads", "processes", the address of a Dask scheduler, or an executor of `concurrent.futures`.
        workers: parts done at a time; by default one per core.
        checkpoint: a file that keeps what is done; a run of the same arguments goes on from there.
        progress: told after each part.

    Raises:
        ValueError: for arguments outside of these, quantities that cannot be told for this estimator, and a file that is no
            checkpoint of this run.
        FloatingPointError: if a draw overflows.
        rftheory.execution.executors.ExecutionError: if there are no workers, or a part was lost with them again and again.
    """
    target, most = _effort(draws, until, budget)
    alpha = 1 - check_share("level", level)
    plan = plan_of(setting, quantities, method)
    work = ChunkWork(plan.sampler, plan.columns, plan.centres, check_seed(seed))
    schedule = make_schedule(-(-most // work.size), work.size, alpha, target, plan.relative_variance)
    file = None if checkpoint is None else _checkpoint(checkpoint, setting, quantities, work, schedule)
    return _Session(setting, quantities, plan, work, schedule).run(executor, workers, file, progress)


def check_seed(seed: int) -> int:
    """The root of all randomness.

    Raises:
        ValueError: unless it is an integer >= 0.
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ValueError(f"seed must be an integer >= 0, got {seed!r}")
    return seed


def _effort(draws: int | None, until: float | None, budget: int) -> tuple[float | None, int]:
    """The target, and the most draws."""
    if (draws is None) == (until is None):
        raise ValueError(f"one of draws and until must be given, got draws = {draws} and until = {until}")
    if draws is not None:
        return None, check_count("draws", draws)
    assert until is not None
    if not 0 < until < 1:
        raise ValueError(f"until must be a relative half-width in (0, 1), got {until}")
    return until, check_count("budget", budget)


class _Session:
    """One run: draws in order of the chunks, looks, and what is to be said at the end."""

    def __init__(
        self, setting: Setting, quantities: Sequence[Asked], plan: Plan, work: ChunkWork, schedule: Schedule
    ) -> None:
        self._setting, self._quantities, self._plan = setting, quantities, plan
        self._work, self._schedule = work, schedule
        self._records = Records(setting.pairs, len(plan.columns), plan.centres)

    def run(
        self, executor: str | Executor, workers: int | None, file: Checkpoint | None, progress: Observer | None
    ) -> Run:
        began = time.perf_counter()
        if file is not None and (found := file.load()) is not None:
            self._records = Records.from_state(found.arrays)
        decision = self._look()
        if decision is None or not decision.stop:
            with open_executor(executor, workers) as opened:
                keeping = nullcontext(_nothing) if file is None else file.keeping(self._state)
                with keeping as after_part:
                    decision = self._draw(opened, after_part, progress)
        return self._result(decision, time.perf_counter() - began)

    def _draw(self, workers: Any, after_part: Any, progress: Observer | None) -> Decision:
        size, total = self._work.size, self._schedule.budget
        done = self._records.chunks
        meter = Meter(total, total * size, done, done * size)
        parts = ordered(self._work, total, workers, start=done)
        try:
            for chunk, record in parts:
                with held():
                    self._records.add(chunk, record)
                after_part()
                if progress is not None:
                    progress(meter.at(chunk + 1, (chunk + 1) * size))
                decision = self._look()
                if decision is not None and decision.stop:
                    return decision
        finally:
            parts.close()
        raise AssertionError("the last look stops")

    def _look(self) -> Decision | None:
        """The decision after the chunks that are there, if it is time to look."""
        look = self._schedule.look_at(self._records.chunks)
        if look is None:
            return None
        if self._schedule.target is None:
            return Decision(look, math.inf, 0, None, True)
        return self._schedule.decide(look, [found.interval for found in self._estimates(look)])

    def _estimates(self, look: Look) -> list[Estimate]:
        log_units = self._plan.sampler.log_unit
        found = []
        for quantity, reading in zip(self._quantities, self._plan.readings, strict=True):
            for pair in range(self._setting.pairs):
                value = reading.value(self._records, pair)
                interval = reading.interval(self._records, pair, look.alpha)
                if quantity.nonnegative:
                    interval = interval.within(0.0, math.inf)
                if value not in interval:
                    value = interval.middle
                unit = quantity.power * float(log_units[pair])
                found.append(Estimate(quantity.name, pair, unit, value, interval, self._plan.method))
        return found

    def _state(self) -> State:
        return State(self._records.chunks, self._records.state())

    def _result(self, decision: Decision, seconds: float) -> Run:
        estimates = tuple(self._estimates(decision.look))
        return Run(
            estimates, self._records.draws, self._plan.method, decision.reached, decision.message, seconds
        )


def _checkpoint(
    path: str | Path, setting: Setting, quantities: Sequence[Asked], work: ChunkWork, schedule: Schedule
) -> Checkpoint:
    description = {
        "version": rftheory.__version__,
        "estimator": repr(setting.estimator),
        "inputs": [list(setting.x.shape), hashlib.sha256(setting.x.tobytes() + setting.y.tobytes()).hexdigest()[:16]],
        "m": setting.m,
        "n": setting.n,
        "share": setting.share,
        "quantities": [quantity.name for quantity in quantities],
        "draws": work.sampler.label,
        "seed": work.seed,
        "looks": [[look.chunks, look.alpha] for look in schedule.looks],
        "target": schedule.target,
    }
    return Checkpoint(path, hashlib.sha256(repr(description).encode()).hexdigest(), description)


def _nothing() -> None:
    """In place of what keeps a checkpoint."""
