"""A real expression over a box of parameters: its range in balls, by natural extension, mean value form and monotonicity.

A box is a tuple of dyadic sub-intervals of [0, 1], one per parameter, mapped affinely onto the exact ends of the
parameter's range, so every corner and every centre is an exact SymPy point.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp
from flint import acb, arb, fmpq

from rftheory.evaluate.ball_arithmetic import Ball, between
from rftheory.evaluate.balls import BALLS, UnsupportedExpression
from rftheory.evaluate.walker import Program, compile_for
from rftheory.rules.nodes import Expectation

#: one (low, high) sub-interval of [0, 1] per parameter
Box = tuple[tuple[Fraction, Fraction], ...]
Ends = Mapping[sp.Symbol, tuple[sp.Expr, sp.Expr]]

_HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Range:
    """What is known of a function on a box: a ball of its values and of its slopes, and the box that suffices.

    ``reduced`` is the box with every parameter in which the function is monotone fixed at its lower face.
    """

    value: arb
    slopes: tuple[arb | None, ...]
    reduced: Box


class BoxFunction:
    """``expr`` on the box of exact ends ``ends``.

    Raises:
        UnsupportedExpression: for expectations (their derivatives are not formed) and what balls do not know.
        ValueError: for a parameter without a range.
    """

    def __init__(self, expr: sp.Expr, ends: Ends):
        expr = sp.sympify(expr)
        if expr.has(Expectation):
            raise UnsupportedExpression(f"an expectation on a box: {expr}; give its closed form")
        missing = sorted(map(str, expr.free_symbols - set(ends)))
        if missing:
            raise ValueError(f"the box gives no range to {', '.join(missing)}; it has {', '.join(map(str, ends))}")
        self.expr = expr
        self.symbols = tuple(s for s in ends if s in expr.free_symbols)
        self.others = {s: sp.sympify(ends[s][0]) for s in ends if s not in expr.free_symbols}
        self._ends = [tuple(map(sp.sympify, ends[s])) for s in self.symbols]
        self._end_balls = [tuple(compile_for(e, (), BALLS)() for e in pair) for pair in self._ends]
        self._value = compile_for(expr, self.symbols, BALLS)
        self._first = [self._derivative(s, 1) for s in self.symbols]
        self._second = [self._derivative(s, 2) for s in self.symbols]

    def _derivative(self, symbol: sp.Symbol, order: int) -> Program | None:
        try:
            return compile_for(sp.diff(self.expr, symbol, order), self.symbols, BALLS)
        except UnsupportedExpression:
            return None  # the natural extension alone decides

    @property
    def whole(self) -> Box:
        return tuple((Fraction(0), Fraction(0) if low == high else Fraction(1)) for low, high in self._ends)

    def point(self, position: tuple[Fraction, ...]) -> dict[sp.Symbol, sp.Expr]:
        """The exact point at a position of the unit cube."""
        moved = {
            s: low + (high - low) * sp.Rational(t.numerator, t.denominator)
            for s, (low, high), t in zip(self.symbols, self._ends, position, strict=True)
        }
        return {**self.others, **moved}

    def centre(self, box: Box) -> tuple[Fraction, ...]:
        return tuple((low + high) / 2 for low, high in box)

    def _coordinate(self, index: int, t: Fraction) -> arb:
        low, high = self._end_balls[index]
        if t in (0, 1):
            return high if t else low
        return low + (high - low) * arb(fmpq(t.numerator, t.denominator))

    def _arguments(self, box: Box) -> list[arb]:
        return [
            self._coordinate(i, low) if low == high else between(self._coordinate(i, low), self._coordinate(i, high))
            for i, (low, high) in enumerate(box)
        ]

    def at(self, position: tuple[Fraction, ...]) -> arb:
        """The ball of the value at one position."""
        return _real(self._value(*(self._coordinate(i, t) for i, t in enumerate(position))))

    def range(self, box: Box) -> Range:
        """The range on a box, after moving to the lower faces that monotonicity allows."""
        natural = _real(self._value(*self._arguments(box)))
        if natural > 0:
            return Range(natural, (None,) * len(box), box)
        slopes = self._slopes(box)
        reduced = tuple(
            self._lower_face(i, box, slope) if slope is not None else side
            for i, (side, slope) in enumerate(zip(box, slopes, strict=True))
        )
        if reduced != box:
            return Range(_real(self._value(*self._arguments(reduced))), slopes, reduced)
        return Range(self._sharper(natural, box, slopes), slopes, box)

    def _slopes(self, box: Box) -> tuple[arb | None, ...]:
        arguments = self._arguments(box)
        return tuple(None if p is None else _real(p(*arguments)) for p in self._first)

    def _lower_face(self, index: int, box: Box, slope: arb) -> tuple[Fraction, Fraction]:
        """The end of side ``index`` at which the function is least, if it is monotone there; else the whole side."""
        low, high = box[index]
        if low == high:
            return low, high
        direction = self._direction(index, box, slope)
        if direction == 0:
            return low, high
        return (low, low) if direction > 0 else (high, high)

    def _direction(self, index: int, box: Box, slope: arb) -> int:
        """The sign of the slope on the box, 0 if not decided.

        Where the slope vanishes at an end of the side, convexity or concavity along the side decides.
        """
        if slope >= 0 or slope <= 0:
            return 1 if slope >= 0 else -1
        second, first = self._second[index], self._first[index]
        if second is None or first is None:
            return 0
        curvature = _real(second(*self._arguments(box)))
        if not (curvature >= 0 or curvature <= 0):
            return 0
        faces = [_real(first(*self._arguments(_fixed(box, index, t)))) for t in box[index]]
        rising = faces[0] if curvature >= 0 else faces[1]  # the least slope along the side
        falling = faces[1] if curvature >= 0 else faces[0]  # the greatest one
        if rising >= 0:
            return 1
        return -1 if falling <= 0 else 0

    def _sharper(self, natural: arb, box: Box, slopes: tuple[arb | None, ...]) -> arb:
        """The intersection of the natural extension and the mean value form."""
        if any(s is None or not s.is_finite() for s in slopes):
            return natural
        centre = self.centre(box)
        value = self.at(centre)
        for i, (x, slope) in enumerate(zip(self._arguments(box), slopes, strict=True)):
            value = value + slope * (x - self._coordinate(i, centre[i]))
        if not natural.is_finite():
            return value
        return natural.intersection(value) if value.is_finite() else natural

    def split(self, box: Box, slopes: tuple[arb | None, ...]) -> tuple[Box, Box]:
        """Halve the side along which the function may vary most."""
        arguments = self._arguments(box)

        def spread(i: int) -> float:
            low, high = box[i]
            if low == high:
                return -1.0
            slope = slopes[i]
            if slope is None or not slope.is_finite():
                return float(high - low)
            varied = float((slope.abs_upper() * arb(arguments[i].rad())).mid())
            return varied if varied < float("inf") else float(high - low)

        index = max(range(len(box)), key=lambda i: (spread(i), box[i][1] - box[i][0]))
        low, high = box[index]
        middle = low + (high - low) * _HALF
        return _replaced(box, index, (low, middle)), _replaced(box, index, (middle, high))


def _fixed(box: Box, index: int, t: Fraction) -> Box:
    return _replaced(box, index, (t, t))


def _replaced(box: Box, index: int, side: tuple[Fraction, Fraction]) -> Box:
    return (*box[:index], side, *box[index + 1 :])


def is_point(box: Box) -> bool:
    return all(low == high for low, high in box)


def _real(value: Ball) -> arb:
    """A real function's ball: where a branch of a root left an imaginary part around zero, the real part contains it."""
    if isinstance(value, acb):
        return value.real if value.imag.contains(0) else arb("nan")
    return value
