"""Find the statements: every module of `rftheory.proofs` and `rftheory.rules` that has a top-level ``STATEMENT``.

Modules are read, not imported, so a broken file stops nobody else: it is reported by name. Names that start with an
underscore are shared pieces, not statements.
"""

from __future__ import annotations

import ast
import difflib
import fnmatch
import pkgutil
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import rftheory
from rftheory.statements.cells import Cell, check_cells
from rftheory.statements.evaluated import add_packages
from rftheory.statements.files import path_id, verify_command
from rftheory.statements.kinds import KINDS
from rftheory.statements.receipts import default_directory
from rftheory.statements.source_tree import Source, SourceTree, digest_of
from rftheory.statements.tables import Table

#: the packages that are walked
WALKED = ("rftheory.proofs", "rftheory.rules")
_FIELDS = {"id", "paper", "location", "kind", "title", "reading", "notes", "not_drawn", "cells"}
_TEXTS = {"id", "paper", "location", "kind", "title", "reading", "not_drawn"}
_REQUIRED = ("id", "paper", "location", "kind", "title")
#: the order of the fields of a short call, whose id and paper are those of the path
_SHORT, _SHORT_ORDER = "statement", ("kind", "location", "title")


#: so many ids that match one that is none are named, more are counted
_OFFERED = 20


class UnknownStatement(LookupError):
    """An id or glob that matches no statement."""


class NothingThere(LookupError):
    """There is no statement at all, or one that claims nothing."""


#: packages of earlier versions, which files that were saved then import, and their names now
_RENAMED = {"rftheory.derive": "rftheory.deriving", "rftheory.evaluate": "rftheory.numbers"}


@dataclass(frozen=True)
class Entry:
    """One discovered statement: its metadata as written in the file, and where it is."""

    id: str
    paper: str
    location: str
    kind: str
    title: str
    module: str
    path: Path = field(compare=False)
    reading: str = ""
    notes: tuple[str, ...] = ()
    #: why no draws can decide it
    not_drawn: str = ""
    #: the cells of the map that it settles (see `cells`)
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Problem:
    """A file that should be a statement and is not."""

    module: str
    path: Path
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


@dataclass(frozen=True)
class Discovery:
    """All statements found, in the order of their ids, the broken files, and the source tree they were read from."""

    entries: Mapping[str, Entry]
    problems: tuple[Problem, ...]
    sources: SourceTree
    #: top-level packages whose statements belong to the recorded ledger
    builtin: frozenset[str] = frozenset()
    #: directories of the packages of the user
    own: tuple[Path, ...] = ()
    #: of all files, where a table may answer (see `tables`)
    digest: str = ""

    @property
    def import_paths(self) -> tuple[str, ...]:
        """Directories that a process must have on its path to import the statements."""
        return tuple(str(directory.parent) for directory in self.own)

    def is_recorded(self, name: str) -> bool:
        """Whether a statement belongs to the recorded ledger, and not to a package of the user."""
        return self.entries[name].module.split(".")[0] in self.builtin

    def verify_command(self, name: str) -> str:
        """What a shell judges a statement with."""
        return verify_command(name, () if self.is_recorded(name) else self.own)

    def own_packages(self, name: str) -> tuple[str, ...]:
        """The top-level packages behind a statement of the user that are not built in."""
        return tuple(
            sorted({module.split(".")[0] for module in self.sources.closure(self.entries[name].module)} - self.builtin)
        )

    def places(self, name: str) -> tuple[str, ...]:
        """The directories that a process must have on its path to import a statement of the user."""
        return tuple(sorted({str(self.sources.packages[top].parent) for top in self.own_packages(name)}))

    def select(self, patterns: Iterable[str] = ()) -> list[Entry]:
        """The statements whose id matches one of the ids or globs; all of them if there are none.

        Raises:
            UnknownStatement: if a pattern matches nothing; the message suggests the nearest ids.
        """
        chosen: dict[str, Entry] = {}
        patterns = list(patterns)
        for pattern in patterns:
            matches = [name for name in self.entries if fnmatch.fnmatchcase(name, pattern)]
            if not matches:
                raise UnknownStatement(self._unknown(pattern))
            chosen.update((name, self.entries[name]) for name in matches)
        return [entry for name, entry in self.entries.items() if not patterns or name in chosen]

    def get(self, name: str) -> Entry:
        """One statement by its id.

        Raises:
            UnknownStatement: if there is none; the message suggests the nearest ids.
        """
        if name not in self.entries:
            raise UnknownStatement(self._unknown(name))
        return self.entries[name]

    def _unknown(self, pattern: str) -> str:
        refused = f"no statement has the id {pattern!r}"
        # where globs are taken, one that matches is not refused: one id was asked for
        for glob in (pattern, f"{pattern}*") if pattern else ():
            meant = [name for name in self.entries if fnmatch.fnmatchcase(name, glob)]
            if 0 < len(meant) <= _OFFERED:
                return f"{refused}; these match {glob!r}: {', '.join(meant)}"
            if meant:
                # a paper and what begins with its name
                glob = f"{pattern}.*" if all(name.startswith(f"{pattern}.") for name in meant) else glob
                return f"{refused}; {len(meant)} match {glob!r}; they are listed by: rftheory list {shlex.quote(glob)}"
        near = difflib.get_close_matches(pattern, self.entries, n=3, cutoff=0.4)
        return f"{refused}; nearest: {', '.join(near)}" if near else f"{refused}; see: rftheory list"


