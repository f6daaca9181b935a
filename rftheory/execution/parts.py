"""A task: some numbered parts of the work, done one after the other by one worker.

Each part is a function of its number alone, so a result does not depend on which parts share a task, nor on the worker.
"""

from __future__ import annotations

import pickle
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

#: a function of the number of a part; threads share one object, so it keeps no state of its own between calls
Work = Callable[[int], Any]


class Around:
    """Work whose ends, on a cluster, are done where a process for it is started; only its middle is done in that process."""

    middle: Work

    def before(self) -> None:
        """May refuse."""

    def after(self, result: Any) -> Any:
        """What becomes of the result of the middle."""
        return result

    def __call__(self, number: int) -> Any:
        self.before()
        return self.after(self.middle(number))


class Channel(Protocol):
    """What parts say while they are done, as (number, text); the queues of threads and of processes have this in common."""

    def put(self, item: Any) -> None: ...
    def get(self) -> Any: ...
    def empty(self) -> bool: ...


#: of each worker: where it says what it is doing, and the number of the part that it does
_here = threading.local()


def listen(channel: Channel) -> None:
    """Where `say` of this thread goes, from here on."""
    _here.channel = channel


def say(text: str) -> None:
    """What the part that is being done is at; heard by whoever asks `Workers.told`, and by nobody where there is no worker."""
    if (channel := getattr(_here, "channel", None)) is not None:
        channel.put((_here.number, text))


class Failure(NamedTuple):
    """An exception that the work raised, and what the traceback said in the process where it was raised."""

    number: int
    error: Exception
    trace: str = ""

    def noted(self) -> Exception:
        """The exception, with a note of the part that raised it."""
        self.error.add_note(f"raised by part {self.number} of the work")
        if self.trace:
            self.error.add_note(f"in a worker:\n{self.trace.rstrip()}")
        return self.error


class Report(NamedTuple):
    """Results of the parts of one task in their order, up to the first that failed."""

    results: list[Any]
    seconds: float
    failure: Failure | None


@dataclass(frozen=True)
class Packed:
    """Work as bytes: pickled once, and unpickled once by each process, not once per task."""

    content: bytes

    @classmethod
    def of(cls, work: Work) -> Packed:
        """Raises ValueError for work that cannot be pickled."""
        try:
            return cls(pickle.dumps(work))
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise ValueError(f"work for other processes must be something that pickle can send: {error}") from error


@lru_cache(maxsize=8)
def _unpacked(packed: Packed) -> Work:
    work: Work = pickle.loads(packed.content)
    return work


def run_here(work: Work, numbers: Sequence[int]) -> Report:
    """Do some parts in this process."""
    started = time.perf_counter()
    results: list[Any] = []
    failure = None
    # a part may itself be work of many parts: what it says afterwards is its own again
    outer = getattr(_here, "number", None)
    for number in numbers:
        _here.number = number
        try:
            results.append(work(number))
        except Exception as error:
            failure = Failure(number, error)
            break
        finally:
            _here.number = outer
    return Report(results, time.perf_counter() - started, failure)


def run_elsewhere(work: Work | Packed, numbers: Sequence[int]) -> Report:
    """Do some parts in a process that is not the one that asked for them."""
    report = run_here(_unpacked(work) if isinstance(work, Packed) else work, numbers)
    if report.failure is None:
        return report
    number, error, _ = report.failure
    return report._replace(failure=Failure(number, _portable(error), "".join(traceback.format_exception(error))))


def _portable(error: Exception) -> Exception:
    """An exception that arrives: one that cannot be unpickled would take the pool down instead."""
    try:
        arrived = pickle.loads(pickle.dumps(error))
    except Exception:
        arrived = None
    if isinstance(arrived, type(error)):
        return arrived.with_traceback(None)
    return RuntimeError(f"{type(error).__name__}: {error}")
