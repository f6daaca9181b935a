"""Numbered parts of a computation, done by any workers, their results in order; and how far a run of them is, as data for whoever shows it.

A bounded number of parts is in flight, so memory does not grow with their number. A task is a group of parts that takes
about a tenth of a second, as measured on the way: shorter ones would cost more to hand over than to do. Results belong to
parts, not to tasks, so neither groups nor workers show in them.

Lost workers. When a worker is lost, the parts that were in flight are done again, as before: an accident costs a retry. If one of
them is lost again, they are done one at a time and each by itself, so that a part that takes its worker down each time is
found out without doubt (at the first loss, where no more retries are left than that takes).
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from rftheory.execution.executors import LostWorkers, Pending, Workers
from rftheory.execution.parts import Report, Work, run_here

#: tasks in flight per worker: one being done, two waiting so that no worker waits
IN_FLIGHT = 3
#: seconds that a task should take, and the most parts of one task
TASK_SECONDS = 0.1
MOST_PARTS = 1024
#: seconds between two looks at whether the workers are still there
_LOOK = 1.0
#: seconds over which the rate is taken, and between two of its samples
WINDOW = 30.0
_STEP = 0.25


@dataclass(frozen=True)
class Progress:
    """A moment of a run.

    Attributes:
        parts, total_parts: done, and at most to do.
        draws, total_draws: likewise.
        seconds: since this run began (a resumed one: since it was resumed).
        rate: draws per second over the last half minute; None before anything was measured.
        seconds_left: until all draws are made, at this rate; None where the rate is not known.
    """

    parts: int
    total_parts: int
    draws: int
    total_draws: int
    seconds: float
    rate: float | None
    seconds_left: float | None

    @property
    def share(self) -> float:
        """Of the draws that are made, in [0, 1]."""
        return self.draws / self.total_draws if self.total_draws else 1.0


#: told after each part
Observer = Callable[[Progress], None]


class Meter:
    """Measures a run.

    Args:
        total_parts, total_draws: of the whole run.
        parts, draws: done before this run began; they do not count into the rate.
        clock: seconds, increasing.
    """

    def __init__(
        self,
        total_parts: int,
        total_draws: int,
        parts: int = 0,
        draws: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ):
        if not (0 <= parts <= total_parts and 0 <= draws <= total_draws):
            raise ValueError(
                f"done must be at most the total, got {parts} of {total_parts} parts, {draws} of {total_draws}"
            )
        self._total_parts, self._total_draws, self._clock = total_parts, total_draws, clock
        self._began = clock()
        self._samples: deque[tuple[float, int]] = deque([(self._began, draws)])

    def at(self, parts: int, draws: int) -> Progress:
        """The state of the run with so many parts and draws done."""
        now = self._clock()
        rate = self._rate(now, draws)
        left = max(self._total_draws - draws, 0) / rate if rate else None
        if now - self._samples[-1][0] >= _STEP:
            self._samples.append((now, draws))
        return Progress(parts, self._total_parts, draws, self._total_draws, now - self._began, rate, left)

    def _rate(self, now: float, draws: int) -> float | None:
        while len(self._samples) > 1 and self._samples[1][0] <= now - WINDOW:
            self._samples.popleft()
        then, before = self._samples[0]
        return (draws - before) / (now - then) if now > then else None


def ordered(
    work: Work, count: int, workers: Workers, start: int = 0, skip: Collection[int] = frozenset(), retries: int = 3
) -> Generator[tuple[int, Any], None, None]:
    """``(number, work(number))`` for the numbers from ``start`` to ``count - 1`` that are not skipped, in this order.

    Closing the iterator early cancels what waits. An exception that the work raises ends it when the turn of that part
    comes, with a note of its number; it is never tried again.

    Args:
        work: a function of the number of a part, the same whenever it is called; for workers that are not threads
            something that can be pickled.
        workers: from `open_executor`.
        retries: how often a part may be lost with its worker and be done again.

    Raises:
        ValueError: for numbers out of range, or work that cannot be sent to the workers.
        LostWorkers: if a part was lost more often than ``retries`` allows.
        ClusterUnreachable: if a cluster went away and did not come back.
    """
    if not 0 <= start <= count:
        raise ValueError(f"start must be in 0..{count}, the number of parts, got {start}")
    if retries < 0:
        raise ValueError(f"retries must be >= 0, got {retries}")
    numbers = (number for number in range(start, count) if number not in skip)
    if workers.inline:
        return _one_by_one(work, numbers)
    return _Flight(work, numbers, count, workers, retries).results()


def _one_by_one(work: Work, numbers: Iterator[int]) -> Generator[tuple[int, Any], None, None]:
    for number in numbers:
        results, _, failure = run_here(work, (number,))
        if failure is not None:
            raise failure.noted()
        yield number, results[0]


@dataclass(eq=False)
class _Task:
    """Some parts; ``pending`` is None while they wait for their turn to be done again."""

    numbers: tuple[int, ...]
    pending: Pending | None


class _Flight:
    """The tasks in flight, in the order of their parts."""

    def __init__(self, work: Work, numbers: Iterator[int], count: int, workers: Workers, retries: int):
        self._work, self._numbers, self._count = work, numbers, count
        self._workers, self._retries = workers, retries
        self._prepared = workers.prepare(work)
        self._tasks: deque[_Task] = deque()
        self._losses: dict[int, int] = {}
        self._grouping = Grouping(workers.count)

    def results(self) -> Generator[tuple[int, Any], None, None]:
        try:
            self._fill()
            while self._tasks:
                task = self._tasks[0]
                report = self._report(task)
                if report is None:
                    continue
                self._tasks.popleft()
                self._grouping.learn(len(report.results), report.seconds)
                for number in task.numbers:
                    self._losses.pop(number, None)
                # the workers go on while the caller takes the results
                self._fill()
                yield from zip(task.numbers, report.results, strict=False)
                if report.failure is not None:
                    raise report.failure.noted()
        finally:
            self._workers.cancel([task.pending for task in self._tasks if task.pending is not None])

    def _fill(self) -> None:
        """Hand over as much as may be in flight; nothing new while parts are done again by themselves."""
        if any(task.pending is None for task in self._tasks):
            return
        while len(self._tasks) < IN_FLIGHT * self._workers.count:
            numbers = self._grouping.take(self._numbers, self._count)
            if not numbers:
                return
            self._tasks.append(_Task(numbers, self._submit(numbers)))

    def _submit(self, numbers: tuple[int, ...]) -> Pending:
        try:
            return self._workers.submit(self._prepared, numbers)
        except Exception as error:
            if not self._workers.is_loss(error):
                raise
            lost: Future[Report] = Future()
            lost.set_exception(error)
            return lost

    def _report(self, task: _Task) -> Report | None:
        """What a task brought, or None if it was lost."""
        if task.pending is None:
            task.pending = self._submit(task.numbers)
        try:
            return self._await(task.pending)
        except Exception as error:
            if not self._workers.is_loss(error):
                error.add_note(f"while {_named(task.numbers)} of the work was done")
                raise
            self._recover(error)
            return None

    def _await(self, pending: Pending) -> Report:
        while True:
            try:
                return pending.result(_LOOK)
            except TimeoutError:
                if pending.done():
                    return pending.result()
                self._workers.watch()

    def _recover(self, error: Exception) -> None:
        """Do the parts that were in flight again, as the module says, and count those that were lost."""
        self._workers.recover(error)
        unfinished = [task for task in self._tasks if task.pending is not None and not _succeeded(task.pending)]
        lost = [number for task in unfinished if task.pending and task.pending.done() for number in task.numbers]
        self._workers.cancel([task.pending for task in unfinished if task.pending and not task.pending.done()])
        for number in lost:
            self._losses[number] = self._losses.get(number, 0) + 1
        times = max((self._losses[number] for number in lost), default=0)
        if times > self._retries:
            one_of = "" if len(lost) == 1 else "one of "
            raise LostWorkers(
                f"{one_of}{_named(lost)} of the work lost its worker {times} times (out of memory, or a crash in a "
                f"library; a script that starts processes needs `if __name__ == '__main__':`): {error}"
            ) from error
        self._prepared = self._workers.prepare(self._work)
        by_themselves = times > 1 or self._retries < 2
        again: deque[_Task] = deque()
        for task in self._tasks:
            if task not in unfinished:
                again.append(task)
            elif by_themselves:
                again.extend(_Task((number,), None) for number in task.numbers)
            else:
                again.append(_Task(task.numbers, self._submit(task.numbers)))
        self._tasks = again


class Grouping:
    """How many parts make a task, learned from how long they take."""

    def __init__(self, workers: int):
        self._workers = workers
        self._size = 1
        self._seconds: float | None = None

    def learn(self, parts: int, seconds: float) -> None:
        """So many parts took so many seconds."""
        if parts == 0:
            return
        each = seconds / parts
        self._seconds = each if self._seconds is None else (self._seconds + each) / 2
        wanted = int(TASK_SECONDS / max(self._seconds, TASK_SECONDS / MOST_PARTS))
        # at most doubled: the first parts may be quicker than the others
        self._size = max(1, min(wanted, 2 * self._size))

    def take(self, numbers: Iterator[int], count: int) -> tuple[int, ...]:
        """The numbers of the next task, from increasing numbers below ``count``; empty if none is left."""
        first = next(numbers, None)
        if first is None:
            return ()
        # towards the end smaller tasks, so that the workers end together
        size = min(self._size, max(1, (count - first) // (2 * self._workers)))
        taken = [first]
        while len(taken) < size and (number := next(numbers, None)) is not None:
            taken.append(number)
        return tuple(taken)


def _succeeded(pending: Pending) -> bool:
    return pending.done() and not pending.cancelled() and pending.exception() is None


def _named(numbers: tuple[int, ...] | list[int]) -> str:
    return f"part {numbers[0]}" if len(numbers) == 1 else f"the parts {min(numbers)} to {max(numbers)}"
