"""The source files of packages, read without being imported: what each says of its statement, what it imports, and their digests.

A list of statements must not wait for SymPy to load. All files behind all statements are parsed in about a second, so nothing is
kept between runs: what is not kept cannot be stale or doctored.
"""

from __future__ import annotations

import ast
import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from rftheory.statements.certificates import FOLDER, THEORY, Kept
from rftheory.statements.files import CLAIMS, MAKER, STATEMENT

#: a module of nothing but imports: a file that takes names from it rests on the modules that define the names that it uses
FACADE = "rftheory.vocabulary"
#: the package that judges, the folder of its statements, and its rooms that no judge and no statement of its own imports
ENGINE, PROOFS = "rftheory", "rftheory.proofs"
ABOVE = (
    *("_audit", "_choose", "answers", "cli", "deriving", "experiments", "features", "mechanisms"),
    *("plots", "report"),
)


@dataclass(frozen=True)
class Source:
    """What is known of one file without running it."""

    #: sha256 of its text
    digest: str
    #: every dotted name that it may import, and the modules that it imports all names of
    imports: tuple[str, ...]
    stars: tuple[str, ...]
    #: all names and attributes in it
    names: frozenset[str]
    #: the value of its top-level ``STATEMENT`` as source text, empty if it has none
    statement: str
    #: which of ``CLAIMS`` and ``claims()`` stand at its top level
    makers: tuple[str, ...]


@cache
def _parsed(text: bytes, package: str, path: str) -> Source:
    """What is known of a text; ``package`` is what its relative imports are counted from."""
    try:
        tree = ast.parse(text, filename=path)
    except ValueError as error:
        # a null byte
        raise SyntaxError(str(error)) from error
    values = {name: value for name, value in _assignments(tree) if name in (STATEMENT, CLAIMS)}
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == MAKER]
    imports = tuple(dict.fromkeys(_imports(tree, package)))
    stars = tuple(name.removesuffix(".*") for name in imports if name.endswith(".*"))
    return Source(
        digest=hashlib.sha256(text).hexdigest(),
        imports=tuple(name for name in imports if not name.endswith(".*")),
        stars=stars,
        names=frozenset(_names(tree)),
        statement=ast.unparse(values[STATEMENT]) if STATEMENT in values else "",
        makers=(*(name for name in values if name == CLAIMS), *dict.fromkeys(functions)),
    )


def _names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, (ast.Attribute, ast.alias)):
            yield node.attr if isinstance(node, ast.Attribute) else node.name


