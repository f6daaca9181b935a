"""Sample points of a context and the values of terms there, as floats: guesses only, never a reason.

False and hopeless goals are given up after a look at some points. A term whose value is not known here is None.
"""

from __future__ import annotations

import cmath
import math
import random
from collections.abc import Callable
from typing import Any

from rftheory.kernel.contexts import Context, end_facts, lower_end, upper_end
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import OO, Term, rat
from rftheory.kernel.text import context_entries

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


class Points:
    """Some points of a context, and the values that terms have there."""

    def __init__(self, context: Context, count: int = 12, seed: int = 1):
        self.context = context
        self.points = _points(context, random.Random(seed), count)
        self._values: list[dict[Term, Any]] = [{} for _ in self.points]

    def values(self, term: Term) -> list[complex]:
        """The values of a scalar at the points where they are known."""
        found = (self.value(term, number) for number in range(len(self.points)))
        return [value for value in found if isinstance(value, (int, float, complex)) and cmath.isfinite(value)]

    def value(self, term: Term, number: int) -> Any:
        return value_at(term, self.points[number], self._values[number])

    def small(self, term: Term) -> list[Point]:
        """The points at which a scalar is zero, or so near to it that balls have to say whether it is."""
        found = ((point, self.value(term, number)) for number, point in enumerate(self.points))
        return [point for point, value in found if _is_number(value) and abs(value) < 1e-13]

    def differ(self, first: Term, second: Term) -> bool:
        """Whether two scalars are seen to differ at some point."""
        for number in range(len(self.points)):
            a, b = self.value(first, number), self.value(second, number)
            if not (_is_number(a) and _is_number(b)) or abs(a - b) <= 1e-6 * (1 + abs(a) + abs(b)):
                continue
            if abs(a - b) > 1e-9 * (self._size(first, number) + self._size(second, number)):
                return True
        return False

    def signs(self, term: Term) -> set[int] | None:
        """The signs of a real term at the points (0 for what rounding may hide), None where nothing is known or not real."""
        found: set[int] = set()
        for number in range(len(self.points)):
            value = self.value(term, number)
            if not _is_number(value):
                continue
            if abs(value.imag) > 1e-7 * (1 + abs(value)):
                return None
            size = self._size(term, number)
            found.add(0 if abs(value) <= 1e-9 * size else 1 if value.real > 0 else -1)
        return found or None

    def _size(self, term: Term, number: int) -> float:
        """How large the summands of a term are: what cancels leaves an error of their size."""
        if term.op in ("+", "*", "neg"):
            parts = [self._size(arg, number) for arg in term.args]
            return math.prod(parts) if term.op == "*" else sum(parts)
        value = self.value(term, number)
        return abs(value) if _is_number(value) else math.inf


def _is_number(value: Any) -> bool:
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
        return _dot(*args)
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


# -- points ---------------------------------------------------------------------------------------------------------


def _points(context: Context, rng: random.Random, count: int) -> list[Point]:
    if any(fact.op == "all" and not _is_finite(fact.args[0]) for fact in context.facts):
        return []  # such a fact is never seen to hold
    entries = context_entries(context)
    ends = [f for i, d in enumerate(context.declarations) for f in end_facts(d, context.variable(i))]
    found: list[Point] = []
    for _ in range(40 * count):
        point = _point(entries, rng)
        if all(_holds(fact, point) for fact in (*context.facts, *ends)):
            found.append(point)
            if len(found) == count:
                break
    return found


def _point(entries: list[Term], rng: random.Random) -> Point:
    """Values for the variables, in order; equations are made to hold where that is simple."""
    point: list[Any] = []
    #: by the place of a vector: directions in which it stays what it is, orthogonal to each other
    firm: dict[int, list[list[float]]] = {}
    for entry in entries:
        if entry.sort == "decl":
            point.append(_sample(entry, tuple(point), rng))
        elif entry.op == "=":
            _adjust(entry, point, firm)
    return tuple(point)


