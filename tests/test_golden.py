"""Commands and Python give what `tests/golden` says; `make golden` writes it anew. With the controls of that comparison."""

from __future__ import annotations

import runpy
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.txt"))
SLOW = runpy.run_path(str(ROOT / "tools" / "golden.py"))["SLOW"]


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import consoles
    import golden

    return consoles, golden


@pytest.mark.parametrize("file", [file for file in GOLDEN if file.stem not in SLOW], ids=lambda file: file.stem)
def test_all_is_given_as_before(file: Path, tools: tuple[ModuleType, ModuleType]) -> None:
    consoles, golden = tools
    stale: list[str] = []
    with consoles.apart() as folder:
        golden.renewed(file.read_text(encoding="utf-8"), folder, stale)
    assert not stale, "\n".join(["run make golden if this is meant", *stale])


@pytest.mark.parametrize("name", ["audit", "choose", "help", "simulate", "verify"])
def test_tables_and_help_have_80_columns(name: str) -> None:
    given = (Path(__file__).parent / "golden" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert max(len(line) for line in given if not line.startswith(("$ ", "! ", "#: "))) <= 80


def test_every_command_is_there() -> None:
    from rftheory.cli import _COMMANDS

    text = "\n".join(file.read_text(encoding="utf-8") for file in GOLDEN)
    for command in _COMMANDS:
        for begin in (f"\n$ rftheory {command} --help\n", f"\n! Usage: rftheory {command} "):
            assert begin in text, f"no {begin.strip()} in tests/golden"
    assert text.count("\n$ ") >= 60


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("'z'; nearest: 'x'", "'z'; nearest: 'y'"),
        ("[2]", "[1]"),
        ("[2]", ""),
        ("! Usage", "Usage"),
        ("! Error", "!  Error"),
        ("0.293", "0.294"),
        (".low: number", ".low: string"),
        (".high?: number", ".high: number"),
        (".high?: number\n", ""),
        ("12 draws", "13 draws"),
        ("  wrapped", "  rapped"),
    ],
)
def test_one_change_is_told(old: str, new: str, tools: tuple[ModuleType, ModuleType]) -> None:
    """The control, on outputs of every kind."""
    golden = tools[1]
    given = {
        "rftheory a": "! Usage: a\n! Error: 'z'; nearest: 'x'\n[2]",
        "rftheory b": "12 draws, 2e+05 per second (0.31 s), seed 0; method:\n  wrapped\nmse 0.293",
        "rftheory c --json": "\n".join(golden.keys([[{"low": 0.5, "high": 1.5}, {"low": 1.0}]])),
    }
    text = "".join(f"$ {command}\n{out}\n\n" for command, out in given.items())
    told: list[str] = []
    assert golden.renewed(text, Path("/none"), told, given.__getitem__) == text and not told
    slower = text.replace(
        "2e+05 per second (0.31 s), seed 0; method:\n  ", "3e+04 per second (2 min 3 s), seed 0;\n  method: "
    )
    assert golden.renewed(slower, Path("/none"), told, given.__getitem__) == slower and not told
    assert old in text
    assert golden.renewed(text.replace(old, new, 1), Path("/none"), told, given.__getitem__) == text
    assert len(told) == 1


def test_the_last_digits_of_floats_are_the_processors(tools: tuple[ModuleType, ModuleType]) -> None:
    golden = tools[1]
    assert golden.compared("0.8575242123456789") == golden.compared("0.8575242123456791") != "0.8575242123456789"
    # a float that differs sooner, and a ball, which has no such digits
    assert golden.compared("0.8575242123456789") != golden.compared("0.8575242133456789")
    assert golden.compared("3.2383990459092297636") == "3.2383990459092297636"


def test_python_prints_what_its_console_prints(tools: tuple[ModuleType, ModuleType]) -> None:
    text = ">>> x = 2\n>>> x\n3\n>>> for k in range(x):\n...     print(k)\n>>> 1 / 0\n"
    assert tools[1].renewed(text, Path("/none"), []) == (
        ">>> x = 2\n>>> x\n2\n\n>>> for k in range(x):\n...     print(k)\n0\n1\n\n"
        ">>> 1 / 0\nZeroDivisionError: division by zero\n\n"
    )
