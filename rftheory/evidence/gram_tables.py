"""Vectors exist: a Gram table has to be positive semidefinite, or the claim is about nothing.

Real vectors with given products exist, in some R^k, exactly if the table of these products is positive semidefinite. For
the vectors that an expression names this is proved on the domain: all principal minors are nonnegative, or the leading ones
of the whole table positive (Sylvester). In R^d there are at most d independent vectors.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

import sympy as sp

from rftheory.evidence.fractions import factored
from rftheory.evidence.sign import NONNEGATIVE, POSITIVE, is_real, sign_of
from rftheory.evidence.unproved import Unproved
from rftheory.kernels import Space
from rftheory.rules.frames import MembersExpectation, OrthogonalMean
from rftheory.rules.nodes import Form, SquaredLength
from rftheory.rules.uniform import LargestDeviation
from rftheory.statements.domain import Domain

#: principal minors are computed for so many vectors at most
_MOST = 6


def require_vectors(expr: sp.Basic, domain: Domain) -> None:
    """Refuse an expression with vectors that are not proved to exist."""
    for reason in gram_refusals(expr, domain):
        raise Unproved(reason)


def gram_refusals(expr: sp.Basic, domain: Domain) -> Iterator[str]:
    """Why the vectors that an expression names are not proved to exist on a domain; nothing if they are."""
    named: dict[Space, set[str]] = defaultdict(set)
    for form in _forms(expr):
        named[form.space].add(form.vector)
    for space, names in named.items():
        shown, table = ", ".join(sorted(names)), space.table(sorted(names))
        if not (_is_semidefinite(table, domain) or _is_definite(space.table(space.names), domain)):
            yield f"the Gram table of {shown} ({space.name}) is not proved positive semidefinite"
        elif (dimensions := _dimensions(expr)) and _is_definite(table, domain):
            for dimension in dimensions:
                if not sign_of(dimension - len(names), domain) <= NONNEGATIVE:
                    yield f"{shown} ({space.name}) are independent: {dimension} >= {len(names)} is not proved"


def _dimensions(expr: sp.Basic) -> set[sp.Expr]:
    """The dimensions of which an expression speaks: of lengths, frames and angles. All vectors are in one space."""
    nodes = expr.atoms(SquaredLength, MembersExpectation, OrthogonalMean)
    return {node.dimension for node in nodes}


def _forms(expr: sp.Basic) -> set[Form]:
    gaps = (deviation.gap for deviation in expr.atoms(LargestDeviation))
    return expr.atoms(Form).union(*(gap.atoms(Form) for gap in gaps))


@lru_cache(maxsize=4096)
def _is_semidefinite(table: sp.ImmutableMatrix, domain: Domain) -> bool:
    """Whether all principal minors are proved nonnegative."""
    choices = (rows for size in range(table.rows) for rows in itertools.combinations(range(table.rows), size + 1))
    return table.rows <= _MOST and all(_has_minor(table, rows, NONNEGATIVE, domain) for rows in choices)


@lru_cache(maxsize=4096)
def _is_definite(table: sp.ImmutableMatrix, domain: Domain) -> bool:
    """Whether the leading minors are proved positive in some order of the vectors, which are then independent."""

    def leads(rows: tuple[int, ...]) -> bool:
        return not rows or (
            _has_minor(table, rows, POSITIVE, domain) and any(leads(rows[:k] + rows[k + 1 :]) for k in range(len(rows)))
        )

    return table.rows <= _MOST and leads(tuple(range(table.rows)))


@lru_cache(maxsize=4096)
def _has_minor(table: sp.ImmutableMatrix, rows: tuple[int, ...], wanted: frozenset[int], domain: Domain) -> bool:
    """Whether the minor of these rows and columns is proved to have one of the signs."""
    part = table[list(rows), list(rows)].doit()
    if not all(is_real(entry, domain) for entry in part):
        return False
    forms = (lambda e: e, sp.expand, factored)
    return any(sign_of(form(part.det()), domain) <= wanted for form in forms)
