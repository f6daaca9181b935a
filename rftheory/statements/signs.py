"""Signs that follow from the ranges of parameters: all that the gate asks, so that it rests on no judge.

A parameter is an end of its range and a step of known sign away from it; SymPy's assumptions about the steps decide. What is
not decided so is not known.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import sympy as sp

from rftheory.numbers.balls import UnsupportedExpression, decide_relation
from rftheory.statements.domain import Range

#: ways to write one expression that are tried: two for each parameter in it
_MOST_FORMS = 64


def is_positive(expr: sp.Expr, ranges: Sequence[Range]) -> bool:
    """Whether an expression of parameters is seen to be > 0 wherever they are in their ranges."""
    return any(form.is_extended_positive or _holds(sp.StrictGreaterThan, form) for form in _forms(expr, ranges))


def is_nonnegative(expr: sp.Expr, ranges: Sequence[Range]) -> bool:
    """Whether an expression of parameters is seen to be >= 0 wherever they are in their ranges."""
    return any(form.is_extended_nonnegative or _holds(sp.GreaterThan, form) for form in _forms(expr, ranges))


def _holds(relation: type[sp.Rel], value: sp.Expr) -> bool:
    """Whether a number stands in a relation to zero, by its ball."""
    if not value.is_number:
        return False
    try:
        return decide_relation(relation(value, 0, evaluate=False), {}) is True
    except (UnsupportedExpression, ValueError, ArithmeticError):
        return False


def _forms(expr: sp.Expr, ranges: Sequence[Range]) -> Iterator[sp.Expr]:
    return itertools.islice(_written(sp.sympify(expr), ranges), _MOST_FORMS)


def _written(expr: sp.Expr, ranges: Sequence[Range]) -> Iterator[sp.Expr]:
    """The expression with steps in the place of parameters, the last one first: its ends may depend on those before."""
    if not ranges:
        yield expr
        return
    *before, item = ranges
    values = _from_ends(item) if expr.has(item.symbol) and not item.shape else [item.symbol]
    for value in values:
        yield from _written(sp.expand(expr.xreplace({item.symbol: value})), before)


def _from_ends(item: Range) -> Iterator[sp.Expr]:
    kind = {"integer": True} if item.integer else {"real": True}
    for end, way, bracket in ((item.low, 1, item.closed[0]), (item.high, -1, item.closed[1])):
        if end is not None:
            sign = "positive" if bracket in "()" else "nonnegative"
            yield sp.sympify(end) + way * sp.Dummy("step", **kind, **{sign: True})
    yield sp.Dummy("value", **kind)
