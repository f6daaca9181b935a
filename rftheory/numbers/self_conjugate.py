"""Expressions that complex conjugation leaves as they are, such as ``(a + ib)^d + (a - ib)^d``."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from rftheory.rules.nodes import Expectation

_COMMUTING = (sp.Add, sp.Mul, sp.exp, sp.cos, sp.sin, sp.cosh, sp.sinh)


def is_self_conjugate(expr: sp.Expr, is_real: Callable[[sp.Expr], bool]) -> bool:
    """Whether an expression in real parts is seen to be its own conjugate, so real."""
    return expr.has(sp.I) and _commutes(expr, is_real) and expr.xreplace({sp.I: -sp.I}) == expr


def _commutes(expr: sp.Expr, is_real: Callable[[sp.Expr], bool]) -> bool:
    """Whether the conjugate is the same expression of -i: real parts under functions with f(conj z) = conj f(z)."""
    if expr is sp.I:
        return True
    if not expr.has(sp.I):
        return is_real(expr)
    if isinstance(expr, sp.Pow) and not isinstance(expr, sp.exp):
        return bool(expr.exp.is_integer) and _commutes(expr.base, is_real)
    return isinstance(expr, (*_COMMUTING, Expectation)) and all(_commutes(argument, is_real) for argument in expr.args)
