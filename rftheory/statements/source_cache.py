"""What was read from source files, kept between runs: a run in which no file changed parses none.

The cache is one file beside the receipts. An entry is found by the hash of the raw text of a source file and the package
that its relative imports start from, so that it cannot be stale; the file as a whole belongs to one version of Python and
of the reading code (both decide what a syntax tree looks like). It may be deleted, damaged or written by several runs
at once: what is missing is read again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import tempfile
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

#: entries kept: those of the last run, and the most recent others (other branches, packages of the user)
KEPT = 4096
#: the code whose change makes every entry worthless
_READERS = ("source.py", "source_cache.py")


@dataclass(frozen=True)
class Source:
    """What is known of one file without running it."""

    #: sha256 of the syntax tree without comments, docstrings and layout
    digest: str
    #: every dotted name that it may import
    imports: tuple[str, ...]
    #: the value of its top-level ``STATEMENT`` as source text, empty if it has none
    statement: str
    #: whether it has a top-level function ``claims``
    has_claims: bool


def key_of(text: bytes, package: str) -> str:
    """The address of a file: its raw text, and the package that relative imports are counted from."""
    return hashlib.sha256(package.encode() + b"\0" + text).hexdigest()


@lru_cache(maxsize=1)
def _version() -> str:
    """Python and the reading code."""
    code = b"".join(Path(__file__).with_name(name).read_bytes() for name in _READERS)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python} {hashlib.sha256(code).hexdigest()}"


class SourceCache:
    """The entries of one cache file; without a file, those of this process only."""

    def __init__(self, path: Path | None = None):
        self.path = path
        self._known: dict[str, Source] | None = None
        self._used: dict[str, Source] = {}
        self._is_new = False

    def get(self, key: str) -> Source | None:
        if key not in self._used:
            if self._known is None:
                self._known = self._load()
            if key not in self._known:
                return None
            self._used[key] = self._known[key]
        return self._used[key]

    def put(self, key: str, source: Source) -> None:
        self._used[key] = source
        self._is_new = True

    def _load(self) -> dict[str, Source]:
        """The entries of the file; none if it is absent, damaged or of another version."""
        if self.path is None:
            return {}
        try:
            head, body = self.path.read_bytes().split(b"\n", 1)
            if json.loads(head) != _head(body):
                return {}
            return {key: Source(**{**entry, "imports": tuple(entry["imports"])}) for key, entry in json.loads(body)}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def save(self) -> None:
        """Write the file in one step if something was read anew; a place that cannot be written to is left alone."""
        if self.path is None or not self._is_new:
            return
        # a run that ended meanwhile may have read other files
        entries = {**self._used, **{k: v for k, v in self._load().items() if k not in self._used}}
        kept = list(entries.items())[: max(KEPT, len(self._used))]
        body = json.dumps([(key, asdict(source)) for key, source in kept], separators=(",", ":")).encode()
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.path, json.dumps(_head(body)).encode() + b"\n" + body)
            self._is_new = False


def _head(body: bytes) -> dict[str, str]:
    return {"version": _version(), "checksum": hashlib.sha256(body).hexdigest()}


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file under another name and move it into place, so that no reader ever sees half of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
