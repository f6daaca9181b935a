"""The committed notebooks: in step with their texts, executed, and free of what changes from run to run.

That a fresh run gives the same outputs is checked by ``make check-notebooks``, which takes longer.
"""

from __future__ import annotations

import copy
import importlib.util
import re
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
import pytest

_ROOT = Path(__file__).resolve().parent.parent


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("notebooks_tool", _ROOT / "tools" / "notebooks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = _tool()


@cache
def _committed(name: str) -> Any:
    return nbformat.read(TOOL.FOLDER / f"{name}.ipynb", as_version=4)


@pytest.mark.parametrize("name", TOOL.names())
def test_a_notebook_is_its_text_executed_in_order(name: str) -> None:
    """With public names, pictures, no failure, and nothing that changes from run to run."""
    notebook = _committed(name)
    TOOL.compare(notebook, TOOL.source(name), outputs=False)
    text = (TOOL.FOLDER / f"{name}.py").read_text(encoding="utf-8")
    assert not re.findall(r"(?m)^(?:from|import) .*\b_\w+.*", text)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell.outputs]
    assert {output.output_type for output in outputs} <= {"execute_result", "stream"}
    assert sum("image/png" in output.get("data", {}) for output in outputs) >= 1
    assert notebook.metadata.keys() == {"jupytext", "kernelspec", "language_info"}
    assert all(cell.metadata in ({}, TOOL._FOLDED) for cell in notebook.cells)
    for output in outputs:
        said = output.get("text", "") + "".join(map(str, output.get("data", {}).get("text/plain", "")))
        # addresses of objects, paths of a machine
        assert not re.search(r"0x[0-9a-f]{6,}|/home/|/root/|/tmp/", said)


@pytest.mark.parametrize("name", TOOL.names())
def test_a_notebook_says_what_one_learns_and_how_long_it_takes_and_folds_solutions(name: str) -> None:
    notebook = _committed(name)
    minutes, seconds = TOOL.told(notebook)
    assert minutes == TOOL.minutes(notebook) <= 30
    assert 10 <= seconds <= TOOL._LONGEST
    words = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown").partition("## Exercises")[
        2
    ]
    exercises = re.split(r"(?m)^\*\*\d\.\*\*", words)[1:]
    assert all("<details><summary>Solution</summary>" in each for each in exercises)
    solving = [cell for cell in notebook.cells if cell.source.startswith("# solution ")]
    assert [cell for cell in notebook.cells if cell.metadata == TOOL._FOLDED] == solving


def test_a_notebook_that_does_not_say_so_is_refused() -> None:
    """The control."""
    notebook = copy.deepcopy(_committed("start_here"))
    notebook.cells[0].source = notebook.cells[0].source.replace("*It takes*", "It takes")
    with pytest.raises(TOOL.Broken, match=r"the first cell must have the sentences: \*You learn\*"):
        TOOL.told(notebook)


def _changed(notebook: Any, kind: str) -> Any:
    twin = copy.deepcopy(notebook)
    for cell in twin.cells:
        for output in cell.get("outputs", ()):
            if kind in output.get("data", {}):
                output.data[kind] += "x"
                return twin
    raise AssertionError(f"no output of kind {kind}")


def test_a_changed_text_is_noticed_and_changed_pixels_are_not() -> None:
    notebook = _committed("start_here")
    TOOL.compare(notebook, copy.deepcopy(notebook))
    TOOL.compare(notebook, _changed(notebook, "image/png"))
    with pytest.raises(TOOL.Broken, match="a fresh run"):
        TOOL.compare(notebook, _changed(notebook, "text/markdown"))


def test_a_changed_cell_and_a_lost_picture_are_noticed() -> None:
    notebook = _committed("start_here")
    edited = copy.deepcopy(notebook)
    edited.cells[0].source += "!"
    with pytest.raises(TOOL.Broken, match="not in step"):
        TOOL.compare(notebook, edited, outputs=False)
    without = copy.deepcopy(notebook)
    for cell in without.cells:
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop("image/png", None)
    with pytest.raises(TOOL.Broken, match="a fresh run"):
        TOOL.compare(notebook, without)
