"""Numbered parts of a computation, done by any workers, their results in order.

A bounded number of parts is in flight, so memory does not grow with their number. When a worker is lost, the parts that were in
flight are done again, each by itself, so that one that takes its worker down each time is found out without doubt.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from concurrent.futures import Future
from itertools import islice
from typing import Any

from rftheory.execution.executors import LostWorkers, Workers, is_loss
from rftheory.execution.parts import Work, run_here

#: parts in flight per worker: one being done, others waiting so that no worker waits
IN_FLIGHT = 3


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
