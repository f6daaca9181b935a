"""The search for a counterexample to an inequality over the whole of its domain, confirmed by balls.

Float64 logarithms guide it: points are spread over every scale of every parameter (tiny and huge, and close to both
ends), the worst are improved by Nelder-Mead, and a suspect counts only once balls prove it at an exact point of the
domain. The point is then made as simple as it can be while it still violates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from rftheory.numbers import vector_search
from rftheory.numbers.balls import UnsupportedExpression, compare, prepared
from rftheory.numbers.logspace import log_value
from rftheory.numbers.simplices import minimised
from rftheory.numbers.vector_search import DomainLike, RangeLike
from rftheory.rules.propositions import Point, Relation

#: offsets from the ends of a range are tried from 10^low to 10^high
_DECADES = (-7.0, 5.0)
#: suspects that are improved, and suspects that are handed to the balls
_IMPROVED, _SUSPECTS = 4, 12
#: largest denominators of the exact numbers tried, simplest first
_DENOMINATORS = (1, 2, 3, 4, 6, 10, 20, 64, 1000, 10**5, 10**8, 10**12)

#: what balls must find for a relation to fail
OPPOSITE = {"<=": ">", "<": ">", ">=": "<", ">": "<"}


def find_violation(
    left: sp.Expr,
    relation: Relation,
    right: sp.Expr,
    domain: DomainLike,
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
    search = _Search(prepared(sp.sympify(left)), relation, prepared(sp.sympify(right)), domain, improve)
    if any(item.shape for item in domain.ranges):
        return search.among_vectors(seed, budget)
    for place in search.suspects(np.random.default_rng(np.random.SeedSequence(seed)), budget):
        point = search.confirmed(place)
        if point is not None:
            return search.simplified(point)
    return None


#: a float for each place, or one for all
_Floats = NDArray[np.float64] | float


@dataclass(frozen=True)
class _Axis:
    """One parameter as a function of an unbounded coordinate u, in floats and exactly; its ends may depend on those before it."""

    item: RangeLike

    def _exact_ends(self, before: Point) -> tuple[sp.Expr | None, sp.Expr | None]:
        low, high = (None if e is None else sp.sympify(e).subs(before) for e in (self.item.low, self.item.high))
        return low, high

    def draw(self, generator: np.random.Generator, count: int) -> NDArray[np.float64]:
        """Coordinates of which the values cover every scale."""
        low, high = self.item.low, self.item.high
        scales = generator.uniform(*_DECADES, count) * np.log(10)
        if low is None and high is None:
            return np.arcsinh(np.exp(scales) * generator.choice([-1, 1], count) / 2)
        if low is None or high is None:
            # half of the draws at ordinary sizes, where most violations are
            return np.where(generator.random(count) < 0.5, generator.normal(0, 1.5, count), scales)
        ends = -generator.uniform(0, -_DECADES[0], count) * np.log(10) * generator.choice([-1, 1], count)
        return np.where(generator.random(count) < 0.5, generator.logistic(0, 1, count), ends)

    def value(self, u: NDArray[np.float64], before: Mapping[sp.Symbol, NDArray[np.float64]]) -> NDArray[np.float64]:
        """The values at these coordinates, where the parameters before have the values ``before``."""
        return self._between(u, _in_floats(self.item.low, before), _in_floats(self.item.high, before))

    def _between(self, u: NDArray[np.float64], low: _Floats | None, high: _Floats | None) -> NDArray[np.float64]:
        with np.errstate(over="ignore"):
            if low is None and high is None:
                value = 2 * np.sinh(u)
            elif high is None:
                value = low + np.exp(u)
            elif low is None:
                value = high - np.exp(u)
            else:
                value = low + (high - low) / (1 + np.exp(-u))
        if self.item.integer:
            value = np.floor(value) if low is None else np.maximum(np.floor(value), np.ceil(low))
        return value

    def exact(self, u: float, denominator: int, before: Point) -> sp.Expr:
        """The exact value near u whose distance to the nearer end is a fraction of bounded denominator."""
        low, high = self._exact_ends(before)
        if self.item.integer or (low is None and high is None):
            value = float(self._between(np.asarray(u), _in_floats(low, {}), _in_floats(high, {})))
            return sp.Integer(int(value)) if self.item.integer else _fraction(value, denominator)
        if low is None or high is None:
            offset = _fraction(float(np.exp(u)), denominator)
            return low + offset if high is None else high - offset
        near = _fraction(float(1 / (1 + np.exp(abs(u)))), denominator) * (high - low)
        return low + near if u <= 0 else high - near

    def simple_values(self, before: Point) -> Iterator[sp.Expr]:
        """Simple numbers, the simplest first; fractions of the whole for a range with two ends."""
        yield from (sp.Integer(k) for k in (1, 2, 3, 4, 5, 6, 8, 10, 20, 100))
        if self.item.integer:
            return
        low, high = self._exact_ends(before)
        if low is not None and high is not None:
            yield from (low + (high - low) * sp.Rational(p, q) for q in (2, 3, 4, 6, 10) for p in range(1, q))
        yield from (sp.Rational(p, q) for q in (2, 3, 4, 10) for p in range(1, 2 * q) if p % q)


def _in_floats(end: sp.Expr | int | None, before: Mapping[sp.Symbol, NDArray[np.float64]]) -> _Floats | None:
    """An end of a range where the parameters in it have these values."""
    if end is None:
        return None
    expr = sp.sympify(end)
    if expr.is_number:
        return _float(expr)
    sign, log = log_value(expr, {symbol: before[symbol] for symbol in expr.free_symbols})
    return np.asarray(sign * np.exp(log), dtype=np.float64)


@lru_cache(maxsize=1024)
def _float(number: sp.Expr) -> float:
    return float(sp.N(number))


def _fraction(value: float, denominator: int) -> sp.Rational:
    """A simple fraction near a value; below 1/denominator its reciprocal is rounded to two digits instead."""
    if value != 0 and abs(value) < 1 / denominator:
        reciprocal = Fraction(f"{1 / value:.1e}")
        return sp.Rational(reciprocal.denominator, reciprocal.numerator)
    close = Fraction(value).limit_denominator(denominator)
    return sp.Rational(close.numerator, close.denominator)


class _Search:
    def __init__(self, left: sp.Expr, relation: Relation, right: sp.Expr, domain: DomainLike, improve: bool):
        self.left, self.right, self.relation, self.domain, self.improve = left, right, relation, domain, improve
        self.axes = [_Axis(item) for item in domain.ranges]
        self.symbols = [item.symbol for item in domain.ranges]
        self._violates: dict[tuple[sp.Basic, ...], bool] = {}
        self._sign = 1.0 if relation in (">", ">=") else -1.0

    def among_vectors(self, seed: int, budget: int) -> Point | None:
        for point in vector_search.suspects(self.left, self.right, self._sign, self.domain, seed, budget, self.improve):
            if self.violates(point):
                return vector_search.simplified(point, self.domain, self.violates)
        return None

    def margins(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """``(left - right) / (|left| + |right|)``, signed so that a violation is negative; nan becomes +inf."""
        arrays: dict[sp.Symbol, NDArray[np.float64]] = {}
        for symbol, axis, coordinates in zip(self.symbols, self.axes, places.T, strict=True):
            arrays[symbol] = axis.value(coordinates, arrays)
        try:
            margins = vector_search.float_margins(self.left, self.right, self._sign, arrays)
        except UnsupportedExpression:
            exact = (self.exact(place, _DENOMINATORS[-1]) for place in places)
            margins = np.array([vector_search.ball_margin(self.left, self.right, self._sign, point) for point in exact])
        # without parameters there is one margin for all places
        return np.broadcast_to(margins, len(places)).copy()

    def exact(self, place: NDArray[np.float64], denominator: int) -> Point:
        point: dict[sp.Symbol, sp.Basic] = {}
        for symbol, axis, u in zip(self.symbols, self.axes, place, strict=True):
            point[symbol] = axis.exact(float(u), denominator, point)
        return point

    def suspects(self, generator: np.random.Generator, budget: int) -> Iterator[NDArray[np.float64]]:
        """Places in order of suspicion: the worst of the spread ones, then the worst ones improved."""
        if not self.axes:
            return
        places = np.column_stack([axis.draw(generator, budget) for axis in self.axes])
        margins = self.margins(places)
        order = np.argsort(margins, kind="stable")
        yield from (places[i] for i in order[:_SUSPECTS] if margins[i] < 0)
        if not self.improve:
            return
        starts = places[[i for i in order[:_IMPROVED] if np.isfinite(margins[i])]]
        if len(starts):
            best = minimised(self.margins, starts, 60 * starts.shape[1])
            yield from best[self.margins(best) < 0]

    def confirmed(self, place: NDArray[np.float64]) -> Point | None:
        """The simplest exact point near a place that balls prove to violate."""
        for denominator in _DENOMINATORS:
            point = self.exact(place, denominator)
            if self.violates(point):
                return point
        return None

    def violates(self, point: Point) -> bool:
        """Whether balls prove it; suspects that lie close together are often the same exact point."""
        key = tuple(point[symbol] for symbol in self.symbols)
        if key not in self._violates:
            self._violates[key] = self.domain.contains(point) and self._is_decided(point)
        return self._violates[key]

    def _is_decided(self, point: Point) -> bool:
        try:
            return compare(self.left, self.right, point) == OPPOSITE[self.relation]
        except (UnsupportedExpression, ValueError):
            return False  # a singular or complex value is no proof of a violation

    def simplified(self, point: Point) -> Point:
        """One parameter after the other is replaced by the simplest value at which the violation persists."""
        for axis, symbol in zip(self.axes, self.symbols, strict=True):
            for value in axis.simple_values(point):
                if _complexity(value) >= _complexity(point[symbol]):
                    continue
                candidate = {**point, symbol: value}
                if self.violates(candidate):
                    point = candidate
                    break
        return point


def _complexity(value: sp.Expr) -> tuple[int, float]:
    """How long an exact number is when written down, then its size."""
    return len(str(value)), abs(float(sp.N(value)))
