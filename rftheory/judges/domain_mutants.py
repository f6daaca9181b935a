"""Wider domains: a condition dropped, a closed end for an open one, an end taken away.

What is proved on a wider domain must be true there. A parameter whose symbol assumes what the range no longer says is
replaced by one that assumes nothing but being real (or an integer); where that cannot be done, because products of
vectors stand behind names only, the hypothesis cannot be dropped without dropping the statement. Nor can it where
something is drawn: a number of samples or a dimension below 1 means nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from zlib import crc32

import sympy as sp

from rftheory.numbers.balls import UnsupportedExpression
from rftheory.propositions import Point
from rftheory.rules.frames import MembersExpectation
from rftheory.rules.nodes import Expectation, MeanOfSamples, Probability, hidden_symbols
from rftheory.statements.assumptions import is_as_assumed
from rftheory.statements.domain import Domain, Range

#: points of the wider domain that are not in the narrower one, and how many are tried for them
_POINTS, _TRIES = 2, 24


@dataclass(frozen=True)
class Wider:
    """A wider domain: what was dropped, and the symbols that replace those that assume it."""

    dropped: str
    domain: Domain
    freed: Mapping[sp.Symbol, sp.Symbol]

    def of(self, expr: sp.Expr) -> sp.Expr:
        return expr.xreplace(dict(self.freed))


def wider_domains(domain: Domain, limit: int, name: str, *expressions: sp.Expr) -> list[Wider]:
    """At most ``limit`` wider domains; ``name`` decides where among all of them to begin."""
    hidden = set().union(*(hidden_symbols(expr) for expr in expressions))
    drawn = any(expr.has(Expectation, Probability, MembersExpectation, MeanOfSamples) for expr in expressions)
    found = [
        wider for dropped, other in _dropped(domain, drawn) if (wider := _freed(dropped, other, hidden)) is not None
    ]
    first = crc32(name.encode()) % len(found) if found else 0
    return (found[first:] + found[:first])[:limit]


def outside(wider: Wider, domain: Domain) -> list[Point]:
    """Points of the wider domain that the narrower one refuses; a dropped end is among the awkward values, so it comes first."""
    back = {new: old for old, new in wider.freed.items()}
    points = chain(wider.domain.awkward_points(), islice(wider.domain.random_points(0), _TRIES))
    found = (p for p in points if _contains(wider.domain, p))
    refused = (p for p in found if not _contains(domain, {back.get(s, s): value for s, value in p.items()}))
    return list(islice(refused, _POINTS))


def _contains(domain: Domain, point: Point) -> bool:
    try:
        return domain.contains(point)
    except UnsupportedExpression:
        return False  # a condition that has no value beyond the end of a range


def _dropped(domain: Domain, drawn: bool) -> Iterator[tuple[str, Domain]]:
    for condition in domain.conditions:
        yield str(condition), replace(domain, conditions=tuple(c for c in domain.conditions if c != condition))
    for item in domain.ranges:
        if not item.shape and not (item.integer and drawn):
            for dropped, other in _wider_ranges(item):
                yield dropped, domain.with_ranges(other)


def _wider_ranges(item: Range) -> Iterator[tuple[str, Range]]:
    (low, high), left, right = item.typical, item.closed[0], item.closed[1]
    symbol = item.symbol
    if item.low is not None:
        end = sp.sympify(item.low)
        if left == "(" and not item.integer:
            yield f"{symbol} > {end}", replace(item, closed="[" + right, awkward=(end, *item.awkward))
        moved = replace(item, low=None)
        if end.is_number:
            moved = replace(moved, typical=(end - 1, high), awkward=(end - 1, *item.awkward))
        yield f"{symbol} >= {end}", moved
    if item.high is not None:
        end = sp.sympify(item.high)
        if right == ")" and not item.integer:
            yield f"{symbol} < {end}", replace(item, closed=left + "]", awkward=(end, *item.awkward))
        moved = replace(item, high=None)
        if end.is_number:
            moved = replace(moved, typical=(low, end + 1), awkward=(end + 1, *item.awkward))
        yield f"{symbol} <= {end}", moved


def _freed(dropped: str, domain: Domain, hidden: set[sp.Symbol]) -> Wider | None:
    tight = [item.symbol for item in domain.ranges if not is_as_assumed(item, domain)]
    if any(symbol in hidden for symbol in tight):
        return None
    freed = {s: sp.Symbol(s.name, real=True, **({"integer": True} if s.is_integer else {})) for s in tight}
    return Wider(dropped, _renamed(domain, freed), freed)


def _renamed(domain: Domain, freed: Mapping[sp.Symbol, sp.Symbol]) -> Domain:
    if not freed:
        return domain

    def of(value: sp.Expr | int | None) -> sp.Expr | None:
        return None if value is None else sp.sympify(value).xreplace(dict(freed))

    ranges = tuple(
        replace(
            item,
            symbol=freed.get(item.symbol, item.symbol),
            low=of(item.low),
            high=of(item.high),
            shape=tuple(of(size) for size in item.shape),
        )
        for item in domain.ranges
    )
    return Domain(ranges, tuple(condition.xreplace(dict(freed)) for condition in domain.conditions))
