"""Runs the test suite in every supported interpreter that is on the path, each in an environment of its own.

Packages are the newest that pyproject.toml admits; the pinned ones are those of `make test`. Exit status 1 if a suite fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: the minor versions that pyproject.toml names
SUPPORTED = (11, 12, 13, 14)


def suite(python: str, folder: Path, chosen: list[str]) -> bool:
    """Whether the tests pass in an environment that an interpreter makes in a folder."""
    subprocess.run([python, "-m", "venv", "--clear", str(folder)], check=True)
    own = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run([own, "-m", "pip", "install", "--quiet", "-e", f"{ROOT}[dev]"], check=True)
    return subprocess.run([own, "-m", "pytest", "-q", "-n", "2", *chosen], cwd=ROOT, check=False).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tests", nargs="*", help="files of tests, or options of pytest [default: all tests]")
    given, options = parser.parse_known_args()
    names = [f"python3.{minor}" for minor in SUPPORTED]
    passed = {}
    for name in names:
        python = shutil.which(name)
        # managers of versions leave names on the path that start nothing
        if python and subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0:
            with tempfile.TemporaryDirectory() as folder:
                passed[name] = suite(python, Path(folder), [*given.tests, *options])
    for name in names:
        print(f"{name}: {'not there' if name not in passed else 'passes' if passed[name] else 'fails'}")
    return 0 if passed and all(passed.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
