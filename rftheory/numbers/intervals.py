"""Interval arithmetic with exact ends, for ranges over boxes.

A ball forgets that an end is exactly zero and pays for every product of wide factors; an interval [low, high] with
exact binary ends keeps both, rounding outwards. Ends may be infinite. The expressions are taken to be real on the box:
a root's argument that reaches below zero does so by overestimation only, and is cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp
from flint import acb, arb

from rftheory.numbers.ball_arithmetic import FUNCTIONS as BALL_FUNCTIONS
from rftheory.numbers.ball_arithmetic import Ball, between, from_rational
from rftheory.numbers.walker import UnsupportedExpression

_ZERO, _ONE = arb(0), arb(1)
_INFINITY = arb.pos_inf()


@dataclass(frozen=True, slots=True)
class Interval:
    """[low, high], both ends exact (or infinite)."""

    low: arb
    high: arb

    @property
    def is_finite(self) -> bool:
        return bool(self.low.is_finite() and self.high.is_finite())

    @property
    def is_zero(self) -> bool:
        return bool(self.low.is_zero() and self.high.is_zero())

    def reach(self) -> arb:
        """The largest absolute value."""
        return _largest([abs(self.low), abs(self.high)])

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low)

    def __add__(self, other: Interval) -> Interval:
        return _outward(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Interval) -> Interval:
        return self + (-other)

    def __mul__(self, other: Interval) -> Interval:
        if self.low >= 0 and other.low >= 0:
            return _outward(_product(self.low, other.low), _product(self.high, other.high))
        products = [_product(a, b) for a in (self.low, self.high) for b in (other.low, other.high)]
        if not all(p.is_finite() or p == _INFINITY or p == -_INFINITY for p in products):
            return WHOLE
        return Interval(_smallest([p.lower() for p in products]), _largest([p.upper() for p in products]))

    def intersection(self, other: Interval) -> Interval:
        return Interval(_largest([self.low, other.low]), _smallest([self.high, other.high]))


WHOLE = Interval(-_INFINITY, _INFINITY)


def _product(a: arb, b: arb) -> arb:
    """0 times an infinite end is 0: the end is a bound, not a value."""
    return _ZERO if a.is_zero() or b.is_zero() else a * b


def _smallest(values: list[arb]) -> arb:
    least = values[0]
    for value in values[1:]:
        least = value if value < least else least
    return least


def _largest(values: list[arb]) -> arb:
    most = values[0]
    for value in values[1:]:
        most = value if value > most else most
    return most


def _outward(low: arb, high: arb) -> Interval:
    """The interval from the bottom of one ball to the top of the other; no bound where a ball is not a number."""
    return Interval(-_INFINITY if low.is_nan() else low.lower(), _INFINITY if high.is_nan() else high.upper())


def from_ball(value: Ball) -> Interval:
    """The interval of a real ball (of the real part, if the imaginary one is around zero)."""
    if isinstance(value, acb):
        if not value.imag.contains(0):
            return WHOLE
        value = value.real
    return _outward(value, value)


def _increasing(function: Callable[[arb], arb]) -> Callable[[Interval], Interval]:
    return lambda x: _outward(function(x.low), function(x.high))


def _decreasing(function: Callable[[arb], arb]) -> Callable[[Interval], Interval]:
    return lambda x: _outward(function(x.high), function(x.low))


def _even(x: Interval, rising: Callable[[Interval], Interval]) -> Interval:
    """An even function that rises on the positive half line."""
    return rising(_absolute(x))


def _absolute(x: Interval) -> Interval:
    if x.low >= 0:
        return x
    return -x if x.high <= 0 else Interval(_ZERO, x.reach())


def _clipped(x: Interval) -> Interval:
    return Interval(_ZERO, x.high) if x.low < 0 <= x.high else x


def _logarithm(x: Interval) -> Interval:
    x = _clipped(x)
    if x.low.is_zero():
        return Interval(-_INFINITY, x.high.log().upper()) if x.high > 0 else WHOLE
    return _increasing(arb.log)(x)


def _oscillation(function: Callable[[arb], arb], quarter: int) -> Callable[[Interval], Interval]:
    """sin (first maximum a quarter turn from zero) and cos (maximum at zero)."""

    def apply(x: Interval) -> Interval:
        if not x.is_finite:
            return Interval(-_ONE, _ONE)
        turn = 2 * arb.pi()

        def meets(offset: arb) -> bool:
            first = ((x.low - offset) / turn).lower().ceil()
            last = ((x.high - offset) / turn).upper().floor()
            return not first > last

        ends = _outward(function(x.low), function(x.low)), _outward(function(x.high), function(x.high))
        maximum = arb.pi() / 2 * quarter
        high = _ONE if meets(maximum) else _largest([e.high for e in ends])
        low = -_ONE if meets(maximum + arb.pi()) else _smallest([e.low for e in ends])
        return Interval(low, high)

    return apply


def _sign(x: Interval) -> Interval:
    return Interval(x.low.sgn(), x.high.sgn())


def _by_balls(function: Callable[..., Ball]) -> Callable[..., Interval]:
    """Any other function: its value on the balls that cover the intervals."""

    def apply(*values: Interval) -> Interval:
        if not all(v.is_finite for v in values):
            return WHOLE
        try:
            return from_ball(function(*(between(v.low, v.high) for v in values)))
        except UnsupportedExpression:
            return WHOLE  # not defined somewhere in these intervals

    return apply


def _hypergeometric(upper: tuple[Interval, ...], lower: tuple[Interval, ...], x: Interval) -> Interval:
    parts = (*upper, *lower, x)
    if not all(v.is_finite for v in parts):
        return WHOLE
    balls = [between(v.low, v.high) for v in parts]
    try:
        return from_ball(BALL_FUNCTIONS["hyper"](balls[: len(upper)], balls[len(upper) : -1], balls[-1]))
    except UnsupportedExpression:
        return WHOLE


_RISING = ("exp", "expm1", "sinh", "tanh", "asin", "atan", "asinh", "erf", "erfi")

FUNCTIONS: dict[str, Callable[..., Interval]] = {
    **{name: _by_balls(function) for name, function in BALL_FUNCTIONS.items()},
    **{name: _increasing(getattr(arb, name)) for name in _RISING},
    **{name: _decreasing(getattr(arb, name)) for name in ("acos", "erfc")},
    "cosh": lambda x: _even(x, _increasing(arb.cosh)),
    "log": _logarithm,
    "sin": _oscillation(arb.sin, 1),
    "cos": _oscillation(arb.cos, 0),
    "Abs": _absolute,
    "sign": _sign,
    "re": lambda x: x,
    "conjugate": lambda x: x,
    "Max": lambda a, b: Interval(_largest([a.low, b.low]), _largest([a.high, b.high])),
    "Min": lambda a, b: Interval(_smallest([a.low, b.low]), _smallest([a.high, b.high])),
    "hyper": _hypergeometric,
}


class _IntervalArithmetic:
    """The walker's arithmetic of real intervals, at the precision of flint's context."""

    functions: Mapping[str, Callable[..., Any]] = FUNCTIONS
    binders: Mapping[str, Callable[..., Any]] = {}

    def rational(self, value: sp.Rational) -> Interval:
        return from_ball(from_rational(value))

    def constant(self, name: str) -> Interval:
        if name == "I":
            raise UnsupportedExpression("the imaginary unit in interval arithmetic")
        return from_ball(arb.pi() if name == "pi" else arb.const_e())

    def add(self, left: Interval, right: Interval) -> Interval:
        return left + right

    def multiply(self, left: Interval, right: Interval) -> Interval:
        return left * right

    def integer_power(self, base: Interval, exponent: int) -> Interval:
        if exponent < 0:
            return self._reciprocal(self.integer_power(base, -exponent))
        power = _increasing(lambda x: x**exponent)
        return _even(base, power) if exponent % 2 == 0 else power(base)

    def _reciprocal(self, base: Interval) -> Interval:
        if base.low > 0 or base.high < 0:
            ends = (1 / end if end.is_finite() else _ZERO for end in (base.high, base.low))
            return _outward(*ends)
        if base.low.is_zero() and base.high > 0:
            return Interval((1 / base.high).lower(), _INFINITY)
        if base.high.is_zero() and base.low < 0:
            return Interval(-_INFINITY, (1 / base.low).upper())
        return WHOLE

    def rational_power(self, base: Interval, exponent: sp.Rational) -> Interval:
        base = _clipped(base)
        if base.high < 0:
            return WHOLE
        root = _increasing(lambda x: x.root(int(exponent.q)))(base)
        return self.integer_power(root, int(exponent.p))

    def power(self, base: Interval, exponent: Interval) -> Interval:
        if base.low > 0:
            return FUNCTIONS["exp"](exponent * FUNCTIONS["log"](base))
        if base.low.is_zero() and exponent.low > 0 and base.high > 0:
            # b^e for 0 <= b <= high lies below the larger of 1 and high^e
            return Interval(_ZERO, _largest([self.power(Interval(base.high, base.high), exponent).high, _ONE]))
        return WHOLE


INTERVALS = _IntervalArithmetic()
