"""How many arithmetic operations the evaluation of an expression takes, as a polynomial in the sizes of its sums.

An operation is an addition, a multiplication, a division, a power with an exponent that is not an integer, or one value
of a function such as exp or |.|. Integer powers are repeated multiplications, a sum evaluates its body for every index.
Nothing is shared or rearranged: the count is that of the expression as it is written.
"""

from __future__ import annotations

import sympy as sp


def operations(expr: sp.Expr) -> sp.Expr:
    """The number of operations of ``expr``, a polynomial in the bounds of its sums and products."""
    return sp.expand(_count(sp.sympify(expr)))


def _count(expr: sp.Basic) -> sp.Expr:
    if isinstance(expr, (sp.Symbol, sp.Indexed)) or expr.is_Rational or expr in (sp.pi, sp.I, sp.E):
        return sp.Integer(0)
    if isinstance(expr, (sp.Sum, sp.Product)):
        return _repeated(expr)
    if isinstance(expr, (sp.Add, sp.Mul)):
        return sp.Add(len(expr.args) - 1, *map(_count, expr.args))
    if isinstance(expr, sp.Pow) and not isinstance(expr, sp.exp):
        if expr.exp.is_Integer:
            # |n| - 1 multiplications, and a division for n < 0
            return _count(expr.base) + abs(expr.exp) - (1 if expr.exp > 0 else 0)
        return sp.Add(1, _count(expr.base), _count(expr.exp))
    return sp.Add(1, *map(_count, expr.args))


def _repeated(node: sp.Sum | sp.Product) -> sp.Expr:
    work = _count(node.function)
    for index, low, high in node.limits:
        if high is sp.oo or work.has(index):
            raise ValueError(f"no fixed number of operations for {node}")
        size = high - low + 1
        work = size * work + size - 1
    return work
