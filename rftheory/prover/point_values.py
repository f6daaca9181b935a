"""Values of terms at a point of a context, as floats; None where a value is not known here."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from typing import Any

from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import OO, Term, rat

#: values of the variables of a context, by place
Point = tuple[Any, ...]

#: functions of a real number; what floats leave beside the real axis is cut off, a number that is not real has no value here
_REAL: dict[str, Callable[[float], float]] = {
    "atan": math.atan, "erf": math.erf, "gamma": math.gamma, "sgn": lambda x: float((x > 0) - (x < 0)),
}  # fmt: skip
_COMPLEX: dict[str, Callable[[complex], complex]] = {
    "neg": lambda z: -z, "inv": lambda z: 1 / z, "exp": cmath.exp, "log": cmath.log, "sqrt": cmath.sqrt, "abs": abs,
    "re": lambda z: z.real, "im": lambda z: z.imag, "conj": lambda z: z.conjugate(),
    "sin": cmath.sin, "cos": cmath.cos, "sinh": cmath.sinh, "cosh": cmath.cosh, "tanh": cmath.tanh,
}  # fmt: skip


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float, complex)) and cmath.isfinite(value)


def value_at(term: Term, point: Point, memo: dict[Term, Any]) -> Any:
    """The value of a term, or None."""
    if term not in memo:
        try:
            memo[term] = _unsigned(_value(term, point, memo))
        except (ArithmeticError, ValueError, TypeError, IndexError):
            memo[term] = None
    return memo[term]


def _unsigned(value: Any) -> Any:
    """The same number without signed zeros: -0.0 beside a branch cut would stand for the other side of it."""
    return complex(value.real + 0.0, value.imag + 0.0) if isinstance(value, complex) else value


def _real_part(value: complex) -> float:
    """A number that rounding alone keeps from being real."""
    if abs(complex(value).imag) > 1e-9 * (1 + abs(value)):
        raise ValueError("not a real number")
    return complex(value).real


def _value(term: Term, point: Point, memo: dict[Term, Any]) -> Any:
    op, data = term.op, term.data
    if op == "rat":
        return float(data)
    if op in ("pi", "imag"):
        return math.pi if op == "pi" else 1j
    if op == "var":
        return point[data[0]]
    if op in ("sum", "prod"):
        return _value_of_sum(term, point, memo)
    args = [value_at(arg, point, memo) for arg in term.args] if not term.loose else []
    if not args or any(arg is None for arg in args):
        return None
    if op == "+":
        return sum(args)
    if op == "*":
        return math.prod(args)
    if op == "pow":
        return args[0] ** data
    if op == "root":
        return complex(args[0]) ** (1 / data)
    if op == "rpow":
        return _power(*args)
    if op in _REAL:
        return _REAL[op](_real_part(args[0]))
    if op in _COMPLEX:
        return _COMPLEX[op](args[0])
    if op in ("bessel_i", "bessel_j"):
        from scipy import special

        return complex((special.iv if op == "bessel_i" else special.jv)(_real_part(args[0]), complex(args[1])))
    return _value_of_vectors(op, args)


def _power(base: complex, exponent: complex) -> complex:
    if base == 0:
        if complex(exponent).real < 0:
            raise ZeroDivisionError("a negative power of 0")
        return 1 if exponent == 0 else 0
    if abs(exponent.imag) == 0 and exponent.real == int(exponent.real) and abs(exponent) < 1e6:
        return base ** int(exponent.real)
    return cmath.exp(exponent * cmath.log(base))


def _value_of_vectors(op: str, args: list[Any]) -> Any:
    if op == "norm2":
        return sum(x * x for x in args[0])
    if op == "dot":
        return dot(*args)
    if op == "vadd":
        return [x + y for x, y in zip(*args, strict=True)]
    if op == "vscale":
        return [args[0] * x for x in args[1]]
    if op in ("coord", "at"):
        return args[0][int(args[1].real) - 1]
    return None


def _value_of_sum(term: Term, point: Point, memo: dict[Term, Any]) -> Any:
    if term.loose or term.args[1] is OO:
        return None
    first, last = (value_at(arg, point, memo) for arg in term.args[:2])
    if first is None or last is None or last - first > 100:
        return None
    total: Any = 0 if term.op == "sum" else 1
    for index in range(round(first.real), round(last.real) + 1):
        value = value_at(instantiate(term.args[2], [rat(index)]), point, memo)
        if value is None:
            return None
        total = total + value if term.op == "sum" else total * value
    return total


def dot(first: list[float], second: list[float]) -> float:
    return sum(x * y for x, y in zip(first, second, strict=True))
