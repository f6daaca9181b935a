"""Checks (one judge on one statement each) as jobs for any workers; each is reported as soon as it is done.

A judge that raises, or that takes its process down, is reported as an error of that check alone. A statement is a program:
one that is not built in is judged in a process that judges nothing else, so that whatever it does to the engine, or to
names that other packages use too, it does to itself.
"""

from __future__ import annotations

import importlib
import json
import threading
import time
import traceback
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from rftheory.evidence.time_limit import SECONDS, finished
from rftheory.execution.executors import Inline, LostWorkers, Threads, Workers, open_executor
from rftheory.execution.jobs import Job, Listener, unordered
from rftheory.execution.parts import say
from rftheory.judges.inputs import Read, Recorder, record
from rftheory.statements.discovery import extend_import_path
from rftheory.statements.files import listed
from rftheory.statements.verdicts import Verdict

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

    def __call__(self, _number: int) -> Answer:
        """The verdict (as JSON), the seconds it took and what was read; an exception becomes a verdict marked as an error."""
        started = time.perf_counter()
        say("")
        extend_import_path(self.import_paths)
        recorder = _recorder_here()
        recorder.begin(self.statement)
        try:
            verdict = self._judged(recorder).to_json()
            # what cannot be written down cannot be a receipt
            verdict = json.loads(json.dumps(verdict))
            reads = recorder.end()
        except (Exception, SystemExit) as error:
            reads = recorder.end()
            verdict = Verdict.failed(self.judge, _describe(error)).to_json()
        return verdict, time.perf_counter() - started, reads

    def _judged(self, recorder: Recorder) -> Verdict:
        # SymPy's algorithms draw at random: the same check takes the same steps
        importlib.import_module("sympy.core.random").seed(0)
        module = finished(SECONDS[self.level], lambda: importlib.import_module(self.module), "the file")
        if not finished(SECONDS[self.level], lambda: listed(module), "claims()"):
            raise ValueError("claims() is empty: a statement about nothing would pass vacuously")
        recorder.imported()
        judge = importlib.import_module(self.judge_module).judge
        return judge(module, self.level, self.seed, lambda doing: say(str(doing)))


@dataclass(frozen=True)
class Done:
    """A finished check."""

    check: Check
    verdict: Verdict
    seconds: float
    #: what the checks of the statement have read in the process of this one, libraries aside
    reads: tuple[Read, ...] = ()


class Watcher(Protocol):
    """Told what the workers are doing."""

    def doing(self, check: Check, what: str) -> None: ...
    def tick(self) -> None: ...


class _Watching(Listener):
    """Tells of checks what is told of jobs by their numbers."""

    def __init__(self, checks: Sequence[Check], watcher: Watcher):
        self._checks, self._watcher, self.tick = checks, watcher, watcher.tick  # type: ignore[method-assign]

    def doing(self, number: int, what: str) -> None:
        self._watcher.doing(self._checks[number], what)


def run_checks(checks: Sequence[Check], workers: Workers, watcher: Watcher) -> Generator[Done, None, None]:
    """Run the checks, yielding each as soon as it is done; those of one statement share work, and so a worker.

    Threads judge the built-in statements only; others are judged in processes of their own in any case.
    """
    if not isinstance(workers, (Inline, Threads)):
        yield from _run(checks, workers, watcher)
        return
    # one at a time: the precision of ball arithmetic is a setting of the whole process
    yield from _run([check for check in checks if not check.home], Inline(), watcher)
    if apart := [check for check in checks if check.home]:
        with open_executor("processes", workers.count) as processes:
            yield from _run(apart, processes, watcher)


def _run(checks: Sequence[Check], workers: Workers, watcher: Watcher) -> Generator[Done, None, None]:
    jobs = [Job(check, check.statement, check.home) for check in checks]
    for number, answer in unordered(jobs, workers, _Watching(checks, watcher), _was_stopped):
        if isinstance(answer, LostWorkers):
            why = "the worker process died (out of memory, or a crash in a library)"
            yield Done(checks[number], Verdict.failed(checks[number].judge, why), 0.0)
        else:
            verdict, seconds, reads = answer
            yield Done(checks[number], Verdict.from_json(verdict), seconds, tuple(reads))


def _was_stopped(answer: Any) -> bool:
    """Whether a check was interrupted: that may leave SymPy with less than it could know."""
    return not isinstance(answer, LostWorkers) and bool(answer[0].get("figures", {}).get("stopped"))


#: what each worker hears of
_here = threading.local()


def _recorder_here() -> Recorder:
    """That of this worker: a process hears of all its threads, a thread among others of itself alone."""
    if not hasattr(_here, "recorder"):
        alone = threading.current_thread() is threading.main_thread()
        _here.recorder = Recorder(None if alone else threading.get_ident())
    record(_here.recorder)
    return _here.recorder


def _describe(error: BaseException) -> str:
    message = f"{type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return message
    return f"{message} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"
