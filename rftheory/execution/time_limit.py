"""A limit of the time that one check may take.

The limit is processor time of the process, so that a busy machine changes no answer. What runs too long is interrupted
between two steps of Python; nothing that is remembered is half written by that: results are stored when they are complete,
and registers are kept with ``try ... finally``. SymPy may know less of an expression afterwards (an assumption that was
being asked for stays unknown), never anything wrong; `workers` goes on in a new process.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import Any, TypeVar

#: seconds of processor time for one claim and one judge, by level: about ten times what any recorded claim takes
SECONDS = {"quick": 60, "standard": 120, "full": 1200}
#: seconds after which the interruption is repeated, should something have held it back
_AGAIN = 5.0

T = TypeVar("T")


class TimeUp(BaseException):
    """The time is up; no `Exception`, so that nothing which tries one method after another goes on."""


_running = False


def is_available() -> bool:
    """Whether a limit can be kept here: in the main thread of a process, and not under Windows."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def within(seconds: float, action: Callable[[], T]) -> T:
    """The result of an action, interrupted after so many seconds of processor time.

    Inside of another limit, or where none can be kept (see `is_available`), the action runs on.

    Raises:
        TimeUp: if it took longer.
    """
    global _running
    if _running or not is_available():
        return action()
    before = signal.signal(signal.SIGPROF, _interrupt)
    try:
        _running = True
        signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
        return action()
    finally:
        _running = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def finished(seconds: float, action: Callable[[], T], what: str) -> T:
    """The result of an action that is part of reading a file.

    Raises:
        TimeoutError: if it took longer.
    """
    try:
        return within(seconds, action)
    except TimeUp:
        raise TimeoutError(f"{what} was stopped after {seconds:g} s of processor time") from None


def _interrupt(number: int, frame: Any) -> None:
    if _running:
        raise TimeUp
