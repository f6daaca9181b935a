"""Numbers that count what is done with them: how many operations an algorithm takes, found by running it.

An array of `Counted` numbers goes through the code that arrays of floats go through. An operation is an addition, a subtraction, a
multiplication, a division, a power, a negation, or one value of a function such as exp or the root; copies, comparisons, signs and
real parts are free, and so is what is done with other numbers alone. Complex numbers count as real ones do.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from typing import Any
from unittest.mock import patch

import numpy as np
import sympy as sp
from sympy.polys.matrices import DomainMatrix

from rftheory.inputs import arrays
from rftheory.inputs.arrays import Array


class Tally:
    """How many operations there were so far."""

    def __init__(self) -> None:
        self.operations = 0


class Counted:
    """A number whose operations are added to a tally."""

    __slots__ = ("tally", "value")

    def __init__(self, value: complex, tally: Tally):
        self.value, self.tally = value, tally

    def _made(self, value: complex) -> Counted:
        self.tally.operations += 1
        return Counted(value, self.tally)

    def __repr__(self) -> str:
        return f"Counted({self.value!r})"

    def __neg__(self) -> Counted:
        return self._made(-self.value)

    def __abs__(self) -> Counted:
        return self._made(abs(self.value))

    def __bool__(self) -> bool:
        return bool(self.value)


def _number(value: Any) -> Any:
    return value.value if isinstance(value, Counted) else value


def _binary(function: Callable[[Any, Any], Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def forward(self: Counted, other: Any) -> Any:
        # an array goes through its entries itself
        return NotImplemented if isinstance(other, np.ndarray) else self._made(function(self.value, _number(other)))

    def backward(self: Counted, other: Any) -> Any:
        return NotImplemented if isinstance(other, np.ndarray) else self._made(function(_number(other), self.value))

    return forward, backward


def _unary(function: Callable[[Any], Any]) -> Callable[[Counted], Counted]:
    # what `numpy.exp` and the like call for each entry of an array of objects
    return lambda self: self._made(function(self.value))


def _comparison(function: Callable[[Any, Any], bool]) -> Callable[[Counted, Any], bool]:
    return lambda self, other: function(self.value, _number(other))


for _name in ("add", "sub", "mul", "truediv", "pow"):
    for _prefix, _method in zip(("", "r"), _binary(getattr(operator, _name)), strict=True):
        setattr(Counted, f"__{_prefix}{_name}__", _method)
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Counted, f"__{_name}__", _comparison(getattr(operator, _name)))
for _name in ("exp", "log", "sqrt", "sin", "cos", "cosh", "sinh"):
    setattr(Counted, _name, _unary(getattr(np, _name)))


def counted(values: Any, tally: Tally) -> Array:
    """The same numbers as an array of counted ones."""
    given = np.asarray(values)
    made = np.empty(given.shape, dtype=object)
    for place in np.ndindex(given.shape):
        made[place] = Counted(given[place].item(), tally)
    return made


@contextmanager
def counting() -> Iterator[Tally]:
    """A tally; while it is open, the checks of inputs and projections let arrays of counted numbers pass as they are."""
    with patch.multiple(arrays, real_array=lambda name, value: np.asarray(value), _is_surely_finite=lambda array: True):
        yield Tally()


def values(array: Array) -> Array:
    """The numbers of an array of counted ones."""
    return np.array([entry.value for entry in array.flat]).reshape(array.shape)


def monomials(degrees: Mapping[sp.Symbol, int]) -> list[sp.Expr]:
    """All products of powers up to these degrees."""
    powers = [[symbol**k for k in range(degree + 1)] for symbol, degree in degrees.items()]
    return [sp.Mul(*chosen) for chosen in product(*powers)]


def grid(sizes: Mapping[sp.Symbol, Sequence[int]]) -> list[dict[sp.Symbol, int]]:
    """All combinations of the given values."""
    return [dict(zip(sizes, chosen, strict=True)) for chosen in product(*sizes.values())]


def fitted(count: Callable[..., int], basis: Sequence[sp.Expr], sizes: Iterable[Mapping[sp.Symbol, int]]) -> sp.Expr:
    """The one combination of the basis that is the count at all given sizes; there are more sizes than coefficients.

    Args:
        count: the number of operations at one of the sizes, which it is called with by name.
        basis: functions of the sizes.
    """
    points = list(sizes)
    symbols = list(points[0])
    terms = sp.lambdify(symbols, list(basis), "math")
    rows = [[*terms(*point.values()), count(**{s.name: v for s, v in point.items()})] for point in points]
    if not all(isinstance(entry, int) for row in rows for entry in row):
        raise ValueError(f"the basis must have integer values at all sizes, got {rows}")
    reduced, pivots = DomainMatrix.from_list(rows, sp.ZZ).convert_to(sp.QQ).rref()
    if len(points) <= len(basis) or pivots[: len(basis)] != tuple(range(len(basis))):
        raise ValueError(f"{len(points)} sizes do not determine and check {len(basis)} coefficients")
    if len(pivots) > len(basis):
        raise ValueError(f"the counts are no combination of {', '.join(map(str, basis))}")
    column = reduced.to_Matrix()[:, -1]
    return sp.Add(*(column[i] * term for i, term in enumerate(basis)))
