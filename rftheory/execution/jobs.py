"""Jobs of very unequal length, each as soon as it is done: groups of them share a worker, and no job costs another one its own.

Beside `ordered`, for numbered parts. Each lane of the workers does one job at a time. A job whose worker is lost is done once
more when all others are done, with nothing beside it; if its worker is lost again, it is told as lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rftheory.execution.executors import LostWorkers, Workers, is_loss
from rftheory.execution.interrupts import held
from rftheory.execution.parts import Work

#: seconds between two looks at what the workers do
_TICK = 0.2


@dataclass(frozen=True)
class Job:
    """Some work.

    Attributes:
        work: called with the number of the job.
        group: jobs of one group share what they computed before: one worker does them, one after the other.
        home: whose process does it, where there are processes; jobs of different homes never share one.
    """

    work: Work
    group: str
    home: str = ""


def _never(_: Any) -> bool:
    return False


def unordered(
    jobs: Sequence[Job],
    workers: Workers,
    watch: Callable[[list[int]], object] = _never,
    spends: Callable[[Any], bool] = _never,
) -> Generator[tuple[int, Any], None, None]:
    """``(number, result)`` of each job as soon as it is done; the result is a `LostWorkers` if its worker was lost twice.

    Groups, and the jobs of each, are taken in the order given. A worker that finds no group left helps with one under way.
    An exception that a job raises ends it. Closing the iterator early ends the workers' processes at once.

    Args:
        workers: from `open_executor`.
        watch: told the numbers of the jobs that are being done, a few times per second.
        spends: whether a process is not to be used again after a result.

    Raises:
        ValueError: for jobs that cannot be sent to the workers.
    """
    lost: dict[int, Exception] = {}
    with _closed(workers.lanes()[: max(1, len(jobs))]) as lanes:
        for number, result in _results(range(len(jobs)), jobs, lanes, watch, spends):
            if isinstance(result, LostWorkers):
                lost[number] = result
            else:
                yield number, result
        for lane in lanes if lost else ():
            # memory may have been short
            lane.renew()
        yield from _results(lost, jobs, lanes[:1], watch, spends)


@contextmanager
def _closed(lanes: list[Workers]) -> Iterator[list[Workers]]:
    try:
        yield lanes
    except BaseException:
        # an interrupt must not wait for jobs that may run for minutes, nor a second one cut this short
        with held():
            for lane in reversed(lanes):
                lane.close(at_once=True)
        raise
    for lane in lanes:
        lane.close()


def _results(
    numbers: Iterable[int],
    jobs: Sequence[Job],
    lanes: Sequence[Workers],
    watch: Callable[[list[int]], object],
    spends: Callable[[Any], bool],
) -> Iterator[tuple[int, Any]]:
    schedule = Schedule({number: jobs[number].group for number in numbers})
    homes: dict[Workers, str] = {}
    at: dict[Workers, tuple[int, Future[Any]]] = {}

    def begin(lane: Workers) -> None:
        if (number := schedule.next(lane)) is not None:
            job = jobs[number]
            if homes.setdefault(lane, job.home) != job.home:
                lane.renew()
                homes[lane] = job.home
            at[lane] = number, lane.submit(lane.prepare(job.work), number)

    for lane in lanes:
        begin(lane)
    while at:
        done, _ = wait([future for _, future in at.values()], _TICK, FIRST_COMPLETED)
        watch([number for number, _ in at.values()])
        for lane in [lane for lane, (_, future) in at.items() if future in done]:
            number, future = at.pop(lane)
            try:
                result = future.result()
            except BaseException as error:
                if not is_loss(error):
                    raise
                why = f"job {number} lost its worker (out of memory, or a crash in a library): {error}"
                result = LostWorkers(why)
            if isinstance(result, LostWorkers) or spends(result):
                lane.renew()
            begin(lane)
            yield number, result


class Schedule:
    """Which worker does what next.

    Args:
        groups: of the jobs, by number.
    """

    def __init__(self, groups: dict[int, str]):
        by_group: dict[str, deque[int]] = {}
        for number, group in groups.items():
            by_group.setdefault(group, deque()).append(number)
        self._waiting = deque(by_group.values())
        self._under_way: dict[Hashable, deque[int]] = {}

    def next(self, worker: Hashable) -> int | None:
        """The next job of the worker's group, else the first of a new one, else the last that another has left."""
        if not self._under_way.get(worker) and self._waiting:
            self._under_way[worker] = self._waiting.popleft()
        if self._under_way.get(worker):
            return self._under_way[worker].popleft()
        longest = max(self._under_way.values(), key=len, default=None)
        return longest.pop() if longest else None
