"""On a worker of a cluster: jobs are done in processes that the worker starts.

There they have what they have here: the main thread, where alone time can be limited, a process that no other home has seen, and
an end of their own, should they crash. A child stays for the next job of its lane, and ends with its run or when it is idle.
"""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future, wait
from typing import cast

from rftheory.execution.parts import Around, Packed, Report
from rftheory.execution.processes import Processes

#: where children say what they do, as (run, lane, number, text)
TOPIC = "rftheory"
#: seconds between two looks at what a child says, and after which one that nobody needs ends
_TICK = 0.2
_IDLE = 60.0

#: a run and one of its lanes
Key = tuple[str, int]

_lock = threading.Lock()
_idle: dict[Key, tuple[Processes, threading.Timer]] = {}
_busy: dict[Key, Processes] = {}
_ended: set[str] = set()


def run_in_child(
    packed: Packed, around: Around | None, numbers: Sequence[int], home: str, run: str, lane: int
) -> Report:
    """Do some parts in the child of a lane; called in a task of the cluster.

    Raises:
        BrokenProcessPool: if the child dies.
        CancelledError: if the run has ended.
    """
    from distributed import get_worker

    worker, key = get_worker(), (run, lane)
    if around is not None:
        around.before()
    child = _taken(key)
    try:
        pending = cast(Future[Report], child.submit(packed, numbers, home))
        is_done = False
        while not is_done:
            is_done = bool(wait([pending], _TICK).done)
            for said in child.told():
                worker.log_event(TOPIC, (*key, *said))
        report = pending.result()
    except BaseException:
        with _lock:
            _busy.pop(key, None)
        child.close(at_once=True)
        raise
    _put_back(key, child)
    if around is not None and report.failure is None:
        report = report._replace(results=[around.after(result) for result in report.results])
    return report


def end(run: str) -> None:
    """End the children of a run at once."""
    with _lock:
        _ended.add(run)
        idle = [_idle.pop(key) for key in list(_idle) if key[0] == run]
        busy = [_busy.pop(key) for key in list(_busy) if key[0] == run]
    for _, timer in idle:
        timer.cancel()
    for child in [*busy, *(child for child, _ in idle)]:
        child.close(at_once=True)


def _taken(key: Key) -> Processes:
    with _lock:
        if key[0] in _ended:
            raise CancelledError(f"the run {key[0]} has ended")
        if key in _idle:
            child, timer = _idle.pop(key)
            timer.cancel()
        else:
            # the nanny of a worker marks it as a daemon, which may have no children; these end with it all the same
            multiprocessing.current_process().daemon = False
            child = Processes(1)
        return _busy.setdefault(key, child)


def _put_back(key: Key, child: Processes) -> None:
    with _lock:
        if key in _busy:
            del _busy[key]
            timer = threading.Timer(_IDLE, _forget, (key,))
            timer.daemon = True
            _idle[key] = child, timer
            timer.start()
            return
    # its run has ended meanwhile
    child.close(at_once=True)


def _forget(key: Key) -> None:
    with _lock:
        child, _ = _idle.pop(key, (None, None))
    if child is not None:
        child.close()
