"""The rooms of the library: imports run downwards."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import architecture  # noqa: E402


def _tree(tmp_path: Path, **files: str) -> Path:
    for name, text in files.items():
        path = tmp_path / "rftheory" / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def graph() -> nx.DiGraph:
    return architecture.rooms(ROOT)


def test_no_room_is_in_a_circle(graph: nx.DiGraph) -> None:
    assert len(graph) > 20
    assert architecture.circles(graph) == []


def test_the_library_does_not_need_the_statements(graph: nx.DiGraph) -> None:
    assert "proofs" not in graph


@pytest.mark.parametrize(
    "text",
    [
        "import rftheory.b.x",
        "from rftheory.b import x",
        "from rftheory import b",
        "def f():\n    from rftheory.b.x import y",
        "import importlib\nimportlib.import_module('rftheory.b.x')",
        "try:\n    pass\nfinally:\n    import rftheory.b",
    ],
)
def test_a_circle_is_found_however_it_is_written(tmp_path: Path, text: str) -> None:
    root = _tree(tmp_path, a__x=text, b__x="import rftheory.c", c="from rftheory.a.x import y")
    assert architecture.circles(architecture.rooms(root)) == [["a", "b", "c"]]


def test_names_for_type_checkers_are_no_imports(tmp_path: Path) -> None:
    only = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from rftheory.b import x\n"
    root = _tree(tmp_path, a__x=only, b__x="import rftheory.a.x")
    assert architecture.circles(architecture.rooms(root)) == []


def test_floors_stand_on_what_they_import(graph: nx.DiGraph) -> None:
    floor = {room: number for number, names in enumerate(architecture.floors(graph)) for room in names}
    assert all(floor[above] > floor[below] for above, below in graph.edges)
    assert floor["kernel"] == 0 and floor["cli"] > floor["judges"] > floor["chains"]


def test_the_gate_does_not_need_the_chains(graph: nx.DiGraph) -> None:
    """Whether a claim may be judged is asked of the claim alone."""
    assert "chains" not in nx.descendants(graph, "statements")


def test_what_is_compared_with_the_translation_shares_no_code_with_it(graph: nx.DiGraph) -> None:
    assert nx.descendants(graph, "meaning") & {"prover", "chains"} == set()


def test_the_picture_is_the_one_of_the_imports() -> None:
    page = (ROOT / architecture.PAGE).read_text(encoding="utf-8")
    assert architecture.picture(ROOT) in page


@pytest.mark.parametrize("name", architecture.CALLS)
def test_a_call_enters_no_more_files_than_its_way_says(name: str) -> None:
    page = (ROOT / architecture.PAGE).read_text(encoding="utf-8")
    said = next(line for line in page.splitlines() if line.startswith(f"| `{architecture.CALLS[name]}`"))
    count, rooms = said.split("|")[-3:-1]
    # what other tests have kept by now, the first of the two calls would keep as well
    files = architecture.way(architecture.CALLS[name])
    assert len(files) <= int(count)
    assert {file.split("/")[0].removesuffix(".py") for file in files} <= {room.split()[0] for room in rooms.split(",")}


def test_the_kernel_imports_nothing_of_the_library(graph: nx.DiGraph) -> None:
    assert list(graph.successors("kernel")) == []
    for path in (ROOT / "rftheory" / "kernel").rglob("*.py"):
        assert all("sympy" not in name for name in architecture.imports(ast.parse(path.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("room", ["_choose", "_audit"])
def test_advice_takes_no_part_of_a_mechanism(room: str) -> None:
    """Only `mechanisms` asks of which kind a mechanism is."""
    parts = {"family", "coupling", "hybrid", "proposal"}
    found = [
        f"{path.name}:{node.lineno}: {node.attr}"
        for path in (ROOT / "rftheory" / room).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in parts
    ]
    assert found == []