def _assignments(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The names assigned at top level, with their values."""
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((target.id, node.value) for target in targets if isinstance(target, ast.Name))


def _imports(tree: ast.AST, package: str) -> Iterator[str]:
    """Dotted names imported anywhere below a node, except for type checkers only."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            base = [*parts[: len(parts) - node.level + 1], *([node.module] if node.module else [])]
            name = ".".join(base) if node.level else str(node.module)
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for other in node.orelse:
                yield from _imports(ast.Module([other], []), package)
        elif isinstance(node, (ast.stmt, ast.ExceptHandler, ast.match_case)):
            yield from _imports(node, package)


class SourceTree:
    """The files of some packages, by dotted module name, each as it was when it was first asked for.

    Args:
        packages: top-level package name -> its directory.
    """

    def __init__(self, packages: Mapping[str, Path]):
        self.packages = dict(packages)
        self._sources: dict[str, Source] = {}
        self._found: dict[str, Path | None] = {}
        self._closures: dict[str, frozenset[str]] = {}
        self._imports: dict[str, frozenset[str]] = {}

    def path(self, module: str) -> Path | None:
        """The file of a module of these packages, or None."""
        if module not in self._found:
            top, *rest = module.split(".")
            stem = self.packages[top].joinpath(*rest) if top in self.packages else None
            files = (stem / "__init__.py", stem.with_name(stem.name + ".py")) if stem else ()
            self._found[module] = next((path for path in files if path.is_file()), None)
        return self._found[module]

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
            package = module if path.name == "__init__.py" else module.rpartition(".")[0]
            self._sources[module] = _parsed(path.read_bytes(), package, str(path))
        return self._sources[module]

    def imports(self, module: str) -> frozenset[str]:
        """The modules of these packages that a module imports itself, with the packages that contain them.

        A file that does not parse imports nothing that can be known.
        """
        if module not in self._imports:
            names = {module, *self._named(module)}
            above = {name.rsplit(".", k)[0] for name in names for k in range(name.count(".") + 1)}
            self._imports[module] = frozenset(n for n in above - {module, FACADE} if self.path(n) is not None)
        return self._imports[module]

    def _named(self, module: str) -> set[str]:
        """The dotted names that a module imports, with those that it takes from the facade, itself or by what it imports all names of."""
        source = self._readable(module)
        if source is None:
            return set()
        facade, seen, waiting = self._readable(FACADE), {module}, [*source.imports]
        while waiting:
            name = waiting.pop()
            given = None if name in seen else self._readable(name)
            seen.add(name)
            waiting += given.stars if given else ()
        taken = facade.imports if facade is not None and FACADE in seen and module != FACADE else ()
        # modules are named there beside what is taken from them
        words = (name for name in taken if self.path(name) is None)
        return {*source.imports, *(name for name in words if name.rpartition(".")[2] in source.names)}

    def _readable(self, module: str) -> Source | None:
        try:
            return None if self.path(module) is None else self.read(module)
        except SyntaxError:
            return None

    def closure(self, module: str) -> frozenset[str]:
        """The module and everything of these packages that it imports, directly or not."""
        if module not in self._closures:
            seen, waiting = {module}, [module]
            while waiting:
                new = self.imports(waiting.pop()) - seen
                seen |= new
                waiting += new
            self._closures[module] = frozenset(seen)
        return self._closures[module]

    def certificates(self, module: str) -> list[tuple[str, Kept]]:
        """The certificates kept beside a statement and beside the modules that it imports, whose claims it may use as lemmas."""
        places = {name: path for name in self.closure(module) if (path := self.path(name)) is not None}
        with_some = {folder for folder in {path.parent for path in places.values()} if (folder / FOLDER).is_dir()}
        return [(name, Kept.beside(path)) for name, path in sorted(places.items()) if path.parent in with_some]

    @cached_property
    def theory(self) -> tuple[Path, ...]:
        """The files of the lemmas that are kept for all certificates: their texts are read where one of them is looked for."""
        home = self.packages.get(ENGINE)
        return () if home is None else tuple(sorted((home / "proofs" / THEORY).glob("*.*")))

    @cached_property
    def theory_digest(self) -> str:
        """The digest of all of them."""
        read = [(file.name, hashlib.sha256(file.read_bytes()).hexdigest()) for file in self.theory]
        return hashlib.sha256(repr(read).encode()).hexdigest()

    @cached_property
    def engine_digest(self) -> str:
        """The digest of all files of rftheory but its statements, and its rooms `ABOVE` the judges."""
        home = self.packages.get(ENGINE)
        return "" if home is None else digest_of({ENGINE: home}, ("proofs", *ABOVE))

    def code(self, *modules: str) -> dict[str, str]:
        """The digests of some modules and of everything that they import, by name, and that of the engine."""
        names = sorted(frozenset().union(*(self.closure(module) for module in modules)))
        return {name: self._digest(name) for name in names if not _is_engine(name)} | {ENGINE: self.engine_digest}

    def _digest(self, module: str) -> str:
        path = self.path(module)
        source = self._readable(module)
        if source is None and path is not None:
            return hashlib.sha256(path.read_bytes()).hexdigest()
        return "missing" if source is None else source.digest

    def beyond(self, module: str, covered: Iterable[str]) -> list[str]:
        """The packages that files of the user behind a module import beside these, Python's own and those that are ``covered``."""
        own = [name for name in self.closure(module) if name.split(".")[0] != ENGINE]
        tops = {name.split(".")[0] for file in own if (source := self._readable(file)) for name in source.imports}
        return sorted(tops.difference(self.packages, sys.stdlib_module_names, covered))


def _is_engine(module: str) -> bool:
    top, _, rest = module.partition(".")
    return top == ENGINE and rest.partition(".")[0] not in ("proofs", *ABOVE)


def digest_of(packages: Mapping[str, Path], without: Iterable[str] = ()) -> str:
    """The digest of all files of some packages, but those in folders of these names directly below them."""
    total = hashlib.sha256()
    for name, directory in sorted(packages.items()):
        for path in _files(str(directory), frozenset(without)):
            content = Path(path).read_bytes()
            # the place of a checkout is no part of what is in it
            total.update(f"{name}\0{path.removeprefix(str(directory))}\0{len(content)}\0".encode())
            total.update(content)
    return total.hexdigest()


def _files(directory: str, without: frozenset[str] = frozenset()) -> Iterator[str]:
    """All files below a directory, through links, without what Python compiled, in the order of their names."""
    with os.scandir(directory) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir():
            if entry.name not in ("__pycache__", *without):
                yield from _files(entry.path)
        else:
            yield entry.path
