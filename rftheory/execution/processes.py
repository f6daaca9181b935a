"""Worker processes: one thread of linear algebra each, opened again if one of them dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from typing import Any

from rftheory.execution.executors import Pending, Workers
from rftheory.execution.interrupts import blocked
from rftheory.execution.linear_algebra import one_thread_below
from rftheory.execution.parts import Channel, Packed, Work, listen, run_elsewhere

if sys.platform == "linux":
    from multiprocessing.context import ForkServerContext as _Base
    from multiprocessing.context import ForkServerProcess as _BaseProcess
else:
    from multiprocessing.context import SpawnContext as _Base
    from multiprocessing.context import SpawnProcess as _BaseProcess

#: loaded once for all processes, where they are forked from one that holds nothing else
_LOADED = ("sympy", "flint", "scipy.integrate", "scipy.optimize", "scipy.special", "scipy.stats")


class Processes(Workers):
    """A pool of processes of this machine; in a lane, parts of one home share the process and others have a new one."""

    def __init__(self, count: int):
        self.count = count
        self._home = ""
        self._open()

    def _open(self) -> None:
        # not forked from this process: it may have threads, whose locks a fork would copy
        self._context = _Context()
        self._channel = self._context.SimpleQueue()
        self._pool = ProcessPoolExecutor(self.count, self._context, _begin, (self._channel,))

    def lanes(self) -> list[Workers]:
        return [Processes(1) for _ in range(self.count)]

    def prepare(self, work: Work) -> Packed:
        return Packed.of(work)

    def submit(self, prepared: Any, numbers: Sequence[int], home: str = "") -> Pending:
        if home != self._home:
            self.renew()
            self._home = home
        return self._pool.submit(run_elsewhere, prepared, tuple(numbers))

    def recover(self, error: BaseException) -> None:
        self.renew()

    def renew(self) -> None:
        self.close()
        self._open()

    def close(self, at_once: bool = False) -> None:
        if at_once:
            for process in self._context.started:
                # an interrupt may come when it is made and not yet started
                if process.pid is not None:
                    process.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _begin(channel: Channel) -> None:
    # Ctrl-C reaches the whole group; the process that asked for the work decides what becomes of the workers
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (parent := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
        end_with_pipe(parent.sentinel)
    listen(channel)


def _end_with(parent: BaseProcess) -> None:
    """A worker whose parent was killed would wait, or work, for nobody."""
    parent.join()
    os._exit(1)


def end_with_pipe(pipe: int) -> None:
    """The same where no thread gets to run, as a library takes minutes: the end of the pipe that the parent holds sends SIGIO.

    Linux alone has it.
    """
    if sys.platform != "linux":
        return
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)


class _Process(_BaseProcess):
    def start(self) -> None:
        with one_thread_below(), blocked():
            super().start()


class _Context(_Base):
    """Remembers its processes: a pool has no public way to end the ones that are busy."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[_BaseProcess] = []
        if sys.platform == "linux":
            self.set_forkserver_preload(list(_LOADED))

    def Process(self, *args: Any, **options: Any) -> _BaseProcess:  # type: ignore[override]
        process = _Process(*args, **options)
        self.started.append(process)
        return process
