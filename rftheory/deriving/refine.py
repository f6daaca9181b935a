"""Parameters in terms of what has to be positive: roots and powers of it then need no branches.

A condition ``c + s p > 0`` on one real parameter p is ``p = (g - c)/s`` with a new g > 0. Of several conditions on p in one direction the
sharpest implies the others.
"""

from __future__ import annotations

from collections.abc import Iterable

import sympy as sp


def bounds(conditions: Iterable[sp.Expr]) -> tuple[dict[tuple[sp.Symbol, int], sp.Expr], tuple[sp.Expr, ...]]:
    """The sharpest numerical ends of single parameters, p > end by (p, +1) and p < end by (p, -1); and the conditions that are none."""
    found: dict[tuple[sp.Symbol, int], sp.Expr] = {}
    rest = []
    for condition in conditions:
        bound = _bound(condition)
        if bound is None:
            rest.append(condition)
            continue
        parameter, side, end = bound
        other = found.get((parameter, side))
        if other is None or side * (end - other) > 0:
            found[parameter, side] = end
    # without what the assumptions of the symbol say already
    kept = {(p, side): end for (p, side), end in found.items() if not (side * (p - end)).is_positive}
    return kept, tuple(rest)


def _bound(condition: sp.Expr) -> tuple[sp.Symbol, int, sp.Expr] | None:
    symbols = condition.free_symbols
    if len(symbols) != 1:
        return None
    (symbol,) = symbols
    if not (isinstance(symbol, sp.Symbol) and symbol.is_extended_real and condition.is_polynomial(symbol)):
        return None
    polynomial = sp.Poly(condition, symbol)
    if polynomial.degree() != 1:
        return None
    slope, constant = polynomial.all_coeffs()
    if not (slope.is_number and constant.is_number and slope.is_extended_real):
        return None
    return symbol, 1 if slope > 0 else -1, -constant / slope


def substitutions(conditions: Iterable[sp.Expr]) -> tuple[dict[sp.Symbol, sp.Expr], dict[sp.Symbol, sp.Expr]]:
    """Parameters in terms of positive ones, and back; for parameters that are bounded on one side."""
    found, _ = bounds(conditions)
    there: dict[sp.Symbol, sp.Expr] = {}
    back: dict[sp.Symbol, sp.Expr] = {}
    for (parameter, side), end in found.items():
        if (parameter, -side) in found or parameter.is_positive or parameter.is_negative:
            continue
        gap = sp.Dummy(f"{parameter}_gap", positive=True)
        scale = end.q if end.is_Rational else 1
        there[parameter] = end + side * gap / scale
        back[gap] = sp.expand(side * scale * (parameter - end))
    return there, back


def without_branches(expr: sp.Expr) -> sp.Expr:
    """Roots and their conjugates in terms of roots of numbers z that are seen to have a positive real part.

    There ``conj(z^e) = conj(z)^e`` for real e. A root of -z is ``j z^(1/2)`` with j = i or j = -i, which one does not matter where its
    square or its modulus is all that is left (`settled`).
    """
    units: dict[sp.Expr, sp.Expr] = {}

    def turned(node: sp.Expr) -> bool:
        return isinstance(node, sp.Pow) and (2 * node.exp).is_odd is True and sp.re(node.base).is_negative is True

    def rooted(node: sp.Expr) -> sp.Expr:
        if node.base.is_extended_real:
            return (sp.I * sp.sqrt(sp.expand(-node.base))) ** (2 * node.exp)
        unit = units.setdefault(node.base, sp.Dummy(_UNIT, imaginary=True))
        return (unit * sp.sqrt(sp.expand(-node.base))) ** (2 * node.exp)

    def inside(node: sp.Expr) -> bool:
        if not isinstance(node, sp.conjugate) or not isinstance(node.args[0], sp.Pow):
            return False
        base, exponent = node.args[0].as_base_exp()
        return bool(exponent.is_extended_real and sp.re(base).is_positive)

    if not expr.has(sp.Pow):
        return expr
    return expr.replace(turned, rooted).replace(
        inside, lambda node: sp.conjugate(node.args[0].base) ** node.args[0].exp
    )


#: the name of the units j of `without_branches`
_UNIT = "i or -i"


def settled(expr: sp.Expr) -> sp.Expr:
    """``j^2 = -1``."""

    def even(node: sp.Expr) -> bool:
        return isinstance(node, sp.Pow) and _is_unit(node.base) and node.exp.is_even is True

    return expr.replace(even, lambda node: sp.Integer(-1) ** (node.exp / 2))


def has_units(expr: sp.Expr) -> bool:
    """Whether a choice of a branch is left in an expression."""
    return any(_is_unit(symbol) for symbol in expr.free_symbols)


def _is_unit(symbol: sp.Basic) -> bool:
    return isinstance(symbol, sp.Dummy) and symbol.name == _UNIT
