"""Trials of the kernel that take too long for every run: recorded with the kernel that they tried, shown in the ledger.

``proofs/trials.json`` has a record for each benchmark that was run with ``--record``: changes of certificates
(``benchmarks/sabotage.py``), random instances of rules (``benchmarks/kernel_fuzz.py``). A record of another version of the kernel
is shown as such.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import rftheory

Records = dict[str, dict[str, Any]]
#: random instances of each group of rules in a trial of the kernel
INSTANCES = 1_000


def trials_path() -> Path:
    """The records of this checkout or installation."""
    return Path(rftheory.__file__).parent / "proofs" / "trials.json"


@cache
def kernel_digest() -> str:
    """The hash of all that the kernel's folder has in the way of code."""
    folder = Path(rftheory.__file__).parent / "kernel"
    files = sorted(folder.rglob("*.py"))
    content = b"".join(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes() + b"\0" for file in files)
    return hashlib.sha256(content).hexdigest()


def load_trials(path: Path) -> Records:
    """The records, each with whether it is of the kernel as it is now; none where there is no file.

    Raises:
        ValueError: if the file is no such record.
    """
    if not path.is_file():
        return {}
    records: Records = json.loads(path.read_text(encoding="utf-8"))
    return {name: {**record, "current": record["kernel"] == kernel_digest()} for name, record in records.items()}


def record_trial(path: Path, name: str, figures: dict[str, Any], add_to: str = "") -> None:
    """Put the figures of one trial, of the kernel as it is now, in the place of what was recorded of it before.

    What is under ``add_to`` is added to what the same kernel has there already.
    """
    before = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    old = before.get(name, {})
    if add_to and old.get("kernel") == kernel_digest():
        figures = {**figures, add_to: dict(sorted({**old[add_to], **figures[add_to]}.items()))}
    records = {**before, name: {"kernel": kernel_digest(), **figures}}
    path.write_text(json.dumps(dict(sorted(records.items())), indent=1) + "\n", encoding="utf-8")
