"""A part of some work: a function of its number alone, so a result does not depend on the worker that does it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import lru_cache
from typing import Any

#: a function of the number of a part; threads share one object, so it keeps no state of its own between calls
Work = Callable[[int], Any]


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
    try:
        return work(number)
    except Exception as error:
        error.add_note(f"raised by part {number} of the work")
        raise


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