def builtin_packages() -> dict[str, Path]:
    """The top-level packages of this project, by name.

    Raises:
        FileNotFoundError: in a checkout without symbolic links, where the statements lie beside the package.
    """
    home = Path(rftheory.__file__).parent
    if not (home / "proofs").is_dir():
        raise FileNotFoundError(
            f"{home / 'proofs'} must be a link to the folder proofs of the checkout: git config core.symlinks true; git checkout ."
        )
    return {"rftheory": home}


def discover(extra: Iterable[Path] = (), *, kept: bool = False) -> Discovery:
    """Walk the built-in packages and the given package directories.

    Args:
        extra: package directories of the user.
        kept: whether a table of the built-in statements may answer, for lists and pages; who judges reads the files.

    Raises:
        ValueError: if an extra directory is not a Python package.
    """
    packages = builtin_packages()
    builtin = frozenset(packages)
    walked = {name: packages[name.split(".")[0]].joinpath(*name.split(".")[1:]) for name in WALKED}
    own = []
    for directory in (Path(item).resolve() for item in extra):
        if not directory.is_dir() or not directory.name.isidentifier() or directory.name in packages:
            raise ValueError(
                f"statements must be a directory with the name of a Python package other than "
                f"{' and '.join(packages)}, got {str(directory)!r}"
            )
        packages[directory.name] = walked[directory.name] = directory
        add_packages([directory.name])
        own.append(directory)
    look = _as_kept if kept and not own else _walk
    return replace(look(walked, SourceTree(packages)), builtin=builtin, own=tuple(own))


def _as_kept(walked: Mapping[str, Path], sources: SourceTree) -> Discovery:
    """The built-in statements: as they were found last, if no file has changed since."""
    digest = digest_of(sources.packages)
    table = Table.of(default_directory(), "statements", digest, [str(place) for place in sources.packages.values()])
    if (kept := table.read()) is not None:
        entries = {one["id"]: _kept_entry(one) for one in kept}
        return Discovery(entries, (), sources, digest=digest)
    found = _walk(walked, sources)
    # what is broken is read, and said, each time
    if not found.problems:
        table.write([{**asdict(entry), "path": str(entry.path)} for entry in found.entries.values()])
    return replace(found, digest=digest)


def _kept_entry(kept: Mapping[str, Any]) -> Entry:
    given = {"path": Path(kept["path"]), "notes": tuple(kept["notes"]), "cells": tuple(map(tuple, kept["cells"]))}
    return Entry(**{**kept, **given})


def _walk(walked: Mapping[str, Path], sources: SourceTree) -> Discovery:
    entries: dict[str, Entry] = {}
    problems: list[Problem] = []
    for package, directory in walked.items():
        for module, path in _modules(package, directory):
            try:
                entry = _read_entry(module, path, sources.read(module))
            except (SyntaxError, ValueError, OSError) as error:
                problems.append(Problem(module, path, _describe(error)))
                continue
            if entry is None:
                continue
            if entry.id in entries:
                other = entries[entry.id].path
                problems.append(Problem(module, path, f"the id {entry.id!r} is already used by {other}"))
            else:
                entries[entry.id] = entry
    return Discovery(dict(sorted(entries.items())), tuple(problems), sources)


