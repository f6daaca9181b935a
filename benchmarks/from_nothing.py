"""How long ``make verify`` takes in a copy of this checkout that has nothing yet, set-up included, and a second time.

    python benchmarks/from_nothing.py [--json FILE]

Copies the files that git tracks, then runs ``make`` on them as a newcomer would; prints seconds by the clock and of the
processor for the set-up, the first run and a second one. It uses all cores and takes minutes: leave the machine alone.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks._measuring import parser, report

TAKES_MINUTES = True
_HOME = Path(__file__).resolve().parent.parent
#: what is made, in this order
STAGES = {"set-up": ".venv/set-up", "first": "verify", "second": "verify"}


def copied(folder: Path) -> Path:
    """The tracked files in an empty folder; nothing that was built, kept or byte-compiled."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=_HOME, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (_HOME / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(_HOME / name, folder / name)
    return folder


def timed(folder: Path, target: str) -> dict[str, float]:
    """Seconds by the clock and of the processor that ``make`` takes for a target, and its exit status."""
    # its own virtual environment and receipts, not those that this process was started with
    environment = {
        name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "RFTHEORY_RECEIPTS")
    }
    used, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(["make", target], cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=False)
    clock, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    return {"clock": round(clock, 1), "processor": round(processor, 1), "exit_status": done.returncode}


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__)
    given = options.parse_args(arguments)
    with tempfile.TemporaryDirectory() as place:
        folder = copied(Path(place))
        figures = {stage: timed(folder, target) for stage, target in STAGES.items()}
    for stage, figure in figures.items():
        print(f"{stage:8} {figure['clock']:8.1f} s by the clock {figure['processor']:8.1f} s of the processor")
    print(f"cores: {os.cpu_count()}")
    report(figures, given.json)
    return int(any(figure["exit_status"] for figure in figures.values()))


if __name__ == "__main__":
    raise SystemExit(main())