def _sample(declaration: Term, point: Point, rng: random.Random) -> Any:
    tag = declaration.data[0]
    params = [value_at(arg, point, {}) for arg in declaration.args]
    if tag in ("real", "int"):
        ends = [
            None if end is None else value_at(end[1], point, {})
            for end in (lower_end(declaration), upper_end(declaration))
        ]
        low, high = (None if end is None else complex(end).real for end in ends)
        return _between(low, high, rng) if tag == "real" else _integer_between(low, high, rng)
    if tag in ("vec", "ints", "reals") and params[0] is not None:
        shape = rng.choice((lambda: rng.gauss(0, 1), lambda: abs(rng.gauss(0, 1)), rng.random))
        numbers = [shape() for _ in range(round(params[0].real))]
        return [float(round(3 * x)) for x in numbers] if tag == "ints" else numbers
    return None


def _between(low: float | None, high: float | None, rng: random.Random) -> float:
    if low is not None and high is not None:
        return low + (high - low) * rng.uniform(0.02, 0.98)
    if low is not None:
        return low + rng.expovariate(0.8)
    return rng.gauss(0, 1.5) if high is None else high - rng.expovariate(0.8)


def _integer_between(low: float | None, high: float | None, rng: random.Random) -> float:
    if low is not None and high is not None:
        return float(rng.randint(round(low), max(round(low), round(high))))
    step = rng.choice((0, 0, 1, 1, 2, 3, 4, 6))
    if low is not None:
        return float(round(low) + step)
    return float(rng.randint(-4, 4) if high is None else round(high) - step)


def _adjust(fact: Term, point: list[Any], firm: dict[int, list[list[float]]]) -> None:
    """Make an equation that is a fact hold, if it gives the value of a variable, a product of two vectors or the length of one."""
    for side, other in (fact.args, fact.args[::-1]):
        value = value_at(other, tuple(point), {})
        if value is None:
            continue
        wanted = complex(value).real
        places = sorted(arg.data[0] for arg in side.args if arg.op == "var")
        if side.op == "var":
            point[side.data[0]] = wanted
            return
        if side.op == "dot" and len({*places}) == 2:
            last, vector = point[places[1]], point[places[0]]
            held = firm.setdefault(places[1], [])
            free = _without(vector, held)
            if size := _dot(free, free):
                step = (wanted - _dot(vector, last)) / size
                point[places[1]] = [x + step * y for x, y in zip(last, free, strict=True)]
                held.append(free)
            return
        if side.op == "norm2" and places:
            vector = point[places[0]]
            free = _without(vector, firm.get(places[0], []))
            size, left = _dot(free, free), wanted - _dot(vector, vector) + _dot(free, free)
            if size and left >= 0:
                step = math.sqrt(left / size) - 1
                point[places[0]] = [x + step * y for x, y in zip(vector, free, strict=True)]
            return


def _dot(first: list[float], second: list[float]) -> float:
    return sum(x * y for x, y in zip(first, second, strict=True))


def _without(vector: list[float], directions: list[list[float]]) -> list[float]:
    """The part of a vector that is orthogonal to directions, which are so to each other; rounding leaves nothing of a part."""
    free = vector
    for one in directions:
        share = _dot(vector, one) / _dot(one, one)
        free = [x - share * y for x, y in zip(free, one, strict=True)]
    return free if _dot(free, free) > 1e-20 * _dot(vector, vector) else [0.0] * len(vector)


def _holds(fact: Term, point: Point) -> bool:
    """Whether a fact is seen to be true."""
    if fact.op == "all":
        return _holds_for_all(fact, point)
    if fact.op not in ("=", "!=", "<=", "<"):
        return fact.op in ("def", "real", "int?")
    first, second = (value_at(arg, point, {}) for arg in fact.args)
    if first is None or second is None:
        return False
    if fact.op in ("=", "!="):
        return (abs(first - second) < 1e-9 * (1 + abs(first))) == (fact.op == "=")
    room = 1e-12 * (1 + abs(first)) if fact.op == "<=" else 0
    return bool(first.real < second.real + room)


def _holds_for_all(fact: Term, point: Point) -> bool:
    declaration, body = fact.args
    ends = [value_at(end, point, {}) for end in declaration.args]
    if not _is_finite(declaration) or None in ends or ends[1].real - ends[0].real > 50:
        return False
    indices = range(round(ends[0].real), round(ends[1].real) + 1)
    return all(_holds(instantiate(body, [rat(index)]), point) for index in indices)


def _is_finite(declaration: Term) -> bool:
    """Whether a variable has finitely many values."""
    return bool(declaration.data == ("int", "closed", "closed"))
