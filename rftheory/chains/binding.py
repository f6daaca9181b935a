"""Bound variables, and values put in for parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import sympy as sp

from rftheory.rules.nodes import hidden_symbols
from rftheory.statements.domain import Domain


@lru_cache(maxsize=4096)
def bound_symbols(expr: sp.Basic) -> frozenset[sp.Symbol]:
    """The indices of sums and products, the variables of integrals, of functions, of limits and of derivatives."""
    functions = {v for node in expr.atoms(sp.Lambda, sp.Subs) for v in node.bound_symbols}
    places = {node.args[1] for node in expr.atoms(sp.Limit)}
    slopes = {v for node in expr.atoms(sp.Derivative) for v in node.variables}
    return frozenset({limit[0] for limit in _limits(expr)} | functions | places | slopes)


def _limits(expr: sp.Basic) -> Iterator[sp.Tuple]:
    for node in expr.atoms(sp.Sum, sp.Product, sp.Integral):
        yield from node.limits


def placed(expr: sp.Expr, values: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    """The expression at these values, put in all at once.

    Raises:
        ValueError: if a bound variable would catch one of them, or if products of vectors that only their names stand for
            depend on what is replaced.
    """
    changed = {symbol: sp.sympify(value) for symbol, value in values.items() if value != symbol}
    met = set(changed).union(*(value.free_symbols for value in changed.values()))
    caught = bound_symbols(expr) & met
    if caught:
        raise ValueError(f"{sorted(map(str, caught))} is bound in {expr}")
    unseen = changed.keys() & hidden_symbols(expr)
    if unseen:
        raise ValueError(
            f"the products of vectors in {expr} depend on {sorted(map(str, unseen))}: no value can be put in"
        )
    return expr.subs(changed, simultaneous=True) if len(changed) > 1 else expr.subs(changed)


def single_values(domain: Domain) -> dict[sp.Symbol, sp.Expr]:
    """The parameters whose range has one value only, and these values."""
    return {
        item.symbol: sp.sympify(item.low)
        for item in domain.ranges
        if not item.shape and item.low is not None and item.closed == "[]" and item.low == item.high
    }
