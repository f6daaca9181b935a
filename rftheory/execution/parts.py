"""A part of some work: a function of its number alone, so a result does not depend on the worker that does it."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

#: a function of the number of a part; threads share one object, so it keeps no state of its own between calls
Work = Callable[[int], Any]


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
    """What the part that is being done is at; heard by who asks for it (`jobs.unordered`), and by nobody where there is no worker."""
    if (channel := getattr(_here, "channel", None)) is not None:
        channel.put((_here.number, text))


def packed(work: Work) -> bytes:
    """Work as bytes: pickled once, and unpickled once by each process, not once per part.

    Raises:
        ValueError: if it cannot be pickled.
    """
    try:
        return pickle.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise ValueError(f"work for other processes must be something that pickle can send: {error}") from error


@lru_cache(maxsize=8)
def _unpacked(content: bytes) -> Work:
    work: Work = pickle.loads(content)
    return work


def run_here(work: Work, number: int) -> Any:
    """Do a part in this process; an exception has a note of its number."""
    # a part may itself be work of many parts: what it says afterwards is its own again
    outer, _here.number = getattr(_here, "number", None), number
    try:
        return work(number)
    except Exception as error:
        error.add_note(f"raised by part {number} of the work")
        raise
    finally:
        _here.number = outer


def run_elsewhere(content: bytes, number: int) -> Any:
    """Do a part in another process; an exception that would not arrive is said in words."""
    try:
        return run_here(_unpacked(content), number)
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            raise RuntimeError(f"{type(error).__name__}: {error}") from None
        raise
