"""Statements by id and claims by name, imported from the files that discovery finds."""

from __future__ import annotations

import importlib
from functools import cache
from types import ModuleType

from rftheory.statements.claims import Claim
from rftheory.statements.discovery import Discovery, discover
from rftheory.statements.files import listed


@cache
def found() -> Discovery:
    """The built-in statements, walked once per process."""
    return discover()


def load(statement: str) -> ModuleType:
    """The module of a statement.

    Raises:
        UnknownStatement: if there is no such statement; the message suggests the nearest ids.
    """
    return importlib.import_module(found().get(statement).module)


@cache
def find_claim(statement: str, name: str) -> Claim:
    """One claim of a statement.

    Raises:
        UnknownStatement: if there is no such statement.
        ValueError: if it has no such claim; the message names its claims.
    """
    claims = listed(load(statement))
    for claim in claims:
        if claim.name == name:
            return claim
    raise ValueError(f"{statement} has no claim {name!r}; its claims: {', '.join(claim.name for claim in claims)}")
