"""Signs of sums with one square root."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

Signs = frozenset[int]

_ANY: Signs = frozenset({-1, 0, 1})


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
