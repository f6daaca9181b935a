"""All benchmarks, or those named, one after the other in processes of their own; what they measured in one JSON file.

    python benchmarks/run.py [NAMES] [--json FILE] [--list]

Without names those are run that do not take minutes. A benchmark that fails does not stop the others; the exit code is
then 1, and the JSON has its exit code in place of figures. Figures never fail: targets that are not met are shown.
"""

from __future__ import annotations

import argparse
import importlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks._measuring import circumstances

_FOLDER = Path(__file__).parent


def names() -> list[str]:
    """The benchmarks: every file here but this one and those with an underscore, which hold what benchmarks share."""
    return sorted(file.stem for file in _FOLDER.glob("[!_]*.py") if file.stem != Path(__file__).stem)


def takes_minutes(name: str) -> bool:
    """Whether a benchmark is run only by name: it then says ``TAKES_MINUTES = True``."""
    return bool(getattr(importlib.import_module(f"benchmarks.{name}"), "TAKES_MINUTES", False))


def chosen(wanted: Sequence[str]) -> list[str]:
    """The benchmarks of some names, or all that take no minutes.

    Raises:
        ValueError: for names that are none.
    """
    known = names()
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise ValueError(f"benchmark must be one of {', '.join(known)}, got {unknown[0]!r}")
    return list(dict.fromkeys(wanted)) or [name for name in known if not takes_minutes(name)]


def measured(name: str, *arguments: str) -> dict[str, Any]:
    """What one benchmark wrote, with its exit code and seconds."""
    print(" ".join(("==", name, *arguments)), flush=True)
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures.json"
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{name}", *arguments, "--json", str(file)], check=False
        )
        figures = json.loads(file.read_text(encoding="utf-8")) if file.exists() else None
    return {"exit_code": done.returncode, "seconds": round(time.perf_counter() - start, 1), "figures": figures}


def main(arguments: list[str] | None = None) -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument(
        "names", nargs="*", metavar="NAMES", help="benchmarks; by default all that do not take minutes"
    )
    options.add_argument("--json", type=Path, metavar="FILE", help="where the figures of all of them go")
    options.add_argument("--list", action="store_true", help="only tell the names")
    given = options.parse_args(arguments)
    try:
        wanted = chosen(given.names)
    except ValueError as error:
        options.error(str(error))
    if given.list:
        print("\n".join(wanted))
        return 0
    before = circumstances()
    results = {name: measured(name) for name in wanted}
    if given.json is not None:
        given.json.parent.mkdir(parents=True, exist_ok=True)
        everything = {"before": before, "after": circumstances(), "benchmarks": results}
        given.json.write_text(json.dumps(everything, indent=1) + "\n", encoding="utf-8")
        print(f"figures of {len(results)} benchmarks: {given.json}")
    failed = [name for name, result in results.items() if result["exit_code"]]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
