"""Nodes and weights of integrals and laws.

A rule is two lists of (weight, place, is it at an edge): both lists give the same integral, up to the error of the rule.
Lists of a finite law are exact and are one object.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint

from rftheory.meaning.balls import Num, Undecided, add, exact, of_ball, times

#: bits of the places, so that those next to a finite end are told from it
PLACES = 256

Node = tuple[Num, Any, bool]


@dataclass(frozen=True)
class Nodes:
    first: list[Node]
    second: list[Node]

    @property
    def is_exact(self) -> bool:
        return self.first is self.second


def sampled(make: Callable[[bool], list[Node]]) -> Nodes:
    """Two lists, with and without a shift by half a step."""
    old = flint.ctx.prec
    flint.ctx.prec = PLACES
    try:
        return Nodes(make(False), make(True))
    finally:
        flint.ctx.prec = old


def _steps(low: float, high: float, step: Fraction, shifted: bool) -> list[tuple[flint.arb, bool]]:
    offset = step / 2 if shifted else Fraction(0)
    first, last = int(low / step) - 1, int(high / step) + 1
    points = [k * step + offset for k in range(first, last)]
    return [
        (flint.arb(flint.fmpq(t.numerator, t.denominator)), number in (0, 1, len(points) - 2, len(points) - 1))
        for number, t in enumerate(points)
    ]


def _num(value: flint.arb) -> Num:
    return of_ball(flint.acb(value.mid()))


@lru_cache(maxsize=64)
def unit_interval() -> Nodes:
    """The integral over (0,1) by double exponentials: places u as (distance from 0, distance from 1)."""

    def make(shifted: bool) -> list[Node]:
        result: list[Node] = []
        step = Fraction(1, 8)
        for t, edge in _steps(-4.2, 4.2, step, shifted):
            rate = flint.arb.pi() * t.sinh()
            near, far = 1 / (1 + (-rate).exp()), 1 / (1 + rate.exp())
            weight = flint.arb.pi() * t.cosh() * near * far / 8
            result.append((_num(weight), (_num(near), _num(far)), edge))
        return result

    return sampled(make)


@lru_cache(maxsize=8)
def half_line() -> Nodes:
    """The integral over (0,oo): x = exp(pi/2 sinh t)."""

    def make(shifted: bool) -> list[Node]:
        result: list[Node] = []
        for t, edge in _steps(-4.2, 4.2, Fraction(1, 12), shifted):
            place = (flint.arb.pi() / 2 * t.sinh()).exp()
            weight = place * flint.arb.pi() / 2 * t.cosh() / 12
            result.append((_num(weight), _num(place), edge))
        return result

    return sampled(make)


@lru_cache(maxsize=8)
def line() -> Nodes:
    """The integral over R: x = sinh(pi/2 sinh t)."""

    def make(shifted: bool) -> list[Node]:
        result: list[Node] = []
        for t, edge in _steps(-3.6, 3.6, Fraction(1, 16), shifted):
            inner = flint.arb.pi() / 2 * t.sinh()
            weight = inner.cosh() * flint.arb.pi() / 2 * t.cosh() / 16
            result.append((_num(weight), _num(inner.sinh()), edge))
        return result

    return sampled(make)


def interval(low: Num | None, high: Num | None) -> Nodes:
    """The integral over an interval whose ends are numbers, or None for an infinite end."""
    if low is None and high is None:
        return line()
    if low is not None and high is not None:
        length = add(high, times(exact(-1), low))

        def stretched(nodes: list[Node]) -> list[Node]:
            back = times(exact(-1), length)
            return [
                (
                    times(weight, length),
                    add(low, times(length, place[0]))
                    if place[0].ball.real < place[1].ball.real
                    else add(high, times(back, place[1])),
                    edge,
                )
                for weight, place, edge in nodes
            ]

        unit = unit_interval()
        return _wide(lambda: Nodes(stretched(unit.first), stretched(unit.second)))
    sign, end = (1, low) if low is not None else (-1, high)
    assert end is not None

    def moved(nodes: list[Node]) -> list[Node]:
        return [(weight, add(end, times(exact(sign), place)), edge) for weight, place, edge in nodes]

    half = half_line()
    return _wide(lambda: Nodes(moved(half.first), moved(half.second)))


def _wide(make: Callable[[], Nodes]) -> Nodes:
    old = flint.ctx.prec
    flint.ctx.prec = PLACES
    try:
        return make()
    finally:
        flint.ctx.prec = old


# -- laws -----------------------------------------------------------------------------------------------------------


def discrete(points: list[tuple[Num, Any]]) -> Nodes:
    nodes = [(weight, place, False) for weight, place in points]
    return Nodes(nodes, nodes)


@lru_cache(maxsize=8)
def gauss() -> Nodes:
    def make(shifted: bool) -> list[Node]:
        # no place is 0: the draws of (normal 1) are not
        scale = (2 * flint.arb.pi()).sqrt() * 2
        places = [(t + flint.arb(1) / 14, edge) for t, edge in _steps(-12, 12, Fraction(1, 2), shifted)]
        return [(_num((-t * t / 2).exp() / scale), _num(t), edge) for t, edge in places]

    return sampled(make)


@lru_cache(maxsize=16)
def chi(d: int) -> Nodes:
    """The norm of d independent standard Gaussian numbers: r = exp(s), s on the line."""

    def make(shifted: bool) -> list[Node]:
        half = flint.arb(d) / 2
        scale = flint.arb(2) ** (half - 1) * half.gamma() * 16
        result: list[Node] = []
        for s, edge in _steps(-3.4 - 34 / d, 3.4, Fraction(1, 16), shifted):
            place = s.exp()
            result.append((_num(place**d * (-place * place / 2).exp() / scale), _num(place), edge))
        return result

    return sampled(make)


def mapped(nodes: Nodes, change: Callable[[Any], Any]) -> Nodes:
    first = [(weight, change(place), edge) for weight, place, edge in nodes.first]
    if nodes.is_exact:
        return Nodes(first, first)
    return Nodes(first, [(weight, change(place), edge) for weight, place, edge in nodes.second])


def independent(parts: list[Nodes], limit: int = 4000) -> Nodes:
    """The nodes of a product: places are tuples."""
    size = 1
    for part in parts:
        size *= len(part.first)
    if size > limit:
        raise Undecided

    def combined(lists: list[list[Node]]) -> list[Node]:
        result: list[Node] = [(exact(1), (), False)]
        for nodes in lists:
            result = [
                (times(weight, other), (*places, place), edge or rim)
                for weight, places, edge in result
                for other, place, rim in nodes
            ]
        return result

    first = combined([part.first for part in parts])
    if all(part.is_exact for part in parts):
        return Nodes(first, first)
    return Nodes(first, combined([part.second for part in parts]))


@lru_cache(maxsize=16)
def sphere(d: int) -> Nodes:
    if d == 1:
        return discrete([(exact(Fraction(1, 2)), [exact(sign)]) for sign in (1, -1)])
    if d > 3:
        raise Undecided

    def around(shifted: bool) -> list[Node]:
        count = 24
        result: list[Node] = []
        for k in range(count):
            angle = 2 * flint.arb.pi() * (k + (flint.arb(1) / 2 if shifted else 0)) / count + flint.arb(1) / 7
            result.append((exact(Fraction(1, count)), [_num(angle.cos()), _num(angle.sin())], False))
        return result

    circle = sampled(around)
    if d == 2:
        return circle
    height = unit_interval()

    def ball(first: list[Node], second: list[Node]) -> list[Node]:
        result = []
        for weight, (near, far), edge in first:
            across = of_ball((4 * near.ball * far.ball).sqrt())
            up = add(near, times(exact(-1), far))
            for other, place, _ in second:
                result.append((times(weight, other), [times(across, place[0]), times(across, place[1]), up], edge))
        return result

    return Nodes(ball(height.first, circle.first), ball(height.second, circle.second))


@lru_cache(maxsize=16)
def normal(d: int) -> Nodes:
    if d > 2:
        raise Undecided
    return mapped(independent([gauss()] * d), list)


@lru_cache(maxsize=4)
def fine_gauss() -> list[tuple[Num, Num]]:
    """Many cells for the probability of an event of one Gaussian number: (mass, place)."""
    scale = (2 * flint.arb.pi()).sqrt() * 64
    places = [flint.arb(2 * k + 1) / 128 for k in range(-512, 512)]
    return [(_num((-t * t / 2).exp() / scale), _num(t)) for t in places]


@lru_cache(maxsize=1)
def halves_of_gauss() -> Nodes:
    """One Gaussian number as exp(s) and -exp(s): functions may have an edge at 0."""

    def make(shifted: bool) -> list[Node]:
        scale = (2 * flint.arb.pi()).sqrt() * 6
        result: list[Node] = []
        for s, edge in _steps(-34, 3, Fraction(1, 6), shifted):
            place = s.exp()
            weight = _num(place * (-place * place / 2).exp() / scale)
            result += [(weight, _num(place), edge), (weight, _num(-place), edge)]
        return result

    return sampled(make)
