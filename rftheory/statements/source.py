"""Source files read without being imported: their imports and a digest that ignores comments, docstrings and layout.

The judges of a statement are stale exactly if the code behind it changed, and a list of statements must not wait for
SymPy to load; both are read from the syntax tree.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

#: fields that hold statements (or the branches of a try or match, which hold them)
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Source:
    """One parsed file: the digest of its normalised syntax tree and every dotted name that it may import."""

    tree: ast.Module
    digest: str
    imports: tuple[str, ...]


def read_source(path: Path, module: str) -> Source:
    """Parse a file, once per process and version of the file.

    Raises:
        SyntaxError: if it does not parse.
        OSError: if it cannot be read.
    """
    state = path.stat()
    return _parse(path, module, state.st_mtime_ns, state.st_size)


@cache
def _parse(path: Path, module: str, _modified: int, _size: int) -> Source:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text, filename=str(path))
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    imports = tuple(dict.fromkeys(_imports(tree, package)))
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _WITH_DOCSTRING) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
        waiting.extend(_inner(node))
    return Source(tree, hashlib.sha256(ast.dump(tree).encode()).hexdigest(), imports)


def _inner(node: ast.AST) -> Iterator[ast.AST]:
    """The statements directly inside a statement: imports and docstrings stand nowhere else."""
    for name in _BLOCKS:
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield from block


def _imports(node: ast.AST, package: str) -> Iterator[str]:
    """Dotted names imported anywhere in a file, except for type checkers only."""
    for child in _inner(node):
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            base = child.module or ""
            if child.level:
                above = package.split(".")[: len(package.split(".")) - child.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in child.names)
        elif isinstance(child, ast.If) and _names_type_checking(child.test):
            for other in child.orelse:
                yield from _imports(other, package)
        else:
            yield from _imports(child, package)


def _names_type_checking(test: ast.expr) -> bool:
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    )


class SourceTree:
    """The files of some packages, by dotted module name, each as it was when it was first asked for.

    Args:
        packages: top-level package name -> its directory.
    """

    def __init__(self, packages: Mapping[str, Path]):
        self.packages = dict(packages)
        self._found: dict[str, Path | None] = {}
        self._closures: dict[str, frozenset[str]] = {}
        self._imports: dict[str, frozenset[str]] = {}
        self._digests: dict[str, str] = {}

    def path(self, module: str) -> Path | None:
        """The file of a module of these packages, or None."""
        if module not in self._found:
            self._found[module] = self._locate(module)
        return self._found[module]

    def _locate(self, module: str) -> Path | None:
        top, *rest = module.split(".")
        if top not in self.packages:
            return None
        stem = self.packages[top].joinpath(*rest)
        candidates = (stem / "__init__.py", stem.with_name(stem.name + ".py"))
        return next((path for path in candidates if path.is_file()), None)

    def imports(self, module: str) -> frozenset[str]:
        """The modules of these packages that a module imports itself, with the packages that contain them.

        A file that does not parse imports nothing that can be known.
        """
        if module not in self._imports:
            self._imports[module] = self._read_imports(module)
        return self._imports[module]

    def _read_imports(self, module: str) -> frozenset[str]:
        path = self.path(module)
        if path is None:
            return frozenset()
        try:
            names = read_source(path, module).imports
        except SyntaxError:
            return frozenset()
        above = [name.rsplit(".", k)[0] for name in (module, *names) for k in range(name.count(".") + 1)]
        return frozenset(name for name in above if name != module and self.path(name) is not None)

    def closure(self, module: str) -> frozenset[str]:
        """The module and everything of these packages that it imports, directly or not."""
        if module not in self._closures:
            seen, waiting = {module}, [module]
            while waiting:
                for name in self.imports(waiting.pop()) - seen:
                    seen.add(name)
                    waiting.append(name)
            self._closures[module] = frozenset(seen)
        return self._closures[module]

    def digest(self, module: str) -> str:
        """The normalised digest of one file; of its raw text if it does not parse, "missing" if there is none."""
        if module not in self._digests:
            self._digests[module] = self._read_digest(module)
        return self._digests[module]

    def _read_digest(self, module: str) -> str:
        path = self.path(module)
        if path is None:
            return "missing"
        try:
            return read_source(path, module).digest
        except SyntaxError:
            return hashlib.sha256(path.read_bytes()).hexdigest()
