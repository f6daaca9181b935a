"""Where limits and derivatives are taken: whether their variables can move inside of their ranges as they are said to.

A limit at a point that the variable cannot reach holds of nothing. A certificate would not show it: the kernel proves that the
expression is near the value wherever the variable is near the point, and there may be no such place. A derivative at an end of a
range would be about one side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from rftheory.rules.nodes import hidden_symbols
from rftheory.rules.propositions import Derivative, Limit
from rftheory.statements.domain import Domain, Range
from rftheory.statements.signs import is_nonnegative, is_positive
from rftheory.statements.terms import symbols_of

_INFINITE = (sp.oo, -sp.oo)
#: the sign by which the gap of a condition has to be multiplied to be > 0 where the condition holds
_GAPS = {sp.Ge: 1, sp.Gt: 1, sp.Le: -1, sp.Lt: -1}


def out_of_reach(proposition: Limit, domain: Domain) -> Iterator[str]:
    """Why the variable of a limit cannot be seen to approach its point, in words; nothing if it can."""
    variable, point = proposition.variable, sp.sympify(proposition.point)
    items = [item for item in domain.ranges if item.symbol == variable]
    if len(items) != 1 or items[0].shape:
        yield f"the variable {variable} of a limit must be a number among the parameters of the domain"
        return
    (item,) = items
    if variable in symbols_of(sp.sympify(proposition.value)):
        yield f"the value of a limit must not depend on its variable {variable}, got {proposition.value}"
    if any(_depends(other, variable) for other in domain.ranges):
        yield f"the range of another parameter depends on {variable}, the variable of a limit"
    elif point in _INFINITE:
        yield from _at_infinity(item, point, domain)
    elif item.integer or variable.is_integer:
        yield f"the integer {variable} approaches no finite number such as {point}"
    else:
        yield from _around(variable, point, domain)
        if not _is_open_towards(item, point, proposition.side, domain.ranges):
            where = {"+": "above", "-": "below"}[proposition.side]
            yield f"{variable} is not seen to approach {point} from {where} inside of its range: {item.describe()}"


def held(proposition: Derivative, domain: Domain) -> Iterator[str]:
    """What keeps the variable of a derivative from moving to both sides of each of its values, in words; nothing if nothing does."""
    variable = proposition.variable
    items = [item for item in domain.ranges if item.symbol == variable]
    if len(items) != 1 or items[0].integer or items[0].shape:
        yield f"variable must be a real parameter of the domain, got {variable!r}; the domain: {domain.describe()}"
        return
    (item,) = items
    for end, mark in zip((item.low, item.high), item.closed, strict=True):
        if end is not None and mark in "[]":
            yield (
                f"the range of {variable} must be open at {end}, got {item.describe()}: at an end that belongs to it a derivative "
                "speaks of one side only"
            )
    if variable in hidden_symbols(sp.Tuple(proposition.function, proposition.value)):
        yield f"the products of vectors depend on {variable}, the variable of a derivative"
    others = [other.describe() for other in domain.ranges if _depends(other, variable)]
    for said in (*others, *(condition for condition in domain.conditions if condition.has(variable))):
        yield f"nothing but its range may restrict {variable}, the variable of a derivative, got {said}"


def _depends(item: Range, variable: sp.Symbol) -> bool:
    return any(sp.sympify(end).has(variable) for end in (item.low, item.high, *item.shape) if end is not None)


def _at_infinity(item: Range, point: sp.Expr, domain: Domain) -> Iterator[str]:
    """An infinite point is approached from one side only, whatever is written for it."""
    if (item.high if point is sp.oo else item.low) is not None:
        yield f"{item.symbol} cannot tend to {point}: {item.describe()}"
    elif any(condition.has(item.symbol) for condition in domain.conditions):
        yield f"more than its range restricts {item.symbol}, which is to tend to {point}"


def _is_open_towards(item: Range, point: sp.Expr, side: str, ranges: Sequence[Range]) -> bool:
    """Whether all values next to the point on one side belong to the range."""
    behind, ahead, way = (item.low, item.high, 1) if side == "+" else (item.high, item.low, -1)
    return (behind is None or is_nonnegative(way * (point - behind), ranges)) and (
        ahead is None or is_positive(way * (ahead - point), ranges)
    )


def _around(variable: sp.Symbol, point: sp.Expr, domain: Domain) -> Iterator[str]:
    """The conditions on the variable that are not seen to hold at all places around the point; it itself may be excluded."""
    for condition in (c for c in domain.conditions if c.has(variable)):
        if not _holds_around(condition, variable, point, domain.ranges):
            yield f"the condition {condition} is not seen to hold around {variable} = {point}"


def _holds_around(condition: sp.Basic, variable: sp.Symbol, point: sp.Expr, ranges: Sequence[Range]) -> bool:
    if not isinstance(condition, sp.Rel):
        return False
    gap = sp.sympify(condition.lhs - condition.rhs)
    # what is no polynomial in the variable may jump at the point
    if not gap.is_polynomial(variable):
        return False
    at_point = gap.subs(variable, point)
    if isinstance(condition, sp.Ne):
        apart = is_positive(at_point, ranges) or is_positive(-at_point, ranges)
        return apart or bool(sp.Poly(gap, variable).degree() == 1 and sp.expand(at_point) == 0)
    sign = _GAPS.get(type(condition))
    return sign is not None and is_positive(sign * at_point, ranges)
