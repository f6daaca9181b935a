"""Finite sums and products with bounds that are known at a point, and coordinates of vectors, term by term.

The value of a vector is the tuple of the values of its coordinates, that of a data set a tuple of such tuples.
What is particular to an arithmetic is how an integer is read off a number and how one is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import sympy as sp

from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression

#: sums and products of more terms are refused
MOST_TERMS = 100_000

#: (number, what it is) -> the integer that it is
Whole = Callable[[Any, sp.Expr], int]


def element(whole: Whole) -> Callable[..., Any]:
    """The binder of an indexed coordinate, counted from 1."""

    def binder(node: sp.Indexed, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> Any:
        value = environment[node.base.label]
        for index in node.indices:
            position = whole(environment[index] if index in environment else sub(index), index)
            if not isinstance(value, tuple) or not 1 <= position <= len(value):
                size = len(value) if isinstance(value, tuple) else "none"
                raise UnsupportedExpression(f"{node} at {index} = {position}; the coordinates there are 1 to {size}")
            value = value[position - 1]
        if isinstance(value, tuple):
            raise UnsupportedExpression(f"{node} is a vector at this point: its value needs more indices")
        return value

    return binder


def terms(
    node: sp.Sum | sp.Product, sub: SubEvaluator, whole: Whole, number: Callable[[int], Any]
) -> Iterator[tuple[SubEvaluator, sp.Tuple | None]]:
    """An evaluator for each term of a sum or product, its indices bound.

    Where the next inner limit is infinite, it comes along and is left to the caller.
    """
    limits, count = list(node.limits), 0

    def walk(depth: int, bound: Mapping[sp.Symbol, Any]) -> Iterator[tuple[SubEvaluator, sp.Tuple | None]]:
        nonlocal count
        at = _bound(sub, bound)
        if depth < 0:
            count += 1
            if count > MOST_TERMS:
                raise UnsupportedExpression(f"more than {MOST_TERMS} terms: {node}")
            yield at, None
            return
        index, low, high = _ends(node, limits[depth])
        if high is sp.oo:
            if depth > 0:
                raise UnsupportedExpression(f"an infinite sum of sums over several indices: {node}")
            yield at, limits[depth]
            return
        first, last = whole(at(low), low), whole(at(high), high)
        if last < first - 1:
            raise UnsupportedExpression(f"the bounds {first} and {last} of {index} run backwards: {node}")
        for k in range(first, last + 1):
            yield from walk(depth - 1, {**bound, index: number(k)})

    yield from walk(len(limits) - 1, {})


def _ends(node: sp.Basic, limit: sp.Tuple) -> tuple[sp.Symbol, sp.Expr, sp.Expr]:
    if len(limit) != 3:
        raise UnsupportedExpression(f"a sum or product without both bounds: {node}")
    index, low, high = limit
    return index, low, high


def _bound(sub: SubEvaluator, bound: Mapping[sp.Symbol, Any]) -> SubEvaluator:
    def at(part: sp.Basic, bindings: Mapping[sp.Symbol, Any] | None = None) -> Any:
        known = {**bound, **(bindings or {})}
        return sub(part, known) if known else sub(part)

    return at
