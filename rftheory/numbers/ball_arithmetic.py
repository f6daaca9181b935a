"""Ball arithmetic for the walker: real (arb) and complex (acb) balls that always contain the true value.

A real function whose real version is undefined on its ball (``acos`` just beyond 1, a root of a ball around zero)
falls back to the complex one; an exactly zero imaginary part is dropped again. On a cut the value is the principal one (SymPy's); a ball
that crosses a cut has the values of both sides. A function of a ball that is not finite is not a number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp
from flint import acb, arb

from rftheory.numbers.ball_parts import (
    Ball,
    absolute,
    around_zero,
    ball_key,
    between,
    demoted,
    exact_integer,
    from_rational,
    nonnegative_root,
)
from rftheory.numbers.hypergeometric import hypergeometric
from rftheory.numbers.walker import UnsupportedExpression

__all__ = [
    "Ball", "BallArithmetic", "FUNCTIONS", "absolute", "around_zero", "ball_key", "between", "demoted", "exact_integer",
    "from_rational", "hypergeometric", "nonnegative_root", "of_defined",
]  # fmt: skip


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


def _step(x: Ball, at_zero: Ball) -> Ball:
    sign = _real("Heaviside", x).sgn()
    return (1 + sign) / 2 + (at_zero - arb(0.5)) * (1 - sign**2)


def _argument(x: Ball) -> arb:
    if x.is_zero():
        raise UnsupportedExpression("the argument of zero")
    # flint takes 0 for the argument of a ball that is zero only; one around zero has every argument
    return around_zero(arb.pi()) if x.contains(0) else acb(x).arg()


def _polygamma(order: Ball, x: Ball) -> Ball:
    whole = exact_integer(order)
    if whole is None or whole < 0:
        raise UnsupportedExpression(f"polygamma of the order {order.str(10)}, which is not an integer >= 0")
    if whole == 0:
        return _method("digamma")(x)
    value = acb(x).polygamma(acb(whole))
    return value.real if isinstance(x, arb) and value.is_finite() else value


def _bessel(name: str) -> Callable[[Ball, Ball], Ball]:
    real, complex_ = getattr(arb, name), getattr(acb, name)

    def apply(order: Ball, x: Ball) -> Ball:
        if isinstance(order, arb) and isinstance(x, arb):
            value = real(x, order)
            if value.is_finite():
                return value
        return demoted(complex_(acb(x), acb(order)))

    return apply


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


def of_defined(function: Callable[..., Ball]) -> Callable[..., Ball]:
    """The function of finite balls; no number where an argument or the value is none."""

    def apply(*values: Ball) -> Ball:
        return demoted(function(*values)) if all(v.is_finite() for v in values) else arb.nan()

    return apply


_UNGUARDED: dict[str, Callable[..., Any]] = {
    **{name: _method(name) for name in _SAME_NAME},
    "loggamma": _method("lgamma"),
    "factorial": lambda x: _method("gamma")(x + 1),
    "Abs": absolute,
    "sign": _sign,
    "Heaviside": _step,
    "re": _part("real"),
    "im": _part("imag"),
    "arg": _argument,
    "conjugate": _conjugate,
    "besseli": _bessel("bessel_i"),
    "besselj": _bessel("bessel_j"),
    "besselk": _bessel("bessel_k"),
    "polygamma": _polygamma,
    "RisingFactorial": _rising,
    "FallingFactorial": _falling,
    "binomial": _binomial,
    "Max": _maximum,
    "Min": _minimum,
}

FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: of_defined(function) for name, function in _UNGUARDED.items()},
    "hyper": hypergeometric,
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
        if not base.is_finite():
            return arb.nan()
        if exponent < 0:
            return 1 / self.integer_power(base, -exponent)
        if isinstance(base, arb) and exponent > 0 and base.contains(0):
            # where the midpoint is zero flint gives no odd power, and binary powering forgets that an even one is nonnegative
            if exponent % 2 == 0:
                return between(arb(0), base.abs_upper() ** exponent)
            return between(base.lower() ** exponent, base.upper() ** exponent)
        return demoted(base**exponent)

    def rational_power(self, base: Ball, exponent: sp.Rational) -> Ball:
        if not base.is_finite():
            return arb.nan()
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
        if not reach.is_finite():
            return acb(arb.nan(), arb.nan())
        radius = absolute(self.rational_power(reach, exponent))
        if isinstance(base, arb) and base >= 0:
            return between(arb(0), radius)
        return acb(around_zero(radius), around_zero(radius))

    def power(self, base: Ball, exponent: Ball) -> Ball:
        if not (base.is_finite() and exponent.is_finite()):
            return arb.nan()
        whole = exact_integer(exponent)
        if whole is not None:
            return self.integer_power(base, whole)
        if isinstance(base, arb) and isinstance(exponent, arb) and base > 0:
            return base**exponent
        if base.is_zero():
            return arb(0) if isinstance(exponent, arb) and exponent > 0 else arb.nan()
        return demoted(acb(base) ** acb(exponent))
