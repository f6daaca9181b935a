"""Estimates with error bars that hold: chunks in order, looks at fixed places, results that a later run goes on from."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np

import rftheory
from rftheory.execution.executors import Workers, open_executor
from rftheory.execution.interrupts import held
from rftheory.execution.ordered import ordered
from rftheory.inputs.arrays import check_count, check_room, check_seed
from rftheory.montecarlo.chunks import ChunkWork
from rftheory.montecarlo.folding import Records
from rftheory.montecarlo.intervals import check_share
from rftheory.montecarlo.plans import Asked, Plan, Wanted, difference_plan, plan_of
from rftheory.montecarlo.results import Estimate, Run
from rftheory.montecarlo.setting import Setting
from rftheory.montecarlo.stopping import Decision, Look, decided, looks_of

#: draws that a run with a target takes at most, if not told otherwise
BUDGET = 100_000_000
#: seconds between two unfinished results
EVERY = 30.0


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
        resume: `Run.state` of a run of the same arguments, or without a target one of fewer draws: goes on from there.
        keep: told the unfinished run every half minute, and where an exception or Ctrl-C ends it.
        progress: told after each part how many draws of each pair are made, and how many at most.
    """

    draws: int | None = None
    until: float | None = None
    budget: int = BUDGET
    level: float = 0.99
    seed: int = 0
    executor: str | Executor | Workers = "threads"
    workers: int | None = None
    resume: Mapping[str, Any] | None = None
    keep: Callable[[Run], None] | None = None
    progress: Callable[[int, int], None] | None = None

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
        description: what the results depend on, in words and numbers: a run resumes one of the same.
        enough: whether the estimates of a look suffice; then there are looks without a target, too.
    """

    def __init__(
        self,
        plan: Plan,
        effort: Effort,
        description: Mapping[str, Any],
        enough: Callable[[Sequence[Estimate]], bool] | None = None,
    ) -> None:
        self._plan, self._effort, self._enough = plan, effort, enough
        self._work = ChunkWork(plan.sampler, plan.columns, plan.centres, effort.seed)
        chunks = -(-effort.most // self._work.size)
        self._looks, self._budget = (
            looks_of(chunks, 1 - effort.level, effort.until is not None or enough is not None),
            chunks,
        )
        if any(each.read == "quantile" for each in plan.columns):
            check_room("values of quantiles", len(plan.centres), chunks * self._work.size)
        whole = {"version": rftheory.__version__, **description, "draws": plan.sampler.label}
        whole |= {"seed": effort.seed, "target": effort.until}
        if effort.until is not None:
            # where one stops depends on all of these; a run of a fixed number of draws can be made longer
            whole["looks"] = [list(look) for look in self._looks]
        # as it will be read back: tuples become lists
        self._description: dict[str, Any] = json.loads(json.dumps(whole))
        self._records = Records(len(plan.centres), len(plan.columns), plan.centres)
        if effort.resume is not None:
            self._records = self._resumed(effort.resume)

    @property
    def records(self) -> Records:
        """What was drawn so far."""
        return self._records

    def run(self) -> Run:
        """Draw what is not there.

        Raises:
            FloatingPointError: if a draw overflows.
            rftheory.execution.executors.ExecutionError: if there are no workers, or a part was lost with them again and again.
        """
        began, before = time.perf_counter(), self._records.draws
        decision = self._look()
        if decision is None or not decision.stop:
            try:
                with open_executor(self._effort.executor, self._effort.workers) as opened:
                    decision = self._draw(opened)
            except BaseException:
                with held():
                    self._keep()
                raise
        return self._result(decision.look, decision.reached, decision.message, time.perf_counter() - began, before)

    def _resumed(self, state: Mapping[str, Any]) -> Records:
        """The records of an earlier run; without a target it may have been a shorter one."""
        try:
            if differ := _differences(state["described"], self._description):
                raise ValueError(f"resume must be a run of the same configuration: {differ}")
            records = Records.from_state({key: value for key, value in state.items() if key != "described"})
        except (AttributeError, KeyError, TypeError) as error:
            raise ValueError(f"resume must be the state of a run, got what cannot be understood ({error})") from None
        if not np.array_equal(records.centres, self._records.centres):
            raise ValueError("resume must be the state of a run, got centres of another one")
        if records.chunks > self._budget:
            most = self._budget * self._work.size
            raise ValueError(f"draws must be at least the {records.draws} that are there to resume, got {most}")
        return records

    def _keep(self) -> None:
        """Tell the run so far."""
        if self._effort.keep is None or not self._records.chunks:
            return
        message = f"unfinished: {self._records.draws} of at most {self._budget * self._work.size} draws"
        reached = None if self._effort.until is None else False
        self._effort.keep(
            self._result(Look(self._records.chunks, 1 - self._effort.level), reached, message, 0.0, self._records.draws)
        )

    def _draw(self, workers: Workers) -> Decision:
        size, total = self._work.size, self._budget
        parts, kept = ordered(self._work, total, workers, start=self._records.chunks), time.monotonic()
        try:
            for chunk, record in parts:
                with held():
                    self._records.add(chunk, record)
                if time.monotonic() - kept >= EVERY:
                    self._keep()
                    kept = time.monotonic()
                if self._effort.progress is not None:
                    self._effort.progress((chunk + 1) * size, total * size)
                decision = self._look()
                if decision is not None and decision.stop:
                    return decision
        finally:
            parts.close()
        raise AssertionError("the last look stops")

    def _look(self) -> Decision | None:
        """The decision after the chunks that are there, if it is time to look."""
        look = next((look for look in self._looks if look.chunks == self._records.chunks), None)
        if look is None:
            return None
        last, target = look.chunks == self._budget, self._effort.until
        if target is None:
            return Decision(look, last or self._enough is None or self._enough(self._estimates(look)), None, "")
        return decided(look, target, [found.interval for found in self._estimates(look)], last)

    def _estimates(self, look: Look) -> list[Estimate]:
        log_units = self._plan.sampler.log_unit.tolist()
        found = []
        for quantity, reading in zip(self._plan.asked, self._plan.readings, strict=True):
            name, power, method = quantity.name, quantity.power, self._plan.method
            values = reading.values(self._records).tolist()
            for pair, (log_unit, value) in enumerate(zip(log_units, values, strict=True)):
                interval = reading.interval(self._records, pair, look.alpha)
                if quantity.nonnegative:
                    interval = interval.within(0.0, math.inf)
                if value not in interval:
                    value = interval.middle
                found.append(Estimate(name, pair, power * log_unit, value, interval, method))
        return found

    def _result(self, look: Look, reached: bool | None, message: str, seconds: float, before: int) -> Run:
        estimates, draws = tuple(self._estimates(look)), self._records.draws
        fresh = draws - before
        return Run(
            estimates, draws, self._plan.method, reached, message, seconds, fresh, self._description, self._records
        )


def estimate(setting: Setting, quantities: Sequence[Asked], effort: Effort, *, method: Wanted = "auto") -> Run:
    """Estimate quantities of an estimator at all pairs of a setting.

    Args:
        quantities: from `rftheory.montecarlo.quantities`.
        method: "plain" draws, or "tilted" to where the error is made; "auto" tilts where that is possible.

    Raises:
        Other errors: those of `Session.run`.
    """
    plan = plan_of(setting, quantities, method)
    return Session(plan, effort, _described(setting, plan)).run()


def difference(first: Setting, second: Setting, effort: Effort) -> Run:
    """The mean squared error of the first setting less that of the second, by common random numbers (`difference`).

    Of each pair there is one estimate of the quantity "mse_difference".

    Raises:
        Other errors: those of `Session.run`.
    """
    plan = difference_plan(first, second)
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


def _differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> str:
    missing = object()
    found = []
    for key in dict.fromkeys([*there, *here]):
        old, new = there.get(key, missing), here.get(key, missing)
        if old != new:
            was = "not stated" if old is missing else repr(old)
            found.append(f"{key} is {was} there and {'not stated' if new is missing else repr(new)} here")
    return ", ".join(found)
