"""Symbols and what they stand for: bound variables, the assumptions of parameters, and substitution.

What is known of a parameter is known of every symbol of its name: an index of that name would inherit it, and a value that
contains the name of an index would be caught by its sum. SymPy uses the assumptions of a symbol as soon as an expression is
written, so a symbol must be nothing that its range, or the bounds of its sum, do not make it. What violates this is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import sympy as sp

from rftheory.evidence.sign import NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE, sign_of
from rftheory.evidence.unproved import Unproved
from rftheory.rules.nodes import hidden_symbols
from rftheory.statements.domain import Domain, Range

#: the assumptions that are compared with ranges; a symbol that claims more (even, prime, ...) is refused
_COMPARED = ("complex", "real", "integer", "positive", "negative", "nonnegative", "nonpositive")


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
    for node in expr.atoms(sp.Sum, sp.Product, sp.Integral):
        for limit in node.limits:
            if len(limit) != 3 or not _is_as_assumed(node, limit, facts):
                raise Unproved(f"{limit[0]} in {node} is not what its symbol assumes")


def _is_as_assumed(node: sp.Expr, limit: sp.Tuple, facts: Domain) -> bool:
    index, low, high = limit
    # an integral may run either way, and says nothing of single places
    integral = isinstance(node, sp.Integral)
    ends = (low, high) if integral else (high,) if index.is_nonpositive else (low,)
    signs = frozenset[int]().union(*(sign_of(end, facts) for end in ends))
    return not (integral and index.is_integer) and _claims_no_more(index) and _has_sign(index, signs, integral)


def _has_sign(symbol: sp.Symbol, signs: frozenset[int], is_open: bool) -> bool:
    """Whether the sign that a symbol assumes follows from that of the end of its range towards zero."""
    wanted = [
        (symbol.is_positive, NONNEGATIVE if is_open else POSITIVE),
        (symbol.is_nonnegative, NONNEGATIVE),
        (symbol.is_negative, NONPOSITIVE if is_open else NEGATIVE),
        (symbol.is_nonpositive, NONPOSITIVE),
    ]
    return all(signs <= allowed for assumed, allowed in wanted if assumed)


def _claims_no_more(symbol: sp.Symbol) -> bool:
    """Whether a symbol assumes nothing besides a sign and being real or an integer."""
    assumed = symbol.assumptions0
    plain = sp.Symbol("x", **{name: True for name in _COMPARED if assumed.get(name)})
    return assumed.items() <= plain.assumptions0.items()


def is_as_assumed(item: Range, domain: Domain) -> bool:
    """Whether every value in a range is what its symbol assumes."""
    symbol = item.symbol
    if not _claims_no_more(symbol) or (symbol.is_integer and not item.integer):
        return False
    end, is_open = (item.high, item.closed[1] == ")") if symbol.is_nonpositive else (item.low, item.closed[0] == "(")
    if end is None:
        return not (symbol.is_nonnegative or symbol.is_nonpositive)
    return _has_sign(symbol, sign_of(sp.sympify(end), domain), is_open)


def require_as_assumed(domain: Domain) -> None:
    """Refuse a domain with parameters whose ranges are wider than their symbols assume."""
    for item in domain.ranges:
        if not is_as_assumed(item, domain):
            raise Unproved(f"{item.symbol} assumes more than its range says: {item.describe()}")


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
