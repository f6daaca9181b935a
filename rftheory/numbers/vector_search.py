"""The search for a counterexample among points with vectors: spread over scales, the worst improved, balls decide.

Float64 logarithms rank the points (balls where an expression has no float64 version); a suspect counts only once
balls prove it at an exact point of the domain. Then it is made simpler: fewer coordinates, simpler numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from rftheory.inputs.shapes import entries, filled, sizes_at
from rftheory.numbers.balls import UnsupportedExpression, ball
from rftheory.numbers.logspace import log_value
from rftheory.numbers.walker import parameters
from rftheory.rules.propositions import Point

#: points from the domain itself; the rest are these, rescaled
_DRAWN = 48
#: points that are handed to the balls, and rounds of random steps from the worst
_SUSPECTS, _ROUNDS, _STEPS = 12, 12, 16
#: points that are ranked by balls where floats cannot
_MOST_BALLS, _MARGIN_PRECISION = 100, 96
_SIMPLE = tuple(sp.Rational(p, q) for p, q in ((0, 1), (1, 1), (-1, 1), (2, 1), (1, 2), (-2, 1), (3, 1), (10, 1)))


class RangeLike(Protocol):
    @property
    def symbol(self) -> sp.Symbol: ...

    @property
    def low(self) -> sp.Expr | int | None: ...

    @property
    def high(self) -> sp.Expr | int | None: ...

    @property
    def integer(self) -> bool: ...

    @property
    def shape(self) -> tuple[sp.Expr | int, ...]: ...


class DomainLike(Protocol):
    @property
    def ranges(self) -> Sequence[RangeLike]: ...

    def contains(self, point: Point) -> bool: ...

    def points(self, count: int, seed: int = 0) -> list[Point]: ...


def suspects(
    left: sp.Expr, right: sp.Expr, sign: float, domain: DomainLike, seed: int, budget: int, improve: bool = True
) -> Iterator[Point]:
    """Exact points of the domain in order of suspicion; ``sign`` is 1 if ``left >= right`` is claimed, else -1."""
    generator = np.random.default_rng(np.random.SeedSequence(seed))
    points = domain.points(min(budget, _DRAWN), seed)
    points += [p for p in _rescaled(points, domain, generator, budget - len(points)) if domain.contains(p)]
    margins = _margins(left, right, sign, points)
    order = np.argsort(margins, kind="stable")
    yield from (points[i] for i in order[:_SUSPECTS] if margins[i] < 0)
    finite = [int(i) for i in order if np.isfinite(margins[i])]
    for i in finite[:2] if improve else ():
        yield from _improved(left, right, sign, points[i], float(margins[i]), domain, generator)


def _rescaled(
    points: Sequence[Point], domain: DomainLike, generator: np.random.Generator, count: int
) -> Iterator[Point]:
    """Points of which each parameter that is not an integer is multiplied by a factor from 1/1000 to 100."""
    for _ in range(max(0, count)):
        point = points[int(generator.integers(len(points)))]
        yield _mapped(point, domain, lambda v, f: v * f, lambda: _simple(10.0 ** generator.uniform(-3, 2)))


def _mapped(
    point: Point, domain: DomainLike, change: Callable[[sp.Expr, sp.Expr], sp.Expr], draw: Callable[[], sp.Expr]
) -> Point:
    """Every number that is not an integer parameter changed; one draw for each parameter."""
    new = dict(point)
    for item in domain.ranges:
        if not item.integer:
            new[item.symbol] = _each(point[item.symbol], draw(), change)
    return new


def _each(value: sp.Basic, drawn: sp.Expr, change: Callable[[sp.Expr, sp.Expr], sp.Expr]) -> sp.Basic:
    if isinstance(value, sp.Tuple):
        return sp.Tuple(*(_each(part, drawn, change) for part in value))
    return change(value, drawn)


def _simple(value: float) -> sp.Rational:
    return sp.Rational(f"{value:.1e}")


def _improved(
    left: sp.Expr,
    right: sp.Expr,
    sign: float,
    point: Point,
    margin: float,
    domain: DomainLike,
    rng: np.random.Generator,
) -> Iterator[Point]:
    """Random steps of shrinking size, kept when the margin falls; each one that turns it negative is a suspect."""
    for step in range(_ROUNDS):
        width = 2.0 ** (-step / 3)
        near = [_nudged(point, domain, width, rng) for _ in range(_STEPS)]
        near = [p for p in near if domain.contains(p)]
        if not near:
            continue
        margins = _margins(left, right, sign, near)
        best = int(np.argmin(margins))
        if margins[best] < margin:
            point, margin = near[best], float(margins[best])
            if margin < 0:
                yield point


def _nudged(point: Point, domain: DomainLike, width: float, rng: np.random.Generator) -> Point:
    new = dict(point)
    for item in domain.ranges:
        if not item.integer:
            values = iter([v * _simple(np.exp(rng.normal(0, width))) for v in entries(point[item.symbol])])
            new[item.symbol] = _refilled(point[item.symbol], values)
    return new


def _refilled(value: sp.Basic, values: Iterator[sp.Expr]) -> sp.Basic:
    if isinstance(value, sp.Tuple):
        return sp.Tuple(*(_refilled(part, values) for part in value))
    return next(values)


# -- margins ----------------------------------------------------------------------------------------------------


def _margins(left: sp.Expr, right: sp.Expr, sign: float, points: Sequence[Point]) -> NDArray[np.float64]:
    """``(left - right) / (|left| + |right|)``, signed so that a violation is negative; +inf where unknown."""
    margins = np.full(len(points), np.inf)
    groups: dict[tuple[object, ...], list[int]] = {}
    for i, point in enumerate(points):
        groups.setdefault(_sizes(point), []).append(i)
    try:
        for places in groups.values():
            arrays = {s: np.array([_nested(points[i][s]) for i in places], dtype=float) for s in points[0]}
            margins[places] = float_margins(left, right, sign, arrays)
    except UnsupportedExpression:
        for i, point in enumerate(points[:_MOST_BALLS]):
            margins[i] = ball_margin(left, right, sign, point)
    return margins


def _sizes(point: Point) -> tuple[object, ...]:
    """What must agree for points to be evaluated together: shapes of arrays and integers, which may be sizes."""
    return tuple(
        np.shape(np.array(_nested(v), dtype=object)) if isinstance(v, sp.Tuple) else v if v.is_Integer else None
        for v in point.values()
    )


def _nested(value: sp.Basic) -> object:
    if isinstance(value, sp.Tuple):
        return [_nested(part) for part in value]
    return int(value.p) / int(value.q) if isinstance(value, sp.Rational) else float(sp.N(value))


def float_margins(
    left: sp.Expr, right: sp.Expr, sign: float, arrays: Mapping[sp.Symbol, NDArray[np.float64]]
) -> NDArray[np.float64]:
    """The margins in float64 logarithms.

    Raises:
        UnsupportedExpression: where an expression has no float64 version.
    """
    a, b = (log_value(side, {s: arrays[s] for s in parameters(side)}) for side in (left, right))
    with np.errstate(invalid="ignore", over="ignore"):
        top = np.maximum(a[1], b[1])
        plain = [np.where(s == 0, 0.0, s * np.exp(log - top)) for s, log in (a, b)]
        margin = sign * (plain[0] - plain[1]) / (np.abs(plain[0]) + np.abs(plain[1]))
    return np.where(np.isnan(margin), np.inf, margin)


def ball_margin(left: sp.Expr, right: sp.Expr, sign: float, point: Point) -> float:
    """The margin at an exact point, by balls."""
    value = ball((left - right) / (sp.Abs(left) + sp.Abs(right)), point, _MARGIN_PRECISION)
    return sign * float(value.real.mid()) if value.is_finite() else np.inf


# -- simple points ----------------------------------------------------------------------------------------------


def simplified(point: Point, domain: DomainLike, violates: Callable[[Point], bool]) -> Point:
    """Fewer coordinates while the violation persists, then simpler numbers one by one."""
    sizes = {s for item in domain.ranges for s in map(sp.sympify, item.shape) if s in point}
    for size in sorted(sizes, key=str):
        while point[size] > 1:
            smaller = _cut({**point, size: point[size] - 1}, domain)
            if not violates(smaller):
                break
            point = smaller
    for item in domain.ranges:
        if item.symbol in sizes:
            continue
        for place in range(len(list(entries(point[item.symbol])))):
            point = _simpler_entry(point, item.symbol, place, violates)
    return point


def _cut(point: Mapping[sp.Symbol, sp.Basic], domain: DomainLike) -> Point:
    """The arrays cut down to the sizes that the point gives them."""
    new = dict(point)
    for item in domain.ranges:
        sizes = sizes_at(item.shape, point)
        if item.shape and sizes is not None:
            new[item.symbol] = filled(sizes, partial(_at, point[item.symbol]))
    return new


def _at(array: sp.Basic, place: tuple[int, ...]) -> sp.Expr:
    for k in place:
        array = array[k]
    return array


def _simpler_entry(point: Point, symbol: sp.Symbol, place: int, violates: Callable[[Point], bool]) -> Point:
    values = list(entries(point[symbol]))
    for simple in _SIMPLE:
        if len(str(simple)) >= len(str(values[place])):
            continue
        changed = [*values[:place], simple, *values[place + 1 :]]
        candidate = {**point, symbol: _refilled(point[symbol], iter(changed))}
        if violates(candidate):
            return candidate
    return point
