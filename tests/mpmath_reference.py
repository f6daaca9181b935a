"""Values of SymPy trees by mpmath alone, with SymPy's conventions; it shares no code with the evaluators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import mpmath
import sympy as sp

#: digits of the values that are compared, the first two as a rule
DIGITS = (60, 120, 240, 480)
#: two values agree if they differ by less than this beside their size
_AGREEMENT = mpmath.mpf(10) ** -45
_MP = mpmath.mp
Values = Mapping[sp.Basic, Any]


class Undefined(Exception):  # noqa: N818 - what a value is, not a fault
    """mpmath names a pole, or the expression has no value by SymPy's conventions."""


def agreed(expr: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> tuple[mpmath.mpc, mpmath.mpf] | None:
    """The value and twice the difference of two computations that agree; None if there are none.

    Raises:
        Undefined: if no number of digits gives a value.
    """
    previous, failures = None, 0
    for digits in DIGITS:
        with mpmath.workdps(digits):
            try:
                value = _finite(evaluated(expr, {s: evaluated(v, {}) for s, v in point.items()}))
            except (_MP.NoConvergence, OverflowError, MemoryError):
                return None
            except (Undefined, ZeroDivisionError, ValueError) as reason:
                if "zeroprec" in str(reason):
                    return None  # mpmath gives up on a sum
                failures += 1
                if failures == 2:
                    raise Undefined(str(reason)) from reason
                continue
            if previous is not None:
                gap = abs(value - previous)
                if gap <= _AGREEMENT * abs(value):
                    return value, 2 * gap + abs(value) * mpmath.mpf(10) ** -(digits // 2 - 10)
            previous = value
    return None


def _finite(value: Any) -> mpmath.mpc:
    value = mpmath.mpc(value)
    if not mpmath.isfinite(value):
        raise Undefined(str(value))
    return value


def evaluated(expr: sp.Basic, values: Values) -> Any:
    """The value at the digits of mpmath's context."""
    if expr in values:
        return values[expr]
    if isinstance(expr, sp.Rational):
        return _MP.mpf(int(expr.p)) / int(expr.q)
    if expr in _CONSTANTS:
        return _CONSTANTS[expr]()
    special = _SPECIAL.get(type(expr).__name__)
    if special is not None:
        return special(expr, values)
    arguments = [_finite(evaluated(a, values)) for a in expr.args]
    return _OPERATIONS[type(expr).__name__](*(a.real if a.imag == 0 else a for a in arguments))


_CONSTANTS: dict[sp.Basic, Callable[[], Any]] = {
    sp.pi: lambda: +_MP.pi,
    sp.E: lambda: +_MP.e,
    sp.I: lambda: _MP.mpc(0, 1),
}


def _power(base: Any, exponent: Any) -> Any:
    if base == 0:
        if exponent == 0:
            return _MP.mpf(1)
        if mpmath.re(exponent) > 0 and mpmath.im(exponent) == 0:
            return _MP.mpf(0)
        raise Undefined("a power of zero")
    return _MP.power(base, exponent)


def _hyper(expr: sp.hyper, values: Values) -> Any:
    upper, lower = ([evaluated(a, values) for a in side] for side in (expr.ap, expr.bq))
    z = evaluated(expr.argument, values)
    ends = min((-int(a.real) for a in map(_MP.mpmathify, upper) if _is_whole(a) and a.real <= 0), default=None)
    poles = min((-int(b.real) for b in map(_MP.mpmathify, lower) if _is_whole(b) and b.real <= 0), default=None)
    if poles is not None and (ends is None or poles <= ends):
        raise Undefined("a pole of a hypergeometric series")
    if ends is None and (len(upper) > len(lower) + 1 or (len(upper) == len(lower) + 1 and abs(z) >= 1)):
        raise Undefined("a hypergeometric series outside of its circle")
    if len(upper) == 2 and len(lower) == 0:
        return _MP.fsum(_term(upper, lower, z, k) for k in range((ends or 0) + 1))
    return _MP.hyper(upper, lower, z)


def _term(upper: list[Any], lower: list[Any], z: Any, k: int) -> Any:
    over, under = (_MP.fprod(_rising(a, k) for a in side) for side in (upper, lower))
    return over / under * z**k / _MP.factorial(k)


def _rising(x: Any, k: Any) -> Any:
    """mpmath's quotient of gamma functions forgets k beside a huge x."""
    if _is_whole(_MP.mpmathify(k)) and 0 <= mpmath.re(k) < 1000:
        return _MP.fprod(x + j for j in range(int(mpmath.re(k))))
    return _MP.rf(x, k)


def _falling(x: Any, k: Any) -> Any:
    if _is_whole(_MP.mpmathify(k)) and 0 <= mpmath.re(k) < 1000:
        return _MP.fprod(x - j for j in range(int(mpmath.re(k))))
    return _MP.ff(x, k)


def _is_whole(number: Any) -> bool:
    return bool(number.imag == 0 and _MP.isint(number.real))


def _argument(z: Any) -> Any:
    if z == 0:
        raise Undefined("the argument of zero")
    return _MP.arg(z)


def _binomial(n: Any, k: Any) -> Any:
    if _is_whole(k) and mpmath.re(k) < 0:
        return _MP.mpf(0)
    if _is_whole(n) and mpmath.re(n) < 0 and not _is_whole(k):
        raise Undefined("a binomial coefficient at a pole")
    return _falling(n, k) / _MP.factorial(k) if _is_whole(k) else _MP.binomial(n, k)


def _ordered(choose: Callable[..., Any]) -> Callable[..., Any]:
    def apply(*values: Any) -> Any:
        if any(mpmath.im(v) != 0 for v in values):
            raise Undefined("an order of complex numbers")
        return choose(*(mpmath.re(v) for v in values))

    return apply


def _polygamma(order: Any, x: Any) -> Any:
    if not (_is_whole(_MP.mpmathify(order)) and order >= 0):
        raise Undefined("polygamma of another order than 0, 1, ...")
    return _MP.psi(int(order), x)


def _chi_square(x: Any, dimension: Any, square: Any) -> Any:
    """The distribution function, by the integral of the density of the length in one direction more than d - 1."""
    if any(mpmath.im(v) != 0 for v in (x, dimension, square)) or dimension <= 0 or square < 0:
        raise Undefined("no such law")
    if x <= 0:
        return _MP.mpf(0)

    def weight(j: int) -> Any:
        return _MP.exp(-square / 2) * (square / 2) ** j / _MP.factorial(j)

    count = int(8 * square + 8 * abs(x)) + 4 * _MP.dps
    return _MP.fsum(weight(j) * _MP.gammainc(dimension / 2 + j, 0, x / 2, regularized=True) for j in range(count))


def _numbers(expr: sp.Sum | sp.Product, values: Values) -> list[Any]:
    (index, low, high) = expr.limits[0]
    first = int(evaluated(low, values).real)
    # infinite sums here end by themselves or fall like a power series: what is left out is far below the digits
    last = first + 6 * _MP.dps + 100 if high is sp.oo else int(evaluated(high, values).real)
    return [evaluated(expr.function, {**values, index: _MP.mpf(k)}) for k in range(first, last + 1)]


def _integral(expr: sp.Integral, values: Values) -> Any:
    (variable, low, high) = expr.limits[0]
    ends = [_MP.inf if end is sp.oo else evaluated(end, values) for end in (low, high)]
    return _MP.quad(lambda t: evaluated(expr.function, {**values, variable: t}), ends)


def _piecewise(expr: sp.Piecewise, values: Values) -> Any:
    for value, condition in expr.args:
        if condition == sp.true or _holds(condition, values):
            return evaluated(value, values)
    raise Undefined("no branch")


def _holds(condition: sp.Rel, values: Values) -> bool:
    left, right = (_finite(evaluated(side, values)) for side in condition.args)
    return bool(_ordered(lambda a, b: a < b if isinstance(condition, sp.StrictLessThan) else a >= b)(left, right))


_SPECIAL: dict[str, Callable[[Any, Values], Any]] = {
    "hyper": _hyper,
    "Sum": lambda expr, values: _MP.fsum(_numbers(expr, values)),
    "Product": lambda expr, values: _MP.fprod(_numbers(expr, values)),
    "Integral": _integral,
    "Piecewise": _piecewise,
}
_OPERATIONS: dict[str, Callable[..., Any]] = {
    **{
        name: (lambda *values, name=name: getattr(_MP, name)(*values))
        for name in (
            *("exp", "log", "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "sech", "csch"),
            *("asin", "acos", "atan", "asinh", "acosh", "atanh", "gamma", "loggamma", "factorial", "digamma"),
            *("erf", "erfc", "erfi", "besseli", "besselj", "besselk", "sign", "re", "im"),
        )
    },
    "Add": lambda *values: _MP.fsum(values),
    "Mul": lambda *values: _MP.fprod(values),
    "Pow": _power,
    "Abs": lambda z: abs(z),
    "arg": _argument,
    "conjugate": lambda z: _MP.conj(z),
    "polygamma": _polygamma,
    "RisingFactorial": _rising,
    "FallingFactorial": _falling,
    "binomial": _binomial,
    "Heaviside": _ordered(lambda x, at_zero: at_zero if x == 0 else _MP.mpf(x > 0)),
    "Max": _ordered(max),
    "Min": _ordered(min),
    "NoncentralChiSquare": _chi_square,
}
