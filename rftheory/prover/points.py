"""Sample points of a context and the values of terms there, as floats: guesses only, never a reason.

False and hopeless goals are given up after a look at some points.
"""

from __future__ import annotations

import cmath
import math
import random
from typing import Any

from rftheory.kernel.contexts import Context
from rftheory.kernel.terms import Term
from rftheory.prover.point_values import Point, is_number, value_at
from rftheory.prover.samples import Place, samples, special_places

#: points with a number at one place; what vanishes at all of them is no accident of rounding
_FEW = 4


class Points:
    """Some points of a context, and the values that terms have there."""

    def __init__(self, context: Context, count: int = 12, seed: int = 1, points: list[Point] | None = None):
        self.context = context
        self.points = samples(context, random.Random(seed), count, 40 * count) if points is None else points
        #: the exact points near these that were asked for, by identity and largest denominator (`exact_points`)
        self.exact: dict[tuple[int, int], Any] = {}
        self._values: list[dict[Term, Any]] = [{} for _ in self.points]
        self._seed = seed
        #: points with a number at an end or at 0
        self._special: dict[Place, Points] = {}

    def values(self, term: Term) -> list[complex]:
        """The values of a scalar at the points where they are known."""
        found = (self.value(term, number) for number in range(len(self.points)))
        return [value for value in found if isinstance(value, (int, float, complex)) and cmath.isfinite(value)]

    def value(self, term: Term, number: int) -> Any:
        return value_at(term, self.points[number], self._values[number])

    def small(self, term: Term) -> list[Point]:
        """The points at which a scalar is zero, or so near to it that balls have to say whether it is."""
        found = ((point, self.value(term, number)) for number, point in enumerate(self.points))
        return [point for point, value in found if is_number(value) and abs(value) < 1e-13]

    def differ(self, first: Term, second: Term) -> bool:
        """Whether two scalars are seen to differ at some point."""
        for number in range(len(self.points)):
            a, b = self.value(first, number), self.value(second, number)
            if not (is_number(a) and is_number(b)) or abs(a - b) <= 1e-6 * (1 + abs(a) + abs(b)):
                continue
            if abs(a - b) > 1e-9 * (self._size(first, number) + self._size(second, number)):
                return True
        return False

    def signs(self, term: Term) -> set[int] | None:
        """The signs of a real term at the points (0 for what rounding may hide), None where nothing is known or not real."""
        found: set[int] = set()
        for number in range(len(self.points)):
            value = self.value(term, number)
            if not is_number(value):
                continue
            if abs(value.imag) > 1e-7 * (1 + abs(value)):
                return None
            size = self._size(term, number)
            found.add(0 if abs(value) <= 1e-9 * size else 1 if value.real > 0 else -1)
        return found or None

    def vanishes(self, term: Term) -> bool:
        """Whether a term is seen to be zero wherever one of its numbers is at an end or at 0, so that it has no strict sign."""
        return any(self._at(place).signs(term) == {0} for place in special_places(self.context, term))

    def _at(self, place: Place) -> Points:
        if place not in self._special:
            rng = random.Random(self._seed)
            self._special[place] = Points(self.context, points=samples(self.context, rng, _FEW, 4 * _FEW, place))
        return self._special[place]

    def _size(self, term: Term, number: int) -> float:
        """How large the summands of a term are: what cancels leaves an error of their size."""
        if term.op in ("+", "*", "neg"):
            parts = [self._size(arg, number) for arg in term.args]
            return math.prod(parts) if term.op == "*" else sum(parts)
        value = self.value(term, number)
        return abs(value) if is_number(value) else math.inf
