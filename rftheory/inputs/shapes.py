"""Values of parameters at a point: exact numbers, and nested tuples of them in a given shape; which ones are tried and drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np
import sympy as sp

if TYPE_CHECKING:
    from rftheory.rules.propositions import Point
    from rftheory.statements.domain import Range

#: drawn numbers are fractions with this denominator at most: exact, and short to print
_DENOMINATOR = 64

#: the range at the values of the parameters in its ends, the sizes of the array (none for a number) -> value
Choice = Callable[["Range", tuple[int, ...]], sp.Basic]


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


# -- what is typical of a range, and drawn from it ----------------------------------------------------------------------


def bulk(low: sp.Expr | int | None, high: sp.Expr | int | None) -> tuple[sp.Expr | int, sp.Expr | int]:
    """[0, 3] as far as it lies between two numbers, else what is next to them; other ends leave it as it is."""
    low, high = (end if isinstance(end, int) or getattr(end, "is_number", False) else None for end in (low, high))
    try:
        first, last = (0 if low is None else max(low, 0)), (3 if high is None else min(high, 3))
        if first < last:
            return first, last
        if low is not None:
            return low, low + 3 if high is None else high
        return (0, 3) if high is None else (high - 3, high)
    except TypeError:
        # numbers without an order, which `admission` refuses
        return 0, 3


def halves(item: Range) -> tuple[tuple[sp.Expr | int, sp.Expr | int], ...]:
    """The intervals that numbers are drawn from in turn: what is typical of a range and, where that leaves negative numbers out, these.

    Negative numbers are drawn down to the mirror image of what is typical.
    """
    (low, high), least = item.typical, item.low
    known = least is None or isinstance(least, int) or least.is_number
    if low < 0 or (least is not None and known and least >= 0):
        return ((low, high),)
    return (-high if least is None or not known else sp.Max(least, -high), 0), (low, high)


def drawn(generator: np.random.Generator, half: int, item: Range, sizes: tuple[int, ...]) -> sp.Basic:
    """A random exact number from one half of a range, or an array of such numbers from both in turn."""
    parts = halves(item)

    def entry(position: tuple[int, ...]) -> sp.Expr:
        low, high = (float(sp.N(end)) for end in parts[(half + sum(position)) % len(parts)])
        scale = 1 if item.integer else _DENOMINATOR
        # where the parameters in the ends leave no number between them, the lower end stands for the lack of one
        first, last = int(low * scale), max(int(low * scale), int(high * scale))
        return sp.Rational(int(generator.integers(first, last + 1)), scale)

    return filled(sizes, entry)


@lru_cache(maxsize=4096)
def _exact_between(low: sp.Expr, high: sp.Expr, part: sp.Rational) -> sp.Expr:
    return low + (high - low) * part


def middle_choice(number: int) -> Choice:
    """A value from the middle of a range; arrays of different ``number`` get different, uneven entries."""
    return lambda item, sizes: _middle(item, number, sizes)


def _middle(item: Range, number: int, sizes: tuple[int, ...]) -> sp.Basic:
    low, high = item.typical
    if item.integer and not item.shape:
        return sp.Integer(low) + 1 if low != high else sp.Integer(low)

    def between(part: sp.Rational) -> sp.Expr:
        value = _exact_between(sp.sympify(low), sp.sympify(high), part)
        return sp.floor(value) if item.integer else value

    if not item.shape:
        return between(sp.Rational(3, 7))

    def entry(position: tuple[int, ...]) -> sp.Expr:
        spread = sum((2 - axis % 2) * place for axis, place in enumerate(reversed(position)))
        return between(sp.Rational(1 + (number + spread) % 6, 7))

    return filled(sizes, entry)


def least_choice(item: Range, step: int) -> Choice | None:
    """The least integer of a range, or the one that many steps after it; None if there is none, or for arrays."""
    if not item.integer or item.shape or item.low is None:
        return None

    def least(item: Range, sizes: tuple[int, ...]) -> sp.Basic:
        return sp.sympify(item.low) + (step if item.closed[0] == "[" else step + 1)

    return least


def outer_choices(item: Range) -> list[Choice]:
    """A number close to the lower end of what is typical of a range, and one close to its upper end, or far out if it has none."""
    if item.integer or item.shape:
        return []
    far = sp.Rational(99, 100) if item.high is not None else sp.Integer(3)

    def at(part: sp.Rational) -> Choice:
        return lambda item, sizes: _exact_between(*map(sp.sympify, item.typical), part)

    return [at(sp.Rational(1, 100)), at(far)]


def awkward_choices(item: Range, number: int) -> list[Choice]:
    """The awkward values of a range, then its ends if they belong to it; in arrays each of them, and zero, fills one entry and then all.

    The ends of integers are not awkward: they are drawn as often as others.
    """
    values = [sp.sympify(v) for v in item.awkward]
    if not item.integer:
        values += [end for end in _own_ends(item) if end not in values]
    if not item.shape:
        return [partial(_constant, value) for value in values]
    if sp.S.Zero not in values and item.allows_entry(sp.S.Zero):
        values.append(sp.S.Zero)
    return [choice for v in values for choice in (partial(_in_one_entry, number, v), partial(_constant, v))]


def _own_ends(item: Range) -> list[sp.Expr]:
    ends = zip((item.low, item.high), item.closed, strict=True)
    own = [sp.sympify(end) for end, bracket in ends if end is not None and bracket in "[]"]
    return [end for end in dict.fromkeys(own) if end.is_number]


def _constant(value: sp.Expr, item: Range, sizes: tuple[int, ...]) -> sp.Basic:
    return filled(sizes, lambda _: value)


def _in_one_entry(number: int, value: sp.Expr, item: Range, sizes: tuple[int, ...]) -> sp.Basic:
    return _last_replaced(_middle(item, number, sizes), value)


def _last_replaced(array: sp.Basic, value: sp.Expr) -> sp.Basic:
    if not isinstance(array, sp.Tuple):
        return value
    return sp.Tuple(*array[:-1], _last_replaced(array[-1], value))
