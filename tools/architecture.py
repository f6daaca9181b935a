"""The house in figures, and a picture of its rooms; both are read from the sources.

``figures`` counts lines, files, public names and long functions of the tree, or of an older commit beside it (``--at``).
``way NAME`` tells which files of the library a call of the public API enters, after a first one has imported them.
``picture write`` draws the rooms and what they import into ``docs/architecture.md``, ``ways write`` the ways of the calls.
A room is a package of `rftheory`, or one of its modules on the ground floor. Names that only type checkers load do not count.
"""

from __future__ import annotations

import argparse
import ast
import io
import subprocess
import sys
import tarfile
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any

import networkx as nx

ROOT = Path(__file__).resolve().parent.parent
PAGE = Path("docs") / "architecture.md"
#: where in the page the picture stands, and the ways
_PICTURE, _WAYS = "rooms", "ways"
#: where lines are counted
PARTS = ("rftheory", "proofs", "tests", "benchmarks", "notebooks", "tools", "docs")
#: a file and a function should not be longer
FILE, FUNCTION = 300, 60
_Function = ast.FunctionDef | ast.AsyncFunctionDef


# -- rooms ----------------------------------------------------------------------------------------------------------


def room_of(module: str) -> str:
    """The room that a module stands in: ``rftheory.inputs.kernels`` itself, ``rules`` for ``rftheory.rules.nodes``."""
    parts = module.split(".")
    if parts[-1] == "__main__":  # the command line by another name
        return "cli"
    return parts[0] if parts[0] != "rftheory" or len(parts) == 1 else parts[1]


def imports(tree: ast.Module, by_name: bool = True) -> Iterator[str]:
    """The modules that a file imports, wherever it does, but for those that only a type checker sees.

    Args:
        tree: the file.
        by_name: whether it may call ``import_module``: expressions are most of a file, and nothing else is in them.
    """
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
            continue
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            below = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name for name in below if "__" not in name) if node.module == "rftheory" else [node.module]
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Call) and _last_name(node.func).endswith("import_module"):
            # by its name, where that stands there
            yield from (str(name.value) for name in node.args[:1] if isinstance(name, ast.Constant))
        waiting += (child for child in ast.iter_child_nodes(node) if by_name or not isinstance(child, ast.expr))


