"""Equal forms of a sum in which the signs of the terms may be easier to see than in the sum as it stands."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from rftheory.evidence.expansion import expanded
from rftheory.evidence.sum_signs import merged
from rftheory.statements.domain import Domain


def rearrangements(expr: sp.Add, domain: Domain) -> Iterator[sp.Expr]:
    """The sum itself, multiplied out, in other circular functions, and counted from the ends of the ranges."""
    yield expr
    yield expanded(expr)
    if expr.has(sp.Sum):
        yield merged(expr)
    yield from _circular_forms(expr)
    numbers = [item for item in domain.ranges if not item.shape]
    low = {i.symbol: (i.low, 1, i.closed[0] == "(") for i in numbers if i.low is not None and i.low != 0}
    high = {i.symbol: (i.high, -1, i.closed[1] == ")") for i in numbers if i.high is not None}
    for ends in (low, high, {**low, **high}):
        yield from _shifted(expr, ends)


def _shifted(expr: sp.Expr, ends: dict[sp.Symbol, tuple[sp.Expr, int, bool]]) -> Iterator[sp.Expr]:
    """The sum with ``s = low + s'`` or ``s = high - s'``, read with symbols of their own: s' >= 0, at open ends > 0."""
    met = {symbol: end for symbol, end in ends.items() if symbol in expr.free_symbols}
    if met and expr.is_polynomial(*met):
        distance = {opened: {"positive" if opened else "nonnegative": True} for opened in (True, False)}
        values = {s: end + side * sp.Dummy(s.name, **distance[o]) for s, (end, side, o) in met.items()}
        yield expanded(expr.subs(values, simultaneous=True))


def _circular_forms(expr: sp.Expr) -> Iterator[sp.Expr]:
    """The sum with squares of sines for squares of cosines and the reverse, and with ``cos t = 1 - 2 sin^2(t/2)``."""
    if not expr.has(sp.sin, sp.cos):
        return
    halved = expr.replace(sp.cos, lambda t: 1 - 2 * sp.sin(t / 2) ** 2)
    for form in dict.fromkeys((expr, expanded(halved))):
        for old, new in ((sp.sin, sp.cos), (sp.cos, sp.sin)):
            yield expanded(_other_squares(form, old, new))


def _other_squares(expr: sp.Expr, old: type, new: type) -> sp.Expr:
    return expr.replace(
        lambda e: isinstance(e, sp.Pow) and isinstance(e.base, old) and e.exp.is_even and e.exp.is_positive,
        lambda e: (1 - new(e.base.args[0]) ** 2) ** (e.exp / 2),
    )