def _modules(package: str, directory: Path) -> Iterator[tuple[str, Path]]:
    """Module names and files below a package directory; nothing is imported."""
    for item in sorted(pkgutil.iter_modules([str(directory)]), key=lambda info: info.name):
        if item.name.startswith("_"):
            continue
        name, path = f"{package}.{item.name}", directory / item.name
        if item.ispkg:
            yield name, path / "__init__.py"
            yield from _modules(name, path)
        else:
            yield name, path.with_suffix(".py")
    # folders without an __init__.py are packages too
    for path in sorted(p for p in directory.iterdir() if p.is_dir() and p.name.isidentifier()):
        if not path.name.startswith("_") and not (path / "__init__.py").exists():
            yield from _modules(f"{package}.{path.name}", path)


def _describe(error: Exception) -> str:
    if isinstance(error, SyntaxError):
        return f"syntax error in line {error.lineno}: {error.msg}"
    return str(error)


def _read_entry(module: str, path: Path, source: Source) -> Entry | None:
    """The statement of one file, or None if it has none.

    Raises:
        ValueError: if ``STATEMENT`` is not a literal, or the claims are missing or there twice.
    """
    if not source.statement:
        return None
    if len(source.makers) != 1:
        found = " and ".join(source.makers) or "neither"
        raise ValueError(f"a statement file needs CLAIMS = (...) or a function claims() -> list[Claim], got {found}")
    for name in source.imports:
        for before, now in _RENAMED.items():
            if name.startswith(f"{before}."):
                raise ValueError(
                    f"it imports {name}, of an earlier version: {before} is called {now} now; replace the name, or save it again"
                )
    return Entry(module=module, path=path, **_literal_fields(ast.parse(source.statement, mode="eval").body, module))


def _literal_fields(value: ast.expr, module: str) -> dict[str, Any]:
    is_short = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == _SHORT
    if not isinstance(value, ast.Call) or (value.args and not is_short) or len(value.args) > len(_SHORT_ORDER):
        raise ValueError(
            "STATEMENT must be written as statement(kind, location, title, ...), "
            "or as Statement(id=..., paper=..., ...) with keywords only"
        )
    fields: dict[str, Any] = {}
    if is_short:
        short = path_id(module)
        fields = {"id": short, "paper": short.partition(".")[0]}
    given: set[str | None] = set()
    positional = [ast.keyword(name, arg) for name, arg in zip(_SHORT_ORDER, value.args, strict=False)]
    for keyword in (*positional, *value.keywords):
        if keyword.arg in given:
            raise ValueError(f"STATEMENT says {keyword.arg} twice")
        given.add(keyword.arg)
        if keyword.arg not in _FIELDS:
            raise ValueError(f"STATEMENT has an unknown field {keyword.arg!r}; allowed: {', '.join(sorted(_FIELDS))}")
        try:
            fields[keyword.arg] = ast.literal_eval(keyword.value)
        except ValueError:
            raise ValueError(
                f"STATEMENT: {keyword.arg} must be a literal, so that it can be read without running"
            ) from None
    missing = [name for name in _REQUIRED if not fields.get(name)]
    if missing:
        raise ValueError(f"STATEMENT has no {' and no '.join(missing)}")
    for name in _TEXTS & fields.keys():
        if not isinstance(fields[name], str):
            raise ValueError(f"STATEMENT: {name} must be a text, got {fields[name]!r}")
    if fields["kind"] not in KINDS:
        raise ValueError(f"STATEMENT: kind must be one of {', '.join(KINDS)}, got {fields['kind']!r}")
    fields["notes"] = tuple(fields.get("notes", ()))
    fields["cells"] = check_cells(fields.get("cells", ()))
    return fields


def extend_import_path(import_paths: Iterable[str]) -> None:
    """Make extra statement packages importable in this process."""
    sys.path.extend(path for path in import_paths if path not in sys.path)
