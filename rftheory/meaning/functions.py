"""Functions of numbers that are exact or balls."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import flint

from rftheory.meaning.balls import (
    ONE,
    ZERO,
    Num,
    Undecided,
    Undefined,
    exact,
    inv,
    minus,
    neg,
    of_ball,
    power,
    times,
)


def root(number: Num, q: int) -> Num:
    """The principal root."""
    if number.exact and number.im == 0 and number.re is not None and number.re >= 0:
        parts = [_exact_root(part, q) for part in (number.re.numerator, number.re.denominator)]
        if parts[0] is not None and parts[1] is not None:
            return exact(Fraction(parts[0], parts[1]))
    if number.exact and number.im == 0 and number.re is not None and q == 2 and number.re < 0:
        return times(exact(0, 1), root(neg(number), 2))
    if number.ball.contains(0):
        # a root of a number of size e has the size e^(1/q)
        size = abs(number.ball).abs_upper().root(q).upper()
        return of_ball(flint.acb(flint.arb(0, size), flint.arb(0, size)), number.sure)
    return of_ball(number.ball.root(q) if q > 2 else number.ball.sqrt(), number.sure)


def _exact_root(n: int, q: int) -> int | None:
    found = int(flint.fmpz(n).root(q)) if n else 0
    return found if found**q == n else None


def log(number: Num) -> Num:
    if number.is_zero():
        raise Undefined
    if number.exact and number.re == 1 and number.im == 0:
        return ZERO
    return of_ball(number.ball.log(), number.sure)


def real_power(base: Num, exponent: Num) -> Num:
    """``rpow``, by the value of the exponent."""
    exponent = exponent.real_part()
    if exponent.exact and exponent.re is not None and exponent.re.denominator == 1 and abs(exponent.re) < 10_000:
        return power(base, exponent.re.numerator)
    if base.is_zero():
        sign = exponent.sign()
        if sign < 0:
            raise Undefined
        return ZERO if sign else ONE
    return of_ball((exponent.ball * log(base).ball).exp(), base.sure and exponent.sure)


_ENTIRE = {"exp": ONE, "sin": ZERO, "cos": ONE, "sinh": ZERO, "cosh": ONE}
_OF_REAL = {"tanh", "atan", "erf"}


def function(op: str, number: Num) -> Num:
    """The functions of one number."""
    if op == "neg":
        return neg(number)
    if op == "inv":
        return inv(number)
    if op == "log":
        return log(number)
    if op == "sqrt":
        return root(number, 2)
    if op in ("re", "im", "conj", "abs"):
        return _part(op, number)
    if op == "sgn":
        return exact(number.real_part().sign())
    if op in _ENTIRE:
        if number.exact and number.re == 0 and number.im == 0:
            return _ENTIRE[op]
        return of_ball(getattr(number.ball, op)(), number.sure)
    if op in _OF_REAL:
        number = number.real_part()
        if number.exact and number.re == 0:
            return ZERO
        return of_ball(getattr(number.ball.real, op)(), number.sure)
    if op == "gamma":
        if number.exact and number.im == 0 and number.re is not None and number.re.denominator == 1 and number.re <= 0:
            raise Undefined
        return of_ball(number.ball.gamma(), number.sure)
    raise Undecided


def _part(op: str, number: Num) -> Num:
    if number.exact:
        re, im = number.re, number.im
        assert re is not None and im is not None
        if op == "abs":
            return root(exact(re * re + im * im), 2)
        return exact(re) if op == "re" else exact(im) if op == "im" else exact(re, -im)
    ball = number.ball
    part: Any = {"re": ball.real, "im": ball.imag, "conj": flint.acb(ball.real, -ball.imag), "abs": abs(ball)}[op]
    return of_ball(part, number.sure)


def bessel(kind: str, order: Num, place: Num) -> Num:
    """I or J, of an integer order anywhere, of a real order at a real place that is not negative."""
    if order.exact and order.im == 0 and order.re is not None and order.re.denominator == 1:
        n = order.re.numerator
        value = place.ball.bessel_i(flint.acb(abs(n))) if kind == "i" else place.ball.bessel_j(flint.acb(abs(n)))
        return of_ball(-value if kind == "j" and n < 0 and n % 2 else value, place.sure)
    order, place = order.real_part(), place.real_part()
    at = place.sign()
    if at < 0 or (at == 0 and order.sign() < 0):
        raise Undecided
    if at == 0:
        return ZERO
    value = place.ball.bessel_i(order.ball) if kind == "i" else place.ball.bessel_j(order.ball)
    return of_ball(value, order.sure and place.sure)


def series(upper: Sequence[Num], lower: Sequence[Num], place: Num) -> Num:
    """pFq inside its disc."""
    for number in lower:
        if number.exact and number.im == 0 and number.re is not None and number.re <= 0 and number.re.denominator == 1:
            raise Undefined
    if len(upper) > len(lower):
        size = minus(_part("abs", place), ONE).sign()
        if size >= 0:
            raise Undefined
    if place.exact and place.re == 0 and place.im == 0:
        return ONE
    sure = all(number.sure for number in (*upper, *lower, place))
    return of_ball(place.ball.hypgeom([a.ball for a in upper], [b.ball for b in lower]), sure)
