"""Source files read without being imported: their imports and a digest that ignores comments, docstrings and layout.

The judges of a statement are stale exactly if the code behind it changed, and a list of statements must not wait for
SymPy to load; both are read from the syntax tree. All files behind all statements are parsed in about a second, so
nothing is kept between runs: what is not kept cannot be stale or doctored.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from symtable import SymbolTable, symtable

from rftheory.statements.files import CLAIMS, MAKER, STATEMENT

#: fields that hold statements (or the branches of a try or match, which hold them)
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
#: names by which code reads text that the digest leaves out
_READING = ("__doc__", "getdoc", "getcomments", "getsource", "getsourcelines", "get_source", "co_firstlineno")


@dataclass(frozen=True)
class Source:
    """What is known of one file without running it."""

    #: sha256 of the syntax tree without comments, docstrings and layout
    digest: str
    #: sha256 of the file as it is
    text_digest: str
    #: every dotted name that it may import
    imports: tuple[str, ...]
    #: the modules that it imports all names of
    stars: tuple[str, ...]
    #: names that it reads and has not bound for certain itself, so that they may come from such a module (if there is one)
    free: frozenset[str]
    #: names that it takes from what it imports: by the import, or as an attribute
    taken: frozenset[str]
    #: the value of its top-level ``STATEMENT`` as source text, empty if it has none
    statement: str
    #: which of ``CLAIMS`` and ``claims()`` stand at its top level
    makers: tuple[str, ...]
    #: whether it names something that reads docstrings or source text
    reads_text: bool


#: what was read in this process, by the address of the text
_parsed: dict[str, Source] = {}


def read_source(path: Path, module: str) -> Source:
    """What is known of a file; a text that this process has seen is not parsed again.

    Raises:
        SyntaxError: if it does not parse.
        OSError: if it cannot be read.
    """
    text = path.read_bytes()
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    key = _key_of(text, package)
    if key not in _parsed:
        _parsed[key] = _parse(text, path, package)
    return _parsed[key]


def _key_of(text: bytes, package: str) -> str:
    """The address of a file: its raw text, and the package that relative imports are counted from."""
    return hashlib.sha256(package.encode() + b"\0" + text).hexdigest()


def _parse(text: bytes, path: Path, package: str) -> Source:
    try:
        tree = ast.parse(text, filename=str(path))
    except ValueError as error:
        # a null byte
        raise SyntaxError(str(error)) from error
    imports = tuple(dict.fromkeys(_imports(tree, package)))
    statements = [ast.unparse(value) for name, value in _assignments(tree) if name == STATEMENT]
    makers = [name for name, _ in _assignments(tree) if name == CLAIMS]
    makers += [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == MAKER]
    stars = tuple(name.removesuffix(".*") for name in imports if name.endswith(".*"))
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _WITH_DOCSTRING) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
        waiting.extend(_inner(node))
    # a docstring that speaks of docstrings is gone by now
    content, taken, read = _content(tree)
    reads_text = any(name in content for name in _READING)
    return Source(
        digest=hashlib.sha256(content.encode()).hexdigest(),
        text_digest=hashlib.sha256(text).hexdigest(),
        imports=tuple(name for name in imports if not name.endswith(".*")),
        stars=stars,
        # a file that names all that it imports takes nothing else from there
        free=_free(tree, read, _global_names(symtable(text.decode(), str(path), "exec"))) if stars else frozenset(),
        taken=taken,
        statement=statements[0] if statements else "",
        makers=tuple(dict.fromkeys(makers)),
        reads_text=reads_text,
    )


def _content(tree: ast.Module) -> tuple[str, frozenset[str], list[set[str]]]:
    """A tree in one line, names that it imports or reads as attributes of imports, and those in each top-level statement.

    The fields of a node stand in the order of its class and lists have an end, so that only equal trees have equal lines.
    One pass over the nodes serves all three: a cold run reads several hundred files.
    """
    words: list[str] = []
    aliases: list[ast.alias] = []
    attributes: set[tuple[str, str]] = set()
    names: list[set[str]] = []

    def read(value: object) -> None:
        kind = value.__class__
        if kind is list:
            words.append("[")
            for part in value:  # type: ignore[attr-defined]
                read(part)
            words.append("]")
        elif isinstance(value, ast.AST):
            words.append(kind.__name__)
            for field in value._fields:
                read(getattr(value, field, None))
            if kind is ast.Name:
                names[-1].add(value.id)  # type: ignore[attr-defined]
            elif kind is ast.alias:
                aliases.append(value)  # type: ignore[arg-type]
            elif kind is ast.Attribute and value.value.__class__ is ast.Name:  # type: ignore[attr-defined]
                attributes.add((value.value.id, value.attr))  # type: ignore[attr-defined]
        else:
            words.append(repr(value))

    for statement in tree.body:
        names.append(set())
        read(statement)
    bound = {(alias.asname or alias.name).split(".")[0] for alias in aliases}
    taken = {name for owner, name in attributes if owner in bound} | {alias.name for alias in aliases}
    return ",".join(words), frozenset(taken), names


def _global_names(scope: SymbolTable) -> set[str]:
    """Names that a file reads where they are not those of a function."""
    symbols = scope.get_symbols()
    own = {
        one.get_name() for one in symbols if (one.is_referenced() if scope.get_type() == "module" else one.is_global())
    }
    return own.union(*map(_global_names, scope.get_children()))


def _free(tree: ast.Module, read: Sequence[set[str]], names: set[str]) -> frozenset[str]:
    """Those of the names of a file that no statement of its top level has bound for certain before they are read.

    Args:
        tree: the file.
        read: all names in each of its top-level statements.
        names: those that are not of a function.
    """
    bound: set[str] = set()
    free: set[str] = set()
    for node, inside in zip(tree.body, read, strict=True):
        free |= (inside & names) - bound
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            given = {(alias.asname or alias.name).split(".")[0] for alias in node.names}
            # what all names of a module are imported over is not certain any more
            bound = set() if "*" in given else bound | given
        elif isinstance(node, ast.Assign):
            bound |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return frozenset(free)


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
