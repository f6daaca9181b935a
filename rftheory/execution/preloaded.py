"""Loaded once for all worker processes, where they are forked from one that holds nothing else: libraries, of one thread each."""

import importlib
import signal

from rftheory.execution.linear_algebra import one_thread_from_here

#: what workers would wait for
_LIBRARIES = (
    "loky.process_executor",
    "sympy",
    "flint",
    "scipy.integrate",
    "scipy.optimize",
    "scipy.special",
    "scipy.stats",
)

# Ctrl-C reaches the whole group; the process that asked for the work decides what becomes of the workers
signal.signal(signal.SIGINT, signal.SIG_IGN)
one_thread_from_here()
for _name in _LIBRARIES:
    importlib.import_module(_name)
