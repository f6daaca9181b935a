"""Where the parts of a long computation are done: threads, processes, a running cluster, or an executor of the user.

What is opened here is closed here; an executor that the user hands over is used and never closed.
"""

from __future__ import annotations

import os
import queue
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol

from rftheory.execution.parts import Channel, Packed, Report, Work, listen, run_elsewhere, run_here


class ExecutionError(RuntimeError):
    """The machinery failed, not the work."""


class LostWorkers(ExecutionError):
    """Workers were lost again and again."""


class ClusterUnreachable(ExecutionError):
    """There is no scheduler at the address, or it has no workers, or it went away and stayed away."""


class Pending(Protocol):
    """A report to come: what futures of `concurrent.futures` and of Dask have in common."""

    def result(self, timeout: float | None = None) -> Report: ...
    def done(self) -> bool: ...
    def cancelled(self) -> bool: ...
    def exception(self) -> BaseException | None: ...
    def cancel(self) -> Any: ...
    def add_done_callback(self, call: Callable[[Any], Any], /) -> Any: ...


class Workers:
    """An open executor.

    Attributes:
        count: how many parts are done at a time.
        inline: whether parts are done in the thread that asks for them.
        is_elsewhere: whether they may be done on other machines.
    """

    count: int
    inline = False
    is_elsewhere = False
    _channel: Channel | None = None

    def lanes(self) -> list[Workers]:
        """As many workers of one as there are: each does one thing at a time, loses nothing but that, and can be told apart.

        Raises:
            ValueError: for an executor of the user, whose workers cannot be told apart.
        """
        return [Threads(1) for _ in range(self.count)]

    def prepare(self, work: Work) -> Any:
        """The work in the form in which `submit` takes it; made anew after `recover`.

        Raises:
            ValueError: if it cannot be sent to the workers.
        """
        return work

    def submit(self, prepared: Any, numbers: Sequence[int], home: str = "") -> Pending:
        """Hand over some parts. In a lane of processes those of another home than the last ones begin a new process."""
        raise NotImplementedError

    def told(self) -> Iterator[tuple[int, str]]:
        """What parts said (`parts.say`) since this was asked last, with their numbers."""
        while self._channel is not None and not self._channel.empty():
            yield self._channel.get()

    def is_loss(self, error: BaseException) -> bool:
        """Whether the error says that a worker or the connection was lost, not that the work failed."""
        return isinstance(error, (BrokenExecutor, CancelledError))

    def recover(self, error: BaseException) -> None:
        """Make `submit` work again after a loss.

        Raises:
            ExecutionError: if that cannot be.
        """
        raise error

    def renew(self) -> None:
        """Go on in new processes, where there are any; nothing must be in flight."""

    def watch(self) -> None:
        """Asked now and then while a report is awaited; raises ExecutionError if none can come any more."""

    def cancel(self, pending: Sequence[Pending]) -> None:
        """Take back what has not begun."""
        for item in pending:
            item.cancel()

    def close(self, at_once: bool = False) -> None:
        """Free what was opened; at once: without waiting for parts that are being done."""


class Inline(Workers):
    """No workers at all: the thread that asks does the parts."""

    count = 1
    inline = True


class _Given(Workers):
    """An executor that belongs to the user."""

    def __init__(self, executor: Executor, count: int):
        self._executor, self.count = executor, count
        # the object itself can be shared, and nothing need be pickled, where the workers are threads
        self._run: Callable[..., Report] = run_here if isinstance(executor, ThreadPoolExecutor) else run_elsewhere

    def prepare(self, work: Work) -> Any:
        return Packed.of(work) if isinstance(self._executor, ProcessPoolExecutor) else work

    def lanes(self) -> list[Workers]:
        raise ValueError(
            'executor must be "threads", "processes" or the address of a Dask scheduler here, got an executor'
        )

    def submit(self, prepared: Any, numbers: Sequence[int], home: str = "") -> Pending:
        return self._executor.submit(self._run, prepared, tuple(numbers))

    def is_loss(self, error: BaseException) -> bool:
        # Dask's executors raise an exception of their own; its package need not be installed
        return super().is_loss(error) or type(error).__name__ == "KilledWorker"

    def recover(self, error: BaseException) -> None:
        if isinstance(error, BrokenExecutor):
            raise LostWorkers(
                f"the executor that was handed over is broken ({error}); "
                'only executors opened here are reopened: pass "processes" instead'
            ) from error


class Threads(_Given):
    """Threads of this process."""

    def __init__(self, count: int):
        self._channel = queue.SimpleQueue()
        self._pool = ThreadPoolExecutor(count, "rftheory", listen, (self._channel,))
        super().__init__(self._pool, count)

    def lanes(self) -> list[Workers]:
        return Workers.lanes(self)

    def close(self, at_once: bool = False) -> None:
        self._pool.shutdown(wait=not at_once, cancel_futures=True)


@contextmanager
def open_executor(spec: str | Executor | Workers = "threads", workers: int | None = None) -> Iterator[Workers]:
    """Workers for `ordered`, closed at the end of the block; an exception closes them at once.

    Args:
        spec: ``"threads"`` (one worker: the calling thread itself); ``"processes"``; ``"tcp://host:port"`` or
            ``"tls://host:port"``, a running Dask scheduler (tls as Dask's own configuration says); an executor of
            `concurrent.futures`, or workers that are open: these are not closed.
        workers: how many parts are done at a time. Default: the cores that this process may use; on a cluster the
            threads of its workers. A cluster and an executor of the user have as many as they have: there it only says
            how much is handed over at a time.

    Raises:
        ValueError: for another spec, fewer than one worker, or a cluster without the package for it.
        ClusterUnreachable: if no scheduler answers at the address, or it has no workers.
    """
    if workers is not None:
        # imported here: worker processes read this file and would wait for SymPy
        from rftheory.arrays import check_count

        check_count("workers", workers)
    if isinstance(spec, Workers):
        yield spec
        return
    check_executor(spec)
    opened = _opened(spec, workers)
    try:
        yield opened
    except BaseException:
        opened.close(at_once=True)
        raise
    opened.close()


def _opened(spec: str | Executor, workers: int | None) -> Workers:
    if isinstance(spec, Executor):
        return _Given(spec, workers or cores())
    if spec == "threads":
        count = workers or cores()
        return Threads(count) if count > 1 else Inline()
    if spec == "processes":
        from rftheory.execution.processes import Processes

        return Processes(workers or cores())
    from rftheory.execution.cluster import Cluster

    return Cluster(spec, workers)


def check_executor(spec: object) -> None:
    """Refuse what `open_executor` does not know.

    Raises:
        ValueError: says what there is.
    """
    if isinstance(spec, str) and "://" in spec:
        from rftheory.execution.cluster import check_address

        check_address(spec)
    elif spec not in ("threads", "processes") and not isinstance(spec, Executor):
        raise ValueError(
            'executor must be "threads", "processes", the address tcp://host:port or tls://host:port of a Dask scheduler, '
            f"or a concurrent.futures.Executor, got {spec!r}"
        )


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
