"""Values of vectors and data sets at a point: nested tuples of exact numbers of a given shape."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import sympy as sp

if TYPE_CHECKING:
    from rftheory.propositions import Point
    from rftheory.statements.domain import Range

#: sizes of the array (none for a number) -> value
Choice = Callable[[tuple[int, ...]], sp.Basic]


def sizes_at(shape: tuple[sp.Expr | int, ...], point: Point) -> tuple[int, ...] | None:
    """The sizes that a shape has at a point; None if one of them is not given or not an integer >= 1."""
    sizes = [sp.sympify(point.get(size, size)) for size in map(sp.sympify, shape)]
    return tuple(map(int, sizes)) if all(s.is_Integer and s >= 1 for s in sizes) else None


def has_shape(value: sp.Basic, sizes: tuple[int, ...]) -> bool:
    """Whether a value is an array of these sizes."""
    if not sizes:
        return not isinstance(value, sp.Tuple)
    if not isinstance(value, sp.Tuple) or len(value) != sizes[0]:
        return False
    return all(has_shape(part, sizes[1:]) for part in value)


def entries(value: sp.Basic) -> Iterator[sp.Basic]:
    """The numbers of a nested tuple, row by row."""
    if isinstance(value, sp.Tuple):
        for part in value:
            yield from entries(part)
    else:
        yield value


def filled(sizes: tuple[int, ...], entry: Callable[[tuple[int, ...]], sp.Expr]) -> sp.Basic:
    """The array with ``entry(position)`` at each position (counted from 0); the number itself for no sizes."""

    def part(position: tuple[int, ...]) -> sp.Basic:
        depth = len(position)
        if depth == len(sizes):
            return entry(position)
        return sp.Tuple(*(part((*position, k)) for k in range(sizes[depth])))

    return part(())


@lru_cache(maxsize=4096)
def _exact_between(low: sp.Expr, high: sp.Expr, part: sp.Rational) -> sp.Expr:
    return low + (high - low) * part


def middle_choice(item: Range, number: int) -> Choice:
    """A value from the middle of a range; arrays of different ``number`` get different, uneven entries."""
    low, high = item.typical
    if item.integer and not item.shape:
        return partial(_constant, sp.Integer(low) + 1 if low != high else sp.Integer(low))

    def between(part: sp.Rational) -> sp.Expr:
        value = _exact_between(sp.sympify(low), sp.sympify(high), part)
        return sp.floor(value) if item.integer else value

    if not item.shape:
        return partial(_constant, between(sp.Rational(3, 7)))

    def entry(position: tuple[int, ...]) -> sp.Expr:
        spread = sum((2 - axis % 2) * place for axis, place in enumerate(reversed(position)))
        return between(sp.Rational(1 + (number + spread) % 6, 7))

    return lambda sizes: filled(sizes, entry)


def awkward_choices(item: Range, number: int) -> list[Choice]:
    """The awkward values of a range; in arrays each of them, and zero, fills one entry and then all entries."""
    values = [sp.sympify(v) for v in item.awkward]
    if not item.shape:
        return [partial(_constant, value) for value in values]
    if sp.S.Zero not in values and item.allows_entry(sp.S.Zero):
        values.append(sp.S.Zero)
    middle = middle_choice(item, number)
    return [choice for v in values for choice in (partial(_in_one_entry, middle, v), partial(_constant, v))]


def _constant(value: sp.Expr, sizes: tuple[int, ...]) -> sp.Basic:
    return filled(sizes, lambda _: value)


def _in_one_entry(middle: Choice, value: sp.Expr, sizes: tuple[int, ...]) -> sp.Basic:
    return _last_replaced(middle(sizes), value)


def _last_replaced(array: sp.Basic, value: sp.Expr) -> sp.Basic:
    if not isinstance(array, sp.Tuple):
        return value
    return sp.Tuple(*array[:-1], _last_replaced(array[-1], value))
