"""What balls see at points: is a false twin told from what holds, with the instrument that finds that it holds?

A twin of one side of ``first = second`` is told at a point if its ball is disjoint from the balls of both sides, which
have a common point: an instrument that calls everything different sees nothing. Just enough digits are used, and what
has been enclosed is remembered, for many twins are held against the same sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

import sympy as sp
from flint import acb, arb

from rftheory.numbers.ball_arithmetic import Ball
from rftheory.numbers.balls import UnsupportedExpression, kept_ball, prepared
from rftheory.numbers.work import limited
from rftheory.rules.propositions import Point

#: "told": the twin differs from two sides that agree; "false": the sides differ; "alike": all agree to `_ALIKE` bits
Sight = Literal["told", "false", "alike", "unseen"]
#: bits of precision, in turn, until the balls answer; those at which `enclose` begins, which keeps what it finds
_LADDER = (132, 264, 528)
#: evaluations for one value; what takes more is not seen (the enclosure judge may take ten times as many)
_EVALUATIONS = 20_000
#: values that overlap and are known to so many bits are taken to agree; a slip of interest is larger
_ALIKE = 200


def sight(twin: sp.Expr, first: sp.Expr, second: sp.Expr, point: Point) -> Sight:
    """How a twin of one of two equal sides looks at a point; every expression has a value of its own there."""
    for precision in _LADDER:
        a, b = (_value(side, tuple(point.items()), precision) for side in (first, second))
        if a is None or b is None:
            return "unseen"
        if not a.overlaps(b):
            return "false"
        c = _value(twin, tuple(point.items()), precision)
        if c is None:
            return "unseen"
        if not c.overlaps(a) and not c.overlaps(b):
            return "told"
        if all(_known(value) for value in (a, b, c)):
            return "alike"
    return "unseen"


def told(twin: sp.Expr, first: sp.Expr, second: sp.Expr, points: Iterable[Point]) -> Sight:
    """What the first point shows that decides; "alike" only if the twin has the same value at every point."""
    seen = []
    for point in points:
        seen.append(sight(twin, first, second, point))
        if seen[-1] in ("told", "false"):
            return seen[-1]
    return "alike" if seen and set(seen) == {"alike"} else "unseen"


def look(left: sp.Expr, relation: str, right: sp.Expr, point: Point) -> Literal["excluded", "borne out", "unseen"]:
    """Whether balls exclude a relation at a point, or bear it out (an equality by sharp balls with a common point)."""
    for precision in _LADDER:
        a, b = (_value(side, tuple(point.items()), precision) for side in (left, right))
        if a is None or b is None:
            return "unseen"
        if relation == "=":
            if not a.overlaps(b):
                return "excluded"
            if _known(a) and _known(b):
                return "borne out"
            continue
        if not (a.imag.contains(0) and b.imag.contains(0)):
            return "unseen"
        gap = a.real - b.real if relation in ("<=", "<") else b.real - a.real
        if gap > 0 or (gap.is_zero() and relation in ("<", ">")):
            return "excluded"
        if gap < 0 or gap.is_zero():
            return "borne out"
    return "unseen"


def excluded(left: sp.Expr, relation: str, right: sp.Expr, points: Iterable[Point]) -> Point | None:
    """A point at which balls exclude a relation."""
    return next((point for point in points if look(left, relation, right, point) == "excluded"), None)


def generic_first(points: Sequence[Point]) -> list[Point]:
    """Random points before awkward ones: at zero, at right angles and far out many things agree that are different."""
    return list(reversed(points))


def _known(value: acb) -> bool:
    accuracy: int = value.rel_accuracy_bits()
    return accuracy >= _ALIKE or bool(value.is_zero())


@lru_cache(maxsize=4096)
def _value(expr: sp.Expr, point: tuple[tuple[sp.Symbol, sp.Expr], ...], precision: int) -> acb | None:
    """The ball of an expression, that of all numbers if none is found with so few digits; None if it has none."""
    try:
        with limited(_EVALUATIONS):
            value: Ball = kept_ball(prepared(expr), dict(point), precision)
    except (UnsupportedExpression, ArithmeticError, ValueError):
        # a mutant may have a pole, an integral without a value, a point without a meaning
        return None
    value = acb(value) if isinstance(value, arb) else value
    return value if value.is_finite() else acb(arb.nan(), arb.nan())
