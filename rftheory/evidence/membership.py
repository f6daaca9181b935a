"""Whether values are proved to lie in the ranges of a domain, and conditions to hold on it."""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.derivation import Unproved
from rftheory.evidence.sign import ANY, NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE, ZERO, is_nonzero, is_real, sign_of
from rftheory.statements.domain import Domain, Range


def interval_of(variable: sp.Symbol, domain: Domain) -> Range:
    """The range of a real variable that no condition of the domain restricts."""
    items = [item for item in domain.ranges if item.symbol == variable]
    if not items or items[0].integer or any(c.has(variable) for c in domain.conditions):
        raise Unproved(f"{variable} does not range over an interval")
    return items[0]


def is_inside(value: sp.Expr, item: Range, domain: Domain) -> bool:
    """Whether a value is proved to lie in a range and to meet the assumptions of its symbol."""
    symbol = item.symbol
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
