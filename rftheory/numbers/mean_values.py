"""Slopes of a function between two places, and the values of its derivative there: the mean value theorem in balls.

What has the derivative g between two places has a slope between them that is a value of g, its real and its imaginary part each
by itself. So a slope outside of all values of g shows that g is not the derivative, wherever between them that may be; the
function is evaluated at the two places only, and nothing is differentiated.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import lru_cache

import sympy as sp
from flint import ctx

from rftheory.numbers.balls import BALLS, Ball, UnsupportedExpression, enclose, prepared, real_ball
from rftheory.numbers.enclosure import Enclosure, radius_of
from rftheory.numbers.walker import Point, compile_for, number, parameters
from rftheory.numbers.work import limited

#: bits with which the values between two places are enclosed
_PRECISION = 256
#: the pieces into which a range is cut, how often a piece is halved at least and at most, and the radius of slopes then
_PIECES, _HALVINGS, _DEEPEST, _COARSE = 8, 12, 60, sp.Rational(1, 10**10)
#: values have come together where they are apart by so little of what they are in the whole piece
_TOGETHER = 2.0**-6


@dataclass(frozen=True)
class Between:
    """The slope of a function between two places, and all values of what is said to be its derivative."""

    low: sp.Expr
    high: sp.Expr
    slope: Enclosure
    values: Enclosure

    @property
    def radius(self) -> float:
        """That of the values."""
        return float(radius_of(self.values.value)) if self.values.is_finite else float("inf")

    def is_together(self, whole: Between) -> bool:
        """Whether the values are apart by little of what they are in a piece around these places."""
        return self.values.is_finite and self.radius <= _TOGETHER * whole.radius

    @property
    def excludes(self) -> bool:
        """Whether no value is the slope."""
        known = self.slope.is_finite and self.values.is_finite
        return known and not self.slope.overlaps(self.values)


@dataclass(frozen=True)
class Slopes:
    """A function of one variable, what is said to be its derivative, and the values of the other parameters."""

    function: sp.Expr
    value: sp.Expr
    variable: sp.Symbol
    point: Point

    def between(self, low: sp.Expr, high: sp.Expr, relative: sp.Rational) -> Between:
        """Both between two places; the radius is that of the slope.

        Raises:
            UnsupportedExpression: if a part cannot be evaluated.
        """
        quotient, first, last = _quotient(self.function, self.variable)
        slope = enclose(quotient, {**self.point, first: low, last: high}, relative)
        return Between(low, high, slope, Enclosure(self._values(low, high), _PRECISION))

    def _values(self, low: sp.Expr, high: sp.Expr) -> Ball:
        expr = prepared(self.value)
        symbols = parameters(expr)
        with ctx.workprec(_PRECISION), limited():
            whole = real_ball(low, {}, _PRECISION).union(real_ball(high, {}, _PRECISION))
            given = [whole if s == self.variable else number(sp.sympify(self.point[s]), BALLS) for s in symbols]
            found: Ball = compile_for(expr, symbols, BALLS)(*given)
            return found

    def search(self, low: sp.Expr, high: sp.Expr) -> Between | None:
        """Places between two others that exclude the derivative, or between which its values do not come together.

        A range is cut into pieces, and each is halved time and again, where slopes and values are farthest apart. At a jump of
        the function the slopes grow with every halving, the values of its derivative do not. At a kink these stay apart,
        which those of a derivative do at no inner place.
        """
        cuts = [low + place * (high - low) / _PIECES for place in range(_PIECES + 1)]
        doubtful = None
        for ends in itertools.pairwise(cuts):
            try:
                found, open_ = self._halved(*ends, {cuts[0], cuts[-1]})
            except (UnsupportedExpression, ArithmeticError, ValueError):
                continue
            if found.excludes:
                return found
            doubtful = found if open_ else doubtful
        return doubtful

    def _halved(self, low: sp.Expr, high: sp.Expr, ends: set[sp.Expr]) -> tuple[Between, bool]:
        """A half of a half ... of a piece, and whether the values do not come together there, inside of the ends of the range."""
        whole = found = self.between(low, high, _COARSE)
        for count in range(_DEEPEST):
            inside = ends.isdisjoint((found.low, found.high))
            if found.excludes or not found.slope.is_finite:
                return found, inside
            if count >= _HALVINGS and (found.is_together(whole) or not inside):
                return found, False
            middle = (found.low + found.high) / 2
            halves = [self.between(*part, _COARSE) for part in ((found.low, middle), (middle, found.high))]
            found = max(halves, key=lambda half: (half.excludes, float(abs(half.slope.value).upper()) + half.radius))
        return found, not found.is_together(whole)


@lru_cache(maxsize=256)
def _quotient(function: sp.Expr, variable: sp.Symbol) -> tuple[sp.Expr, sp.Symbol, sp.Symbol]:
    """The slope between two places, and the symbols of these."""
    first, last = (sp.Dummy(name, **variable._assumptions_orig) for name in ("low", "high"))
    rise = function.xreplace({variable: last}) - function.xreplace({variable: first})
    return rise / (last - first), first, last
