"""Symbols and what they stand for: bound variables and substitution (what symbols assume: `statements.assumptions`).

What is known of a parameter is known of every symbol of its name: an index of that name would inherit it, and a value that
contains the name of an index would be caught by its sum. What violates this is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import sympy as sp

from rftheory.evidence.unproved import Unproved
from rftheory.rules.nodes import hidden_symbols
from rftheory.statements.assumptions import indices_with_unmet_assumptions
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


def names_of(domain: Domain) -> set[sp.Symbol]:
    """The symbols of which a domain says something."""
    ends = [end for item in domain.ranges for end in (item.low, item.high, *item.shape) if end is not None]
    said = [*domain.conditions, *map(sp.sympify, ends)]
    return set(domain.symbols).union(*(part.free_symbols for part in said))


def require_own_indices(expr: sp.Expr, domain: Domain, facts: Domain) -> None:
    """Refuse bound variables that are called like a parameter, that are not what their symbols assume, or unseen in vectors."""
    caught = bound_symbols(expr) & names_of(domain)
    if caught:
        raise Unproved(f"{expr} has an index of the name of a parameter: {sorted(map(str, caught))}")
    unseen = bound_symbols(expr) & hidden_symbols(expr)
    if unseen:
        raise Unproved(f"the products of vectors in {expr} depend on its index: {sorted(map(str, unseen))}")
    for unmet in indices_with_unmet_assumptions(expr, facts):
        raise Unproved(unmet)


def placed(expr: sp.Expr, values: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    """The expression at these values, put in all at once.

    Refused if a bound variable would catch one of them, or if products of vectors that only their names stand for depend on
    what is replaced.
    """
    changed = {symbol: sp.sympify(value) for symbol, value in values.items() if value != symbol}
    met = set(changed).union(*(value.free_symbols for value in changed.values()))
    caught = bound_symbols(expr) & met
    if caught:
        raise Unproved(f"{sorted(map(str, caught))} is bound in {expr}")
    unseen = changed.keys() & hidden_symbols(expr)
    if unseen:
        raise Unproved(
            f"the products of vectors in {expr} depend on {sorted(map(str, unseen))}: no value can be put in"
        )
    return expr.subs(changed, simultaneous=True) if len(changed) > 1 else expr.subs(changed)
