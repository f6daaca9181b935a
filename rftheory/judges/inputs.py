"""What a check read beside the code that its receipt is addressed by.

A receipt may be re-used as long as its address is the same, so whatever went into a verdict has to be in the address: the
files that are imported by name, the libraries by their versions. Python tells of every file that it opens, every program
that it starts and every connection that it makes (audit events); what lies outside of the address is named, and no
receipt is kept. Environment variables, the clock and the network below Python are not seen.
"""

from __future__ import annotations

import os
import sys
import sysconfig
import threading
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec, source_from_cache
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from rftheory.statements.receipts import LIBRARIES
from rftheory.statements.source_tree import SourceTree

#: what workers run before a statement is imported
_ENGINE = "rftheory.judges.workers"
#: libraries that are imported under another name than they are installed under
_IMPORTED_AS = {"python-flint": "flint", "scikit-learn": "sklearn"}
#: folders that hold what is installed, libraries of all kinds
_SITES = frozenset({"site-packages", "dist-packages"})
#: where Python itself lies: asked for now, as Python opens files itself when it looks that up, and half of it is known then
_STANDARD_LIBRARY = tuple(os.path.realpath(sysconfig.get_path(name)) + os.sep for name in ("stdlib", "platstdlib"))
#: what the kernel says of the machine
_OF_SYSTEM = ("/proc/", "/sys/")
#: the import system, as it stands in frames
_IMPORT_SYSTEM = "<frozen importlib._bootstrap_external>"
#: audit events that bring in what no file of this machine holds, or hide which one does
_OTHERS = {
    "subprocess.Popen": "a program",
    "os.system": "a program",
    "os.posix_spawn": "a program",
    "socket.connect": "a connection",
    "sqlite3.connect": "a database",
}


class Read(NamedTuple):
    """One thing that was read: a file, or what is not a file in words."""

    what: str
    #: by the import system
    as_code: bool
    #: while the statement was imported, before its judge was
    by_statement: bool


class Recorder:
    """Collects what checks read in this process, by statement: what a module read when it was imported counts for all.

    Args:
        thread: the only thread that counts; None: all of them.
    """

    def __init__(self, thread: int | None = None):
        self._thread = thread
        self._statement = ""
        self._by_statement = True
        self._reads: dict[str, dict[Read, None]] = {}
        self._modules = set(sys.modules)

    def begin(self, statement: str) -> None:
        self._statement, self._by_statement = statement, True

    def imported(self) -> None:
        """The statement is imported and has said what it claims."""
        self._look_at_modules()
        self._by_statement = False

    def end(self) -> list[Read]:
        """Everything outside of the libraries that checks of the statement have read in this process."""
        self._look_at_modules()
        statement, self._statement = self._statement, ""
        return list(self._reads.get(statement, ()))

    def _look_at_modules(self) -> None:
        """New modules, however they came in; other threads import what they like, and libraries each other."""
        if self._thread is None:
            new = {name: module for name, module in list(sys.modules.items()) if name not in self._modules}
            self._modules.update(new)
            for module in new.values():
                path = getattr(module, "__file__", None)
                if isinstance(path, str) and not _is_installed(path):
                    self._add(path, True)

    def _add(self, path: str, as_code: bool) -> None:
        if as_code and path.endswith(".pyc"):
            with suppress(ValueError):  # byte code without source is code of its own
                path = source_from_cache(path)
        path = os.path.realpath(path)
        if not _in_library(path):
            self._reads.setdefault(self._statement, {})[Read(path, as_code, self._by_statement)] = None

    def event(self, name: str, arguments: tuple[Any, ...]) -> None:
        if not self._statement or self._thread not in (None, threading.get_ident()):
            return
        if name in _OTHERS:
            if not _is_for_library():
                self._reads.setdefault(self._statement, {})[Read(_OTHERS[name], False, self._by_statement)] = None
            return
        if name == "import":  # tells of a file for modules that are not written in Python
            path, is_input, as_code = arguments[1], True, True
        else:
            path, is_input, as_code = arguments[0], _is_read(arguments[2]), _is_imported()
        if is_input and isinstance(path, (str, bytes, os.PathLike)):
            path = os.fsdecode(path)
            of_system = _is_installed(path) or path.startswith(_OF_SYSTEM) or path in sys.path
            # a folder is opened to be tidied away
            if not (_in_library(path) or (of_system and _is_for_library()) or Path(path).is_dir()):
                self._add(path, as_code)


