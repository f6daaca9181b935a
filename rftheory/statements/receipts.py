"""Receipts: what a judge found, addressed by the hash of everything that the finding depends on.

A receipt is one JSON file per check, written to a temporary name and moved into place, with a checksum of its content.
Plain files were preferred to a cache library: diskcache pickles into one SQLite file, which cannot be read or
compared by a person, runs code when a doctored file is loaded, and loses everything when that one file is damaged.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import rftheory
from rftheory.execution.files import write_atomically
from rftheory.statements.source_tree import SourceTree
from rftheory.statements.verdicts import Verdict

#: libraries whose version can change what a judge answers; gmpy2 and python-flint change SymPy's own numbers where present
LIBRARIES = ("sympy", "mpmath", "numpy", "scipy", "python-flint", "gmpy2", "scikit-learn", "joblib", "threadpoolctl")
#: what files import, of these libraries
IMPORTED = {"python-flint": "flint", "scikit-learn": "sklearn"}
#: environment variables that choose how SymPy and mpmath compute
_CHOOSING = ("SYMPY_", "MPMATH_")
#: receipts kept per statement and judge, so that levels and branches do not drive each other out
KEPT = 8
_FORMAT = 1


class UnwritableStore(OSError):
    """The receipts cannot be written where they should go."""


@dataclass(frozen=True)
class Receipt:
    """One verdict with its address and the seconds it took."""

    key: str
    statement: str
    level: str
    seed: int
    duration: float
    verdict: Verdict

    def to_json(self) -> dict[str, Any]:
        return {
            "format": _FORMAT,
            "key": self.key,
            "statement": self.statement,
            "judge": self.verdict.judge,
            "level": self.level,
            "seed": self.seed,
            "duration": self.duration,
            "versions": library_versions(),
            "verdict": self.verdict.to_json(),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Receipt:
        verdict = Verdict.from_json(value["verdict"])
        return cls(value["key"], value["statement"], value["level"], value["seed"], value["duration"], verdict)


@lru_cache(maxsize=1)
def library_versions() -> dict[str, str]:
    """The interpreter, the libraries that do the judging, and what chooses among their ways to compute."""
    versions = {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        # without assertions some checks are none
        "optimize": str(sys.flags.optimize),
    }
    for library in LIBRARIES:
        try:
            versions[library] = version(library)
        except PackageNotFoundError:
            versions[library] = "not installed"
    return versions | {name: value for name, value in sorted(os.environ.items()) if name.startswith(_CHOOSING)}


def receipt_key(
    sources: SourceTree, statement_module: str, judge: str, judge_module: str, level: str, seed: int
) -> str:
    """The address of a check: sha256 over judge, files of the statement and what it imports, engine, library versions, level and seed."""
    content = {
        "judge": judge,
        "statement": statement_module,
        "code": sources.code(statement_module, judge_module),
        "versions": library_versions(),
        "level": level,
        "seed": seed,
    }
    if judge == "kernel":
        content["theory"] = sources.theory_digest
        content["certificates"] = {name: kept.digest() for name, kept in sources.certificates(statement_module)}
    return hashlib.sha256(_canonical(content)).hexdigest()


def _canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def default_directory() -> Path:
    """``RFTHEORY_RECEIPTS``, else ``.rftheory/receipts`` of the checkout, else the user's cache directory."""
    override = os.environ.get("RFTHEORY_RECEIPTS")
    if override:
        return Path(override)
    checkout = Path(rftheory.__file__).parent.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / ".rftheory" / "receipts"
    from platformdirs import user_cache_path

    return user_cache_path("rftheory", appauthor=False) / "receipts"


class ReceiptStore:
    """The receipts in one directory: ``<statement>/<judge>-<key>.json``."""

    def __init__(self, directory: Path):
        self.directory = directory
        #: files that were found damaged and are treated as absent
        self.damaged: list[Path] = []

    def _path(self, statement: str, judge: str, key: str) -> Path:
        return self.directory / statement / f"{judge}-{key[:24]}.json"

    def holds(self, statement: str) -> bool:
        """Whether there is any receipt of a statement, fresh or stale."""
        return next((self.directory / statement).glob("*.json"), None) is not None

    def load(self, statement: str, judge: str, key: str) -> Receipt | None:
        """The receipt of a check, or None if there is none that is whole and has this key."""
        receipt = self._read(self._path(statement, judge, key))
        return receipt if receipt is not None and receipt.key == key else None

    def _read(self, path: Path) -> Receipt | None:
        try:
            content = json.loads(path.read_bytes())
            checksum = content.pop("checksum")
            if checksum != hashlib.sha256(_canonical(content)).hexdigest():
                raise ValueError("the checksum does not match")
            return Receipt.from_json(content)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            # half-written, edited or of another format: the check is done again
            self.damaged.append(path)
            return None

    def save(self, receipt: Receipt) -> None:
        """Write a receipt in one step and drop the oldest ones of the same check.

        Raises:
            UnwritableStore: if the file system refuses.
        """
        path = self._path(receipt.statement, receipt.verdict.judge, receipt.key)
        content = receipt.to_json()
        content["checksum"] = hashlib.sha256(_canonical(content)).hexdigest()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, json.dumps(content, indent=1).encode())
            for old in self._newest_first(receipt.statement, receipt.verdict.judge)[KEPT:]:
                old.unlink(missing_ok=True)
        except OSError as error:
            raise UnwritableStore(
                f"receipts cannot be written to {self.directory}: {error.strerror or error}"
            ) from error

    def _newest_first(self, statement: str, judge: str) -> list[Path]:
        dated = []
        for path in (self.directory / statement).glob(f"{judge}-*.json"):
            try:
                dated.append((path.stat().st_mtime_ns, path))
            except FileNotFoundError:
                continue
        return [path for _, path in sorted(dated, reverse=True)]

    def last_duration(self, statement: str, judge: str) -> float | None:
        """Seconds that the newest receipt of this check took, fresh or stale."""
        whole = (self._read(path) for path in self._newest_first(statement, judge))
        return next((receipt.duration for receipt in whole if receipt is not None), None)
