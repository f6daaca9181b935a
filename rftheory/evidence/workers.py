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
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from rftheory.evidence.time_limit import SECONDS, finished
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
    """Run the checks, yielding each as soon as it is done.

    The checks of one statement are run one after the other by one worker, for they share work; statements, and the
    checks of each, are taken in the order given. A worker that finds no statement left helps with one that is under way.

    Raises:
        ValueError: for an unknown executor or fewer than one job.
    """
    if executor not in EXECUTORS:
        raise ValueError(f"executor must be one of {', '.join(EXECUTORS)}, got {executor!r}")
    if jobs < 1:
        raise ValueError(f"jobs must be >= 1, got {jobs}")
    suspects: list[Check] = []
    yield from _run(checks, jobs, executor, import_paths, listener, suspects)
    for check in suspects:
        yield _run_alone(check, import_paths, listener)


def _run_alone(check: Check, import_paths: Sequence[str], listener: Listener) -> Done:
    """A check that took its worker down, once more in a process of its own (memory may have been short for both)."""
    started = time.perf_counter()
    again: list[Check] = []
    for item in _run([check], 1, "processes", import_paths, listener, again):
        return item
    verdict = Verdict.failed(check.judge, "the worker process died (out of memory, or a crash in a library)")
    return Done(check, verdict, time.perf_counter() - started)


def _run(
    checks: Sequence[Check],
    jobs: int,
    executor: str,
    import_paths: Sequence[str],
    listener: Listener,
    suspects: list[Check],
) -> Iterator[Done]:
    """Run checks on workers; those that take their worker down are added to ``suspects``."""
    schedule = Schedule(checks)
    older = set(multiprocessing.active_children())
    # threads one at a time: the precision of ball arithmetic is a setting of the whole process
    count = min(jobs, len(checks)) if executor == "processes" else min(1, len(checks))
    workers: list[_Worker] = []
    try:
        workers += (_Worker(executor, import_paths) for _ in range(count))
        at = {worker.begin(check): (worker, check) for worker in workers if (check := schedule.next(worker))}
        while at:
            finished, _ = wait(at, timeout=_TICK, return_when=FIRST_COMPLETED)
            for worker in workers:
                for told in worker.told():
                    listener.doing(*told)
            listener.tick()
            for future in finished:
                worker, check = at.pop(future)
                try:
                    verdict, seconds = future.result()
                    item = Done(check, Verdict.from_json(verdict), seconds)
                    if item.verdict.figures.get("stopped"):
                        # what was interrupted may leave SymPy with less than it could know
                        worker.close()
                        worker.reopen()
                except BrokenProcessPool:
                    suspects.append(check)
                    worker.reopen()
                    item = None
                if (following := schedule.next(worker)) is not None:
                    at[worker.begin(following)] = (worker, following)
                if item is not None:
                    yield item
        for worker in workers:
            worker.close()
    except BaseException:
        # an interrupt must not wait for judges that may run for minutes
        for worker in workers:
            worker.close(wait=False)
        for child in set(multiprocessing.active_children()) - older:
            child.terminate()
        raise


class Schedule:
    """Which worker does what next."""

    def __init__(self, checks: Sequence[Check]):
        by_statement: dict[str, deque[Check]] = {}
        for check in checks:
            by_statement.setdefault(check.statement, deque()).append(check)
        self._waiting = deque(by_statement.values())
        self._under_way: dict[Hashable, deque[Check]] = {}

    def next(self, worker: Hashable) -> Check | None:
        """The next check of the worker's statement, else the first of a new one, else the last that another has left."""
        if not self._under_way.get(worker) and self._waiting:
            self._under_way[worker] = self._waiting.popleft()
        if self._under_way.get(worker):
            return self._under_way[worker].popleft()
        longest = max(self._under_way.values(), key=len, default=None)
        return longest.pop() if longest else None


class _Worker:
    """One process (or thread) that does one check at a time, and the channel on which it says what it is doing.

    Each process has a pool of its own: one that dies takes nobody else's check with it.
    """

    def __init__(self, executor: str, import_paths: Sequence[str]):
        self._executor, self._import_paths = executor, import_paths
        self.reopen()

    def reopen(self) -> None:
        self._channel, self._pool = _open_pool(self._executor, self._import_paths)

    def begin(self, check: Check) -> Future[tuple[dict[str, Any], float]]:
        return self._pool.submit(run_check, check)

    def told(self) -> Iterator[tuple[Check, str]]:
        while not self._channel.empty():
            yield self._channel.get()

    def close(self, wait: bool = True) -> None:
        self._pool.shutdown(wait=wait, cancel_futures=True)


def _open_pool(executor: str, import_paths: Sequence[str]) -> tuple[Channel, Executor]:
    if executor == "threads":
        local: queue.SimpleQueue[Any] = queue.SimpleQueue()
        _initialise(local, import_paths, process=False)
        return local, ThreadPoolExecutor(1)
    # the workers fill the cores; threads of linear algebra on top of them would only fight (read when numpy loads)
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    # spawned, not forked: the progress display runs a thread
    context = multiprocessing.get_context("spawn")
    shared = context.SimpleQueue()
    return shared, ProcessPoolExecutor(1, mp_context=context, initializer=_initialise, initargs=(shared, import_paths))


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
    module = finished(SECONDS[check.level], lambda: importlib.import_module(check.module), "the file")
    if not finished(SECONDS[check.level], module.claims, "claims()"):
        raise ValueError("claims() is empty: a statement about nothing would pass vacuously")
    judge = importlib.import_module(check.judge_module).judge
    return judge(module, check.level, check.seed, progress)


def _describe(error: BaseException) -> str:
    message = f"{type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return message
    return f"{message} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"