def _is_read(flags: int) -> bool:
    """Whether a file is opened for what stands in it: what is only written, or new, is no input."""
    is_new = flags & os.O_TRUNC or (flags & os.O_CREAT and flags & os.O_EXCL)
    return not (is_new or flags & (os.O_WRONLY | os.O_RDWR) == os.O_WRONLY)


def _is_imported() -> bool:
    """Whether the import system opens a file: the frame below `_hear`, `Recorder.event` and this function."""
    return sys._getframe(3).f_code.co_filename == _IMPORT_SYSTEM


def _is_for_library() -> bool:
    """Whether a library of the addresses asks for it, itself or through others, and nobody closer who is not installed."""
    frame: FrameType | None = sys._getframe(3)
    while frame is not None:
        path = frame.f_code.co_filename
        if _is_installed(path):
            if _in_library(path):
                return True
        elif not (path.startswith("<frozen ") or _in_library(path)):
            return False
        frame = frame.f_back
    return False


_recorder: Recorder | None = None
_is_heard = False


def record(recorder: Recorder) -> None:
    """Hear the events of this process from here on, for this recorder only."""
    global _recorder, _is_heard
    _recorder = recorder
    if not _is_heard:
        sys.addaudithook(_hear)  # for good: a hook cannot be taken back
        _is_heard = True


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if _recorder is not None and (event in ("open", "import") or event in _OTHERS):
        _recorder.event(event, arguments)


def _is_installed(path: str) -> bool:
    return not _SITES.isdisjoint(Path(path).parts)


@lru_cache(maxsize=4096)
def _in_library(path: str) -> bool:
    """Whether a file belongs to Python or to a library whose version is part of every address."""
    places = _libraries() if _is_installed(path) else _STANDARD_LIBRARY
    return path.startswith(places) or os.path.realpath(path).startswith(places)


@lru_cache(maxsize=1)
def _libraries() -> tuple[str, ...]:
    places = []
    for library in LIBRARIES:
        spec = find_spec(_IMPORTED_AS.get(library, library))
        if spec is not None and spec.submodule_search_locations:
            places += [os.path.realpath(place) + os.sep for place in spec.submodule_search_locations]
        elif spec is not None and spec.origin:
            places.append(os.path.realpath(spec.origin))
    return tuple(places)


def outside(
    sources: SourceTree, reads: Iterable[Read], statement_module: str, judge_modules: Iterable[str]
) -> list[str]:
    """What lies outside of the address of a receipt, sorted.

    Args:
        sources: the tree that addresses are made from.
        reads: what was read, as a `Recorder` tells.
        statement_module: the statement.
        judge_modules: the judges of the process that read it.
    """
    judges = tuple(judge_modules)
    # what only a facade brings in is of this project, and nothing of it is used
    stated = _files(sources, statement_module, _ENGINE, *sources.facades)
    judging = stated | _files(sources, *judges)
    kept = [file for _, files in sources.certificates(statement_module) for file in files.files]
    certificates = set(map(os.path.realpath, (*kept, *sources.theory)))
    text_counts = sources.text_counts(statement_module, *judges)
    return sorted(
        {
            read.what
            for read in reads
            if (read.what not in (stated if read.by_statement else judging) or not (read.as_code or text_counts))
            and (read.by_statement or read.what not in certificates)
        }
    )


def _files(sources: SourceTree, *modules: str) -> frozenset[str]:
    names = frozenset().union(*(sources.closure(module) for module in modules))
    return frozenset(os.path.realpath(path) for name in names if (path := sources.path(name)) is not None)
