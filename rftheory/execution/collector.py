"""The collector of cycles, which looks through all that a process holds each time that much has been made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Look for no cycles meanwhile: for work that makes many objects and gives them back without cycles, or at its end."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
