"""Hypothesis strategies for the points of a domain (hypothesis is needed only here, and only by tests)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp
from hypothesis import strategies as st

from rftheory.inputs.shapes import DENOMINATOR, filled, halves, sizes_at
from rftheory.statements.domain import Domain, Range

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from rftheory.rules.propositions import Point


def strategy(domain: Domain) -> SearchStrategy[Point]:
    """The points of a domain, awkward values included; sizes first, then arrays of these sizes."""
    scalars = {item.symbol: _numbers(item) for item in domain.ranges if not item.shape}
    arrays = [item for item in domain.ranges if item.shape]
    points = st.fixed_dictionaries(scalars).flatmap(lambda point: _completed(point, arrays))
    return points.map(lambda point: {s: point[s] for s in domain.symbols}).filter(domain.contains)


def _completed(point: Point, arrays: list[Range]) -> SearchStrategy[Point]:
    named = {item.symbol: _array(item, sizes_at(item.shape, point) or ()) for item in arrays}
    return st.fixed_dictionaries({**{s: st.just(v) for s, v in point.items()}, **named})


def _array(item: Range, sizes: tuple[int, ...]) -> SearchStrategy[sp.Basic]:
    count = int(sp.prod(sizes))
    return st.lists(_numbers(item), min_size=count, max_size=count).map(
        lambda numbers: filled(sizes, lambda position: numbers[_flat(position, sizes)])
    )


def _flat(position: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    place = 0
    for index, size in zip(position, sizes, strict=True):
        place = place * size + index
    return place


def _numbers(item: Range) -> SearchStrategy[sp.Expr]:
    scale = 1 if item.integer else DENOMINATOR
    parts = [[int(float(sp.N(end)) * scale) for end in part] for part in halves(item)]
    bulk = st.one_of(*(st.integers(low, high) for low, high in parts)).map(lambda k: sp.Rational(k, scale))
    awkward = [sp.sympify(v) for v in item.awkward]
    return st.one_of(bulk, st.sampled_from(awkward)) if awkward else bulk
