"""Estimates with error bars that hold: chunks in order, looks at fixed places, a checkpoint, and what is to be said at the end."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rftheory
from rftheory.arrays import check_count, check_seed
from rftheory.execution.checkpoint import EVERY, Checkpoint, State
from rftheory.execution.executors import Workers, open_executor
from rftheory.execution.interrupts import held
from rftheory.execution.ordered import Meter, Observer, ordered
from rftheory.montecarlo.chunks import ChunkWork
from rftheory.montecarlo.folding import Records
from rftheory.montecarlo.intervals import check_share
from rftheory.montecarlo.plans import Asked, Plan, Wanted, contrast_plan, plan_of
from rftheory.montecarlo.results import Estimate, Run
from rftheory.montecarlo.setting import Setting
from rftheory.montecarlo.stopping import Decision, Look, make_schedule

#: draws that a run with a target takes at most, if not told otherwise
BUDGET = 100_000_000


@dataclass(frozen=True)
class Effort:
    """How much is drawn, at which level, and by whom. The answer depends on the first five alone.

    Args:
        draws: of each pair, rounded up to whole chunks; or
        until: a relative half-width of all intervals at which to stop, in (0, 1), and
        budget: the most draws of each pair that this may take.
        level: of each interval, in (0, 1).
        seed: the root of all randomness, >= 0.
        executor: "threads", "processes", the address of a Dask scheduler, an executor of `concurrent.futures`, or
            open workers.
        workers: parts done at a time; by default one per core.
        checkpoint: a file that keeps what is done; a run of the same arguments, or without a target one of more draws, goes
            on from there.
        checkpoint_every: seconds between two writings of the checkpoint.
        progress: told after each part.

    Raises:
        ValueError: for numbers outside their ranges, and unless one of draws and until is given.
    """

    draws: int | None = None
    until: float | None = None
    budget: int = BUDGET
    level: float = 0.99
    seed: int = 0
    executor: str | Executor | Workers = "threads"
    workers: int | None = None
    checkpoint: str | Path | None = None
    checkpoint_every: float = EVERY
    progress: Observer | None = None

    def __post_init__(self) -> None:
        if (self.draws is None) == (self.until is None):
            raise ValueError(f"one of draws and until must be given, got draws = {self.draws} and until = {self.until}")
        if self.draws is not None:
            check_count("draws", self.draws)
        if self.until is not None and not 0 < self.until < 1:
            raise ValueError(f"until must be a relative half-width in (0, 1), got {self.until}")
        check_count("budget", self.budget)
        check_share("level", self.level)
        object.__setattr__(self, "seed", check_seed(self.seed))

    @property
    def most(self) -> int:
        """The most draws."""
        return self.budget if self.draws is None else self.draws


class Session:
    """One run of a plan.

    Args:
        description: what the results depend on, in words and numbers, for checkpoints.
    """

    def __init__(self, plan: Plan, effort: Effort, description: Mapping[str, Any]) -> None:
        self._plan, self._effort = plan, effort
        self._description = {"version": rftheory.__version__, **description, "draws": plan.sampler.label}
        self._work = ChunkWork(plan.sampler, plan.columns, plan.centres, effort.seed)
        chunks, variance = -(-effort.most // self._work.size), plan.relative_variance
        self._schedule = make_schedule(chunks, self._work.size, 1 - effort.level, effort.until, variance)
        self._records = Records(len(plan.centres), len(plan.columns), plan.centres)

    @property
    def records(self) -> Records:
        """What was drawn so far."""
        return self._records

    def run(self) -> Run:
        """Draw what the checkpoint does not have.

        Raises:
            ValueError: for a file that is no checkpoint of this run.
            FloatingPointError: if a draw overflows.
            rftheory.execution.executors.ExecutionError: if there are no workers, or a part was lost with them again and again.
        """
        began, effort = time.perf_counter(), self._effort
        file = None if effort.checkpoint is None else self._checkpoint(effort.checkpoint, effort.checkpoint_every)
        if file is not None and (found := file.load()) is not None:
            self._records = self._resumed(found)
        before = self._records.draws
        decision = self._look()
        if decision is None or not decision.stop:
            with open_executor(effort.executor, effort.workers) as opened:
                keeping = nullcontext(_nothing) if file is None else file.keeping(self._state)
                with keeping as after_part:
                    decision = self._draw(opened, after_part)
        return self._result(decision, time.perf_counter() - began, before)

    def _resumed(self, found: State) -> Records:
        """The records of an earlier run; without a target it may have been a shorter one."""
        records = Records.from_state(found.arrays)
        if records.chunks > self._schedule.budget:
            most = self._schedule.budget * self._work.size
            raise ValueError(f"draws must be at least the {records.draws} that the checkpoint has, got {most}")
        return records

    def _draw(self, workers: Workers, after_part: Callable[[], None]) -> Decision:
        size, total = self._work.size, self._schedule.budget
        done = self._records.chunks
        meter = Meter(total, total * size, done, done * size)
        parts = ordered(self._work, total, workers, start=done)
        try:
            for chunk, record in parts:
                with held():
                    self._records.add(chunk, record)
                after_part()
                if self._effort.progress is not None:
                    self._effort.progress(meter.at(chunk + 1, (chunk + 1) * size))
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
        log_units = self._plan.sampler.log_unit.tolist()
        found = []
        for quantity, reading in zip(self._plan.asked, self._plan.readings, strict=True):
            name, power, method = quantity.name, quantity.power, self._plan.method_of(quantity)
            values, shares = (each(self._records).tolist() for each in (reading.values, reading.drawn))
            for pair, (log_unit, value, drawn) in enumerate(zip(log_units, values, shares, strict=True)):
                interval = reading.interval(self._records, pair, look.alpha)
                if quantity.nonnegative:
                    interval = interval.within(0.0, math.inf)
                if value not in interval:
                    value = interval.middle
                found.append(Estimate(name, pair, power * log_unit, value, interval, method, drawn))
        return found

    def _state(self) -> State:
        return State(self._records.chunks, self._records.state())

    def _result(self, decision: Decision, seconds: float, before: int) -> Run:
        estimates, draws = tuple(self._estimates(decision.look)), self._records.draws
        return Run(estimates, draws, self._plan.method, decision.reached, decision.message, seconds, draws - before)

    def _checkpoint(self, path: str | Path, every: float) -> Checkpoint:
        effort = self._effort
        description = {**self._description, "seed": effort.seed, "target": effort.until}
        if effort.until is not None:
            # where one stops depends on all of these; a run of a fixed number of draws can be made longer
            description["looks"] = [[look.chunks, look.alpha] for look in self._schedule.looks]
        return Checkpoint(path, hashlib.sha256(repr(description).encode()).hexdigest(), description, every)


def _nothing() -> None:
    """In place of what keeps a checkpoint."""


def estimate(
    setting: Setting, quantities: Sequence[Asked], effort: Effort, *, method: Wanted = "auto", all_drawn: bool = False
) -> Run:
    """Estimate quantities of an estimator at all pairs of a setting.

    Args:
        quantities: from `rftheory.montecarlo.quantities`.
        method: of mean squared errors: "plain" draws, "controlled" by what is known of single samples, "tilted" to where the
            error is made; "auto" takes the one with the least proved variance.
        all_drawn: whether "auto" takes none that adds what is known beforehand, as where theory is to be compared with.

    Raises:
        ValueError: for arguments outside of these, and quantities that cannot be estimated for this estimator.
        Other errors: those of `Session.run`.
    """
    plan = plan_of(setting, quantities, method, all_drawn)
    return Session(plan, effort, _described(setting, plan)).run()


def contrast(first: Setting, second: Setting, effort: Effort) -> Run:
    """The mean squared error of the first setting less that of the second, from draws that both share.

    Two couplings of one family or two families, at the same inputs and with as many projections: both are made from the same
    lengths and rotations, and what is known of single samples cancels (`contrasts.ContrastSampler`). Of each pair there is
    one estimate of the quantity "mse_difference".

    Raises:
        ValueError: for settings that cannot share their draws.
        Other errors: those of `Session.run`.
    """
    plan = contrast_plan(first, second)
    description = {"difference": True, **_described(first, plan), "second": repr(second.estimator)}
    return Session(plan, effort, description).run()


def _described(setting: Setting, plan: Plan) -> dict[str, Any]:
    return {
        "estimator": repr(setting.estimator),
        "inputs": [list(setting.x.shape), setting.digest[:16]],
        "m": setting.m,
        "n": setting.n,
        "share": setting.share,
        "quantities": [quantity.name for quantity in plan.asked],
        # what is recorded of the same draws depends on it
        "method": plan.method,
    }
