"""A ball that contains a value, with what can be said of it."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp
from flint import acb, arb

from rftheory.numbers.ball_parts import Ball
from rftheory.rules.propositions import Point

#: radii beyond 2^+-this are reported as infinite, or as this small (they are bounds)
_EXPONENT_LIMIT = 100_000


@dataclass(frozen=True)
class Enclosure:
    """A ball that contains the value, and the precision (bits) at which it was computed."""

    value: Ball
    precision: int

    @property
    def contains_zero(self) -> bool:
        return bool(self.value.contains(0))

    @property
    def is_finite(self) -> bool:
        return bool(self.value.is_finite())

    def overlaps(self, other: Enclosure) -> bool:
        """Whether the two balls have a common point; if not, the two values are different."""
        return bool(acb(self.value).overlaps(acb(other.value)))

    def below(self, other: Enclosure) -> bool:
        """Whether the value is certainly less than the other (both real)."""
        return bool(real_part(self.value) < real_part(other.value))

    def radius(self) -> sp.Expr:
        """An upper bound of the radius, exact (a rational, or oo)."""
        return _as_rational(radius_of(self.value))

    def relative_radius(self) -> sp.Expr:
        """An upper bound of radius / |midpoint| (oo if the ball contains zero, unless it is exactly zero)."""
        if self.value.is_zero():
            return sp.Integer(0)
        return sp.oo if self.contains_zero else _as_rational(radius_of(self.value) / abs(self.value.mid()))

    def __str__(self) -> str:
        return str(self.value.str(25))


def radius_of(value: Ball) -> arb:
    if isinstance(value, arb):
        return arb(value.rad())
    return arb(value.real.rad()) + arb(value.imag.rad())


def _as_rational(value: arb) -> sp.Expr:
    """An exact upper bound of a nonnegative ball."""
    if not value.is_finite():
        return sp.oo
    mantissa, exponent = (int(part) for part in value.abs_upper().man_exp())
    if mantissa == 0:
        return sp.Integer(0)
    size = exponent + mantissa.bit_length()
    if size > _EXPONENT_LIMIT:
        return sp.oo
    if size < -_EXPONENT_LIMIT:
        return sp.Rational(1, 2**_EXPONENT_LIMIT)
    return sp.Integer(mantissa) * sp.Integer(2) ** exponent


def real_part(value: Ball) -> arb:
    if isinstance(value, arb):
        return value
    if not value.imag.contains(0):
        raise ValueError(f"the value {value} is not real")
    return value.real


@dataclass(frozen=True)
class Separation:
    """Two disjoint enclosures at one point."""

    point: Point
    left: Enclosure
    right: Enclosure
