"""Memory that is freed and needed again at once."""

from __future__ import annotations

from functools import lru_cache

import numpy as np


@lru_cache(maxsize=1)
def keep_freed_memory() -> None:
    """Free one large block, after which glibc serves the arrays of a chunk from memory that it keeps.

    Otherwise each array is mapped and unmapped anew: page faults take more time than the arithmetic, and threads wait for each
    other there.
    """
    np.empty(31 << 20, dtype=np.uint8)
