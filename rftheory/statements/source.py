"""Source files read without being imported: their imports and a digest that ignores comments, docstrings and layout.

The judges of a statement are stale exactly if the code behind it changed, and a list of statements must not wait for
SymPy to load; both are read from the syntax tree.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from rftheory.statements.source_cache import Source, SourceCache, key_of

#: what makes a file a statement file: a top-level assignment and a function
STATEMENT, CLAIMS = "STATEMENT", "claims"
#: fields that hold statements (or the branches of a try or match, which hold them)
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


#: what was read in this process, by the address of the text
_parsed: dict[str, Source] = {}


def read_source(path: Path, module: str, cache: SourceCache) -> Source:
    """What is known of a file; its text is parsed only if neither the cache nor this process has seen it.

    Raises:
        SyntaxError: if it does not parse.
        OSError: if it cannot be read.
    """
    text = path.read_bytes()
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    key = key_of(text, package)
    source = cache.get(key)
    if source is None:
        source = _parsed.get(key) or _parse(text, path, package)
        _parsed[key] = source
        cache.put(key, source)
    return source


def _parse(text: bytes, path: Path, package: str) -> Source:
    try:
        tree = ast.parse(text, filename=str(path))
    except ValueError as error:
        # a null byte
        raise SyntaxError(str(error)) from error
    imports = tuple(dict.fromkeys(_imports(tree, package)))
    statements = [ast.unparse(value) for name, value in _assignments(tree) if name == STATEMENT]
    claims = any(isinstance(node, ast.FunctionDef) and node.name == CLAIMS for node in tree.body)
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _WITH_DOCSTRING) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
        waiting.extend(_inner(node))
    digest = hashlib.sha256(ast.dump(tree).encode()).hexdigest()
    return Source(digest, imports, statements[0] if statements else "", claims)


def _assignments(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The names assigned at top level, with their values."""
    for node in tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            yield from ((target.id, node.value) for target in targets if isinstance(target, ast.Name))


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
        cache: what earlier runs have read (default: nothing is kept).
    """

    def __init__(self, packages: Mapping[str, Path], cache: SourceCache | None = None):
        self.packages = dict(packages)
        self.cache = cache or SourceCache()
        self._sources: dict[str, Source] = {}
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

    def read(self, module: str) -> Source:
        """What is known of a module of these packages.

        Raises:
            SyntaxError: if it does not parse.
            OSError: if there is no such file, or if it cannot be read.
        """
        if module not in self._sources:
            path = self.path(module)
            if path is None:
                raise FileNotFoundError(f"no file of {', '.join(self.packages)} has the module name {module}")
            self._sources[module] = read_source(path, module, self.cache)
        return self._sources[module]

    def imports(self, module: str) -> frozenset[str]:
        """The modules of these packages that a module imports itself, with the packages that contain them.

        A file that does not parse imports nothing that can be known.
        """
        if module not in self._imports:
            self._imports[module] = self._read_imports(module)
        return self._imports[module]

    def _read_imports(self, module: str) -> frozenset[str]:
        if self.path(module) is None:
            return frozenset()
        try:
            names = self.read(module).imports
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
            return self.read(module).digest
        except SyntaxError:
            return hashlib.sha256(path.read_bytes()).hexdigest()
