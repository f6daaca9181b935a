"""Run checks (one judge on one statement each) in worker processes or threads, and report each as soon as it is done.

A judge that raises, or that takes its process down, is reported as an error of that check alone.
"""

from __future__ import annotations

import importlib
import json
import multiprocessing
import os
import queue
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from rftheory.statements.discovery import extend_import_path
from rftheory.statements.verdicts import Verdict

EXECUTORS = ("processes", "threads")
#: seconds between two looks at what the workers report
_TICK = 0.2


@dataclass(frozen=True)
class Check:
    """One judge on one statement."""

    statement: str
    judge: str
    module: str
    judge_module: str
    level: str
    seed: int
    key: str = ""


@dataclass(frozen=True)
class Done:
    """A finished check."""

    check: Check
    verdict: Verdict
    seconds: float


class Channel(Protocol):
    """What the two kinds of queue have in common."""

    def put(self, item: Any) -> None: ...
    def get(self) -> Any: ...
    def empty(self) -> bool: ...


class Listener(Protocol):
    """Told what the workers are doing."""

    def doing(self, check: Check, what: str) -> None: ...
    def tick(self) -> None: ...


_channel: Channel | None = None


def run_checks(
    checks: Sequence[Check], jobs: int, executor: str, import_paths: Sequence[str], listener: Listener
) -> Iterator[Done]:
    """Run the checks in the order given, yielding each as soon as it is done.

    Raises:
        ValueError: for an unknown executor or fewer than one job.
    """
    if executor not in EXECUTORS:
        raise ValueError(f"executor must be one of {', '.join(EXECUTORS)}, got {executor!r}")
    if jobs < 1:
        raise ValueError(f"jobs must be >= 1, got {jobs}")
    waiting, suspects = list(checks), []
    while waiting:
        begun: set[Check] = set()
        done: set[Check] = set()
        try:
            for item in _run_in_pool(waiting, jobs, executor, import_paths, listener, begun):
                done.add(item.check)
                yield item
            break
        except BrokenProcessPool:
            # one of the checks under way took its process down; the others go on without them
            left = [check for check in waiting if check not in done]
            found = [check for check in left if check in begun] or left[:1]
            suspects += found
            waiting = [check for check in left if check not in found]
    for check in suspects:
        yield _run_alone(check, import_paths, listener)


def _run_alone(check: Check, import_paths: Sequence[str], listener: Listener) -> Done:
    """A check that may have taken its worker down, in a process of its own."""
    started = time.perf_counter()
    try:
        [item] = _run_in_pool([check], 1, "processes", import_paths, listener, set())
        return item
    except BrokenProcessPool:
        verdict = Verdict.failed(check.judge, "the worker process died (out of memory, or a crash in a library)")
        return Done(check, verdict, time.perf_counter() - started)


def _run_in_pool(
    checks: Sequence[Check],
    jobs: int,
    executor: str,
    import_paths: Sequence[str],
    listener: Listener,
    begun: set[Check],
) -> Iterator[Done]:
    channel, pool = _open_pool(min(jobs, len(checks)), executor, import_paths)
    older = set(multiprocessing.active_children())
    futures: dict[Future[tuple[dict[str, Any], float]], Check] = {}
    try:
        futures = {pool.submit(run_check, check): check for check in checks}
        pending = set(futures)
        while pending:
            finished, pending = wait(pending, timeout=_TICK, return_when=FIRST_COMPLETED)
            while not channel.empty():
                check, doing = channel.get()
                begun.add(check)
                listener.doing(check, doing)
            listener.tick()
            for future in finished:
                verdict, seconds = future.result()
                yield Done(futures[future], Verdict.from_json(verdict), seconds)
        pool.shutdown()
    except BaseException:
        # an interrupt must not wait for judges that may run for minutes
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - older:
            child.terminate()
        raise


def _open_pool(workers: int, executor: str, import_paths: Sequence[str]) -> tuple[Channel, Executor]:
    if executor == "threads":
        local: queue.SimpleQueue[Any] = queue.SimpleQueue()
        _initialise(local, import_paths, process=False)
        # one at a time: the precision of ball arithmetic is a setting of the whole process
        return local, ThreadPoolExecutor(1)
    # the workers fill the cores; threads of linear algebra on top of them would only fight (read when numpy loads)
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    # spawned, not forked: the progress display runs a thread
    context = multiprocessing.get_context("spawn")
    shared = context.SimpleQueue()
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_initialise, initargs=(shared, import_paths))
    return shared, pool


def _initialise(channel: Channel, import_paths: Sequence[str], process: bool = True) -> None:
    global _channel
    _channel = channel
    extend_import_path(import_paths)
    if process:
        # Ctrl-C reaches the whole group; the parent decides what becomes of the workers
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def run_check(check: Check) -> tuple[dict[str, Any], float]:
    """The verdict (as JSON) and the seconds it took; an exception becomes a verdict that is marked as an error."""
    started = time.perf_counter()

    def progress(doing: str) -> None:
        if _channel is not None:
            _channel.put((check, str(doing)))

    progress("")
    try:
        verdict = _judge(check, progress).to_json()
        # what cannot be written down cannot be a receipt
        verdict = json.loads(json.dumps(verdict))
    except (Exception, SystemExit) as error:
        verdict = Verdict.failed(check.judge, _describe(error)).to_json()
    return verdict, time.perf_counter() - started


def _judge(check: Check, progress: Callable[[str], None]) -> Verdict:
    module = importlib.import_module(check.module)
    if not module.claims():
        raise ValueError("claims() is empty: a statement about nothing would pass vacuously")
    judge = importlib.import_module(check.judge_module).judge
    return judge(module, check.level, check.seed, progress)


def _describe(error: BaseException) -> str:
    message = f"{type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return message
    return f"{message} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"
