"""Arrays that are used again and again, each thread its own."""

from __future__ import annotations

import math
import threading

import numpy as np

from rftheory.arrays import Array


class Workspace:
    """Named arrays of float64 that keep their memory between calls; a pickled workspace arrives empty.

    No two threads see the same array, so a sampler that owns a workspace may be drawn from by many.
    """

    def __init__(self) -> None:
        self._local = threading.local()

    def array(self, name: str, *shape: int) -> Array:
        """An array of this shape, whose entries are anything; it is overwritten by the next one of this name."""
        kept: dict[str, Array] = self._local.__dict__
        size = math.prod(shape)
        if name not in kept or kept[name].size < size:
            kept[name] = np.empty(size)
        return kept[name][:size].reshape(shape)

    def __reduce__(self) -> tuple[type[Workspace], tuple[()]]:
        return Workspace, ()
