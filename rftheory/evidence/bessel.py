"""Modified Bessel functions of integer order: a normal form, and signs.

``I_(n+1)(z) = I_(n-1)(z) - (2n/z) I_n(z)`` leaves I_0 and I_1; for real z, ``|I_1(z)| < I_0(z)``, which the statement
`rules.bessel` proves. All I_n are series with positive coefficients in z^n, z^(n+2), ...
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

Signs = frozenset[int]
SignOf = Callable[[sp.Expr], Signs]

_ANY: Signs = frozenset({-1, 0, 1})
_POSITIVE: Signs = frozenset({1})


def lowered(expr: sp.besseli) -> sp.Expr | None:
    """The same through lower orders, wherever the argument is not zero; None if the order is 0 or 1, or no integer."""
    order, z = expr.args
    if not order.is_Integer or order < 2:
        return None
    return sp.besseli(order - 2, z) - 2 * (order - 1) / z * sp.besseli(order - 1, z)


def lowered_inside(expr: sp.Expr, is_nonzero: Callable[[sp.Expr], bool]) -> sp.Expr:
    """The expression with every Bessel function of a nonzero argument lowered to the orders 0 and 1."""
    high = {f for f in expr.atoms(sp.besseli) if lowered(f) is not None and is_nonzero(f.argument)}
    return lowered_inside(expr.xreplace({f: lowered(f) for f in high}), is_nonzero) if high else expr


def sign_of_bessel(expr: sp.besseli, sign_of: SignOf, real: bool) -> Signs:
    """The sign of ``I_n(z)`` for real z and integers n >= 0: that of z^n, and positive for n = 0."""
    order, z = expr.args
    if not (order.is_Integer and order >= 0 and real):
        return _ANY
    if order == 0:
        return _POSITIVE
    return sign_of(z) if order % 2 else frozenset(s * s for s in sign_of(z))


def sign_of_gap(expr: sp.Add) -> Signs:
    """``c (I_0(z) - I_1(z))`` and ``c (I_0(z) + I_1(z))`` have the sign of c, for real z."""
    parts = [term.as_coeff_Mul() for term in expr.args]
    if len(parts) != 2 or not all(isinstance(part, sp.besseli) for _, part in parts):
        return _ANY
    (c, first), (e, second) = sorted(parts, key=lambda item: sp.default_sort_key(item[1].order))
    same = first.argument == second.argument and first.argument.is_extended_real and c.is_Rational and e.is_Rational
    if not same or (first.order, second.order) != (0, 1) or abs(c) != abs(e):
        return _ANY
    return _POSITIVE if c > 0 else frozenset({-1})
