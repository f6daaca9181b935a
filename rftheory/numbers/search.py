"""The search for a counterexample to an inequality over the whole of its domain, guided and confirmed by balls.

Places are spread over every scale of every number (tiny and huge, and close to both ends), the worst are improved by
Nelder-Mead, and a suspect counts only once balls prove it at an exact point of the domain. The point is then made as
simple as it can be while it still violates: fewer coordinates, simpler numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import sympy as sp
from flint import acb, ctx
from scipy.optimize import minimize

from rftheory.inputs.shapes import entries, sizes_at
from rftheory.numbers.balls import BALLS, INTEGRATED, UnsupportedExpression, compare, prepared
from rftheory.numbers.search_places import Axis, Grid, Place, nested
from rftheory.numbers.walker import compile_all
from rftheory.numbers.work import limited
from rftheory.rules.frames import OrthogonalMean
from rftheory.rules.nodes import Form, Phase, Probability, SampleMean
from rftheory.rules.propositions import Point, Relation
from rftheory.rules.variates import Variate

if TYPE_CHECKING:
    from rftheory.statements.domain import Domain

#: points of the domain that sizes of arrays are taken from
_DRAWN = 48
#: suspects that are improved, with so many values for each coordinate and in all, and suspects that are handed to the balls
_IMPROVED, _VALUES, _MOST_VALUES, _SUSPECTS = 4, 60, 300, 12
#: bits of the balls that guide; places that are looked at where a quadrature makes them, and the evaluations for one
_BITS, _MOST_INTEGRATED, _EVALUATIONS = 64, 100, 1_000
#: the margin where balls give none: margins lie between -1 and 1
_UNKNOWN = 2.0
#: largest denominators of the exact numbers tried, simplest first
_DENOMINATORS = (1, 2, 3, 4, 6, 10, 20, 64, 1000, 10**5, 10**8, 10**12)

#: what balls must find for a relation to fail
OPPOSITE = {"<=": ">", "<": ">", ">=": "<", ">": "<"}


def tries(left: sp.Expr, right: sp.Expr, budget: int) -> int:
    """How many of so many places are looked at: few where each takes quadratures, none where it is a probability that is integrated."""
    events = (*left.atoms(Probability), *right.atoms(Probability))
    if any(event.atoms(Form, Phase, Variate, SampleMean, OrthogonalMean) for event in events):
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


class _Search:
    def __init__(self, left: sp.Expr, relation: Relation, right: sp.Expr, domain: Domain):
        self.left, self.right, self.relation, self.domain = left, right, relation, domain
        self.sizes = {s for item in domain.ranges for s in map(sp.sympify, item.shape) if s.is_Symbol}
        self._symbols = tuple(item.symbol for item in domain.ranges)
        self._violates: dict[tuple[sp.Basic, ...], bool] = {}
        self._sides = compile_all((left, right), self._symbols, BALLS)
        self._sign = 1 if relation in (">", ">=") else -1

    def margin(self, grid: Grid, place: Place) -> float:
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

    def suspects(self, seed: int, budget: int, improve: bool) -> Iterator[tuple[Grid, Place]]:
        """Places in order of suspicion: the worst of the spread ones, then the worst ones improved."""
        generator = np.random.default_rng(np.random.SeedSequence(seed))
        points = self.domain.points(_DRAWN, seed) if self.sizes else [{}]
        drawn = [{s: point[s] for s in self._symbols if s in self.sizes} for point in points]
        grids = list({tuple(sizes.values()): Grid(self.domain, sizes) for sizes in drawn}.values())
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
                point = self._simpler(point, Axis(item), place)
        return point

    def _smaller(self, point: Point, size: sp.Symbol) -> Point:
        """The point with a size less by one, and its arrays cut down to that."""
        new = {**point, size: point[size] - 1}
        cut = {i.symbol: _cut(point[i.symbol], sizes_at(i.shape, new) or ()) for i in self.domain.ranges if i.shape}
        return {**new, **cut}

    def _simpler(self, point: Point, axis: Axis, place: int) -> Point:
        symbol = axis.item.symbol
        sizes, values = sizes_at(axis.item.shape, point) or (), list(entries(point[symbol]))
        for value in axis.simple_values(point):
            if _complexity(value) < _complexity(values[place]):
                changed = iter([*values[:place], value, *values[place + 1 :]])
                candidate = {**point, symbol: sp.sympify(nested(sizes, changed))}
                if self.violates(candidate):
                    return candidate
        return point


def _cut(array: sp.Basic, sizes: tuple[int, ...]) -> sp.Basic:
    return sp.Tuple(*(_cut(part, sizes[1:]) for part in array.args[: sizes[0]])) if sizes else array


def _complexity(value: sp.Expr) -> tuple[int, float]:
    """How long an exact number is when written down, then its size."""
    return len(str(value)), abs(float(sp.N(value)))
