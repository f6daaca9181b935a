"""Finite sums and products in signed logarithms: all terms at once, as one more axis in front of the points.

The points of a call form the last axes of every array. The value of a vector has its coordinates behind them, an index
of a sum runs over an axis of its own in front of them, so that numbers, coordinates and indices broadcast.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike, NDArray

from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression

Array = NDArray[np.float64]


class SignedLog:
    """Arrays of signs (-1, 0, 1; nan where undefined) and of log|v| (-inf for zero)."""

    __slots__ = ("log", "sign")

    def __init__(self, sign: Array, log: Array):
        self.sign, self.log = np.asarray(sign, dtype=float), np.asarray(log, dtype=float)

    @property
    def plain(self) -> Array:
        """The value itself (inf where it overflows)."""
        return np.where(self.sign == 0, 0.0, self.sign * np.exp(self.log))


def from_plain(value: ArrayLike) -> SignedLog:
    value = np.asarray(value, dtype=float)
    return SignedLog(np.sign(value), np.log(np.abs(value)))


def added(terms: SignedLog, times: int = 1) -> tuple[SignedLog, Array]:
    """The sum over the first axis, so many times, and the factor by which its largest term exceeds it: the digits that are lost."""
    top = np.max(np.where(terms.sign == 0, -np.inf, terms.log), axis=0)
    safe = np.where(np.isfinite(top), top, 0.0)
    total = np.where(terms.sign == 0, 0.0, terms.sign * np.exp(terms.log - safe)).sum(axis=0) * times
    with np.errstate(divide="ignore"):
        # nothing is lost where every term vanishes
        lost = np.where(top == -np.inf, 1.0, 1 / np.abs(total))
        return SignedLog(np.sign(total), np.log(np.abs(total)) + safe), lost


Environment = Mapping[sp.Symbol, SignedLog]
#: terms times points that are held at once
_MOST_AT_ONCE = 2**21


def summation(node: sp.Sum, sub: SubEvaluator, environment: Environment) -> SignedLog:
    return _folded(node, sub, environment, _sum_over)


def multiplication(node: sp.Product, sub: SubEvaluator, environment: Environment) -> SignedLog:
    return _folded(node, sub, environment, _product_over)


def _sum_over(value: SignedLog, count: int) -> SignedLog:
    """The sum over the first axis, of length ``count`` (or 1 where the terms are equal)."""
    if count == 0 or value.log.shape[0] == 0:
        return from_plain(np.zeros(value.log.shape[1:]))
    return added(value, count if value.log.shape[0] == 1 else 1)[0]


def _product_over(value: SignedLog, count: int) -> SignedLog:
    """The product over the first axis, of length ``count`` (or 1 where the factors are equal)."""
    if value.log.shape[0] == 1:
        sign = np.where(count == 0, 1.0, value.sign[0] ** count)
        return SignedLog(sign, np.where(count == 0, 0.0, count * value.log[0]))
    sign = value.sign.prod(axis=0)
    return SignedLog(sign, np.where(sign == 0, -np.inf, value.log.sum(axis=0)))


def _folded(
    node: sp.Sum | sp.Product,
    sub: SubEvaluator,
    environment: Environment,
    reduce: Callable[[SignedLog, int], SignedLog],
) -> SignedLog:
    """The innermost index in blocks of a bounded size, the others one by one."""
    *inner, outermost = node.limits
    if len(outermost) != 3 or outermost[2] is sp.oo:
        raise UnsupportedExpression(f"a sum without a finite bound in float64: {node}")
    index, low, high = outermost
    first, last = _whole(sub(low), low), _whole(sub(high), high)
    body = node.func(node.function, *inner) if inner else node.function
    rank, points = _points(node, environment)
    block = max(1, _MOST_AT_ONCE // max(1, points * _inner_terms(inner, sub)))
    parts = []
    for start in range(first, last + 1, block):
        numbers = np.arange(start, min(start + block, last + 1), dtype=float)
        value = sub(body, {index: from_plain(numbers.reshape(-1, *[1] * rank))})
        missing = rank + 1 - value.log.ndim
        if missing > 0:  # the terms do not depend on the index
            value = SignedLog(*(part.reshape(*[1] * missing, *part.shape) for part in (value.sign, value.log)))
        parts.append(reduce(value, len(numbers)))
    if not parts:
        return from_plain(0.0 if isinstance(node, sp.Sum) else 1.0)
    return parts[0] if len(parts) == 1 else reduce(_stacked(parts), len(parts))


def _stacked(parts: list[SignedLog]) -> SignedLog:
    shape = np.broadcast_shapes(*(part.log.shape for part in parts))
    return SignedLog(*(np.stack([np.broadcast_to(getattr(p, a), shape) for p in parts]) for a in ("sign", "log")))


def _inner_terms(limits: list[sp.Tuple], sub: SubEvaluator) -> int:
    """About how many terms an inner sum holds at once, where its bounds are known without the outer index."""
    count = 1
    for _, low, high in limits:
        try:
            count *= max(1, _whole(sub(high), high) - _whole(sub(low), low) + 1)
        except UnsupportedExpression:
            continue
    return count


def _points(node: sp.Basic, environment: Environment) -> tuple[int, int]:
    """The number of axes of a number here (points and outer indices), and their size."""
    ranks = {a.base.label: len(a.indices) for a in node.atoms(sp.Indexed)}
    shapes = [value.log.shape[: value.log.ndim - ranks.get(symbol, 0)] for symbol, value in environment.items()]
    shape = np.broadcast_shapes(*shapes) if shapes else ()
    return len(shape), int(np.prod(shape))


def coordinate(node: sp.Indexed, sub: SubEvaluator, environment: Environment) -> SignedLog:
    """Coordinates of a vector of shape (points, d), or of a data set (points, L, d), at indices on axes in front."""
    vector = environment[node.base.label]
    rank = vector.log.ndim - len(node.indices)
    if rank < 0:
        raise UnsupportedExpression(f"{node} of a value with {vector.log.ndim} axes")
    places = [_positions(environment[i] if i in environment else sub(i), i, rank) for i in node.indices]
    for place, size in zip(places, vector.log.shape[rank:], strict=True):
        if np.any((place < 0) | (place >= size)):
            raise UnsupportedExpression(f"an index of {node} is outside of 1 to {size}")
    axes = max(place.ndim for place in places)
    chosen = (slice(None),) * rank + tuple(places)
    return SignedLog(
        *(np.moveaxis(a[chosen], range(rank), range(axes, axes + rank)) for a in (vector.sign, vector.log))
    )


def _positions(value: SignedLog, index: sp.Expr, rank: int) -> NDArray[Any]:
    """Indices counted from 0, without the axes of the points, over which an index is constant."""
    numbers = value.plain
    if numbers.ndim >= rank and all(size == 1 for size in numbers.shape[numbers.ndim - rank :]):
        numbers = numbers.reshape(numbers.shape[: numbers.ndim - rank])
    else:
        numbers = np.asarray(float(_whole(value, index)))
    rounded = np.rint(numbers)
    if np.any(np.abs(numbers - rounded) > 1e-6):
        raise UnsupportedExpression(f"the index {index} is not an integer here")
    return rounded.astype(int) - 1


def _whole(value: SignedLog, bound: sp.Expr) -> int:
    """The integer that a bound is, the same one at all points."""
    numbers = np.unique(value.plain)
    if numbers.size != 1 or not np.isfinite(numbers[0]) or abs(numbers[0] - round(float(numbers[0]))) > 1e-6:
        raise UnsupportedExpression(f"{bound}, a bound or an index, is not one integer for all points")
    return round(float(numbers[0]))
