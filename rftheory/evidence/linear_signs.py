"""The least value of a linear expression in parameters with ranges, whose ends may be other parameters."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from rftheory.statements.domain import Range


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
