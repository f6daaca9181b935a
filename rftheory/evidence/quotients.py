"""A cheap and rigorous way to see that one expression is no constant multiple of another: its values at two points."""

from __future__ import annotations

from functools import lru_cache

import sympy as sp
from flint import acb, ctx

from rftheory.numbers.balls import UnsupportedExpression, ball

#: what is evaluated in no time; anything else is left to algebra
_PLAIN = (sp.Add, sp.Mul, sp.Pow, sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.log, sp.atan, sp.Abs, sp.gamma)
#: bits; balls that touch at this precision are left to algebra too
_PRECISION = 96


def has_varying_quotient(expr: sp.Expr, known: sp.Expr) -> bool:
    """Whether ``expr`` is seen to be no constant multiple of ``known``: two values of the quotient are proved different.

    An integral that stands in one of the two only is enough: algebra does not remove it. False says nothing.
    """
    if expr.has(sp.Integral) != known.has(sp.Integral):
        return True
    if not (_is_plain(expr) and _is_plain(known)):
        return False
    symbols = expr.free_symbols | known.free_symbols
    values = []
    for shift in (0, 1):
        above, below = (_ball(side, frozenset(symbols), shift) for side in (expr, known))
        if above is None or below is None:
            return False
        with ctx.workprec(_PRECISION):
            values.append(above / below)
    return all(value.is_finite() for value in values) and not values[0].overlaps(values[1])


@lru_cache(maxsize=8192)
def _ball(expr: sp.Expr, symbols: frozenset[sp.Symbol], shift: int) -> acb | None:
    """The value at one of the two points in these symbols; None where it is not known."""
    ordered = sorted(symbols, key=lambda s: s.sort_key())
    point = {symbol: _value(symbol, number, shift) for number, symbol in enumerate(ordered)}
    try:
        return acb(ball(expr, point, _PRECISION))
    except (UnsupportedExpression, ValueError, ZeroDivisionError, OverflowError):
        return None


@lru_cache(maxsize=8192)
def _is_plain(expr: sp.Basic) -> bool:
    if isinstance(expr, sp.Symbol) or expr.is_Number or expr is sp.pi or expr is sp.E or expr is sp.I:
        return True
    return isinstance(expr, _PLAIN) and all(map(_is_plain, expr.args))


def _value(symbol: sp.Symbol, number: int, shift: int) -> sp.Rational:
    """An exact number that the assumptions of a symbol allow, another one for every symbol and shift."""
    if symbol.is_integer:
        value = sp.Integer(4 + 2 * number + 6 * shift)
    else:
        value = sp.Rational(3 + 2 * number + 5 * shift, 7 + 3 * number)
    return -value if symbol.is_nonpositive else value
