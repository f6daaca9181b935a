"""What balls are made of: exact and rounded numbers, hulls, keys; a real ball wherever the imaginary part is exactly zero.

A value that is not defined is not a number in both parts: a finite part beside it would be taken for a value.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import sympy as sp
from flint import acb, arb, fmpq

Ball = arb | acb


@lru_cache(maxsize=4096)
def _exact(value: sp.Rational) -> fmpq:
    return fmpq(int(value.p), int(value.q))


def from_rational(value: sp.Rational) -> arb:
    return arb(_exact(value))


def rational(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def demoted(value: Ball) -> Ball:
    """The real ball, if the imaginary part is exactly zero; no number at all, if one of the two parts is none."""
    if isinstance(value, arb):
        return value
    if value.imag.is_zero():
        return value.real
    return acb("nan", "nan") if value.real.is_nan() or value.imag.is_nan() else value


def between(low: arb, high: arb) -> arb:
    """A ball that contains both arguments and everything between them; it does not reach below zero where the lower one is 0."""
    if not (low.is_zero() and high >= 0):
        return low.union(high)
    # the radius of a ball is rounded up: its middle is that radius
    half = (high / 2).abs_upper()
    return arb(arb(0, half).rad(), half)


def around_zero(radius: arb) -> arb:
    """The ball [-radius, radius]."""
    return arb(0, radius.abs_upper())


def absolute(value: Ball) -> arb:
    """|value|; around zero the ball is [0, sup], where plain ``abs`` would keep the negative half."""
    return between(arb(0), value.abs_upper()) if value.contains(0) else abs(value)


def nonnegative_root(square: arb) -> arb:
    """The root of a number that is known to be nonnegative, though its ball may reach below zero."""
    return square.sqrt() if square > 0 else between(arb(0), square.abs_upper().sqrt())


def ball_key(value: Ball | tuple) -> tuple[object, ...]:
    """A hashable copy of a ball, or of a vector of balls: exact midpoints and radii."""
    if isinstance(value, tuple):
        return tuple(ball_key(entry) for entry in value)
    parts = (value,) if isinstance(value, arb) else (value.real, value.imag)
    return tuple((*map(int, p.mid().man_exp()), *map(int, p.rad().man_exp())) if p.is_finite() else None for p in parts)


def exact_integer(x: Ball) -> int | None:
    """The integer that a ball is, if it is exactly one."""
    whole = x.unique_fmpz() if isinstance(x, arb) and x.is_exact() else None
    return None if whole is None else int(whole)
