"""What makes a file a statement file: its row, and its claims as values or by a function; its id is that of its path."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from rftheory.statements.evaluated import watched

if TYPE_CHECKING:
    from rftheory.statements.claims import Claim

#: the row, the domain of claims that name none, the claims as values, and the function that makes them
STATEMENT, DOMAIN, CLAIMS, MAKER = "STATEMENT", "DOMAIN", "CLAIMS", "claims"


def listed(module: ModuleType) -> Sequence[Claim]:
    """What a statement file claims: its ``CLAIMS``, or what its ``claims()`` returns.

    Raises:
        TypeError: if its ``CLAIMS`` are no tuple or list.
        EvaluatedWhileLoading: if making them has SymPy evaluate what it may not.
    """
    said = getattr(module, CLAIMS, None)
    if said is None:
        with watched():
            made: Sequence[Claim] = getattr(module, MAKER)()
        return made
    if not isinstance(said, (tuple, list)):
        raise TypeError(f"CLAIMS must be a tuple of claims, got {said!r}")
    return said


def path_id(module: str) -> str:
    """The id that a statement has by its path: ``rftheory.proofs.hrf.lemma_2_2_pos`` is hrf.lemma-2.2-pos."""
    paper, _, stem = module.rpartition(".")
    return f"{paper.rpartition('.')[2]}.{re.sub(r'(?<=[0-9])_(?=[0-9])', '.', stem).replace('_', '-')}"


def verify_command(name: str, packages: Iterable[Path] = ()) -> str:
    """What a shell judges a statement with; ``packages`` are the directories of the user's own."""
    return shlex.join(
        ["rftheory", "verify", name, *(part for path in packages for part in ("--statements", str(path)))]
    )


def id_of(module: ModuleType) -> str:
    """The id of a statement module; the name of any other module."""
    return str(module.STATEMENT.id) if hasattr(module, STATEMENT) else module.__name__
