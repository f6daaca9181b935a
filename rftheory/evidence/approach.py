"""Where a limit is taken: whether a variable can come arbitrarily close to a point inside of its range, and from where."""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.membership import is_restricted
from rftheory.evidence.number_signs import is_infinite
from rftheory.evidence.sign import NEGATIVE, NONNEGATIVE, POSITIVE, is_nonzero, is_real, proportional, sign_of
from rftheory.evidence.smooth import is_continuous_at
from rftheory.evidence.unproved import Unproved
from rftheory.statements.domain import Domain, Range

#: the signs that the gap of a condition must have at a point for the condition to hold all around it
_AROUND = {sp.Ge: POSITIVE, sp.Gt: POSITIVE, sp.Le: NEGATIVE, sp.Lt: NEGATIVE}


def sides_of(variable: sp.Symbol, point: sp.Expr, domain: Domain) -> str:
    """The sides ("+" from above, "-" from below) from which a parameter can approach a point, the others held fixed.

    Raises:
        Unproved: if there is none: the variable is no parameter, or an integer, the point is not proved to lie in the
            closure of its range, or other conditions may keep it away.
    """
    item = _range_of(variable, domain)
    if is_infinite(point):
        end = item.high if point is sp.oo else item.low
        if end is not None:
            raise Unproved(f"{variable} cannot tend to {point}: {item.describe()}")
        if any(condition.has(variable) for condition in domain.conditions):
            raise Unproved(f"more than its range restricts {variable}")
        return "-" if point is sp.oo else "+"
    if item.integer or variable.is_integer:
        raise Unproved(f"the integer {variable} approaches no finite number such as {point}")
    if point.has(sp.oo, -sp.oo, sp.zoo, sp.nan, sp.Float) or not point.free_symbols <= {*domain.symbols} - {variable}:
        raise Unproved(f"{point} is not an exact number, nor made of the other parameters of the domain")
    if not is_real(point, domain):
        raise Unproved(f"{point} is not proved real")
    _require_around(variable, point, domain)
    sides = "".join(side for side in "+-" if _is_open_towards(item, point, side, domain))
    if not sides:
        raise Unproved(f"{variable} is not proved to approach {point} from inside of its range: {item.describe()}")
    return sides


def require_side(variable: sp.Symbol, point: sp.Expr, side: str, domain: Domain) -> None:
    """Refuse a limit from a side that lies outside of the range; an infinite point has one side only."""
    if side not in ("+", "-"):
        raise Unproved(f'the side of a limit must be "+" or "-", got {side!r}')
    sides = sides_of(variable, point, domain)
    if not is_infinite(point) and side not in sides:
        where = {"+": "above", "-": "below"}[side]
        item = _range_of(variable, domain)
        raise Unproved(f"{variable} is not proved to approach {point} from {where}: {item.describe()}")


def _range_of(variable: sp.Symbol, domain: Domain) -> Range:
    items = [item for item in domain.ranges if item.symbol == variable]
    if len(items) != 1 or items[0].shape:
        raise Unproved(f"the variable {variable} of a limit is no number among the parameters of the domain")
    if is_restricted(variable, Domain(domain.ranges)):
        raise Unproved(f"the range of another parameter depends on {variable}")
    return items[0]


def _is_open_towards(item: Range, point: sp.Expr, side: str, domain: Domain) -> bool:
    """Whether all values next to the point on one side belong to the range."""
    behind, ahead = (item.low, item.high) if side == "+" else (item.high, item.low)
    sign = 1 if side == "+" else -1
    gaps = [(end, s * (point - end)) for end, s in ((behind, sign), (ahead, -sign)) if end is not None]
    signs = {end: sign_of(sp.expand(gap), domain) for end, gap in gaps}
    return (behind is None or signs[behind] <= NONNEGATIVE) and (ahead is None or signs[ahead] == POSITIVE)


def _require_around(variable: sp.Symbol, point: sp.Expr, domain: Domain) -> None:
    """The conditions on the variable hold at all places around the point; it itself may be excluded."""
    for condition in (c for c in domain.conditions if c.has(variable)):
        if not isinstance(condition, sp.Rel):
            raise Unproved(f"{condition} is no relation of two numbers")
        gap = condition.lhs - condition.rhs
        if isinstance(condition, sp.Ne) and proportional(gap, variable - point):
            continue
        others = Domain(domain.ranges, tuple(c for c in domain.conditions if not c.has(variable)))
        at_point = gap.subs(variable, point)
        if isinstance(condition, sp.Ne):
            keeps = is_nonzero(at_point, others)
        else:
            keeps = sign_of(at_point, others) == _AROUND.get(type(condition))
        if not (keeps and is_continuous_at(gap, variable, point, others)):
            raise Unproved(f"{condition} is not proved to hold around {variable} = {point}")
