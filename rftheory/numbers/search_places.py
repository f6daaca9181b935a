"""Places where a search for counterexamples looks: unbounded coordinates for the numbers of a point, on every scale of their ranges."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy as sp
from flint import arb
from numpy.typing import NDArray

from rftheory.inputs.shapes import sizes_at
from rftheory.numbers.balls import BALLS
from rftheory.numbers.walker import compile_for, number, parameters
from rftheory.rules.propositions import Point

if TYPE_CHECKING:
    from rftheory.statements.domain import Domain, Range

#: numbers are tried from 10^low to 10^high, or so close to the ends of their range
_DECADES = (-7.0, 5.0)
#: coordinates of which the values are floats
_FURTHEST = 700.0

#: one coordinate for each number of a point
Place = NDArray[np.float64]


@dataclass(frozen=True)
class Axis:
    """The numbers of one parameter as functions of unbounded coordinates u; the ends may depend on parameters before it."""

    item: Range

    def draw(self, generator: np.random.Generator, count: int) -> Place:
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


class Grid:
    """The points whose arrays have the sizes of one point: a coordinate for each number that is not a size."""

    def __init__(self, domain: Domain, sizes: Point):
        self.sizes = sizes
        free = [item for item in domain.ranges if item.symbol not in sizes]
        # numbers first: they may be in the ends of arrays
        self.axes = [Axis(item) for item in sorted(free, key=lambda item: bool(item.shape))]
        self.shapes = [sizes_at(axis.item.shape, sizes) or () for axis in self.axes]
        self._counts = [math.prod(shape) for shape in self.shapes]

    def draw(self, generator: np.random.Generator) -> Place:
        drawn = (axis.draw(generator, count) for axis, count in zip(self.axes, self._counts, strict=True))
        return np.concatenate([*drawn])

    def exact(self, place: Place, denominator: int) -> Point:
        point = self._made(place, dict(self.sizes), lambda axis, before: axis.exact(denominator, before))
        return {symbol: sp.sympify(value) for symbol, value in point.items()}

    def balls(self, place: Place) -> dict[sp.Symbol, Any]:
        """About the same point, faster."""
        return self._made(place, {symbol: number(size, BALLS) for symbol, size in self.sizes.items()}, Axis.balls)

    def _made(self, place: Place, point: dict[sp.Symbol, Any], values: Callable[..., Any]) -> dict[sp.Symbol, Any]:
        """The parameters one after the other, each from its coordinates and those before it."""
        coordinates = iter(place.tolist())
        for axis, shape, count in zip(self.axes, self.shapes, self._counts, strict=True):
            numbers = map(values(axis, point), islice(coordinates, count))
            point[axis.item.symbol] = nested(shape, numbers)
        return point


def nested(shape: tuple[int, ...], numbers: Iterator[Any]) -> Any:
    """An array of these sizes, filled row by row; the number itself for no sizes."""
    return tuple(nested(shape[1:], numbers) for _ in range(shape[0])) if shape else next(numbers)
