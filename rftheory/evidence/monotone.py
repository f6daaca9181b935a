"""Signs of differences of values of increasing functions."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

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
