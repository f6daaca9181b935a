"""Checks (one judge on one statement each) as jobs for any workers; each is reported as soon as it is done.

A judge that raises, or that takes its process down, is reported as an error of that check alone. A statement is a program:
one that is not built in is judged in a process that judges nothing else, so that whatever it does to the engine, or to
names that other packages use too, it does to itself.
"""

from __future__ import annotations

import importlib
import json
import platform
import sys
import time
import traceback
import uuid
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from rftheory.execution.executors import ClusterUnreachable, LostWorkers, Workers, cores, open_executor, threads
from rftheory.execution.jobs import Job, unordered
from rftheory.execution.parts import Work
from rftheory.execution.time_limit import SECONDS, finished
from rftheory.statements.discovery import builtin_packages, extend_import_path
from rftheory.statements.evaluated import add_packages
from rftheory.statements.files import listed
from rftheory.statements.receipts import library_versions, receipt_key
from rftheory.statements.source_tree import SourceTree
from rftheory.statements.verdicts import Verdict

#: what a worker answers: the verdict as JSON, and the seconds it took
Answer = tuple[dict[str, Any], float]


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
    #: where its packages are, and their names, if they are not built in
    import_paths: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()

    @property
    def is_replay(self) -> bool:
        """Whether it is the replay of a certificate that is kept: that of another statement may have to be looked for."""
        return self.judge == "kernel" and not self.home

    @property
    def group(self) -> str:
        """The checks with which it shares work, and so a worker; a replay shares none."""
        return f"{self.statement} {self.judge}" if self.is_replay else self.statement

    def __call__(self, _number: int) -> Answer:
        """The verdict (as JSON) and the seconds it took; an exception becomes a verdict marked as an error."""
        started = time.perf_counter()
        extend_import_path(self.import_paths)
        add_packages(self.packages)
        try:
            # what cannot be written down cannot be a receipt
            verdict = json.loads(json.dumps(self._judged().to_json()))
        except (Exception, SystemExit) as error:
            cause = error.__cause__ if isinstance(error, _NotLoaded) else None
            said = describe(cause or error, self.module)
            verdict = Verdict.failed(self.judge, said, is_loaded=cause is None).to_json()
        return verdict, time.perf_counter() - started

    def _judged(self) -> Verdict:
        # SymPy's algorithms draw at random: the same check takes the same steps
        importlib.import_module("sympy.core.random").seed(0)
        try:
            module = finished(SECONDS[self.level], lambda: importlib.import_module(self.module), "the file")
            if not finished(SECONDS[self.level], lambda: listed(module), "claims()"):
                raise ValueError("claims() is empty: a statement about nothing would pass vacuously")
        except (Exception, SystemExit) as error:
            raise _NotLoaded from error
        return importlib.import_module(self.judge_module).judge(module, self.level, self.seed)


@dataclass(frozen=True)
class Done:
    """A finished check."""

    check: Check
    verdict: Verdict
    seconds: float


@dataclass(frozen=True)
class _Elsewhere:
    """A check on another machine, which must have the same code: the receipt is kept under the address that it has here.

    Attributes:
        versions: of Python and the libraries here.
        run: a name of the run, in which code is taken to stay as it is.
    """

    check: Check
    versions: tuple[tuple[str, str], ...]
    run: str

    @classmethod
    def all_of(cls, checks: Sequence[Check]) -> list[_Elsewhere]:
        """The checks of a run."""
        same = (tuple(sorted(library_versions().items())), uuid.uuid4().hex)
        return [cls(check, *same) for check in checks]

    def __call__(self, number: int) -> Answer:
        """The answer of the check.

        Raises:
            ClusterUnreachable: if there is other code than here, libraries are not the same, or the process has other threads.
        """
        from distributed import get_worker

        check, sources = self.check, _sources_there(self.run)
        where = f"on {platform.node()}, a machine of the cluster,"
        if get_worker().state.nthreads > 1:
            # the precision of ball arithmetic is a setting of the whole process
            raise ClusterUnreachable(f"{where} a worker does several checks at a time; start it with --nthreads 1")
        address = (check.module, check.judge, check.judge_module, check.level, check.seed)
        if receipt_key(sources, *address) != check.key:
            here, there = dict(self.versions), library_versions()
            other = [
                f"{name} {there[name]} in place of {here.get(name)}" for name in there if there[name] != here.get(name)
            ]
            raise ClusterUnreachable(
                f"{where} {check.statement} would be judged by "
                f"{', '.join(other) or 'other code than is here'}; install the same there, or use --executor processes"
            )
        return check(number)


