"""Tables of what was read and answered last, kept beside the receipts under the digest of all that they were made from.

Lists, pages and graphs wait for no parser then. A table is a short cut and nothing else: one whose files, receipts or libraries
have changed in any way, or that is damaged, is not read, and what it said is found again from the files.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rftheory.execution.files import write_atomically
from rftheory.statements.receipts import library_versions


@dataclass(frozen=True)
class Table:
    """A table in a directory of receipts.

    Attributes:
        directory: of the receipts.
        name: of the table.
        key: the digest of everything that its content depends on.
    """

    directory: Path
    name: str
    key: str

    @classmethod
    def of(cls, directory: Path, name: str, files: str, *more: Any) -> Table:
        """The table of files of a digest (see `digest_of`), and of whatever else its content depends on."""
        content = [name, files, library_versions(), *more]
        return cls(directory, name, hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest())

    @property
    def path(self) -> Path:
        return self.directory / f"{self.name}.json"

    def read(self) -> Any:
        """What is kept for this key, or None."""
        try:
            kept = json.loads(self.path.read_bytes())
            return kept["value"] if kept["key"] == self.key else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, value: Any) -> None:
        """Keep what was found; where nothing can be written, it is found again next time."""
        with suppress(OSError):
            self.directory.mkdir(parents=True, exist_ok=True)
            write_atomically(self.path, json.dumps({"key": self.key, "value": value}).encode())


def state_of(directory: Path) -> list[tuple[str, int, int]]:
    """Names, sizes and times of all receipts in a directory."""
    found = []
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(directory) as homes:
        for home in homes:
            if home.is_dir():
                with os.scandir(home.path) as receipts:
                    found += [(f"{home.name}/{r.name}", s.st_size, s.st_mtime_ns) for r in receipts for s in [r.stat()]]
    return sorted(found)
