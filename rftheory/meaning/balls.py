"""Complex numbers of the tests: exact Gaussian rationals where possible, balls of python-flint elsewhere.

A ball is `sure` if it encloses the value; a number that comes from a quadrature or a truncated sum has a radius that is a
thousand times its estimated error, and is not sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import flint

#: longer exact numbers become balls
EXACT_BITS = 6_000
_NOTHING = Fraction(0)


class Undefined(Exception):
    """The term certainly has no value at the point."""


class Undecided(Exception):
    """The evaluator does not know."""


class Num:
    """A complex number."""

    __slots__ = ("_ball", "im", "re", "sure")

    #: the exact parts, None for a ball
    re: Any
    im: Any

    def __init__(self, re: Fraction | None, im: Fraction | None, ball: flint.acb | None = None, sure: bool = True):
        self.re, self.im, self._ball, self.sure = re, im, ball, sure

    @property
    def exact(self) -> bool:
        return self.re is not None

    @property
    def ball(self) -> flint.acb:
        if self._ball is None:
            assert self.re is not None and self.im is not None
            self._ball = flint.acb(_arb(self.re), _arb(self.im))
        return self._ball

    def is_zero(self) -> bool:
        """Whether it is 0; refused if that is not seen."""
        if self.exact:
            return self.re == 0 and self.im == 0
        if not self.ball.contains(0):
            return False
        if self.sure and self.ball.is_zero():
            return True
        raise Undecided

    def real_part(self) -> Num:
        """The number if it is real; Undefined if it certainly is not."""
        if self.exact:
            if self.im:
                raise Undefined
            return self
        if not self.ball.imag.contains(0):
            raise Undefined
        if self.ball.imag.is_zero() or small(self.ball.imag, self.ball, self.sure):
            return of_ball(flint.acb(self.ball.real), self.sure)
        raise Undecided

    def sign(self) -> int:
        """The sign of a real number; Undecided if it is not seen."""
        here = self.real_part()
        if here.exact:
            assert here.re is not None
            return (here.re > 0) - (here.re < 0)
        part = here.ball.real
        if part > 0:
            return 1
        if part < 0:
            return -1
        if part.is_zero() and self.sure:
            return 0
        raise Undecided

    def as_int(self) -> int:
        """The integer; Undefined if it certainly is none."""
        if self.exact:
            if self.im or self.re is None or self.re.denominator != 1:
                raise Undefined
            return self.re.numerator
        if not self.ball.contains_integer():
            raise Undefined
        # of what is larger by far an integer would not fit in memory
        if self.ball.real.abs_upper() < flint.arb(2) ** EXACT_BITS and tight(self.ball, self.sure):
            return int(self.ball.real.mid().unique_fmpz() or round(float(self.ball.real.mid())))
        raise Undecided

    def __repr__(self) -> str:
        return f"{self.re}+{self.im}i" if self.exact else f"{self.ball}{'' if self.sure else '?'}"


def small(part: flint.arb, ball: flint.acb, sure: bool) -> bool:
    """Whether a part that may be 0 is so small that it is taken for 0."""
    size = part.abs_upper()
    return bool(size < (flint.arb(2) ** -60 if sure else flint.arb("1e-6")) * (1 + abs(ball).abs_upper()))


def tight(ball: flint.acb, sure: bool) -> bool:
    return small(ball.real.rad(), ball, sure) and small(ball.imag.rad(), ball, sure)


def _arb(value: Fraction) -> flint.arb:
    return flint.arb(flint.fmpq(value.numerator, value.denominator))


def exact(re: int | Fraction, im: int | Fraction = 0) -> Num:
    """An exact number; one that is too long becomes a ball."""
    return _exact(Fraction(re), Fraction(im))


def _exact(re: Fraction, im: Fraction = _NOTHING) -> Num:
    if max(re.numerator.bit_length(), re.denominator.bit_length(), im.denominator.bit_length()) > EXACT_BITS:
        return Num(None, None, flint.acb(_arb(re), _arb(im)))
    return Num(re, im)


def of_ball(ball: flint.acb | flint.arb, sure: bool = True) -> Num:
    ball = ball if type(ball) is flint.acb else flint.acb(ball)
    if not ball.is_finite():
        raise Undecided
    return Num(None, None, ball, sure)


def estimated(value: Num, error: flint.arb) -> Num:
    """A number with the estimate of its error."""
    if not error.is_finite():
        raise Undecided
    radius = (error.abs_upper() * 1000 + abs(value.ball).abs_upper() * flint.arb("1e-15")).upper()
    ball = value.ball + flint.acb(flint.arb(0, radius), flint.arb(0, radius))
    return of_ball(ball, False)


ZERO, ONE = exact(0), exact(1)


# -- arithmetic -----------------------------------------------------------------------------------------------------


def add(*numbers: Num) -> Num:
    if all(number.exact for number in numbers):
        im = sum((n.im for n in numbers if n.im), _NOTHING)
        return _exact(sum((n.re for n in numbers), _NOTHING), im)
    ball = flint.acb(0)
    for number in numbers:
        ball += number.ball
    return of_ball(ball, all(number.sure for number in numbers))


def times(first: Num, second: Num) -> Num:
    if first.exact and second.exact:
        a, b, c, d = first.re, first.im, second.re, second.im
        return _exact(a * c - b * d, a * d + b * c) if b or d else _exact(a * c)
    for factor in (first, second):
        if factor.exact and not factor.re and not factor.im:
            return ZERO
    return of_ball(first.ball * second.ball, first.sure and second.sure)


def product(numbers: Sequence[Num]) -> Num:
    result = ONE
    for number in numbers:
        result = times(result, number)
    return result


def neg(number: Num) -> Num:
    if number.exact:
        return _exact(-number.re, -number.im)
    return of_ball(-number.ball, number.sure)


def minus(first: Num, second: Num) -> Num:
    return add(first, neg(second))


def inv(number: Num) -> Num:
    if number.is_zero():
        raise Undefined
    if number.exact:
        size = number.re * number.re + number.im * number.im
        return _exact(number.re / size, -number.im / size)
    return of_ball(1 / number.ball, number.sure)


def power(number: Num, n: int) -> Num:
    """A literal power; its value at 0 is 1."""
    if n < 0:
        return inv(power(number, -n))
    if number.exact:
        bits = max(part.numerator.bit_length() + part.denominator.bit_length() for part in (number.re, number.im))
        if bits * n < EXACT_BITS:
            result, base = ONE, number
            while n:
                result = times(result, base) if n & 1 else result
                base, n = (times(base, base) if n > 1 else base), n >> 1
            return result
    if n == 0:
        return ONE
    return of_ball(number.ball**n, number.sure)


# -- comparison -----------------------------------------------------------------------------------------------------


def equal(first: Num, second: Num) -> bool | None:
    """Whether two numbers are equal; False is certain, True may rest on small balls."""
    if first.exact and second.exact:
        return first.re == second.re and first.im == second.im
    sure = first.sure and second.sure
    gap = first.ball - second.ball
    if not gap.contains(0):
        return False
    scale = 1 + abs(first.ball).abs_upper()
    return True if abs(gap).abs_upper() < scale * (flint.arb(2) ** -90 if sure else flint.arb("1e-5")) else None


def order(first: Num, second: Num) -> int | None:
    """The sign of the second real number minus the first; 0 as in `equal`."""
    gap = minus(second.real_part(), first.real_part())
    if gap.exact:
        return gap.sign()
    if gap.ball.real > 0:
        return 1
    if gap.ball.real < 0:
        return -1
    return 0 if equal(first, second) else None


def paired(first: list[Num], second: list[Num]) -> list[tuple[Num, Num]]:
    if len(first) != len(second):
        raise Undefined
    return list(zip(first, second, strict=True))


def dot(first: list[Num], second: list[Num]) -> Num:
    return add(ZERO, *(times(a, b) for a, b in paired(first, second)))
