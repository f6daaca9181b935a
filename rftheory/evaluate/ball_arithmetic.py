"""Ball arithmetic for the walker: real (arb) and complex (acb) balls that always contain the true value.

A real function whose real version is undefined on its ball (``acos`` just beyond 1, a root of a ball around zero)
falls back to the complex one; an exactly zero imaginary part is dropped again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sympy as sp
from flint import acb, arb, ctx, fmpq

from rftheory.evaluate.walker import UnsupportedExpression

Ball = arb | acb

#: arguments and parameters of a power series are below this
_MOST_TERMS = 1 << 15


def from_rational(value: sp.Rational) -> arb:
    return arb(fmpq(int(value.p), int(value.q)))


def demoted(value: Ball) -> Ball:
    """The real ball, if the imaginary part is exactly zero."""
    return value.real if isinstance(value, acb) and value.imag.is_zero() else value


def between(low: arb, high: arb) -> arb:
    """A ball that contains both arguments and everything between them."""
    return low.union(high)


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


def _method(name: str) -> Callable[[Ball], Ball]:
    """A function of one argument: the real method where it is defined, else the complex one."""
    real, complex_ = getattr(arb, name), getattr(acb, name)

    def apply(x: Ball) -> Ball:
        if isinstance(x, arb):
            value = real(x)
            if value.is_finite():
                return value
            x = acb(x)
        return demoted(complex_(x))

    return apply


def _sign(x: Ball) -> Ball:
    if isinstance(x, arb):
        return x.sgn()
    return x / abs(x) if not x.contains(0) else acb(around_zero(arb(1)), around_zero(arb(1)))


def _argument(x: Ball) -> arb:
    return acb(x).arg()


def _bessel(name: str) -> Callable[[Ball, Ball], Ball]:
    real, complex_ = getattr(arb, name), getattr(acb, name)

    def apply(order: Ball, x: Ball) -> Ball:
        if isinstance(order, arb) and isinstance(x, arb):
            value = real(x, order)
            if value.is_finite():
                return value
        return demoted(complex_(acb(x), acb(order)))

    return apply


def hypergeometric(upper: Sequence[Ball], lower: Sequence[Ball], x: Ball) -> Ball:
    """pFq; not finite where no bound is found."""
    real_upper, real_lower = ([v for v in side if isinstance(v, arb)] for side in (upper, lower))
    if isinstance(x, arb) and (len(real_upper), len(real_lower)) == (len(upper), len(lower)):
        value = _real_hypergeometric(real_upper, real_lower, x)
        if value.is_finite():
            return value
    a, b, z = [acb(v) for v in upper], [acb(v) for v in lower], acb(x)
    found = z.hypgeom([*a], [*b])
    if not found.is_finite() and len(a) <= len(b):
        found = _power_series(a, b, z)
    return demoted(found)


def _power_series(upper: list[acb], lower: list[acb], x: acb) -> acb:
    """An entire pFq by its power series, for arguments (wide balls) at which no asymptotic series has a bound."""
    size = max(float(v.abs_upper()) for v in (x, *upper, *lower))
    if not size < _MOST_TERMS:
        return acb("nan")
    if len(upper) == len(lower) == 1 and x.real < 0:
        # Kummer: the terms of the series itself would cancel
        return x.exp() * (-x).hypgeom([lower[0] - upper[0]], [*lower], n=_terms(size))
    return x.hypgeom([*upper], [*lower], n=_terms(size))


def _terms(size: float) -> int:
    """So many that the ratios of the terms beyond are below 1/2, and the first of them small: flint bounds the rest."""
    return 4 * math.ceil(size) + ctx.prec + 64


def _real_hypergeometric(upper: Sequence[arb], lower: Sequence[arb], x: arb) -> arb:
    match len(upper), len(lower):
        case 0, 1:
            return x.hypgeom_0f1(lower[0])
        case 1, 1:
            return x.hypgeom_1f1(upper[0], lower[0])
        case 2, 1:
            return x.hypgeom_2f1(upper[0], upper[1], lower[0])
    return x.hypgeom(list(upper), list(lower))


def exact_integer(x: Ball) -> int | None:
    """The integer that a ball is, if it is exactly one."""
    whole = x.unique_fmpz() if isinstance(x, arb) and x.is_exact() else None
    return None if whole is None else int(whole)


#: rising factorials up to this length are multiplied out, longer ones go through gamma functions
_LONGEST_PRODUCT = 512


def _rising(x: Ball, count: Ball) -> Ball:
    length = exact_integer(count)
    if length is not None and 0 <= length <= _LONGEST_PRODUCT:
        product: Ball = arb(1)
        for i in range(length):
            product = product * (x + i)
        return product
    return _method("gamma")(x + count) * _method("rgamma")(x)


def _falling(x: Ball, count: Ball) -> Ball:
    return _rising(x - count + 1, count)


def _binomial(n: Ball, k: Ball) -> Ball:
    length = exact_integer(k)
    if length is not None and length < 0:
        return arb(0)
    return _falling(n, k) * _method("rgamma")(k + 1)


def _maximum(a: Ball, b: Ball) -> arb:
    return _real("Max", a).max(_real("Max", b))


def _minimum(a: Ball, b: Ball) -> arb:
    return _real("Min", a).min(_real("Min", b))


def _real(name: str, value: Ball) -> arb:
    if not isinstance(value, arb):
        raise UnsupportedExpression(f"{name} of complex values")
    return value


def _part(name: str) -> Callable[[Ball], arb]:
    def apply(x: Ball) -> arb:
        return getattr(acb(x), name)

    return apply


def _conjugate(x: Ball) -> Ball:
    return x if isinstance(x, arb) else x.conjugate()


_SAME_NAME = (
    *("exp", "expm1", "log", "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "sech", "csch"),
    *("asin", "acos", "atan", "asinh", "acosh", "atanh", "gamma", "digamma", "erf", "erfc", "erfi"),
)

FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: _method(name) for name in _SAME_NAME},
    "loggamma": _method("lgamma"),
    "factorial": lambda x: _method("gamma")(x + 1),
    "Abs": absolute,
    "sign": _sign,
    "re": _part("real"),
    "im": _part("imag"),
    "arg": _argument,
    "conjugate": _conjugate,
    "besseli": _bessel("bessel_i"),
    "besselj": _bessel("bessel_j"),
    "besselk": _bessel("bessel_k"),
    "hyper": hypergeometric,
    "polygamma": lambda order, x: _method("digamma")(x) if order.is_zero() else demoted(acb(x).polygamma(acb(order))),
    "RisingFactorial": _rising,
    "FallingFactorial": _falling,
    "binomial": _binomial,
    "Max": _maximum,
    "Min": _minimum,
}


class BallArithmetic:
    """The arithmetic of balls at the precision of the flint context (set by the callers in `balls`)."""

    def __init__(
        self,
        binders: Mapping[str, Callable[..., Any]] | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
    ):
        self.functions = {**FUNCTIONS, **(functions or {})}
        self.binders = dict(binders or {})

    def rational(self, value: sp.Rational) -> arb:
        return from_rational(value)

    def constant(self, name: str) -> Ball:
        if name == "I":
            return acb(0, 1)
        return arb.pi() if name == "pi" else arb.const_e()

    def add(self, left: Ball, right: Ball) -> Ball:
        return demoted(left + right)

    def multiply(self, left: Ball, right: Ball) -> Ball:
        return demoted(left * right)

    def integer_power(self, base: Ball, exponent: int) -> Ball:
        if exponent < 0:
            return 1 / self.integer_power(base, -exponent)
        if isinstance(base, arb) and exponent > 0 and exponent % 2 == 0 and base.contains(0):
            # binary powering forgets that an even power is nonnegative; on [-h, h] it is [0, h^k]
            return between(arb(0), base.abs_upper() ** exponent)
        return demoted(base**exponent)

    def rational_power(self, base: Ball, exponent: sp.Rational) -> Ball:
        if isinstance(base, arb) and base > 0:
            root = base.sqrt() if exponent.q == 2 else base.root(int(exponent.q))
            return self.integer_power(root, int(exponent.p))
        if exponent > 0 and base.contains(0):
            return self._power_at_zero(base, exponent)
        if exponent.q == 2:
            return self.integer_power(demoted(acb(base).sqrt()), int(exponent.p))
        return demoted(acb(base) ** acb(from_rational(exponent)))

    def _power_at_zero(self, base: Ball, exponent: sp.Rational) -> Ball:
        """``|z^e| = |z|^e``, so a ball that contains zero has its power within the radius ``|ball|^e``."""
        reach = abs(base).abs_upper()
        if reach == 0:
            return arb(0)
        radius = absolute(self.rational_power(reach, exponent))
        if isinstance(base, arb) and base >= 0:
            return between(arb(0), radius)
        return acb(around_zero(radius), around_zero(radius))

    def power(self, base: Ball, exponent: Ball) -> Ball:
        whole = exact_integer(exponent)
        if whole is not None:
            return self.integer_power(base, whole)
        if isinstance(base, arb) and isinstance(exponent, arb) and base > 0:
            return base**exponent
        if isinstance(base, arb) and base.is_zero() and isinstance(exponent, arb) and exponent > 0:
            return arb(0)
        return demoted(acb(base) ** acb(exponent))
