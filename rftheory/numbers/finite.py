"""Finite sums and products with bounds that are known at a point, and coordinates of vectors, term by term.

The value of a vector is the tuple of the values of its coordinates, that of a data set a tuple of such tuples.
What is particular to an arithmetic is how an integer is read off a number and how one is written.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import sympy as sp

from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression, parameters

#: sums and products of more terms are refused
MOST_TERMS = 100_000

#: (number, what it is) -> the integer that it is
Whole = Callable[[Any, sp.Expr], int]


def element(whole: Whole) -> Callable[..., Any]:
    """The coordinate of an array that a node is, counted from 1: a function of the node, the array and the indices."""

    def coordinate(node: sp.Indexed, value: Any, *indices: Any) -> Any:
        for index, given in zip(node.indices, indices, strict=True):
            position = whole(given, index)
            if not isinstance(value, tuple) or not 1 <= position <= len(value):
                size = len(value) if isinstance(value, tuple) else "none"
                raise UnsupportedExpression(f"{node} at {index} = {position}; the coordinates there are 1 to {size}")
            value = value[position - 1]
        if isinstance(value, tuple):
            raise UnsupportedExpression(f"{node} is a vector at this point: its value needs more indices")
        return value

    return coordinate


def terms(
    node: sp.Sum | sp.Product, sub: SubEvaluator, whole: Whole, number: Callable[[int], Any]
) -> Iterator[tuple[SubEvaluator, sp.Tuple | None, int]]:
    """An evaluator for each term of a sum or product, its indices bound, with how often it occurs: what does not depend on
    the inner indices comes once.

    Where the next inner limit is infinite, it comes along and is left to the caller.
    """
    limits, count = node.limits, 0
    alike = _alike(node.function, *limits)

    def size(at: SubEvaluator, limit: sp.Tuple) -> range:
        index, low, high = _ends(node, limit)
        first, last = (int(end) if end.is_Integer else whole(at(end), end) for end in (low, high))
        if last < first - 1:
            raise UnsupportedExpression(f"the bounds {first} and {last} of {index} run backwards: {node}")
        return range(first, last + 1)

    def walk(depth: int, bound: Mapping[sp.Symbol, Any]) -> Iterator[tuple[SubEvaluator, sp.Tuple | None, int]]:
        nonlocal count
        at = _bound(sub, bound)
        if depth < alike:
            count += 1
            if count > MOST_TERMS:
                raise UnsupportedExpression(f"more than {MOST_TERMS} terms: {node}")
            times = math.prod(len(size(at, limit)) for limit in limits[:alike])
            if times:
                yield at, None, times
            return
        index, _, high = _ends(node, limits[depth])
        if high is sp.oo:
            if depth > 0:
                raise UnsupportedExpression(f"an infinite sum of sums over several indices: {node}")
            yield at, limits[depth], 1
            return
        for k in size(at, limits[depth]):
            yield from walk(depth - 1, {**bound, index: number(k)})

    yield from walk(len(limits) - 1, {})


@lru_cache(maxsize=4096)
def _alike(term: sp.Expr, *limits: sp.Tuple) -> int:
    """Of how many inner indices neither the term nor any of their bounds depends, which are finite."""
    count, known = 0, set(parameters(term))
    for _, *ends in limits:
        known.update(*(parameters(end) for end in ends))
        if len(ends) != 2 or ends[1] is sp.oo or known & {each[0] for each in limits[: count + 1]}:
            break
        count += 1
    return count


def _ends(node: sp.Basic, limit: sp.Tuple) -> tuple[sp.Symbol, sp.Expr, sp.Expr]:
    if len(limit) != 3:
        raise UnsupportedExpression(f"a sum or product without both bounds: {node}")
    index, low, high = limit
    return index, low, high


def _bound(sub: SubEvaluator, bound: Mapping[sp.Symbol, Any]) -> SubEvaluator:
    def at(part: sp.Basic, bindings: Mapping[sp.Symbol, Any] | None = None) -> Any:
        known = {**bound, **(bindings or {})}
        return sub(part, known, steady=True) if known else sub(part)

    return at
