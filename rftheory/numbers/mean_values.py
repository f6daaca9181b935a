"""Slopes of a function between two places, and the values of its derivative there: the mean value theorem in balls.

What has the derivative g between two places has a slope between them that is a value of g, its real and its imaginary part each
by itself. So a slope outside of all values of g shows that g is not the derivative, wherever between them that may be; the
function is evaluated at the two places only, and nothing is differentiated.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import sympy as sp
from flint import ctx

from rftheory.numbers.balls import BALLS, Ball, UnsupportedExpression, enclose, prepared, real_ball
from rftheory.numbers.enclosure import Enclosure
from rftheory.numbers.walker import Point, compile_for, number, parameters
from rftheory.numbers.work import limited

#: bits with which the values between two places are enclosed
_PRECISION = 256
#: the pieces into which a range is cut, how often a piece is halved, and the radius of slopes then
_PIECES, _HALVINGS, _COARSE = 8, 12, sp.Rational(1, 10**10)


@dataclass(frozen=True)
class Between:
    """The slope of a function between two places, and all values of what is said to be its derivative."""

    low: sp.Expr
    high: sp.Expr
    slope: Enclosure
    values: Enclosure

    @property
    def excludes(self) -> bool:
        """Whether no value is the slope."""
        known = self.slope.is_finite and self.values.is_finite
        return known and not self.slope.overlaps(self.values)

    @property
    def steepness(self) -> float:
        """The size of the slope, nothing where it is not known."""
        return float(abs(self.slope.value).upper()) if self.slope.is_finite else 0.0


@dataclass(frozen=True)
class Slopes:
    """A function of one variable, what is said to be its derivative, the values of the parameters, and which points count."""

    function: sp.Expr
    value: sp.Expr
    variable: sp.Symbol
    point: Point
    contains: Callable[[Point], bool]

    def around(self, distance: sp.Rational, relative: sp.Rational) -> Between | None:
        """Both between places at a distance on both sides of the point; the radius is that of the slope. None outside.

        Raises:
            UnsupportedExpression: if a part cannot be evaluated.
        """
        low, high = (self.point[self.variable] + sign * distance for sign in (-1, 1))
        return self._between(low, high, relative) if self._inside(low, high) else None

    def search(self, low: sp.Expr, high: sp.Expr) -> Between | None:
        """Places between two others that exclude the derivative.

        What lies between is cut into pieces, and each is halved time and again, where the slope is steeper. At a jump of the
        function the slopes grow with every halving, the values of its derivative do not.
        """
        inset = (high - low) / 2**_PRECISION  # an end may be open
        cuts = [low + inset + place * (high - low - 2 * inset) / _PIECES for place in range(_PIECES + 1)]
        for piece in itertools.pairwise(cuts):
            halves = [piece]
            for _ in range(_HALVINGS):
                try:
                    found = [self._between(*half, _COARSE) for half in halves if self._inside(*half)]
                except (UnsupportedExpression, ArithmeticError, ValueError):
                    break
                for one in found:
                    if one.excludes:
                        return one
                if not found:
                    break
                steepest = max(found, key=lambda one: one.steepness)
                middle = (steepest.low + steepest.high) / 2
                halves = [(steepest.low, middle), (middle, steepest.high)]
        return None

    def _inside(self, low: sp.Expr, high: sp.Expr) -> bool:
        return low < high and all(self.contains({**self.point, self.variable: place}) for place in (low, high))

    def _between(self, low: sp.Expr, high: sp.Expr, relative: sp.Rational) -> Between:
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


@lru_cache(maxsize=256)
def _quotient(function: sp.Expr, variable: sp.Symbol) -> tuple[sp.Expr, sp.Symbol, sp.Symbol]:
    """The slope between two places, and the symbols of these."""
    first, last = (sp.Dummy(name, **variable._assumptions_orig) for name in ("low", "high"))
    rise = function.xreplace({variable: last}) - function.xreplace({variable: first})
    return rise / (last - first), first, last
