"""Signs that need no proof: of numbers, of what the domain states, of ranges, and of circular functions on an arc."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import sympy as sp

from rftheory.evaluate.balls import UnsupportedExpression, decide_relation
from rftheory.evidence.expansion import expanded
from rftheory.evidence.quotients import has_varying_quotient
from rftheory.statements.domain import Domain, Range

Signs = frozenset[int]
ANY: Signs = frozenset({-1, 0, 1})
POSITIVE: Signs = frozenset({1})
NEGATIVE: Signs = frozenset({-1})
ZERO: Signs = frozenset({0})
NONNEGATIVE: Signs = frozenset({0, 1})
NONPOSITIVE: Signs = frozenset({-1, 0})


def sign_of_number(expr: sp.Expr) -> Signs:
    if expr.is_extended_real is False:
        return ANY
    for relation, signs in ((expr > 0, POSITIVE), (expr < 0, NEGATIVE)):
        if relation is sp.true or (relation is not sp.false and _is_enclosed(relation)):
            return signs
    return ZERO if expr.is_zero else ANY


def _is_enclosed(relation: sp.Rel) -> bool:
    """Whether balls decide a relation between numbers; what they do not know stays open."""
    try:
        return decide_relation(relation, {}) is True
    except UnsupportedExpression:
        return False


def negated(signs: Signs) -> Signs:
    return frozenset(-s for s in signs)


def proportional(expr: sp.Expr, known: sp.Expr) -> int:
    """The sign of q when ``expr = q * known`` for a nonzero real number q, else 0."""
    if known != 0 and expr in (known, -known):
        return 1 if expr == known else -1
    # two values refuse most of the pairs before anything is multiplied out
    if known == 0 or has_varying_quotient(expr, known):
        return 0
    if len(sp.Add.make_args(expanded(expr))) != len(sp.Add.make_args(known)):
        return 0
    if expr.has(sp.log, sp.atan):
        # cancellation is slow here
        first, second = (expanded(e).as_coefficients_dict() for e in (expr, known))
        ratios = {first[term] / second[term] for term in second} if first.keys() == second.keys() else {sp.nan}
        ratio = ratios.pop() if len(ratios) == 1 else sp.nan
    else:
        ratio = sp.cancel(expr / known)
    if not ratio.is_number:
        return 0
    return 1 if ratio.is_positive else -1 if ratio.is_negative else 0


@lru_cache(maxsize=1024)
def _known(domain: Domain) -> tuple[tuple[sp.Expr, frozenset[sp.Basic], Signs], ...]:
    """Expressions whose sign the domain states, as they stand and multiplied out, with their free symbols."""
    both = ((form, signs) for gap, signs in stated(domain) for form in (gap, expanded(gap)))
    return tuple((form, frozenset(form.free_symbols), signs) for form, signs in dict.fromkeys(both))


def stated(domain: Domain) -> Iterator[tuple[sp.Expr, Signs]]:
    """Expressions whose sign a domain states: the conditions of the domain, and the distances to the ends of its ranges."""
    for condition in domain.conditions:
        gap = condition.lhs - condition.rhs
        if isinstance(condition, sp.StrictGreaterThan):
            yield gap, POSITIVE
        elif isinstance(condition, sp.GreaterThan):
            yield gap, NONNEGATIVE
        elif isinstance(condition, sp.StrictLessThan):
            yield gap, NEGATIVE
        elif isinstance(condition, sp.LessThan):
            yield gap, NONPOSITIVE
        elif isinstance(condition, sp.Ne):
            yield gap, frozenset({-1, 1})
        elif isinstance(condition, sp.Eq):
            yield gap, ZERO
    for item in (i for i in domain.ranges if not i.shape):
        if item.low is not None:
            yield item.symbol - item.low, NONNEGATIVE if item.closed[0] == "[" else POSITIVE
        if item.high is not None:
            yield item.symbol - item.high, NONPOSITIVE if item.closed[1] == "]" else NEGATIVE


def from_conditions(expr: sp.Expr, domain: Domain) -> Signs:
    signs, names = ANY, expr.free_symbols
    for known, known_names, stated in _known(domain):
        if known_names != names:
            continue
        factor = proportional(expr, known)
        if factor:
            signs &= stated if factor > 0 else negated(stated)
    return signs


def of_range(item: Range) -> Signs:
    # ends with other parameters in them may not be comparable
    signs, zero = ANY, sp.Integer(0)
    if item.low is not None and sp.Ge(item.low, zero) == sp.true:
        signs &= POSITIVE if sp.Gt(item.low, zero) == sp.true or item.closed[0] == "(" else NONNEGATIVE
    if item.high is not None and sp.Le(item.high, zero) == sp.true:
        signs &= NEGATIVE if sp.Lt(item.high, zero) == sp.true or item.closed[1] == ")" else NONPOSITIVE
    return signs


@lru_cache(maxsize=4096)
def _simplified(expr: sp.Expr) -> sp.Expr:
    return sp.simplify(expr)


def of_circular(expr: sp.Expr, domain: Domain) -> Signs:
    """sin and cos of ``q t + c`` with t in a bounded range, when the argument stays on an arc of one sign."""
    argument = expr.args[0]
    symbols = argument.free_symbols
    items = [item for item in domain.ranges if item.symbol in symbols]
    if len(symbols) != 1 or len(items) != 1 or items[0].low is None or items[0].high is None:
        return ANY
    if sp.diff(argument, items[0].symbol, 2) != 0:
        return ANY
    ends = [(argument.subs(items[0].symbol, v)) for v in (items[0].low, items[0].high)]
    if not all(end.is_number for end in ends):
        return ANY
    opened = {e for e, c in zip(ends, items[0].closed, strict=True) if c in "()"}
    low, high = sorted(ends, key=lambda v: sp.N(v, 30))
    offset = sp.pi / 2 if isinstance(expr, sp.cos) else sp.Integer(0)  # cos t = sin(t + pi/2)
    for k in (-2, -1, 0, 1, 2):
        left, right = k * sp.pi - offset, (k + 1) * sp.pi - offset
        if _simplified(low - left) >= 0 and _simplified(right - high) >= 0:
            inside = (low != left or low in opened) and (high != right or high in opened)
            signs = POSITIVE if inside else NONNEGATIVE
            return signs if k % 2 == 0 else negated(signs)
    return ANY
