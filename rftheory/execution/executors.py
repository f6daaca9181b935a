"""Where the parts of a long computation are done: an executor of `concurrent.futures`, whichever it is.

What is opened here is closed here; an executor that the user hands over is used and never closed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from rftheory.execution.interrupts import held
from rftheory.execution.parts import Work, packed, run_elsewhere, run_here


class ExecutionError(RuntimeError):
    """The machinery failed, not the work."""


class LostWorkers(ExecutionError):
    """A part lost its worker, and again when it was done by itself."""


class ClusterUnreachable(ExecutionError):
    """There is no scheduler at the address, or it has no workers."""


class Workers:
    """An executor in use.

    Args:
        executor: None for the thread that asks for the parts.
        count: how many parts are done at a time.
        opened: makes another executor of so many workers where one was lost; None where that is not ours.
    """

    def __init__(
        self,
        executor: Executor | None,
        count: int,
        opened: Callable[[int], Workers] | None = None,
    ):
        self.executor, self.count, self._opened = executor, count, opened

    @property
    def is_threads(self) -> bool:
        """Whether parts are done in this process, so that nothing need be pickled."""
        return self.executor is None or isinstance(self.executor, ThreadPoolExecutor)

    @property
    def is_elsewhere(self) -> bool:
        """Whether parts may be done on other machines."""
        return type(self.executor).__module__.startswith("distributed")

    @property
    def can_reopen(self) -> bool:
        """Whether new workers are opened in place of lost ones."""
        return self._opened is not None

    def prepare(self, work: Work) -> Work | bytes:
        """The work in the form in which `submit` takes it.

        Raises:
            ValueError: if it cannot be sent to the workers.
        """
        return packed(work) if self.is_elsewhere or isinstance(self.executor, _process_pools()) else work

    def submit(self, prepared: Work | bytes, number: int) -> Future[Any]:
        """Hand over a part; a worker that is lost shows in what becomes of it."""
        future: Future[Any] = Future()
        try:
            if self.executor is not None:
                # Ctrl-C never finds a process half started
                with held():
                    if isinstance(prepared, bytes):
                        return self.executor.submit(run_elsewhere, prepared, number)
                    return self.executor.submit(run_here, prepared, number)
            assert not isinstance(prepared, bytes)
            future.set_result(run_here(prepared, number))
        except Exception as error:
            future.set_exception(error)
        return future

    def take_back(self, futures: Sequence[Future[Any]]) -> None:
        """Cancel what has not begun; in processes opened here it is done or ends with them, for loky stumbles over cancelled parts."""
        if self._opened is None or self.is_threads:
            for future in futures:
                future.cancel()

    def lanes(self) -> list[Workers]:
        """As many workers of one as there are: each loses nothing but its own part. Those of a cluster are one and all the same."""
        if self._opened is None:
            return [Workers(self.executor, 1) for _ in range(self.count)]
        return [self._opened(1) for _ in range(self.count)]

    def renew(self) -> None:
        """Go on in new processes or threads, where they are opened here; nothing must be in flight."""
        if self._opened is not None:
            with held():
                self.close()
                self.executor = self._opened(self.count).executor

    def close(self, at_once: bool = False) -> None:
        """Free what was opened here; at once: without waiting for threads that do parts. Processes never do one to its end."""
        if self.executor is None or self._opened is None:
            return
        if self.is_threads:
            self.executor.shutdown(wait=not at_once, cancel_futures=True)
        else:
            # what is still being done is for nobody; loky's other way waits for half a minute now and then
            self.executor.shutdown(wait=True, kill_workers=True)  # type: ignore[call-arg]


def is_loss(error: BaseException) -> bool:
    """Whether the error says that a worker was lost, not that the work failed."""
    # Dask raises an exception of its own; its package need not be installed
    return isinstance(error, (BrokenExecutor, CancelledError)) or type(error).__name__ == "KilledWorker"


def _process_pools() -> tuple[type[Executor], ...]:
    from loky.process_executor import ProcessPoolExecutor as Loky

    return ProcessPoolExecutor, Loky


def threads(count: int) -> Workers:
    return Workers(ThreadPoolExecutor(count, "rftheory"), count, threads)


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
        from rftheory.inputs.arrays import check_count

        check_count("workers", workers)
    if isinstance(spec, Workers):
        yield spec
        return
    check_executor(spec)
    if isinstance(spec, str) and "://" in spec:
        from rftheory.execution.cluster import connected

        with connected(spec) as (executor, at_a_time):
            yield Workers(executor, workers or at_a_time)
        return
    opened = _opened(spec, workers or cores())
    try:
        yield opened
    except BaseException:
        opened.close(at_once=True)
        raise
    opened.close()


def _opened(spec: str | Executor, count: int) -> Workers:
    if isinstance(spec, Executor):
        return Workers(spec, count)
    if spec == "threads":
        return threads(count) if count > 1 else Workers(None, 1, threads)
    from rftheory.execution.processes import processes

    return processes(count)


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
