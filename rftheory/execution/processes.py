"""Worker processes (loky): one thread of linear algebra each; one that is lost breaks their pool, and is told as an exception."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing.process import BaseProcess

from rftheory.execution.executors import Workers
from rftheory.execution.interrupts import blocked
from rftheory.execution.linear_algebra import THREADS


def processes(count: int) -> Workers:
    """A pool of so many processes of this machine."""
    from loky.process_executor import ProcessPoolExecutor

    # not forked from this process: it may have threads, whose locks a fork would copy
    context = multiprocessing.get_context("forkserver" if sys.platform == "linux" else "spawn")
    if sys.platform == "linux":
        from multiprocessing import forkserver

        context.set_forkserver_preload(["rftheory.execution.preloaded"])
        with blocked():
            forkserver.ensure_running()
    env = {name: os.environ.get(name, "1") for name in THREADS}
    pool = ProcessPoolExecutor(count, context=context, initializer=_begin, env=env)
    return Workers(pool, count, processes)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (parent := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
        end_with_pipe(parent.sentinel)


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