def _last_name(function: ast.expr) -> str:
    """The name that is called, without what it is an attribute of."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@lru_cache(maxsize=16)
def rooms(root: Path) -> nx.DiGraph:
    """The rooms of the library, with an edge from each to those that it imports."""
    graph = nx.DiGraph()
    for path in sorted((root / "rftheory").rglob("*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        room = room_of(module)
        graph.add_node(room)
        text = path.read_text(encoding="utf-8")
        for name in imports(ast.parse(text), by_name="import_module" in text):
            # the package itself offers what stands on top, and is imported by nobody below
            if name.split(".")[0] == "rftheory" and room_of(name) != room and room != "rftheory":
                graph.add_edge(room, room_of(name))
    return graph


def circles(graph: nx.DiGraph) -> list[list[str]]:
    """Groups of rooms that import each other."""
    return sorted(sorted(group) for group in nx.strongly_connected_components(graph) if len(group) > 1)


def floors(graph: nx.DiGraph) -> list[list[str]]:
    """The rooms by floor: the ground floor imports nothing, and each other room stands just above the highest that it imports."""
    return [sorted(floor) for floor in nx.topological_generations(graph.reverse(copy=True))]


def picture(root: Path) -> str:
    """The rooms from the top floor down, as a Mermaid graph without the edges that others imply, and as a list."""
    graph = rooms(root).copy()
    graph.remove_nodes_from(["rftheory", "proofs"])
    if found := circles(graph):
        raise SystemExit(f"rooms import each other: {found}")
    lines = ["```mermaid", "flowchart TD"]
    lines += [f"  {above} --> {below}" for above, below in sorted(nx.transitive_reduction(graph).edges)]
    lines += ["```", ""]
    stories = {name: _first_line(root, name) for name in graph}
    for number, floor in reversed(list(enumerate(floors(graph)))):
        lines += [f"Floor {number}:", "", *(f"- `{name}`: {stories[name]}" for name in floor), ""]
    return "\n".join(lines)


def _first_line(root: Path, room: str) -> str:
    path = root / "rftheory" / room / "__init__.py"
    path = path if path.is_file() else root / "rftheory" / f"{room}.py"
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "without words"
    return said.split("\n\n")[0].replace("\n", " ")


# -- figures --------------------------------------------------------------------------------------------------------


@dataclass
class Figures:
    """What is counted in one tree."""

    lines: Counter[str] = field(default_factory=Counter)
    classes: list[str] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    long_files: list[str] = field(default_factory=list)
    long_functions: list[str] = field(default_factory=list)
    rooms: int = 0
    circles: list[list[str]] = field(default_factory=list)

    def rows(self) -> Iterator[tuple[str, object]]:
        for part in PARTS:
            yield f"lines of {part}", self.lines[part]
        yield "lines in all", sum(self.lines.values())
        yield "public classes of rftheory", len(self.classes)
        yield "  names used twice", sum(count > 1 for count in Counter(self.classes).values())
        yield "public functions of rftheory", len(self.functions)
        yield f"files over {FILE} lines", len(self.long_files)
        yield f"functions over {FUNCTION} lines", len(self.long_functions)
        yield "rooms of rftheory", self.rooms
        yield "circles of rooms", len(self.circles)
        yield "rooms in circles", sum(map(len, self.circles))


def figures(root: Path) -> Figures:
    """The figures of the tree below a folder: Python files and pages."""
    found = Figures()
    for path in sorted([*root.rglob("*.py"), *root.rglob("*.md")]):
        parts = path.relative_to(root).parts
        if any(part.startswith((".", "__py")) for part in parts) or parts[0] not in PARTS:
            continue
        text = path.read_text(encoding="utf-8")
        length = len(text.splitlines())
        found.lines[parts[0]] += length
        if path.suffix == ".py":
            if length > FILE:
                found.long_files.append(f"{'/'.join(parts)} ({length})")
            _read(found, "/".join(parts), ast.parse(text))
    graph = rooms(root).copy()
    graph.remove_nodes_from(["rftheory", "proofs"])
    found.rooms, found.circles = len(graph), circles(graph)
    return found


def _read(found: Figures, name: str, tree: ast.Module) -> None:
    for node in ast.walk(tree):
        if isinstance(node, _Function) and (node.end_lineno or 0) - node.lineno >= FUNCTION:
            found.long_functions.append(f"{name}:{node.lineno} {node.name}")
    if name.startswith("rftheory/"):
        found.classes += [n.name for n in tree.body if isinstance(n, ast.ClassDef) and n.name[0] != "_"]
        found.functions += [n.name for n in tree.body if isinstance(n, _Function) and n.name[0] != "_"]


def at(revision: str, folder: str) -> Path:
    """An older commit, unpacked into a folder."""
    packed = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return Path(folder)


def report(revision: str | None) -> str:
    """The figures of the tree, beside those of a commit."""
    now = figures(ROOT)
    columns, tables = ["", "now"], [dict(now.rows())]
    if revision:
        with tempfile.TemporaryDirectory() as folder:
            tables.insert(0, dict(figures(at(revision, folder)).rows()))
        columns.insert(1, revision[:12])
    lines = [f"{columns[0]:32}" + "".join(f"{column:>14}" for column in columns[1:])]
    lines += [f"{name:32}" + "".join(f"{table[name]!s:>14}" for table in tables) for name in tables[0]]
    long = [*now.long_files, *now.long_functions]
    return "\n".join([*lines, *(["", "too long now:", *long] if long else [])])


# -- the way of a call ----------------------------------------------------------------------------------------------

#: calls whose way is told, with the rows that they take
CALLS = {
    "mse": "rftheory.mse('positive x simplex', rows[0], rows[1], m=8)",
    "features": "rftheory.features.make('oprf', coupling='simplex', kernel='gaussian', m=8, seed=0).fit_transform(rows)",
    "estimate": "rftheory.estimate('mse', 'positive', rows[0], rows[1], m=1, draws=1000)",
    "choose": "rftheory.choose(rows, rows, kernel='gaussian')",
    "audit": "rftheory.audit(rows_of_features, claims='positive', kernel='softmax', d=8, calls=100)",
    "verify": "rftheory.verify('rules.sphere', level='quick', executor='threads', receipts=empty())",
}


def way(call: str) -> list[str]:
    """The files of the library that a call enters in any thread, in this order, after a first call has imported what it needs."""
    sys.path.insert(0, str(ROOT))
    import numpy as np

    import rftheory

    def rows_of_features(rows: Any, m: int, seed: int) -> Any:
        return rftheory.features.make("positive", kernel="softmax", m=m, seed=seed).fit_transform(rows)

    rows = np.random.default_rng(0).normal(size=(20, 8))
    names = {"rftheory": rftheory, "rows": rows, "empty": tempfile.mkdtemp, "rows_of_features": rows_of_features}
    eval(call, names)
    entered: dict[str, None] = {}
    below = f"{ROOT / 'rftheory'}/"

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(below):
            entered.setdefault(frame.f_code.co_filename.removeprefix(below))

    threading.settrace(watch)
    sys.settrace(watch)
    try:
        eval(call, names)
    finally:
        sys.settrace(None)
        threading.settrace(None)
    return list(entered)


def ways() -> str:
    """The ways of all calls as a table, each followed in a process of its own."""
    lines = ["| call | files | rooms, with the files of each |", "|---|---|---|"]
    for name, call in CALLS.items():
        program = [sys.executable, str(Path(__file__)), "way", name]
        files = subprocess.run(program, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
        rooms_entered = Counter(room_of(f"rftheory.{file.removesuffix('.py').replace('/', '.')}") for file in files)
        lines.append(f"| `{call}` | {len(files)} | {', '.join(f'{room} {n}' for room, n in rooms_entered.items())} |")
    return "\n".join([*lines, ""])


def renewed(part: str, text: str) -> str:
    """The page with one of its parts written anew."""
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    start, end = f"<!-- {part} -->\n", f"<!-- end of {part} -->\n"
    before, _, rest = page.partition(start)
    return f"{before}{start}{text}{end}{rest.partition(end)[2]}"


def main() -> None:
    """Say the figures or a way, or renew a part of the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("figures").add_argument("--at", metavar="REVISION")
    commands.add_parser("way").add_argument("name", choices=CALLS)
    commands.add_parser("picture").add_argument("action", choices=("write",))
    commands.add_parser("ways").add_argument("action", choices=("write",))
    asked = parser.parse_args()
    if asked.command == "figures":
        print(report(asked.at))
    elif asked.command == "way":
        print("\n".join(way(CALLS[asked.name])))
    elif asked.command == "picture":
        (ROOT / PAGE).write_text(renewed(_PICTURE, picture(ROOT)), encoding="utf-8")
    else:
        (ROOT / PAGE).write_text(renewed(_WAYS, ways()), encoding="utf-8")


if __name__ == "__main__":
    main()
