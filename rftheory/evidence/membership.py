"""Whether values are proved to lie in the ranges of a domain, and conditions to hold on it."""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.sign import ANY, NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE, ZERO, is_nonzero, is_real, sign_of
from rftheory.evidence.unproved import Unproved
from rftheory.statements.assumptions import is_as_assumed
from rftheory.statements.domain import Domain, Range


def interval_of(variable: sp.Symbol, domain: Domain) -> Range:
    """The range of a real variable that nothing else in the domain restricts."""
    items = [item for item in domain.ranges if item.symbol == variable]
    if not items or items[0].integer or items[0].shape or not is_as_assumed(items[0], domain):
        raise Unproved(f"{variable} does not range over an interval")
    if is_restricted(variable, domain):
        raise Unproved(f"{variable} is restricted by more than its range")
    return items[0]


def is_restricted(variable: sp.Symbol, domain: Domain) -> bool:
    """Whether conditions, or the ranges of other parameters, depend on a parameter."""
    others = (item for item in domain.ranges if item.symbol != variable)
    ends = [sp.sympify(end) for item in others for end in (item.low, item.high, *item.shape) if end is not None]
    return any(part.has(variable) for part in (*domain.conditions, *ends))


def is_index_range(item: Range, domain: Domain) -> bool:
    """All integers from some integer on, this one included, as the symbol assumes."""
    starts = item.low is not None and sp.sympify(item.low).is_integer and item.closed[0] == "["
    return bool(item.integer and starts and item.high is None and not item.shape and is_as_assumed(item, domain))


def is_inside(value: sp.Expr, item: Range, domain: Domain) -> bool:
    """Whether a value is proved to lie in a range and to meet the assumptions of its symbol.

    The ends of the range are those for the values of the other parameters. That the range is as its symbol assumes is
    asked of the claim that it belongs to (`statements.assumptions`).
    """
    symbol = item.symbol
    if item.shape or value.has(sp.oo, -sp.oo, sp.zoo, sp.nan):
        return False
    if item.integer and not value.is_integer:
        return False
    # a value with a proved sign is real
    if symbol.is_extended_real and not is_real(value, domain) and sign_of(value, domain) == ANY:
        return False
    gaps = []
    if item.low is not None:
        gaps.append((value - item.low, item.closed[0] == "("))
    if item.high is not None:
        gaps.append((item.high - value, item.closed[1] == ")"))
    if not sign_of(value, domain) <= sign_of(symbol, Domain(())):
        return False
    return all(_is_zero_or_more(gap, strict, domain) for gap, strict in gaps)


def _is_zero_or_more(gap: sp.Expr, strict: bool, domain: Domain) -> bool:
    signs = sign_of(sp.sympify(gap), domain)
    return signs == POSITIVE if strict else signs <= NONNEGATIVE


def holds(condition: sp.Basic, domain: Domain) -> bool:
    if isinstance(condition, sp.Ne):
        return is_nonzero(condition.lhs - condition.rhs, domain)
    signs = sign_of(condition.lhs - condition.rhs, domain)
    allowed = {sp.Ge: NONNEGATIVE, sp.Gt: POSITIVE, sp.Le: NONPOSITIVE, sp.Lt: NEGATIVE, sp.Eq: ZERO}
    return signs <= allowed.get(type(condition), frozenset())
