"""Signs of numbers: exact for rationals, by balls for the rest; that a number is zero only the exact zero test says.

SymPy's own comparison is never asked: it rounds, and it takes a float for the number that is meant.
"""

from __future__ import annotations

from functools import lru_cache

import sympy as sp
from flint import acb

from rftheory.numbers.balls import UnsupportedExpression, ball, compare

Signs = frozenset[int]
ANY: Signs = frozenset({-1, 0, 1})
POSITIVE: Signs = frozenset({1})
NEGATIVE: Signs = frozenset({-1})
ZERO: Signs = frozenset({0})

#: bits at which the imaginary part of a value must be exactly zero
_PRECISION = 64
#: numbers whose zero test is under way: one that asks for its own sign learns nothing
_in_question: set[sp.Expr] = set()


def is_infinite(expr: sp.Expr) -> bool:
    """Whether an end or a limit is oo or -oo."""
    return expr in (sp.oo, -sp.oo)


def sign_of_number(expr: sp.Expr) -> Signs:
    """The sign of a number, ``ANY`` if it is not decided or the number not proved real."""
    if expr.is_Rational:
        return _of_rational(expr)
    if is_infinite(expr):  # an end of a sum or an integral
        return POSITIVE if expr is sp.oo else NEGATIVE
    if expr.has(sp.Float, sp.oo, -sp.oo, sp.zoo, sp.nan) or expr.is_extended_real is False:
        return ANY
    signs = _by_balls(expr)
    return ZERO if signs == ANY and _vanishes(expr) else signs


def _of_rational(expr: sp.Expr) -> Signs:
    return POSITIVE if expr > 0 else NEGATIVE if expr < 0 else ZERO


@lru_cache(maxsize=16384)
def _by_balls(expr: sp.Expr) -> Signs:
    try:
        if not (expr.is_extended_real or _has_real_ball(expr)):
            return ANY
        order = compare(expr, sp.Integer(0), {})
    except (UnsupportedExpression, ValueError, ZeroDivisionError, OverflowError):
        return ANY
    return {"<": NEGATIVE, ">": POSITIVE}.get(order, ANY)


def _has_real_ball(expr: sp.Expr) -> bool:
    """Whether balls see that a number is real: no imaginary part, or one that is exactly zero."""
    value = ball(expr, {}, _PRECISION)
    return not isinstance(value, acb) or bool(value.imag.is_zero())


def _vanishes(expr: sp.Expr) -> bool:
    if expr in _in_question:
        return False
    _in_question.add(expr)
    try:
        return _is_zero(expr)
    finally:
        _in_question.remove(expr)


@lru_cache(maxsize=4096)
def _is_zero(expr: sp.Expr) -> bool:
    from rftheory.evidence.zero import decide_zero
    from rftheory.statements.domain import Domain

    return decide_zero(expr, Domain(())).zero
