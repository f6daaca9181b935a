"""Vectors exist: a Gram table has to be positive semidefinite, or the claim is about nothing.

Real vectors with given products exist, in some R^k, exactly if the table of these products is positive semidefinite. For
the vectors that an expression names this is proved on the domain: all principal minors are nonnegative, or the leading ones
of the whole table positive (Sylvester). In R^d there are at most d independent vectors.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

import sympy as sp

from rftheory.evidence.sign import NONNEGATIVE, POSITIVE, is_real, sign_of
from rftheory.evidence.unproved import Unproved
from rftheory.kernels import Space
from rftheory.rules.frames import MembersExpectation, OrthogonalMean
from rftheory.rules.nodes import Form, SquaredLength
from rftheory.rules.uniform import LargestDeviation
from rftheory.statements.domain import Domain

#: principal minors are computed for so many vectors at most
_MOST = 5


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
        shown = ", ".join(sorted(names))
        if not _is_semidefinite(space, frozenset(names), domain):
            yield f"the Gram table of {shown} ({space.name}) is not proved positive semidefinite"
            continue
        independent = is_definite(space, tuple(sorted(names)), domain)
        for dimension in _dimensions(expr) if independent else ():
            if not sign_of(dimension - len(names), domain) <= NONNEGATIVE:
                yield f"{shown} ({space.name}) are {len(names)} independent vectors: {dimension} >= {len(names)} is not proved"


def _dimensions(expr: sp.Basic) -> set[sp.Expr]:
    """The dimensions of which an expression speaks: of lengths, frames and angles. All vectors are in one space."""
    nodes = expr.atoms(SquaredLength, MembersExpectation, OrthogonalMean)
    return {node.dimension for node in nodes}


def _forms(expr: sp.Basic) -> set[Form]:
    gaps = (deviation.gap for deviation in expr.atoms(LargestDeviation))
    return expr.atoms(Form).union(*(gap.atoms(Form) for gap in gaps))


@lru_cache(maxsize=4096)
def _is_semidefinite(space: Space, names: frozenset[str], domain: Domain) -> bool:
    used = [name for name in space.names if name in names]
    table = _matrix(space, used)
    if not all(is_real(entry, domain) for entry in table):
        return False
    if len(used) <= _MOST and all(_has_sign(minor, NONNEGATIVE, domain) for minor in _principal(table)):
        return True
    return is_definite(space, space.names, domain)


@lru_cache(maxsize=4096)
def is_definite(space: Space, names: tuple[str, ...], domain: Domain) -> bool:
    """Whether vectors are proved independent: the leading minors of their table are positive, in some order of them."""
    if not all(is_real(entry, domain) for entry in _matrix(space, names)):
        return False
    orders = itertools.permutations(names) if len(names) <= _MOST else iter([names])
    return any(
        all(_is_positive(space, frozenset(order[:size]), domain) for size in range(1, len(order) + 1))
        for order in orders
    )


@lru_cache(maxsize=4096)
def _is_positive(space: Space, names: frozenset[str], domain: Domain) -> bool:
    return _has_sign(_matrix(space, sorted(names)).det(), POSITIVE, domain)


def _matrix(space: Space, names: Sequence[str]) -> sp.Matrix:
    return sp.Matrix([[space.gram(a, b).doit() for b in names] for a in names])


def _principal(table: sp.Matrix) -> Iterator[sp.Expr]:
    for size in range(1, table.rows + 1):
        for rows in itertools.combinations(range(table.rows), size):
            yield table[rows, rows].det()


def _has_sign(expr: sp.Expr, wanted: frozenset[int], domain: Domain) -> bool:
    forms = (lambda e: e, sp.expand, sp.factor)
    return any(sign_of(form(expr), domain) <= wanted for form in forms)
