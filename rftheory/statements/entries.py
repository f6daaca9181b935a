"""What a file says of its statement: the literal ``STATEMENT``, read without running the file."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rftheory.statements.cells import Cell, check_cells
from rftheory.statements.files import path_id
from rftheory.statements.kinds import KINDS
from rftheory.statements.source_tree import Source

_FIELDS = {"id", "paper", "location", "kind", "title", "reading", "notes", "not_drawn", "cells"}
_TEXTS = {"id", "paper", "location", "kind", "title", "reading", "not_drawn"}
_REQUIRED = ("id", "paper", "location", "kind", "title")
#: the order of the fields of a short call, whose id and paper are those of the path
_SHORT, _SHORT_ORDER = "statement", ("kind", "location", "title")
#: packages of earlier versions, which files that were saved then import, and their names now
_RENAMED = {"rftheory.derive": "rftheory.deriving", "rftheory.evaluate": "rftheory.numbers"}


@dataclass(frozen=True)
class Entry:
    """One discovered statement: its metadata as written in the file, and where it is."""

    id: str
    paper: str
    location: str
    kind: str
    title: str
    module: str
    path: Path = field(compare=False)
    reading: str = ""
    notes: tuple[str, ...] = ()
    #: why no draws can decide it
    not_drawn: str = ""
    #: the cells of the map that it settles (see `cells`)
    cells: tuple[Cell, ...] = ()

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Entry:
        """As `to_json` gave it."""
        given = {"path": Path(kept["path"]), "notes": tuple(kept["notes"]), "cells": tuple(map(tuple, kept["cells"]))}
        return cls(**{**kept, **given})

    def to_json(self) -> dict[str, Any]:
        """All fields, for a table."""
        return {**asdict(self), "path": str(self.path)}


def read_entry(module: str, path: Path, source: Source) -> Entry | None:
    """The statement of one file, or None if it has none.

    Raises:
        ValueError: if ``STATEMENT`` is not a literal, or the claims are missing or there twice.
    """
    if not source.statement:
        return None
    if len(source.makers) != 1:
        found = " and ".join(source.makers) or "neither"
        raise ValueError(f"a statement file needs CLAIMS = (...) or a function claims() -> list[Claim], got {found}")
    for name in source.imports:
        for before, now in _RENAMED.items():
            if name.startswith(f"{before}."):
                raise ValueError(
                    f"it imports {name}, of an earlier version: {before} is called {now} now; replace the name, or save it again"
                )
    return Entry(module=module, path=path, **_literal_fields(ast.parse(source.statement, mode="eval").body, module))


def _literal_fields(value: ast.expr, module: str) -> dict[str, Any]:
    is_short = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == _SHORT
    if not isinstance(value, ast.Call) or (value.args and not is_short) or len(value.args) > len(_SHORT_ORDER):
        raise ValueError(
            "STATEMENT must be written as statement(kind, location, title, ...), "
            "or as Statement(id=..., paper=..., ...) with keywords only"
        )
    fields: dict[str, Any] = {}
    if is_short:
        short = path_id(module)
        fields = {"id": short, "paper": short.partition(".")[0]}
    given: set[str | None] = set()
    positional = [ast.keyword(name, arg) for name, arg in zip(_SHORT_ORDER, value.args, strict=False)]
    for keyword in (*positional, *value.keywords):
        if keyword.arg in given:
            raise ValueError(f"STATEMENT says {keyword.arg} twice")
        given.add(keyword.arg)
        if keyword.arg not in _FIELDS:
            raise ValueError(f"STATEMENT has an unknown field {keyword.arg!r}; allowed: {', '.join(sorted(_FIELDS))}")
        try:
            fields[keyword.arg] = ast.literal_eval(keyword.value)
        except ValueError:
            raise ValueError(
                f"STATEMENT: {keyword.arg} must be a literal, so that it can be read without running"
            ) from None
    missing = [name for name in _REQUIRED if not fields.get(name)]
    if missing:
        raise ValueError(f"STATEMENT has no {' and no '.join(missing)}")
    for name in _TEXTS & fields.keys():
        if not isinstance(fields[name], str):
            raise ValueError(f"STATEMENT: {name} must be a text, got {fields[name]!r}")
    if fields["kind"] not in KINDS:
        raise ValueError(f"STATEMENT: kind must be one of {', '.join(KINDS)}, got {fields['kind']!r}")
    fields["notes"] = tuple(fields.get("notes", ()))
    fields["cells"] = check_cells(fields.get("cells", ()))
    return fields
