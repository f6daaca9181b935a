"""Worker processes: spawned, one thread of linear algebra each, opened again if one of them dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from rftheory.execution.executors import Pending, Workers
from rftheory.execution.interrupts import blocked
from rftheory.execution.parts import Packed, Work, run_elsewhere

#: read by the libraries of linear algebra when they are loaded, hence set before a worker starts
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


class Processes(Workers):
    """A pool of processes of this machine."""

    def __init__(self, count: int):
        self.count = count
        self._open()

    def _open(self) -> None:
        # spawned, not forked: this process may have threads, whose locks a fork would copy
        self._context = _Context()
        self._pool = ProcessPoolExecutor(self.count, mp_context=self._context, initializer=_ignore_interrupts)

    def prepare(self, work: Work) -> Packed:
        return Packed.of(work)

    def submit(self, prepared: Any, numbers: Sequence[int]) -> Pending:
        return self._pool.submit(run_elsewhere, prepared, tuple(numbers))

    def recover(self, error: BaseException) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._open()

    def close(self, at_once: bool = False) -> None:
        if at_once:
            for process in self._context.started:
                process.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    # Ctrl-C reaches the whole group; the process that asked for the work decides what becomes of the workers
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Process(SpawnProcess):
    def start(self) -> None:
        with _single_threaded(), blocked():
            super().start()


class _Context(SpawnContext):
    """Remembers its processes: a pool has no public way to end the ones that are busy."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]
        process = _Process(*args, **options)
        self.started.append(process)
        return process


@contextmanager
def _single_threaded() -> Iterator[None]:
    """An environment for workers: they fill the cores, and threads of linear algebra on top would only fight.

    What the user has set stays as it is.
    """
    unset = [name for name in _THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    try:
        yield
    finally:
        for name in unset:
            os.environ.pop(name, None)
