"""Run checks (one judge on one statement each) in worker processes or threads, and report each as soon as it is done.

A judge that raises, or that takes its process down, is reported as an error of that check alone. A statement is a program:
one that is not built in is judged in a process that judges nothing else, so that whatever it does to the engine, or to
names that other packages use too, it does to itself.
"""

from __future__ import annotations

import importlib
import json
import multiprocessing
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from rftheory.evidence.time_limit import SECONDS, finished
from rftheory.execution.interrupts import blocked, held
from rftheory.judges.inputs import Read, Recorder, record
from rftheory.statements.discovery import extend_import_path
from rftheory.statements.files import listed
from rftheory.statements.verdicts import Verdict

EXECUTORS = ("processes", "threads")
#: seconds between two looks at what the workers report
_TICK = 0.2
#: loaded once for all worker processes, where they are forked from one that holds nothing else
_LOADED = ("sympy", "flint", "scipy.integrate", "scipy.optimize", "scipy.special", "scipy.stats")
#: what a worker answers: the verdict as JSON, the seconds it took, and what was read
Answer = tuple[dict[str, Any], float, list[Read]]


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
    #: whose processes it is judged in: all built-in statements share theirs, any other is its own home
    home: str = ""
    #: where its packages are, if they are not built in
    import_paths: tuple[str, ...] = ()


@dataclass(frozen=True)
class Done:
    """A finished check."""

    check: Check
    verdict: Verdict
    seconds: float
    #: what the checks of the statement have read in the process of this one, libraries aside
    reads: tuple[Read, ...] = ()


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
_recorder: Recorder | None = None


def run_checks(checks: Sequence[Check], jobs: int, executor: str, listener: Listener) -> Generator[Done, None, None]:
    """Run the checks, yielding each as soon as it is done.

    The executor is that of the built-in statements; others are always judged in processes of their own.

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
    shared = [check for check in checks if not check.home]
    yield from _run(shared, jobs, executor, listener, suspects)
    yield from _run([check for check in checks if check.home], jobs, "processes", listener, suspects)
    for check in suspects:
        yield _run_alone(check, listener)


def _run_alone(check: Check, listener: Listener) -> Done:
    """A check that took its worker down, once more in a process of its own (memory may have been short for both)."""
    started = time.perf_counter()
    again: list[Check] = []
    for item in _run([check], 1, "processes", listener, again):
        return item
    verdict = Verdict.failed(check.judge, "the worker process died (out of memory, or a crash in a library)")
    return Done(check, verdict, time.perf_counter() - started)


def _run(
    checks: Sequence[Check], jobs: int, executor: str, listener: Listener, suspects: list[Check]
) -> Iterator[Done]:
    """Run checks on workers; those that take their worker down are added to ``suspects``."""
    schedule = Schedule(checks)
    older = set(multiprocessing.active_children())
    # threads one at a time: the precision of ball arithmetic is a setting of the whole process
    count = min(jobs, len(checks)) if executor == "processes" else min(1, len(checks))
    workers: list[_Worker] = []
    try:
        workers += (_Worker(executor) for _ in range(count))
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
                    verdict, seconds, reads = future.result()
                    item = Done(check, Verdict.from_json(verdict), seconds, tuple(reads))
                    if item.verdict.figures.get("stopped"):
                        # what was interrupted may leave SymPy with less than it could know
                        worker.close()
                except BrokenProcessPool:
                    suspects.append(check)
                    worker.close(wait=False)
                    item = None
                if (following := schedule.next(worker)) is not None:
                    at[worker.begin(following)] = (worker, following)
                if item is not None:
                    yield item
        for worker in workers:
            worker.close()
    except BaseException:
        # an interrupt must not wait for judges that may run for minutes, nor a second one cut this short
        with held():
            for child in set(multiprocessing.active_children()) - older:
                child.kill()
            for worker in workers:
                worker.close(wait=executor == "processes")
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

    Each process has a pool of its own: one that dies takes nobody else's check with it. A check of another home begins a
    new process.
    """

    def __init__(self, executor: str):
        self._executor = executor
        self._home = ""
        self._pool: Executor | None = None
        self._channel: Channel | None = None

    def begin(self, check: Check) -> Future[Answer]:
        # the pool starts its process here: Ctrl-C, which reaches the whole group, must not find it half awake
        with blocked():
            if self._pool is None or self._home != check.home:
                self.close()
                self._home = check.home
                self._channel, self._pool = _open_pool(self._executor, check.import_paths)
            return self._pool.submit(run_check, check)

    def told(self) -> Iterator[tuple[Check, str]]:
        while self._channel is not None and not self._channel.empty():
            yield self._channel.get()

    def close(self, wait: bool = True) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=wait, cancel_futures=True)
        self._pool = None


def _open_pool(executor: str, import_paths: Sequence[str]) -> tuple[Channel, Executor]:
    if executor == "threads":
        local: queue.SimpleQueue[Any] = queue.SimpleQueue()
        return local, ThreadPoolExecutor(1, initializer=_initialise, initargs=(local, import_paths, False))
    # the workers fill the cores; threads of linear algebra on top of them would only fight (read when numpy loads)
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    # not forked from this process: the progress display runs a thread
    context = multiprocessing.get_context("forkserver" if sys.platform == "linux" else "spawn")
    if sys.platform == "linux":
        context.set_forkserver_preload(list(_LOADED))
    shared = context.SimpleQueue()
    return shared, ProcessPoolExecutor(1, mp_context=context, initializer=_initialise, initargs=(shared, import_paths))


def _initialise(channel: Channel, import_paths: Sequence[str], process: bool = True) -> None:
    global _channel, _recorder
    _channel = channel
    extend_import_path(import_paths)
    if process:
        # the parent decides what becomes of the workers
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    _recorder = Recorder(None if process else threading.get_ident())
    record(_recorder)


def run_check(check: Check) -> Answer:
    """The verdict (as JSON), the seconds it took and what was read; an exception becomes a verdict marked as an error."""
    started = time.perf_counter()

    def progress(doing: str) -> None:
        if _channel is not None:
            _channel.put((check, str(doing)))

    progress("")
    recorder = _recorder or Recorder()
    recorder.begin(check.statement)
    try:
        verdict = _judge(check, progress, recorder).to_json()
        # what cannot be written down cannot be a receipt
        verdict = json.loads(json.dumps(verdict))
        reads = recorder.end()
    except (Exception, SystemExit) as error:
        reads = recorder.end()
        verdict = Verdict.failed(check.judge, _describe(error)).to_json()
    return verdict, time.perf_counter() - started, reads


def _judge(check: Check, progress: Callable[[str], None], recorder: Recorder) -> Verdict:
    # SymPy's algorithms draw at random: the same check takes the same steps
    importlib.import_module("sympy.core.random").seed(0)
    module = finished(SECONDS[check.level], lambda: importlib.import_module(check.module), "the file")
    if not finished(SECONDS[check.level], lambda: listed(module), "claims()"):
        raise ValueError("claims() is empty: a statement about nothing would pass vacuously")
    recorder.imported()
    judge = importlib.import_module(check.judge_module).judge
    return judge(module, check.level, check.seed, progress)


def _describe(error: BaseException) -> str:
    message = f"{type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return message
    return f"{message} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"
