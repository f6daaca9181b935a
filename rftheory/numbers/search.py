"""The search for a counterexample to an inequality over the whole of its domain, guided and confirmed by balls.

Places are spread over every scale of every number (tiny and huge, and close to both ends), the worst are improved by
Nelder-Mead, and a suspect counts only once balls prove it at an exact point of the domain. The point is then made as
simple as it can be while it still violates: fewer coordinates, simpler numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy as sp
from flint import acb, arb, ctx
from numpy.typing import NDArray
from scipy.optimize import minimize

from rftheory.inputs.shapes import entries, sizes_at
from rftheory.numbers.balls import BALLS, INTEGRATED, UnsupportedExpression, compare, prepared
from rftheory.numbers.walker import compile_all, compile_for, number, parameters
from rftheory.numbers.work import limited
from rftheory.rules.nodes import Probability
from rftheory.rules.propositions import Point, Relation

if TYPE_CHECKING:
    from rftheory.statements.domain import Domain, Range

#: numbers are tried from 10^low to 10^high, or so close to the ends of their range
_DECADES = (-7.0, 5.0)
#: points of the domain that sizes of arrays are taken from
_DRAWN = 48
#: suspects that are improved, with so many values for each coordinate and in all, and suspects that are handed to the balls
_IMPROVED, _VALUES, _MOST_VALUES, _SUSPECTS = 4, 60, 300, 12
#: bits of the balls that guide; places that are looked at where a quadrature makes them, and the evaluations for one
_BITS, _MOST_INTEGRATED, _EVALUATIONS = 64, 100, 1_000
#: coordinates of which the values are floats
_FURTHEST = 700.0
#: the margin where balls give none: margins lie between -1 and 1
_UNKNOWN = 2.0
#: largest denominators of the exact numbers tried, simplest first
_DENOMINATORS = (1, 2, 3, 4, 6, 10, 20, 64, 1000, 10**5, 10**8, 10**12)

#: what balls must find for a relation to fail
OPPOSITE = {"<=": ">", "<": ">", ">=": "<", ">": "<"}


def tries(left: sp.Expr, right: sp.Expr, budget: int) -> int:
    """How many of so many places are looked at: none where each is the probability of a mean, few where it takes quadratures."""
    if left.has(Probability) or right.has(Probability):
        return 0
    return min(budget, _MOST_INTEGRATED) if left.has(*INTEGRATED) or right.has(*INTEGRATED) else budget


def find_violation(
    left: sp.Expr,
    relation: Relation,
    right: sp.Expr,
    domain: Domain,
    seed: int,
    budget: int = 1_000,
    improve: bool = True,
) -> Point | None:
    """A point of the domain at which ``left <relation> right`` certainly fails, made simple; None if none is found.

    Args:
        seed: of the random points; equal seeds give equal answers.
        budget: number of points spread over the domain.
        improve: whether the worst of them are improved, which takes most of the time.
    """
    first, second = (prepared(sp.sympify(side)) for side in (left, right))
    count = tries(first, second, budget)
    if not domain.ranges or not count:
        return None
    search = _Search(first, relation, second, domain)
    for grid, place in search.suspects(seed, count, improve and count == budget):
        for denominator in _DENOMINATORS:
            point = grid.exact(place, denominator)
            if search.violates(point):
                return search.simplified(point)
    return None


#: one coordinate for each number of a point
_Place = NDArray[np.float64]


@dataclass(frozen=True)
class _Axis:
    """The numbers of one parameter as functions of unbounded coordinates u; the ends may depend on parameters before it."""

    item: Range

    def draw(self, generator: np.random.Generator, count: int) -> _Place:
        """Coordinates of which the values cover every scale; half of them are ordinary, where most violations are."""
        far = generator.random() < 0.5
        if self.item.low is not None and self.item.high is not None:
            shift = generator.uniform(_DECADES[0], 0) * np.log(10) * generator.choice([-1, 1]) if far else 0.0
            return shift + generator.logistic(0, 1, count)
        logs = (generator.uniform(*_DECADES) * np.log(10) if far else 0.0) + generator.normal(0, 1.5, count)
        if self.item.low is None and self.item.high is None:
            return np.arcsinh(np.exp(logs) * generator.choice([-1, 1], count) / 2)
        return logs

    def balls(self, before: dict[sp.Symbol, Any]) -> Callable[[float], arb]:
        """About the value at u, as a function of u, where the parameters before have these values."""
        low, high = (None if end is None else end(before) for end in self._ends_in_balls)
        return lambda u: self._ball(u, low, high)

    @cached_property
    def _ends_in_balls(self) -> list[Callable[[dict[sp.Symbol, Any]], arb] | None]:
        return [None if end is None else _in_balls(sp.sympify(end)) for end in (self.item.low, self.item.high)]

    def _ball(self, u: float, low: arb | None, high: arb | None) -> arb:
        if low is not None and high is not None:
            value = low + (high - low) / (1 + arb(-u).exp())
        elif low is not None:
            value = low + arb(u).exp()
        else:
            value = 2 * arb(u).sinh() if high is None else high - arb(u).exp()
        if not self.item.integer:
            return value
        whole = value.mid().floor()
        return whole if low is None else whole.max(low.mid().ceil())

    def exact(self, denominator: int, point: Point) -> Callable[[float], sp.Expr]:
        """The exact value near u whose distance to the nearer end is a fraction of bounded denominator, as a function of u."""
        low, high = _ends(self.item, point)
        return lambda u: self._exact(u, denominator, low, high)

    def _exact(self, u: float, denominator: int, low: sp.Expr | None, high: sp.Expr | None) -> sp.Expr:
        u = min(max(u, -_FURTHEST), _FURTHEST)
        if self.item.integer or (low is None and high is None):
            ends = (None if end is None else _in_balls(end)({}) for end in (low, high))
            value = float(self._ball(u, *ends).mid())
            return sp.Integer(int(value)) if self.item.integer else _fraction(value, denominator)
        if low is None or high is None:
            offset = _fraction(float(np.exp(u)), denominator)
            return high - offset if low is None else low + offset
        near = _fraction(float(1 / (1 + np.exp(abs(u)))), denominator) * (high - low)
        return low + near if u <= 0 else high - near

    def simple_values(self, point: Point) -> Iterator[sp.Expr]:
        """Simple numbers, the simplest first; fractions of the whole for a range with two ends."""
        yield from (sp.Integer(k) for k in (0, 1, -1, 2, 3, 4, 5, 6, 8, 10, 20, 100))
        if self.item.integer:
            return
        low, high = _ends(self.item, point)
        if low is not None and high is not None:
            yield from (low + (high - low) * sp.Rational(p, q) for q in (2, 3, 4, 6, 10) for p in range(1, q))
        yield from (sp.Rational(p, q) for q in (2, 3, 4, 10) for p in range(1, 2 * q) if p % q)


def _ends(item: Range, point: Point) -> tuple[sp.Expr | None, ...]:
    return tuple(None if end is None else sp.sympify(end).subs(point) for end in (item.low, item.high))


def _in_balls(end: sp.Expr) -> Callable[[dict[sp.Symbol, Any]], arb]:
    """An end of a range as a function of the parameters before it."""
    symbols = parameters(end)
    program = compile_for(end, symbols, BALLS)
    return lambda before: program(*(before[symbol] for symbol in symbols))


@lru_cache(maxsize=4096)
def _fraction(value: float, denominator: int) -> sp.Rational:
    """A simple fraction near a value; below 1/denominator its reciprocal is rounded to two digits instead."""
    if value != 0 and abs(value) < 1 / denominator:
        reciprocal = Fraction(f"{1 / value:.1e}")
        return sp.Rational(reciprocal.denominator, reciprocal.numerator)
    close = Fraction(value).limit_denominator(denominator)
    return sp.Rational(close.numerator, close.denominator)


class _Grid:
    """The points whose arrays have the sizes of one point: a coordinate for each number that is not a size."""

    def __init__(self, domain: Domain, sizes: Point):
        self.sizes = sizes
        free = [item for item in domain.ranges if item.symbol not in sizes]
        # numbers first: they may be in the ends of arrays
        self.axes = [_Axis(item) for item in sorted(free, key=lambda item: bool(item.shape))]
        self.shapes = [sizes_at(axis.item.shape, sizes) or () for axis in self.axes]
        self._counts = [math.prod(shape) for shape in self.shapes]

    def draw(self, generator: np.random.Generator) -> _Place:
        drawn = (axis.draw(generator, count) for axis, count in zip(self.axes, self._counts, strict=True))
        return np.concatenate([*drawn])

    def exact(self, place: _Place, denominator: int) -> Point:
        point = self._made(place, dict(self.sizes), lambda axis, before: axis.exact(denominator, before))
        return {symbol: sp.sympify(value) for symbol, value in point.items()}

    def balls(self, place: _Place) -> dict[sp.Symbol, Any]:
        """About the same point, faster."""
        return self._made(place, {symbol: number(size, BALLS) for symbol, size in self.sizes.items()}, _Axis.balls)

    def _made(self, place: _Place, point: dict[sp.Symbol, Any], values: Callable[..., Any]) -> dict[sp.Symbol, Any]:
        """The parameters one after the other, each from its coordinates and those before it."""
        coordinates = iter(place.tolist())
        for axis, shape, count in zip(self.axes, self.shapes, self._counts, strict=True):
            numbers = map(values(axis, point), islice(coordinates, count))
            point[axis.item.symbol] = _nested(shape, numbers)
        return point


def _nested(shape: tuple[int, ...], numbers: Iterator[Any]) -> Any:
    """An array of these sizes, filled row by row; the number itself for no sizes."""
    return tuple(_nested(shape[1:], numbers) for _ in range(shape[0])) if shape else next(numbers)


class _Search:
    def __init__(self, left: sp.Expr, relation: Relation, right: sp.Expr, domain: Domain):
        self.left, self.right, self.relation, self.domain = left, right, relation, domain
        self.sizes = {s for item in domain.ranges for s in map(sp.sympify, item.shape) if s.is_Symbol}
        self._symbols = tuple(item.symbol for item in domain.ranges)
        self._violates: dict[tuple[sp.Basic, ...], bool] = {}
        self._sides = compile_all((left, right), self._symbols, BALLS)
        self._sign = 1 if relation in (">", ">=") else -1

    def margin(self, grid: _Grid, place: _Place) -> float:
        """The largest value of ``(left - right) / (|left| + |right|)`` that balls allow, signed so that a violation is negative."""
        try:
            with ctx.workprec(_BITS), limited(_EVALUATIONS):
                point = grid.balls(place)
                values = [point[symbol] for symbol in self._symbols]
                left, right = self._sides(*values)
                # real sides may be made of complex parts; whether they are real is for the balls that decide
                margin = self._sign * acb(left - right).real / (abs(left) + abs(right))
                return float(margin.upper()) if margin.is_finite() else _UNKNOWN
        except (UnsupportedExpression, ValueError, KeyError):
            # an end of a range may depend on a parameter after it
            return _UNKNOWN

    def suspects(self, seed: int, budget: int, improve: bool) -> Iterator[tuple[_Grid, _Place]]:
        """Places in order of suspicion: the worst of the spread ones, then the worst ones improved."""
        generator = np.random.default_rng(np.random.SeedSequence(seed))
        points = self.domain.points(_DRAWN, seed) if self.sizes else [{}]
        drawn = [{s: point[s] for s in self._symbols if s in self.sizes} for point in points]
        grids = list({tuple(sizes.values()): _Grid(self.domain, sizes) for sizes in drawn}.values())
        chosen = [grids[int(generator.integers(len(grids)))] for _ in range(budget)]
        places = [(grid, grid.draw(generator)) for grid in chosen]
        margins = [self.margin(*place) for place in places]
        order = np.argsort(margins, kind="stable")
        yield from (places[i] for i in order[:_SUSPECTS] if margins[i] < 0)
        for grid, start in [places[i] for i in order[:_IMPROVED] if margins[i] < _UNKNOWN] if improve else ():
            most = {"maxfev": min(_VALUES * len(start), _MOST_VALUES)}
            best = minimize(partial(self.margin, grid), start, method="Nelder-Mead", options=most)
            if best.fun < 0:
                yield grid, best.x

    def violates(self, point: Point) -> bool:
        """Whether balls prove it; suspects that lie close together are often the same exact point."""
        key = tuple(point[symbol] for symbol in self._symbols)
        if key not in self._violates:
            self._violates[key] = self.domain.contains(point) and self._is_decided(point)
        return self._violates[key]

    def _is_decided(self, point: Point) -> bool:
        try:
            return compare(self.left, self.right, point) == OPPOSITE[self.relation]
        except (UnsupportedExpression, ValueError):
            return False  # a singular or complex value is no proof of a violation

    def simplified(self, point: Point) -> Point:
        """Smaller sizes, then one number after the other replaced by the simplest value at which the violation persists."""
        for size in sorted(self.sizes, key=str):
            while point[size] > 1 and self.violates(smaller := self._smaller(point, size)):
                point = smaller
        for item in self.domain.ranges:
            for place in range(0 if item.symbol in self.sizes else len(list(entries(point[item.symbol])))):
                point = self._simpler(point, _Axis(item), place)
        return point

    def _smaller(self, point: Point, size: sp.Symbol) -> Point:
        """The point with a size less by one, and its arrays cut down to that."""
        new = {**point, size: point[size] - 1}
        cut = {i.symbol: _cut(point[i.symbol], sizes_at(i.shape, new) or ()) for i in self.domain.ranges if i.shape}
        return {**new, **cut}

    def _simpler(self, point: Point, axis: _Axis, place: int) -> Point:
        symbol = axis.item.symbol
        sizes, values = sizes_at(axis.item.shape, point) or (), list(entries(point[symbol]))
        for value in axis.simple_values(point):
            if _complexity(value) < _complexity(values[place]):
                changed = iter([*values[:place], value, *values[place + 1 :]])
                candidate = {**point, symbol: sp.sympify(_nested(sizes, changed))}
                if self.violates(candidate):
                    return candidate
        return point


def _cut(array: sp.Basic, sizes: tuple[int, ...]) -> sp.Basic:
    return sp.Tuple(*(_cut(part, sizes[1:]) for part in array.args[: sizes[0]])) if sizes else array


def _complexity(value: sp.Expr) -> tuple[int, float]:
    """How long an exact number is when written down, then its size."""
    return len(str(value)), abs(float(sp.N(value)))
