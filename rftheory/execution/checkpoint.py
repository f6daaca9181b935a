"""What a long run has found so far, in one file that is replaced in one step.

The file: one line with the format version and the SHA-256 of all that follows; one line of JSON (digest and description
of the configuration, number of parts done); arrays in NumPy's npz format, without pickles. So a file that is cut short or
changed anywhere is found out, and reading a file never runs code from it.
"""

from __future__ import annotations

import hashlib
import io
import json
import tempfile
import time
import warnings
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rftheory.arrays import Array
from rftheory.execution.files import write_atomically
from rftheory.execution.interrupts import held

VERSION = 1
_MAGIC = b"rftheory checkpoint"


#: seconds between two writings
EVERY = 30.0


class CheckpointWarning(RuntimeWarning):
    """The file could not be written; the run goes on."""


class CheckpointMismatch(ValueError):
    """The file belongs to another configuration."""


@dataclass(frozen=True)
class State:
    """Parts done (all those before number ``parts``), and what they add up to."""

    parts: int
    arrays: Mapping[str, Array]


class Checkpoint:
    """The file of one run.

    Args:
        path: where it is, or will be.
        digest: of all that the results depend on.
        description: the same in words and numbers that JSON can hold, to say what differs; the digest decides.
        every: seconds between two writings.
        clock: seconds, increasing.

    Raises:
        ValueError: if the file could not be written there, so that a run does not find out at its end.
    """

    def __init__(
        self,
        path: str | Path,
        digest: str,
        description: Mapping[str, Any],
        every: float = EVERY,
        clock: Callable[[], float] = time.monotonic,
    ):
        if not every >= 0:
            raise ValueError(f"checkpoint_every must be >= 0 seconds, got {every}")
        self.path, self.digest = Path(path), digest
        # as it will be read back: tuples become lists
        self.description: dict[str, Any] = json.loads(json.dumps(dict(description)))
        self._every, self._clock = every, clock
        self._written = clock()
        self._parts: int | None = None
        _check_place(self.path)

    def load(self) -> State | None:
        """The state in the file, or None if there is no file.

        Raises:
            CheckpointMismatch: if it belongs to another configuration; says what differs.
            ValueError: if it is damaged, or no checkpoint.
        """
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ValueError(f"the checkpoint {self.path} cannot be read: {error.strerror}") from error
        header, arrays = _parse(self.path, content)
        if header["digest"] != self.digest:
            raise CheckpointMismatch(
                f"the checkpoint {self.path} belongs to another configuration: "
                f"{_differences(header['description'], self.description)}; name another file, or remove this one"
            )
        self._parts = header["parts"]
        return State(header["parts"], arrays)

    def save(self, state: State) -> None:
        """Write the state now.

        Raises:
            ValueError: for arrays of objects, or a negative number of parts.
            OSError: if the file cannot be written; what was there stays as it is.
        """
        write_atomically(self.path, _content(self.digest, self.description, state))
        self._written, self._parts = self._clock(), state.parts

    @contextmanager
    def keeping(self, state: Callable[[], State]) -> Iterator[Callable[[], None]]:
        """Write the state now and then, and at the end of the block, also if an exception or Ctrl-C ends it.

        Gives a function to be called after each part, which writes if it is time. What ``state`` tells must be whole at any
        moment: change it within `interrupts.held`. A file that cannot be written (the disk may be full) is a `CheckpointWarning`, as
        what was computed is worth more than its copy; only where an exception ends the block it is an OSError.
        """

        def save(last: State) -> None:
            if last.parts != self._parts:
                self.save(last)

        def try_to_save() -> None:
            try:
                with held():
                    save(state())
            except OSError as error:
                self._written = self._clock()
                words = (
                    f"the checkpoint {self.path} could not be written ({error.strerror}); the run goes on without it"
                )
                warnings.warn(words, CheckpointWarning, stacklevel=2)

        def after_part() -> None:
            if self._clock() - self._written >= self._every:
                try_to_save()

        try:
            yield after_part
        except BaseException:
            with held():
                save(state())
            raise
        try_to_save()


def _check_place(path: Path) -> None:
    if not path.parent.is_dir():
        raise ValueError(f"the directory {path.parent} of the checkpoint {path.name} does not exist; create it first")
    if path.exists() and not path.is_file():
        raise ValueError(f"the checkpoint {path} is no file; name one")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise ValueError(
            f"the directory {path.parent} of the checkpoint cannot be written: {error.strerror}"
        ) from error


def _content(digest: str, description: Mapping[str, Any], state: State) -> bytes:
    if state.parts < 0:
        raise ValueError(f"parts must be >= 0, got {state.parts}")
    arrays = {name: np.asarray(value) for name, value in state.arrays.items()}
    objects = [name for name, value in arrays.items() if value.dtype.hasobject]
    if objects:
        raise ValueError(f"arrays of a checkpoint must hold numbers, got objects in {', '.join(objects)}")
    header = {"digest": digest, "description": description, "parts": int(state.parts)}
    packed = io.BytesIO()
    # the prefix keeps names apart from the arguments of savez
    members: dict[str, Any] = {f"array {name}": value for name, value in arrays.items()}
    np.savez(packed, **members)
    body = json.dumps(header).encode() + b"\n" + packed.getvalue()
    return b"%s %d %s\n" % (_MAGIC, VERSION, hashlib.sha256(body).hexdigest().encode()) + body


def _parse(path: Path, content: bytes) -> tuple[dict[str, Any], dict[str, Array]]:
    first, _, body = content.partition(b"\n")
    words = first.removeprefix(_MAGIC).split()
    if not first.startswith(_MAGIC + b" ") or len(words) != 2:
        raise ValueError(f"{path} is no checkpoint, or half of one; name another file, or remove it to begin anew")
    if words[0] != b"%d" % VERSION:
        raise ValueError(
            f"the checkpoint {path} has the format {words[0].decode('ascii', 'replace')}, which this version cannot read "
            f"(it reads {VERSION}); remove it to begin anew"
        )
    if words[1] != hashlib.sha256(body).hexdigest().encode():
        raise ValueError(f"the checkpoint {path} is damaged or half-written; remove it to begin anew")
    try:
        head, _, packed = body.partition(b"\n")
        with np.load(io.BytesIO(packed), allow_pickle=False) as members:
            arrays = {name.removeprefix("array "): members[name] for name in members.files}
        return json.loads(head), arrays
    except (ValueError, KeyError, OSError, zipfile.BadZipFile) as error:
        raise ValueError(f"the checkpoint {path} cannot be understood ({error}); remove it to begin anew") from error


def _differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> str:
    missing = object()
    found = []
    for key in dict.fromkeys([*there, *here]):
        old, new = there.get(key, missing), here.get(key, missing)
        if old != new:
            was = "not stated" if old is missing else repr(old)
            found.append(f"{key} is {was} there and {'not stated' if new is missing else repr(new)} here")
    return ", ".join(found) or "it is described by the same words, but inputs or parameters are not the same"
