"""The faults that are planted have their places, and the script that plants them tells what sees them from what survives."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tools import faults
from tools.faults import Fault

FAULTS = faults.planted()
LEVEL, PROPOSAL, CHOICE = "statistical level", "proposal", "choice"
TREE = {
    "rftheory/__init__.py": "",
    "rftheory/sums.py": "def add(a, b):\n    return a + b\n\n\ndef unused(a):\n    return a + 0\n",
    "tests/test_sums.py": """
import pytest
from rftheory.sums import add

@pytest.mark.parametrize("a", [1, 2])
def test_sums(a):
    assert add(a, 1) == a + 1

def test_fails_anyway():
    assert add(0, 0) == 1
""",
    "pyproject.toml": '[project]\nname = "tree"\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
}
SEEN = Fault("another sum", LEVEL, "sums.py", "a + b", "a - b", ("test_sums.py",))


@cache
def _tests(file: str) -> set[str]:
    """The names of the tests of a file."""
    tree = ast.parse((faults.ROOT / "tests" / file).read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def test_a_fault_has_its_place_and_tests_that_exist() -> None:
    for fault in FAULTS:
        assert faults.place_of(fault, faults.ROOT).is_file()
        assert fault.new != fault.old and fault.seen_by, fault.name
        for each in fault.seen_by:
            file, _, function = each.partition("::")
            assert function in _tests(file) if function else _tests(file), (fault.name, each)


def test_there_are_faults_of_all_kinds() -> None:
    counted = Counter(fault.kind for fault in FAULTS)
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 30
    assert set(counted) == {LEVEL, PROPOSAL, CHOICE, "draw", "moment", "map", "audit", "proof"}
    # beside those of which it was measured that few or no tests saw them
    assert counted[LEVEL] >= 3 + 3 and counted[PROPOSAL] >= 1 + 2 and counted[CHOICE] >= 2 + 2


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    # plugins take a second of each run to load
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    for name, text in TREE.items():
        path = tmp_path / "small" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "small"


@pytest.mark.parametrize(
    ("fault", "status", "told"),
    [
        (SEEN, 0, "(1 tests"),
        (Fault("no difference", LEVEL, "sums.py", "a + 0", "a - 0", ("test_sums.py",)), 1, "SURVIVES"),
        (Fault("twice", LEVEL, "sums.py", "return a", "return 1", ("test_sums.py",)), 1, "has the text 2 times"),
        (Fault("moved", LEVEL, "gone.py", "a + b", "a - b", ("test_sums.py",)), 1, "its place is gone"),
        (Fault("no tests", LEVEL, "sums.py", "a + b", "a - b", ("test_none.py",)), 1, "tests do not run"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_faults_that_survive_or_have_no_place_fail(
    tree: Path, capsys: pytest.CaptureFixture[str], fault: Fault, status: int, told: str
) -> None:
    before = {path: path.read_text() for path in tree.rglob("*.py")}
    assert faults.main([], tree, [fault]) == status
    printed = capsys.readouterr().out
    assert told in printed and ("test_sums.py::test_sums" in printed) == (status == 0)
    # what fails anyway sees nothing, and the tree is left alone
    assert "test_fails_anyway" not in printed
    assert {path: path.read_text() for path in tree.rglob("*.py")} == before


def test_faults_are_chosen_by_words(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = Fault("something else", PROPOSAL, "gone.py", "a + 0", "a - 0", ("test_sums.py",))
    assert faults.main(["--only", "something"], tree, [SEEN, other]) == 1
    assert "another sum" not in capsys.readouterr().out
    assert faults.main(["--list"], tree, [SEEN, other]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{LEVEL}: another sum", f"{PROPOSAL}: something else"]
    assert faults.main(["--only", "nothing of the kind"], tree, [SEEN]) == 1
