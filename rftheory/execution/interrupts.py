"""Steps that Ctrl-C must not cut in two, such as adding a result and counting its part, or starting a process."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from types import FrameType


@contextmanager
def held() -> Iterator[None]:
    """Ctrl-C within the block takes effect at its end.

    Only the main thread is ever interrupted; elsewhere nothing is done.
    """
    previous = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(previous):
        yield
        return
    received: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: received.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
        if received:
            previous(*received[-1])


@contextmanager
def blocked() -> Iterator[None]:
    """Ctrl-C within the block waits for its end; processes that are started in it never hear of it at all.

    Where signals cannot be blocked, nothing is done.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # started with the first process otherwise, and whoever starts it lets Ctrl-C through again
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
