"""Which tests see each of the faults of `tests/planted.toml`?

    python tools/faults.py [--only WORDS] [--all-tests] [--list]

Faults are planted one at a time in a copy of the tree. The tests that should see a fault are run there, and those that fail are run
again without it, so that none counts that fails anyway. Prints the tests that see each fault. The exit status is 1 if one
survives, if its place is gone (the old text is not there exactly once), or if no test could be run.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
_LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "dist", "node_modules")


@dataclass(frozen=True)
class Fault:
    """One change of one file.

    Attributes:
        name: in words.
        kind: what goes wrong.
        file: below `rftheory`.
        old, new: text; the old one stands in the file exactly once.
        seen_by: files of tests, or tests by name.
    """

    name: str
    kind: str
    file: str
    old: str
    new: str
    seen_by: tuple[str, ...]


def planted() -> tuple[Fault, ...]:
    """All faults."""
    found = tomllib.loads((ROOT / "tests" / "planted.toml").read_text())["faults"]
    return tuple(Fault(**{**each, "seen_by": tuple(each["seen_by"])}) for each in found)


class Unusable(Exception):
    """A fault that cannot be planted, or tests that do not run."""


def place_of(fault: Fault, root: Path) -> Path:
    """The file, in which the old text stands exactly once.

    Raises:
        Unusable: if its place is gone.
    """
    path = root / "rftheory" / fault.file
    found = path.read_text().count(fault.old) if path.is_file() else 0
    if found != 1:
        raise Unusable(f"its place is gone: {fault.file} has the text {found} times: {fault.old!r}")
    return path


def failing(root: Path, tests: Sequence[str]) -> set[str]:
    """The tests of a tree that fail, as ``file::function[case]``.

    Raises:
        Unusable: if none could be run.
    """
    # the copy comes before an installed package
    environment = {**os.environ, "PYTHONPATH": str(root)}
    report = root / ".faults.xml"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        f"--junitxml={report}",
        *tests,
    ]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    cases = ElementTree.parse(report).iter("testcase") if report.exists() else ()
    found = {
        f"{case.attrib['classname'].replace('.', '/')}.py::{case.attrib['name']}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    }
    report.unlink(missing_ok=True)
    if done.returncode not in (0, 1) or (done.returncode == 1 and not found):
        raise Unusable(f"tests do not run: {done.stdout[-500:]}{done.stderr[-500:]}")
    return found


def seen(fault: Fault, root: Path, every: bool = False) -> set[str]:
    """The tests that fail with the fault and do not fail without it: a test is one function, whatever its cases are.

    Args:
        root: a copy of the tree, which is as before afterwards.
        every: whether all tests are run, not the likely ones only.

    Raises:
        Unusable: if the fault cannot be planted, or tests do not run.
    """
    path, tests = place_of(fault, root), ["tests"] if every else [f"tests/{each}" for each in fault.seen_by]
    right = path.read_text()
    try:
        _write(path, right.replace(fault.old, fault.new))
        found = failing(root, tests)
    finally:
        _write(path, right)
    told = found - failing(root, sorted(found)) if found else found
    return {case.partition("[")[0] for case in told}


def _write(path: Path, text: str) -> None:
    path.write_text(text)
    # two versions of one size in one second have the same byte code for Python
    for kept in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        kept.unlink()


def main(arguments: Sequence[str] | None = None, root: Path = ROOT, faults: Sequence[Fault] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="WORDS", help="faults whose name, kind or file has these words")
    parser.add_argument("--all-tests", action="store_true", help="not the likely ones only")
    parser.add_argument("--list", action="store_true", help="names of the faults, by kinds")
    given = parser.parse_args(arguments)
    chosen = [
        each
        for each in (planted() if faults is None else faults)
        if given.only in f"{each.name} {each.kind} {each.file}"
    ]
    if given.list or not chosen:
        print("\n".join(f"{each.kind}: {each.name}" for each in chosen) or f"no fault has the words {given.only!r}")
        return int(not chosen)
    survived = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tree"
        shutil.copytree(root, copy, symlinks=True, ignore=_LEFT_OUT)
        for fault in chosen:
            begun = time.perf_counter()
            try:
                found = sorted(seen(fault, copy, given.all_tests))
                told = "\n".join(f"    {each}" for each in found) or "    SURVIVES"
            except Unusable as reason:
                found, told = [], f"    {reason}"
            print(
                f"{fault.kind}: {fault.name} ({len(found)} tests, {time.perf_counter() - begun:.0f} s)\n{told}",
                flush=True,
            )
            survived += [fault.name] * (not found)
    print(
        f"{len(chosen) - len(survived)} of {len(chosen)} faults are seen"
        + "".join(f"\n  not: {each}" for each in survived)
    )
    return int(bool(survived))


if __name__ == "__main__":
    raise SystemExit(main())
