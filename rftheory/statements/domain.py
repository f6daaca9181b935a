"""The domain of a claim: its parameters, their ranges, sufficient conditions, and points to try it at.

A point gives every parameter an exact SymPy number (``Rational(1, 7)``, ``pi - Rational(1, 10000)``), never a float;
a vector is a `Tuple` of such numbers under its label, a data set a `Tuple` of vectors (`rftheory.inputs.coordinates`). A
domain from which no point is accepted is an error: a claim about nothing would pass vacuously. What else a domain may not
say is refused by `admission`, which names it; the constructors take everything.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import sympy as sp
from sympy.logic.boolalg import Boolean

from rftheory.inputs.shapes import (
    Choice,
    awkward_choices,
    bulk,
    drawn,
    entries,
    halves,
    has_shape,
    least_choice,
    middle_choice,
    outer_choices,
    sizes_at,
)
from rftheory.numbers.balls import decide_relation
from rftheory.rules.propositions import Point
from rftheory.statements.words import Words

#: whether a relation holds at a point; None if that is not decided
Decides = Callable[[Boolean, Point], bool | None]


@dataclass(frozen=True)
class Range:
    """The values of one parameter: an interval (``None`` = unbounded), ``closed`` as in "[)", ``typical`` its bulk.

    ``awkward`` values are always tried first, and numbers at which it ends after them. ``typical`` bounds the random draws; it
    does not restrict the domain, and without one the draws are from [0, 3] as far as that lies in the range. Where a range has
    negative numbers and what is typical of it has none, half of the draws are negative.
    With a ``shape`` the parameter is a vector ``(d,)`` or a data set ``(L, d)``: ``symbol`` is the label of an
    `IndexedBase`, the sizes are integers or integer parameters of the same domain, and all that is said of the value
    is said of every entry.
    """

    symbol: sp.Symbol
    low: sp.Expr | int | None = None
    high: sp.Expr | int | None = None
    closed: str = "[]"
    integer: bool = False
    typical: tuple[sp.Expr | int, ...] = ()
    awkward: tuple[sp.Expr | int, ...] = ()
    shape: tuple[sp.Expr | int, ...] = ()

    def __post_init__(self) -> None:
        if self.typical == ():
            object.__setattr__(self, "typical", bulk(self.low, self.high))

    def at(self, point: Point) -> Range:
        """The range where its ends have these values; what is typical of it lies between them, unless something else was given."""
        ends = [None if end is None else sp.sympify(end) for end in (self.low, self.high)]
        if all(end is None or end.is_number for end in ends):
            return self
        low, high = (None if end is None else end.subs({s: point[s] for s in end.free_symbols}) for end in ends)
        typical = () if self.typical == bulk(self.low, self.high) else self.typical
        return replace(self, low=low, high=high, typical=typical)

    def relations(self, value: sp.Expr) -> Iterator[sp.Basic]:
        """The relations that a value must satisfy, as SymPy relationals."""
        if self.low is not None:
            yield (sp.Ge if self.closed[0] == "[" else sp.Gt)(value, self.low, evaluate=False)
        if self.high is not None:
            yield (sp.Le if self.closed[1] == "]" else sp.Lt)(value, self.high, evaluate=False)

    def describe(self) -> str:
        power = "" if not self.shape else f"^({' x '.join(map(str, self.shape))})"
        if self.integer and not self.shape:
            if self.low is not None and self.high is not None:
                return f"integer {self.low} <= {self.symbol} <= {self.high}"
            low = "" if self.low is None else f" >= {self.low}"
            return f"integer {self.symbol}{low}" + ("" if self.high is None else f" <= {self.high}")
        left = "(-oo" if self.low is None else f"{self.closed[0]}{self.low}"
        right = "oo)" if self.high is None else f"{self.high}{self.closed[1]}"
        return f"{'integer ' if self.integer else ''}{self.symbol} in {left}, {right}{power}"

    def allows(
        self,
        value: sp.Basic,
        sizes: tuple[int, ...] | None = (),
        point: Point | None = None,
        holds: Decides = decide_relation,
    ) -> bool:
        """Whether a number, or every entry of an array of these sizes, is in the range (its ends taken at a point)."""
        if sizes is None or not has_shape(value, sizes):
            return False
        return all(self.allows_entry(entry, point, holds) for entry in entries(value))

    def allows_entry(self, value: sp.Basic, point: Point | None = None, holds: Decides = decide_relation) -> bool:
        ends = [end for end in (self.low, self.high) if end is not None]
        if isinstance(value, sp.Rational) and all(isinstance(end, (int, sp.Rational)) for end in ends):
            return self._allows_rational(value)
        if not isinstance(value, sp.Expr) or not value.is_number or (self.integer and not value.is_Integer):
            return False
        if value.is_extended_real is False or value.is_finite is False or value.has(sp.Float):
            return False
        known = point or {}
        return all(
            relation.free_symbols <= known.keys() and holds(relation, known) is True
            for relation in self.relations(value)
        )

    def _allows_rational(self, value: sp.Rational) -> bool:
        """Between rational ends no ball is needed; searches ask for every coordinate of thousands of points."""
        above = self.low is None or value > self.low or (value == self.low and self.closed[0] == "[")
        below = self.high is None or value < self.high or (value == self.high and self.closed[1] == "]")
        return bool(above and below and (value.is_Integer or not self.integer))


@dataclass(frozen=True)
class Domain:
    """Ranges and further sufficient conditions (SymPy relationals) on the parameters of a claim.

    ``witness`` may name a point of it, where none would be found: conditions that are equations leave few. ``words`` say what the
    conditions stand for (one for all of them, or by the condition). They say nothing of the domain, so domains are equal without them.
    """

    ranges: tuple[Range, ...]
    conditions: tuple[sp.Basic, ...] = ()
    witness: Point | None = field(default=None, compare=False, repr=False)
    words: Mapping[sp.Basic, Words] | Words = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        if isinstance(self.words, Words):
            object.__setattr__(self, "words", dict.fromkeys(self.conditions, self.words))

    def meanings(self) -> list[tuple[sp.Basic, Words | None]]:
        """The conditions, each with what it stands for, if that is said."""
        return [(condition, self._words().get(condition)) for condition in self.conditions]

    def _words(self) -> dict[sp.Basic, Words]:
        return {} if isinstance(self.words, Words) else dict(self.words)

    @property
    def symbols(self) -> tuple[sp.Symbol, ...]:
        return tuple(item.symbol for item in self.ranges)

    def where(self, *conditions: sp.Basic, words: Words | None = None) -> Domain:
        """The same domain with further conditions, and what these stand for."""
        new = {} if words is None else dict.fromkeys(conditions, words)
        return replace(self, conditions=(*self.conditions, *conditions), words={**self._words(), **new})

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

    def refusal(self, point: Point, needed: Set[sp.Basic] | None = None, holds: Decides = decide_relation) -> str:
        """Why a point is not in the domain, naming parameter, value and what is allowed; empty if it is.

        Args:
            needed: the parameters that the point must have, by default all, and with these what their ranges depend on. Conditions
                on others are not asked.
            holds: decides a relation at the point; by default balls do.
        """
        needed = set(self.symbols) if needed is None else self._with_ends(needed | point.keys())
        given = [item for item in self.ranges if item.symbol in point]
        missing = [item for item in self.ranges if item.symbol in needed - point.keys()]
        if missing:
            names = ", ".join(str(item.symbol) for item in missing)
            allowed = "; ".join(item.describe() for item in missing)
            return f"{names} {'is' if len(missing) == 1 else 'are'} missing; allowed: {allowed}"
        for item in given:
            sizes = sizes_at(item.shape, point)
            if not item.allows(sp.sympify(point[item.symbol]), sizes, point, holds):
                of_sizes = f" of size {' x '.join(map(str, sizes))}" if sizes else ""
                return f"{item.symbol} = {point[item.symbol]} is not allowed; allowed: {item.describe()}{of_sizes}"
        known = set(self.symbols) & point.keys()
        for condition in self.conditions:
            if condition.free_symbols & set(self.symbols) <= known and not (decided := holds(condition, point)):
                answer = "is not seen to hold" if decided is None else "does not hold"
                return f"the condition {condition} {answer} at {dict(point)}"
        return ""

    def _with_ends(self, wanted: Set[sp.Basic]) -> set[sp.Basic]:
        """Parameters, and those in the ends and the sizes of their ranges."""
        found = {item.symbol: item for item in self.ranges if item.symbol in wanted}
        ends = {
            end for item in found.values() for end in (item.low, item.high, *item.shape) if isinstance(end, sp.Basic)
        }
        more = {symbol for end in ends for symbol in end.free_symbols} & set(self.symbols) - found.keys()
        return self._with_ends(found.keys() | more) if more else set(found)

    def named_point(self) -> Point | None:
        """The witness that the domain names, as exact numbers; None if it names none, or one for other parameters."""
        if self.witness is None or not set(self.symbols) <= self.witness.keys():
            return None
        return {symbol: sp.sympify(self.witness[symbol]) for symbol in self.symbols}

    def middle_point(self) -> Point:
        """A middle value of each parameter, whether or not the conditions hold there."""
        return self._chosen([middle_choice(number) for number in range(len(self.ranges))])

    def awkward_points(self) -> Iterator[Point]:
        """Each awkward value of each parameter, the others at a middle value; then all awkward values together."""
        middles = [middle_choice(number) for number in range(len(self.ranges))]
        awkward = [awkward_choices(item, number) for number, item in enumerate(self.ranges)]
        for number, choices in enumerate(awkward):
            for choice in choices:
                yield self._chosen([*middles[:number], choice, *middles[number + 1 :]])
        extremes = [a[:1] + a[-1:] or [middle] for a, middle in zip(awkward, middles, strict=True)]
        for together in itertools.islice(itertools.product(*extremes), 16):
            yield self._chosen(together)

    def edge_points(self) -> Iterator[Point]:
        """Integers at their least value, the others in the middle and each of them close to an end or far out; then the next integers."""
        middles = [middle_choice(number) for number in range(len(self.ranges))]
        least, following = (
            [least_choice(item, step) or middle for item, middle in zip(self.ranges, middles, strict=True)]
            for step in (0, 1)
        )
        yield self._chosen(least)
        yield self._chosen(following)
        for number, item in enumerate(self.ranges):
            for choice in outer_choices(item):
                yield self._chosen([*least[:number], choice, *least[number + 1 :]])

    def _chosen(self, choices: Sequence[Choice]) -> Point:
        """The point of these choices; numbers first, in their order, for they are in ends and sizes of those that follow."""
        point: dict[sp.Symbol, sp.Basic] = {}
        pairs = zip(self.ranges, choices, strict=True)
        for item, choice in sorted(pairs, key=lambda pair: bool(pair[0].shape)):
            point[item.symbol] = choice(item.at(point), sizes_at(item.shape, point) or ())
        return {symbol: point[symbol] for symbol in self.symbols}

    def random_points(self, seed: int) -> Iterator[Point]:
        """Random points without end, whether or not the conditions hold there; each second one has the other signs."""
        generator = np.random.default_rng(np.random.SeedSequence(seed))
        signed = [len(halves(item)) > 1 for item in self.ranges]
        while True:
            first = [int(generator.integers(2)) if both else 0 for both in signed]
            for turn in (0, 1):
                yield self._chosen([partial(drawn, generator, half + turn) for half in first])

    def points(self, count: int, seed: int = 0) -> list[Point]:
        """All awkward points of the domain, then random ones up to ``count`` (never fewer than four random ones).

        Raises:
            ValueError: if no point is accepted.
        """
        named = [] if (point := self.named_point()) is None else [point]
        awkward = _distinct(point for point in (*named, *self.awkward_points()) if self.contains(point))
        accepted = list(itertools.islice(awkward, count))
        wanted = max(4, count - len(accepted))
        inside = (point for point in itertools.islice(self.random_points(seed), 60 * wanted) if self.contains(point))
        randoms = list(itertools.islice(inside, wanted)) if self.ranges else []
        points = list(_distinct([*accepted, *randoms]))
        if not points:
            raise ValueError(f"no point was accepted in the domain {self.describe()}: a claim about nothing")
        return points


def _distinct(points: Iterable[Point]) -> Iterator[Point]:
    """The points without repetitions, each as soon as it is asked for."""
    seen: set[tuple[sp.Basic, ...]] = set()
    for point in points:
        values = tuple(point.values())
        if values not in seen:
            seen.add(values)
            yield point
