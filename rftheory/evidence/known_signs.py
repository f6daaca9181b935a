"""Signs that need no proof: of numbers, of what the domain states, of ranges, and of circular functions on an arc."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

import sympy as sp

from rftheory.evidence.expansion import expanded
from rftheory.evidence.number_signs import ANY, NEGATIVE, POSITIVE, ZERO, Signs, sign_of_number
from rftheory.evidence.quotients import has_varying_quotient
from rftheory.evidence.sum_forms import least
from rftheory.statements.domain import Domain, Range

NONNEGATIVE: Signs = frozenset({0, 1})
NONPOSITIVE: Signs = frozenset({-1, 0})


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
    signs = sign_of_number(ratio) if ratio.is_number else ANY
    return 1 if signs == POSITIVE else -1 if signs == NEGATIVE else 0


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


def of_range(item: Range, sign_of: Callable[[sp.Expr], Signs]) -> Signs:
    """The signs that the ends of a range leave; ``sign_of`` tells those of the ends."""
    signs = ANY
    if item.low is not None and (low := sign_of(sp.sympify(item.low))) <= NONNEGATIVE:
        signs &= POSITIVE if low == POSITIVE or item.closed[0] == "(" else NONNEGATIVE
    if item.high is not None and (high := sign_of(sp.sympify(item.high))) <= NONPOSITIVE:
        signs &= NEGATIVE if high == NEGATIVE or item.closed[1] == ")" else NONPOSITIVE
    return signs


def _of_linear_argument(expr: sp.Expr, domain: Domain) -> Signs:
    """sin and cos of a linear expression in several parameters that is proved to stay on an arc of one sign."""
    argument = expr.args[0] + (sp.pi / 2 if isinstance(expr, sp.cos) else 0)
    low, high = (least(sp.expand(form), domain.ranges) for form in (argument, -argument))
    if low is None or high is None or not (low[0].is_number and high[0].is_number):
        return ANY
    for k in (-2, -1, 0, 1, 2):
        gaps = [sign_of_number(sp.expand(gap)) for gap in (low[0] - k * sp.pi, high[0] + (k + 1) * sp.pi)]
        if all(gap <= NONNEGATIVE for gap in gaps):
            inside = all(gap == POSITIVE or known[1] for gap, known in zip(gaps, (low, high), strict=True))
            signs = POSITIVE if inside else NONNEGATIVE
            return signs if k % 2 == 0 else negated(signs)
    return ANY


def of_circular(expr: sp.Expr, domain: Domain) -> Signs:
    """sin and cos of ``q t + c`` with t in a bounded range, when the argument stays on an arc of one sign."""
    argument = expr.args[0]
    symbols = argument.free_symbols
    items = [item for item in domain.ranges if item.symbol in symbols and not item.shape]
    if len(symbols) != 1 or len(items) != 1 or items[0].low is None or items[0].high is None:
        return _of_linear_argument(expr, domain)
    if sp.diff(argument, items[0].symbol, 2) != 0:
        return ANY
    if sp.Tuple(items[0].low, items[0].high).free_symbols:
        return _of_linear_argument(expr, domain)
    ends = [(argument.subs(items[0].symbol, v)) for v in (items[0].low, items[0].high)]
    if not all(end.is_number for end in ends):
        return ANY
    opened = [c in "()" for c in items[0].closed]
    rising = sign_of_number(sp.expand(ends[1] - ends[0]))
    if rising not in (POSITIVE, NEGATIVE):
        return ANY
    (low, low_open), (high, high_open) = list(zip(ends, opened, strict=True))[:: next(iter(rising))]
    offset = sp.pi / 2 if isinstance(expr, sp.cos) else sp.Integer(0)  # cos t = sin(t + pi/2)
    for k in (-2, -1, 0, 1, 2):
        gaps = [sign_of_number(sp.expand(gap)) for gap in (low - k * sp.pi + offset, (k + 1) * sp.pi - offset - high)]
        if all(gap <= NONNEGATIVE for gap in gaps):
            inside = (gaps[0] == POSITIVE or low_open) and (gaps[1] == POSITIVE or high_open)
            signs = POSITIVE if inside else NONNEGATIVE
            return signs if k % 2 == 0 else negated(signs)
    return ANY
