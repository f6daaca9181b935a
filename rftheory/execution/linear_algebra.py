"""Linear algebra in one thread: workers fill the cores, and small matrices only make threads wait for each other.

Products of matrices may be rounded otherwise by another number of threads, so that this is also what makes results equal everywhere.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from contextlib import AbstractContextManager, nullcontext
from typing import Any

#: read by the libraries when they are loaded
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def one_thread() -> AbstractContextManager[Any]:
    """Linear algebra of this process has one thread within the block, where the package that limits it is installed."""
    if importlib.util.find_spec("threadpoolctl") is None:
        return nullcontext()
    limited: AbstractContextManager[Any] = importlib.import_module("threadpoolctl").threadpool_limits(1)
    return limited


def one_thread_from_here() -> None:
    """The same for libraries that are not loaded yet; what the user has set stays as it is."""
    for name in THREADS:
        os.environ.setdefault(name, "1")
