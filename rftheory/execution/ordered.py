"""Numbered parts of a computation, done by any workers, their results in order; and how far a run of them is, as data for whoever shows it.

A bounded number of parts is in flight, so memory does not grow with their number. When a worker is lost, the parts that were in
flight are done again, each by itself, so that one that takes its worker down each time is found out without doubt.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import islice
from typing import Any

from rftheory.execution.executors import LostWorkers, Workers, is_loss
from rftheory.execution.parts import Work, run_here

#: parts in flight per worker: one being done, others waiting so that no worker waits
IN_FLIGHT = 3
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


def ordered(work: Work, count: int, workers: Workers, start: int = 0) -> Generator[tuple[int, Any], None, None]:
    """``(number, work(number))`` for the numbers from ``start`` to ``count - 1``, in this order.

    Closing the iterator early cancels what waits. An exception that the work raises ends it when the turn of that part
    comes, with a note of its number; it is never tried again.

    Args:
        work: a function of the number of a part, the same whenever it is called; for workers that are not threads
            something that can be pickled.
        workers: from `open_executor`.

    Raises:
        ValueError: for numbers out of range, or work that cannot be sent to the workers.
        LostWorkers: if a part lost its worker again when it was done by itself, or the executor is not ours to open again.
    """
    if not 0 <= start <= count:
        raise ValueError(f"start must be in 0..{count}, the number of parts, got {start}")
    if workers.executor is None:
        return ((number, run_here(work, number)) for number in range(start, count))
    return _in_flight(workers.prepare(work), range(start, count), workers)


def _in_flight(prepared: Work | bytes, numbers: range, workers: Workers) -> Generator[tuple[int, Any], None, None]:
    waiting = iter(numbers)
    # None: lost, and done again by itself when its turn comes
    flight: deque[tuple[int, Future[Any] | None]] = deque()
    try:
        while True:
            if all(future is not None for _, future in flight):
                ahead = islice(waiting, IN_FLIGHT * workers.count - len(flight))
                flight.extend((number, workers.submit(prepared, number)) for number in ahead)
            if not flight:
                return
            number, future = flight[0]
            pending = future or workers.submit(prepared, number)
            try:
                result = pending.result()
            except BaseException as error:
                if not is_loss(error):
                    raise
                if future is None or not workers.can_reopen:
                    raise LostWorkers(
                        f"part {number} of the work lost its worker (out of memory, or a crash in a library; a script that "
                        f"starts processes needs `if __name__ == '__main__':`): {error}"
                    ) from error
                workers.renew()
                flight = deque((k, each if each and _succeeded(each) else None) for k, each in flight)
                continue
            flight.popleft()
            yield number, result
    finally:
        workers.take_back([future for _, future in flight if future is not None])


def _succeeded(future: Future[Any]) -> bool:
    return future.done() and not future.cancelled() and not is_loss(future.exception() or ValueError())
