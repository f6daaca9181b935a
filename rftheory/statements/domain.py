"""The domain of a claim: its parameters, their ranges, sufficient conditions, and points to try it at.

A point gives every parameter an exact SymPy number (``Rational(1, 7)``, ``pi - Rational(1, 10000)``), never a float.
A domain from which no point is accepted is an error: a claim about nothing would pass vacuously.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import sympy as sp

from rftheory.evaluate.balls import decide_relation
from rftheory.statements.claims import Point

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

#: sampled parameters are fractions with this denominator at most: exact, and short to print
_DENOMINATOR = 64


@dataclass(frozen=True)
class Range:
    """The values of one parameter: an interval (``None`` = unbounded), ``closed`` as in "[)", ``typical`` its bulk.

    ``awkward`` values are always tried first. ``typical`` bounds the random draws; it does not restrict the domain.
    """

    symbol: sp.Symbol
    low: sp.Expr | int | None = None
    high: sp.Expr | int | None = None
    closed: str = "[]"
    integer: bool = False
    typical: tuple[sp.Expr | int, sp.Expr | int] = (0, 3)
    awkward: tuple[sp.Expr | int, ...] = ()

    def relations(self, value: sp.Expr) -> Iterator[sp.Basic]:
        """The relations that a value must satisfy, as SymPy relationals."""
        if self.low is not None:
            yield (sp.Ge if self.closed[0] == "[" else sp.Gt)(value, self.low, evaluate=False)
        if self.high is not None:
            yield (sp.Le if self.closed[1] == "]" else sp.Lt)(value, self.high, evaluate=False)

    def describe(self) -> str:
        if self.integer:
            if self.low is not None and self.high is not None:
                return f"integer {self.low} <= {self.symbol} <= {self.high}"
            low = "" if self.low is None else f" >= {self.low}"
            return f"integer {self.symbol}{low}" + ("" if self.high is None else f" <= {self.high}")
        left = "(-oo" if self.low is None else f"{self.closed[0]}{self.low}"
        right = "oo)" if self.high is None else f"{self.high}{self.closed[1]}"
        return f"{self.symbol} in {left}, {right}"

    def allows(self, value: sp.Expr) -> bool:
        if self.integer and not (value.is_Integer):
            return False
        return all(decide_relation(relation, {}) is True for relation in self.relations(value))

    def draw(self, generator: np.random.Generator) -> sp.Expr:
        """A random exact value from the typical part of the range."""
        low, high = (float(sp.N(end)) for end in self.typical)
        if self.integer:
            return sp.Integer(int(generator.integers(int(low), int(high) + 1)))
        return sp.Rational(int(generator.integers(int(low * _DENOMINATOR), int(high * _DENOMINATOR) + 1)), _DENOMINATOR)


@dataclass(frozen=True)
class Domain:
    """Ranges and further sufficient conditions (SymPy relationals) on the parameters of a claim."""

    ranges: tuple[Range, ...]
    conditions: tuple[sp.Basic, ...] = ()

    @property
    def symbols(self) -> tuple[sp.Symbol, ...]:
        return tuple(item.symbol for item in self.ranges)

    def where(self, *conditions: sp.Basic) -> Domain:
        """The same domain with further conditions."""
        return replace(self, conditions=(*self.conditions, *conditions))

    def with_ranges(self, *ranges: Range) -> Domain:
        """The same domain with some ranges replaced (by symbol) or added."""
        new = {item.symbol: item for item in ranges}
        kept = [new.pop(item.symbol, item) for item in self.ranges]
        return replace(self, ranges=(*kept, *new.values()))

    def describe(self) -> str:
        return "; ".join([*(item.describe() for item in self.ranges), *(str(c) for c in self.conditions)])

    def contains(self, point: Point) -> bool:
        """Whether a point is decided to lie in the domain (by balls; undecided counts as outside)."""
        return self.refusal(point) == ""

    def refusal(self, point: Point) -> str:
        """Why a point is not in the domain, naming parameter, value and what is allowed; empty if it is."""
        for item in self.ranges:
            if item.symbol not in point:
                return f"{item.symbol} is missing; allowed: {item.describe()}"
            if not item.allows(sp.sympify(point[item.symbol])):
                return f"{item.symbol} = {point[item.symbol]} is not allowed; allowed: {item.describe()}"
        for condition in self.conditions:
            if decide_relation(condition, point) is not True:
                return f"the condition {condition} does not hold at {dict(point)}"
        return ""

    def awkward_points(self) -> Iterator[Point]:
        """Each awkward value of each parameter, the others at a middle value; then all awkward values together."""
        middle = {item.symbol: _middle(item) for item in self.ranges}
        for item in self.ranges:
            for value in item.awkward:
                yield {**middle, item.symbol: sp.sympify(value)}
        extremes = [
            [sp.sympify(v) for v in (item.awkward[:1] + item.awkward[-1:])] or [middle[item.symbol]]
            for item in self.ranges
        ]
        for values in itertools.islice(itertools.product(*extremes), 16):
            yield dict(zip(self.symbols, values, strict=True))

    def points(self, count: int, seed: int = 0) -> list[Point]:
        """All awkward points of the domain, then random ones up to ``count`` (never fewer than four random ones).

        Raises:
            ValueError: if no point is accepted.
        """
        accepted = _unique(point for point in self.awkward_points() if self.contains(point))[:count]
        generator = np.random.default_rng(np.random.SeedSequence(seed))
        wanted, tries = max(4, count - len(accepted)), 0
        randoms: list[Point] = []
        while self.ranges and len(randoms) < wanted and tries < 60 * wanted:
            tries += 1
            point = {item.symbol: item.draw(generator) for item in self.ranges}
            if self.contains(point):
                randoms.append(point)
        points = _unique([*accepted, *randoms]) if self.ranges else [{}]
        if not points:
            raise ValueError(f"no point was accepted in the domain {self.describe()}: a claim about nothing")
        return points

    def strategy(self) -> SearchStrategy[Point]:
        """A hypothesis strategy for the points of this domain, awkward values included."""
        from hypothesis import strategies as st

        def values(item: Range) -> SearchStrategy[sp.Expr]:
            low, high = (float(sp.N(end)) for end in item.typical)
            if item.integer:
                bulk = st.integers(int(low), int(high)).map(sp.Integer)
            else:
                numerators = st.integers(int(low * _DENOMINATOR), int(high * _DENOMINATOR))
                bulk = numerators.map(lambda k: sp.Rational(k, _DENOMINATOR))
            return st.one_of(bulk, st.sampled_from([sp.sympify(v) for v in item.awkward])) if item.awkward else bulk

        named = st.fixed_dictionaries({item.symbol: values(item) for item in self.ranges})
        return named.filter(self.contains)


def _middle(item: Range) -> sp.Expr:
    low, high = item.typical
    if item.integer:
        return sp.Integer(low) + 1 if low != high else sp.Integer(low)
    return sp.nsimplify(sp.sympify(low) + (sp.sympify(high) - low) * sp.Rational(3, 7))


def _unique(points: Iterator[Point] | list[Point]) -> list[Point]:
    seen: dict[tuple[sp.Expr, ...], Point] = {}
    for point in points:
        seen.setdefault(tuple(point.values()), point)
    return list(seen.values())
