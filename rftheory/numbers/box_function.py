"""A real expression over a box of parameters: its range by natural extension, mean value form and monotonicity.

A box is a tuple of dyadic sub-intervals of [0, 1], one per parameter, mapped affinely onto the exact ends of the
parameter's range, so every corner and every centre is an exact SymPy point. On a face of the whole box the end is
substituted symbolically, so that sin(pi) is zero there and not merely a small ball.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import sympy as sp
from flint import arb

from rftheory.numbers.ball_parts import rational
from rftheory.numbers.intervals import INTERVALS, WHOLE, Interval, from_ball
from rftheory.numbers.walker import Program, UnsupportedExpression, compile_for
from rftheory.rules.nodes import Expectation

#: one (low, high) sub-interval of [0, 1] per parameter
Box = tuple[tuple[Fraction, Fraction], ...]
Ends = Mapping[sp.Symbol, tuple[sp.Expr, sp.Expr]]

#: the sign of a slope that vanishes at an end is sought in derivatives up to this order
_HIGHEST_ORDER = 4
_HALF = Fraction(1, 2)


@dataclass(frozen=True)
class _BoxRange:
    """What is known of a function on a box.

    ``value`` encloses its values on ``reduced``, the box with every parameter in which the function is monotone fixed
    at the face where it is least; ``slopes`` enclose its partial derivatives on the box (None: not known).
    """

    value: Interval
    slopes: tuple[Interval | None, ...]
    reduced: Box


@lru_cache(maxsize=4096)
def _derivative(expr: sp.Expr, symbol: sp.Symbol, order: int) -> sp.Expr:
    # one order at a time: SymPy starts anew for each, and looks for common factors of all that it has found
    return sp.diff(_derivative(expr, symbol, order - 1), symbol) if order else expr


class BoxFunction:
    """``expr`` (real on the box) on the box of exact ends ``ends``.

    Raises:
        UnsupportedExpression: for expectations (their derivatives are not formed) and what balls do not know.
    """

    def __init__(self, expr: sp.Expr, ends: Ends):
        self.expr = expr = sp.sympify(expr)
        if expr.has(Expectation):
            raise UnsupportedExpression(f"an expectation on a box: {expr}; give its closed form")
        missing = sorted(map(str, expr.free_symbols - set(ends)))
        if missing:
            raise ValueError(f"the box gives no range to {', '.join(missing)}; it has {', '.join(map(str, ends))}")
        self.symbols = tuple(s for s in ends if s in expr.free_symbols)
        self._others = {s: sp.sympify(ends[s][0]) for s in ends if s not in expr.free_symbols}
        self._ends = [tuple(map(sp.sympify, ends[s])) for s in self.symbols]
        self._restrictions: dict[tuple[sp.Expr, tuple[tuple[int, bool], ...]], sp.Expr] = {}
        self._end_intervals = [tuple(compile_for(e, (), INTERVALS)() for e in pair) for pair in self._ends]
        compile_for(expr, self.symbols, INTERVALS)  # an unknown function is reported now, not on some box

    @property
    def whole(self) -> Box:
        return tuple((Fraction(0), Fraction(0) if low == high else Fraction(1)) for low, high in self._ends)

    def point(self, position: tuple[Fraction, ...]) -> dict[sp.Symbol, sp.Expr]:
        """The exact point at a position of the unit cube."""
        moved = {
            s: low + (high - low) * sp.Rational(t.numerator, t.denominator)
            for s, (low, high), t in zip(self.symbols, self._ends, position, strict=True)
        }
        return {**self._others, **moved}

    def centre(self, box: Box) -> tuple[Fraction, ...]:
        return tuple((low + high) / 2 for low, high in box)

    def at(self, position: tuple[Fraction, ...]) -> Interval:
        """An enclosure of the value at one position."""
        return self._evaluate(self.expr, tuple((t, t) for t in position))

    def _evaluate(self, expr: sp.Expr, box: Box) -> Interval:
        """The natural interval extension, after substituting the parameters that stand at an end of their range."""
        program = self._program(expr, box)
        return WHOLE if program is None else program(*(self._side(i, side) for i, side in enumerate(box)))

    def _is_continuous(self, expr: sp.Expr, box: Box) -> bool:
        """Every part of the expression is bounded on the box and none jumps, so there is no pole inside."""
        program = None if expr.has(sp.sign) else self._program(expr, box)
        if program is None:
            return False
        return all(part.is_finite for part in program.trace(*(self._side(i, side) for i, side in enumerate(box))))

    def _program(self, expr: sp.Expr, box: Box) -> Program | None:
        at_ends = tuple((i, low == 1) for i, (low, high) in enumerate(box) if low == high and low in (0, 1))
        key = (expr, at_ends)
        if key not in self._restrictions:
            exact = {self.symbols[i]: self._ends[i][upper] for i, upper in at_ends}
            restricted = expr.xreplace(exact)
            self._restrictions[key] = expr if restricted.has(sp.nan, sp.zoo, sp.oo) else restricted
        try:
            return compile_for(self._restrictions[key], self.symbols, INTERVALS)
        except UnsupportedExpression:
            return None  # a derivative that intervals do not know (of Max): nothing is concluded from it

    def _coordinate(self, index: int, t: Fraction) -> arb:
        low, high = self._end_intervals[index]
        if t in (0, 1):
            return (high if t else low).low.union((high if t else low).high)
        start, end = low.low.union(low.high), high.low.union(high.high)
        return start + (end - start) * rational(t)

    def _side(self, index: int, side: tuple[Fraction, Fraction]) -> Interval:
        low = from_ball(self._coordinate(index, side[0]))
        return low if side[0] == side[1] else Interval(low.low, from_ball(self._coordinate(index, side[1])).high)

    def range(self, box: Box) -> _BoxRange:
        """The range on a box, after moving to the faces that monotonicity allows."""
        natural = self._evaluate(self.expr, box)
        if natural.low > 0:
            return _BoxRange(natural, (None,) * len(box), box)
        slopes = tuple(self._evaluate(_derivative(self.expr, s, 1), box) for s in self.symbols)
        if not self._is_continuous(self.expr, box):
            return _BoxRange(natural, slopes, box)
        reduced = tuple(self._least_face(i, box) for i in range(len(box)))
        if reduced != box:
            return _BoxRange(self._evaluate(self.expr, reduced), slopes, reduced)
        return _BoxRange(self._sharper(natural, box, slopes), slopes, box)

    def _least_face(self, index: int, box: Box) -> tuple[Fraction, Fraction]:
        """The end of side ``index`` at which the function is least, if it is monotone there; else the whole side."""
        low, high = box[index]
        if low == high:
            return low, high
        direction = self._direction(index, box, 1)
        if direction == 0:
            return low, high
        return (low, low) if direction > 0 else (high, high)

    def _direction(self, index: int, box: Box, order: int) -> int:
        """The (weak) sign of a partial derivative on the box, 0 if not decided.

        Where it vanishes at an end of the side, the sign of the next derivative makes it monotone, so that its values
        at the two ends decide.
        """
        derivative = _derivative(self.expr, self.symbols[index], order)
        slope = self._evaluate(derivative, box)
        if slope.low >= 0 or slope.high <= 0:
            return 1 if slope.low >= 0 else -1
        touches_end = 0 in box[index] or 1 in box[index]
        if order == _HIGHEST_ORDER or not touches_end or not self._is_continuous(derivative, box):
            return 0
        trend = self._direction(index, box, order + 1)
        if trend == 0:
            return 0
        first, last = (self._evaluate(derivative, _replaced(box, index, (t, t))) for t in box[index])
        least, greatest = (first, last) if trend > 0 else (last, first)
        if least.low >= 0:
            return 1
        return -1 if greatest.high <= 0 else 0

    def _sharper(self, natural: Interval, box: Box, slopes: tuple[Interval, ...]) -> Interval:
        """The intersection of the natural extension and the mean value form."""
        centre = self.centre(box)
        value = self.at(centre)
        for i, slope in enumerate(slopes):
            if box[i][0] != box[i][1]:
                value = value + slope * (self._side(i, box[i]) - self._side(i, (centre[i], centre[i])))
        return natural.intersection(value)

    def split(self, box: Box, slopes: tuple[Interval | None, ...]) -> tuple[Box, Box]:
        """Halve the side along which the function may vary most."""

        def spread(i: int) -> tuple[float, float]:
            low, high = box[i]
            width = float(high - low)
            slope = slopes[i]
            if width == 0 or slope is None or not slope.is_finite:
                return (-1.0 if width == 0 else float("inf")), width
            side = self._side(i, box[i])
            return float((slope.reach() * (side.high - side.low)).mid()), width

        index = max(range(len(box)), key=spread)
        low, high = box[index]
        middle = low + (high - low) * _HALF
        return _replaced(box, index, (low, middle)), _replaced(box, index, (middle, high))


def _replaced(box: Box, index: int, side: tuple[Fraction, Fraction]) -> Box:
    return (*box[:index], side, *box[index + 1 :])


def is_point(box: Box) -> bool:
    return all(low == high for low, high in box)
