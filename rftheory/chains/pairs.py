"""Sums over pairs ``1 <= i < j <= m``."""

from __future__ import annotations

import sympy as sp

#: the indices of a pair
first, second = sp.symbols("i j", integer=True, positive=True)


def pair_sum(body: sp.Expr, size: sp.Expr) -> sp.Sum:
    """``sum_(i < j <= size)`` of a body in the indices `first` and `second`."""
    return sp.Sum(body, (second, first + 1, size), (first, 1, size - 1))


def body_of(expr: sp.Expr) -> sp.Expr:
    """What a sum over pairs adds up; a body that is a sum itself has its own limits in front."""
    if not isinstance(expr, sp.Sum) or len(expr.limits) < 2:
        return sp.S.Zero
    inner = expr.limits[:-2]
    return sp.Sum(expr.function, *inner) if inner else expr.function