@lru_cache(maxsize=1)
def _sources_there(_run: str) -> SourceTree:
    """The built-in packages as they are on this machine."""
    return SourceTree(builtin_packages())


#: told which checks are being done, a few times per second
Watch = Callable[[list[Check]], None]


def run_checks(checks: Sequence[Check], workers: Workers, watch: Watch) -> Generator[Done, None, None]:
    """Run the checks, yielding each as soon as it is done; those of one group share a worker.

    Threads and clusters judge the built-in statements only; others are judged in processes of their own in any case.

    Raises:
        ClusterUnreachable: if a cluster has other code than is here.
    """
    if not (workers.is_threads or workers.is_elsewhere):
        yield from _run(checks, workers, watch, checks)
        return
    shared, apart = ([check for check in checks if bool(check.home) == own] for own in (False, True))
    if workers.is_elsewhere:
        yield from _run(shared, workers, watch, _Elsewhere.all_of(shared))
    else:
        # in one thread: the precision of ball arithmetic is a setting of the whole process
        yield from _run(shared, Workers(None, 1, threads), watch, shared)
    if apart:
        with open_executor("processes", min(workers.count, cores())) as processes:
            yield from _run(apart, processes, watch, apart)


def _run(checks: Sequence[Check], workers: Workers, watch: Watch, works: Sequence[Work]) -> Iterator[Done]:
    jobs = [Job(work, check.group, check.home) for work, check in zip(works, checks, strict=True)]

    def told(numbers: list[int]) -> None:
        watch([checks[number] for number in numbers])

    with closing(unordered(jobs, workers, told, _was_stopped)) as answers:
        for number, answer in answers:
            if isinstance(answer, LostWorkers):
                why = "the worker process died (out of memory, or a crash in a library)"
                yield Done(checks[number], Verdict.failed(checks[number].judge, why), 0.0)
            else:
                verdict, seconds = answer
                yield Done(checks[number], Verdict.from_json(verdict), seconds)


def _was_stopped(answer: Any) -> bool:
    """Whether a check was interrupted: that may leave SymPy with less than it could know."""
    return not isinstance(answer, LostWorkers) and bool(answer[0].get("figures", {}).get("stopped"))


class _NotLoaded(Exception):
    """A statement file has no claims that could be judged; why is the cause."""


def describe(error: BaseException, module: str) -> str:
    """An exception, and where: the last place in the folder of the statement, if it came through there."""
    message = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError) and error.filename:
        # where Python stopped reading is no place of the program that runs
        return f"{type(error).__name__}: {error.msg} ({error.filename}, line {error.lineno})"
    frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    spec = PathFinder.find_spec(module.rpartition(".")[2], _folders(module))
    home = Path(spec.origin).parent if spec and spec.origin else None
    own = [(name, line) for name, line in frames if Path(name).parent == home]
    if own:
        return f"{message} ({own[-1][0]}, line {own[-1][1]})"
    return f"{message} ({Path(frames[-1][0]).name}, line {frames[-1][1]})" if frames else message


def _folders(module: str) -> list[str]:
    """Where the package of a module looks for it; nowhere before that is imported."""
    return [str(folder) for folder in getattr(sys.modules.get(module.rpartition(".")[0]), "__path__", ())]
