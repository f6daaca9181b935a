"""What the domain of a claim may say: its parameters, ends, conditions and awkward values (see `admission`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sympy as sp
from sympy.logic.boolalg import BooleanAtom

from rftheory.numbers.balls import decide_relation
from rftheory.statements.domain import Domain, Range
from rftheory.statements.terms import exact, foreign_parts, is_exact_number, misplaced_indices, symbols_of

_CLOSED = ("[]", "[)", "(]", "()")


def in_expression(name: str, expr: sp.Basic, known: Mapping[sp.Symbol, int]) -> Iterator[str]:
    """What an expression speaks of besides parameters and exact numbers."""
    for part in foreign_parts(expr):
        yield f"{name} contains {part}"
    for part in misplaced_indices(expr, known):
        yield f"{name} contains {part}"
    for symbol, place in sorted(symbols_of(expr).items(), key=lambda item: str(item[0])):
        if symbol not in known:
            allowed = ", ".join(sorted(map(str, known))) or "none"
            yield f"{name} depends on {symbol}{place}, which is no parameter of the domain; its parameters: {allowed}"


def in_domain(domain: Any) -> Iterator[str]:
    """What is wrong with a domain, in words."""
    if (
        not isinstance(domain, Domain)
        or not isinstance(domain.ranges, tuple)
        or not isinstance(domain.conditions, tuple)
    ):
        yield f"domain must be a Domain of a tuple of ranges and a tuple of conditions, got {domain!r}"
        return
    before: dict[sp.Symbol, Range] = {}
    ranges: tuple[Any, ...] = domain.ranges
    for item in ranges:
        if not isinstance(item, Range):
            yield f"ranges must be a tuple of Range, got {item!r} in it"
            return
        if str(item.symbol) in map(str, before):
            yield f"parameter {item.symbol} has two ranges in one domain"
        yield from (f"parameter {item.symbol}: {said}" for said in _in_range(item, domain, before))
        before[item.symbol] = item
    for condition in domain.conditions:
        yield from _in_condition(condition, {item.symbol: len(item.shape) for item in domain.ranges})


def _in_condition(condition: Any, known: Mapping[sp.Symbol, int]) -> Iterator[str]:
    if isinstance(condition, (sp.And, sp.Or, sp.Not)):
        for part in condition.args:
            yield from _in_condition(part, known)
    elif isinstance(condition, sp.Rel):
        for side in condition.args:
            yield from in_expression(f"the condition {condition}", side, known)
    elif not isinstance(condition, BooleanAtom):
        yield f"conditions must be relations such as Gt(x, 0) or Ne(x, y), got {condition!r}"


def _in_range(item: Any, domain: Domain, before: Mapping[sp.Symbol, Range]) -> Iterator[str]:
    if type(item.symbol) is not sp.Symbol or not item.symbol.is_commutative:
        yield f"symbol must be a commutative Symbol, got {item.symbol!r} of type {type(item.symbol).__name__}"
        return
    if item.closed not in _CLOSED:
        yield f"closed must be one of {', '.join(_CLOSED)}, got {item.closed!r}"
        return
    if not isinstance(item.integer, bool):
        yield f"integer must be True or False, got {item.integer!r}"
    wrong = [said for name in ("low", "high") for said in _in_end(item, name, before)]
    yield from wrong
    yield from _in_shape(item, domain)
    if wrong:
        return
    numbers = [None if end is None else sp.sympify(end) for end in (item.low, item.high)]
    low, high = (end if end is None or is_exact_number(end) else None for end in numbers)
    if low is not None and high is not None and not is_at_most(low, high):
        yield f"low must be <= high, got {low} and {high}: no value lies between them"
        return
    yield from _in_values(item, low, high)


def _in_end(item: Range, name: str, before: Mapping[sp.Symbol, Range]) -> Iterator[str]:
    value = getattr(item, name)
    end = exact(value)
    allowed = "a finite exact real number, an expression of the parameters before it, or None"
    if value is None:
        return
    if end is None or (end.is_number and not is_exact_number(end)) or [*foreign_parts(end)]:
        yield f"{name} must be {allowed}, got {value!r}"
        return
    unknown = sorted(str(symbol) for symbol in symbols_of(end) if symbol not in before)
    if unknown:
        yield f"{name} must be {allowed}, got {end} with {', '.join(unknown)}"
    elif item.integer and not end.is_integer:
        yield f"{name} must be an integer, as the parameter is one, got {end}"


def _in_shape(item: Range, domain: Domain) -> Iterator[str]:
    for value in item.shape if isinstance(item.shape, tuple) else (item.shape,):
        size = exact(value)
        ranges = [other for other in domain.ranges if isinstance(other, Range) and other.symbol == size]
        counts = any(other.integer is True and not other.shape and _starts_at_one(other) for other in ranges)
        if not (counts or (size is not None and size.is_Integer and size >= 1)):
            yield f"shape must be a tuple of integers >= 1 and of integer parameters >= 1 of the domain, got {value!r}"


def _starts_at_one(item: Range) -> bool:
    low = exact(item.low)
    return low is not None and (not low.is_number or bool(low >= 1) or (bool(low >= 0) and item.closed[0] == "("))


def _in_values(item: Range, low: sp.Expr | None, high: sp.Expr | None) -> Iterator[str]:
    """Typical and awkward values; where an end depends on other parameters they are tried with the points."""
    typical = item.typical
    if not isinstance(typical, tuple) or len(typical) != 2 or not all(map(is_exact_number, typical)):
        yield f"typical must be a pair of exact real numbers, got {typical!r}"
    else:
        steps = [end for end in (low, *map(sp.sympify, typical), high) if end is not None]
        if not all(map(is_at_most, steps, steps[1:])):
            yield f"typical must be a pair low <= high within the range, got {typical}; allowed: {item.describe()}"
    plain = Range(item.symbol, low, high, item.closed, item.integer, (0, 0))
    for value in item.awkward if isinstance(item.awkward, tuple) else (item.awkward,):
        number = exact(value)
        if number is None or not is_exact_number(number) or not plain.allows_entry(number):
            yield f"awkward must be a tuple of exact values in the range, got {value!r}; allowed: {item.describe()}"


def is_at_most(low: sp.Expr, high: sp.Expr) -> bool:
    """Whether one exact number is at most another, by balls."""
    return decide_relation(sp.Le(low, high, evaluate=False), {}) is True
