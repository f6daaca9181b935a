"""What values at points of a domain show of expressions, in balls: hints, by which forms are found and recognised.

Nothing is proved by them: whatever is said with them is proved afterwards, or it is said that it is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

import sympy as sp

from rftheory.numbers.balls import UnsupportedExpression, compare, enclose
from rftheory.rules.propositions import Point

if TYPE_CHECKING:
    from rftheory.statements.domain import Domain

#: so many points are looked at, drawn from this seed; to this relative radius
_POINTS, _SEED, _RADIUS = 12, 0, sp.Rational(1, 10**30)
#: what has no value, or no points
_NONE = (UnsupportedExpression, ArithmeticError, ValueError)
_SIGNS = {"<": -1, ">": 1, "overlap": 0}


def agree(left: sp.Expr, right: sp.Expr, domain: Domain) -> bool:
    """Whether two expressions have values, and no balls tell them apart."""
    try:
        return all(enclose(left, p, _RADIUS).overlaps(enclose(right, p, _RADIUS)) for p in _points(domain))
    except _NONE:
        return False


def signs(expr: sp.Expr, domain: Domain) -> frozenset[int]:
    """The signs of an expression: as its symbols assume, else as its values show; 0 also where balls do not tell. Empty if it has none."""
    if expr.is_positive or expr.is_negative:
        return frozenset({1 if expr.is_positive else -1})
    try:
        return frozenset(_signs(expr, domain))
    except _NONE:
        return frozenset()


def _signs(expr: sp.Expr, domain: Domain) -> Iterator[int]:
    return (_SIGNS[compare(expr, sp.S.Zero, point)] for point in _points(domain))


@lru_cache(maxsize=256)
def _points(domain: Domain) -> tuple[Point, ...]:
    return tuple(domain.points(_POINTS, _SEED))
