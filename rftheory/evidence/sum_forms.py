"""Sums whose sign is seen from their form: rearranged, linear, with one square root, differences of increasing functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import sympy as sp

from rftheory.evidence.expansion import expanded
from rftheory.evidence.sum_signs import merged
from rftheory.statements.domain import Domain, Range


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


# -- differences of increasing functions -----------------------------------------------------------------------------


Signs = frozenset[int]

_ANY: Signs = frozenset({-1, 0, 1})


def sign_of_angle_difference(
    expr: sp.Add, sign_of: Callable[[sp.Expr], Signs], is_real: Callable[[sp.Expr], bool]
) -> Signs:
    """``q (atan u - atan v)`` has the sign of ``q (u - v)``, for real u and v and a number q."""
    parts = [term.as_coeff_Mul() for term in expr.args]
    if len(parts) != 2 or not all(isinstance(part, sp.atan) for _, part in parts):
        return _ANY
    (q, first), (opposite, second) = parts
    if not q.is_Rational or q + opposite != 0 or not (is_real(first.args[0]) and is_real(second.args[0])):
        return _ANY
    over, under = sp.fraction(sp.together(first.args[0] - second.args[0]))
    signs = frozenset(s * t for s in sign_of(sp.factor(over)) for t in sign_of(under))
    return signs if q > 0 else frozenset(-s for s in signs)


def sign_of_exponentials(
    expr: sp.Add, sign_of: Callable[[sp.Expr], Signs], is_real: Callable[[sp.Expr], bool]
) -> Signs:
    """``c e^u - b e^v`` is positive where c >= b > 0 and u >= v, one of them strictly: exponentials are increasing."""
    if len(expr.args) != 2:
        return _ANY
    (c1, u), (c2, v) = (_as_exponential(term) for term in expr.args)
    if not (is_real(u) and is_real(v)) or c1 is None or c2 is None or not c1 * c2 < 0:
        return _ANY
    rising = sign_of(u - v) & sign_of(expanded(u - v))
    if c1 + c2 == 0:
        return rising if c1 > 0 else frozenset(-s for s in rising)
    larger = 1 if c1 + c2 > 0 else -1  # which term has the larger coefficient in absolute value: that of its sign
    first = 1 if c1 * larger > 0 else -1
    ahead = frozenset(first * s for s in rising)
    return frozenset({larger}) if ahead <= {0, 1} else _ANY


def _as_exponential(term: sp.Expr) -> tuple[sp.Expr | None, sp.Expr]:
    coefficient, rest = term.as_coeff_Mul()
    if not coefficient.is_Rational:
        return None, sp.Integer(0)
    if rest == 1:
        return coefficient, sp.Integer(0)
    if isinstance(rest, sp.exp):
        return coefficient, rest.exp
    return None, sp.Integer(0)


# -- linear expressions ----------------------------------------------------------------------------------------------


def least(expr: sp.Expr, ranges: Sequence[Range]) -> tuple[sp.Expr, bool] | None:
    """A number that a linear expression is never below, and whether it is always above it; None if there is none.

    The expression is a sum of rational multiples of parameters and of numbers, multiplied out. Parameters are put at the end
    of their range where the expression is smaller, those first on which no end depends.
    """
    rests = [term.as_coeff_Mul()[1] for term in sp.Add.make_args(expr)]
    if not all(isinstance(rest, sp.Symbol) or rest.is_number for rest in rests):
        return None
    waiting, strict = {item.symbol: item for item in ranges if not item.shape}, False
    while symbols := expr.free_symbols:
        inside = [item for item in waiting.values() for end in (item.low, item.high) if end is not None]
        used = {
            s
            for item in inside
            for end in (item.low, item.high)
            if end is not None
            for s in sp.sympify(end).free_symbols
        }
        symbol = next((s for s in sorted(symbols, key=lambda s: s.sort_key()) if s in waiting and s not in used), None)
        if symbol is None:
            return None
        item, slope = waiting.pop(symbol), sp.diff(expr, symbol)
        if not slope.is_Rational:
            return None
        end, mark = (item.low, item.closed[0]) if slope > 0 else (item.high, item.closed[1])
        if end is None:
            return None
        strict = strict or mark in "()"
        expr = sp.expand(expr.xreplace({symbol: sp.sympify(end)}))
    return expr, strict


# -- sums with one square root ---------------------------------------------------------------------------------------


def sign_of_root_sum(expr: sp.Add, sign_of: Callable[[sp.Expr], Signs], is_real: Callable[[sp.Expr], bool]) -> Signs:
    """``c sqrt(u) + r``: the squares decide where the two parts have opposite signs, or where the root outweighs r."""
    roots = [t for t in expr.args if any(f.is_Pow and f.exp == sp.Rational(1, 2) for f in sp.Mul.make_args(t))]
    if len(roots) != 1 or not is_real(expr - roots[0]):
        return _ANY
    root, rest = roots[0], expr - roots[0]
    of_root, of_rest = sign_of(root), sign_of(rest)
    if of_root == {0}:
        return of_rest
    if of_root <= {-1, 0}:
        return frozenset(-s for s in sign_of_root_sum(sp.Add(-root, -rest), sign_of, is_real))
    if -1 in of_root:
        return _ANY
    signs = sign_of(sp.expand(root**2 - rest**2))
    return signs if signs <= {0, 1} or of_rest <= {-1, 0} else _ANY
