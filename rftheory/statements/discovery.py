"""Find the statements: every module of `rftheory.proofs` and `rftheory.rules` that has a top-level ``STATEMENT``.

Modules are read, not imported, so a broken file stops nobody else: it is reported by name. Names that start with an
underscore are shared pieces, not statements.
"""

from __future__ import annotations

import difflib
import fnmatch
import pkgutil
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import rftheory
from rftheory.statements.entries import Entry, read_entry
from rftheory.statements.evaluated import add_packages
from rftheory.statements.files import verify_command
from rftheory.statements.papers import PAPERS
from rftheory.statements.receipts import default_directory
from rftheory.statements.source_tree import SourceTree, digest_of
from rftheory.statements.tables import Table

#: the packages that are walked
WALKED = ("rftheory.proofs", "rftheory.rules")
#: the number of a formula, lemma or section at the end of an id
_NUMBER = re.compile(r"\(?((?:[A-Z]\.)?\d+(?:\.\d+)*)\)?$")
#: so many ids that match one that is none are named, more are counted
_OFFERED = 20


class UnknownStatement(LookupError):
    """An id or glob that matches no statement."""


class NothingThere(LookupError):
    """There is no statement at all, or one that claims nothing."""


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
        places = self._at(pattern)
        if places:
            return f"{refused}; where that stands: {', '.join(places)}"
        near = difflib.get_close_matches(pattern, self.entries, n=3, cutoff=0.4)
        return f"{refused}; nearest: {', '.join(near)}" if near else f"{refused}; see: rftheory list"

    def _at(self, pattern: str) -> list[str]:
        """The statements of the paper, or of all, in whose place the number at the end of what was asked for stands."""
        paper = re.split(r"[.\s]", pattern, maxsplit=1)[0]
        number = _NUMBER.search(pattern)
        if number is None:
            return []
        stands = re.compile(rf"(?<![\w.]){re.escape(number[1])}(?![\w.]*\w)")
        placed = [entry for entry in self.entries.values() if stands.search(entry.location)]
        return [entry.id for entry in placed if entry.paper == paper or paper not in PAPERS][:_OFFERED]


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
        entries = {one["id"]: Entry.from_json(one) for one in kept}
        return Discovery(entries, (), sources, digest=digest)
    found = _walk(walked, sources)
    # what is broken is read, and said, each time
    if not found.problems:
        table.write([entry.to_json() for entry in found.entries.values()])
    return replace(found, digest=digest)


def _walk(walked: Mapping[str, Path], sources: SourceTree) -> Discovery:
    entries: dict[str, Entry] = {}
    problems: list[Problem] = []
    for package, directory in walked.items():
        for module, path in _modules(package, directory):
            try:
                entry = read_entry(module, path, sources.read(module))
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


def extend_import_path(import_paths: Iterable[str]) -> None:
    """Make extra statement packages importable in this process."""
    sys.path.extend(path for path in import_paths if path not in sys.path)
