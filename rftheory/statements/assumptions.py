"""What symbols assume: no more than the ranges of parameters, and the bounds of indices, make of them.

SymPy uses the assumptions of a symbol as soon as an expression is written. A formula in a symbol that assumes more than its
range says is another one before anybody reads it, and no judge can tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sympy as sp

from rftheory.rules.uniform import LargestDeviation
from rftheory.statements.domain import Domain, Range
from rftheory.statements.signs import is_nonnegative, is_positive

#: the assumptions that are compared with ranges; a symbol that claims more (even, prime, ...) is refused
_COMPARED = ("complex", "real", "integer", "positive", "negative", "nonnegative", "nonpositive")


def unmet_assumptions(domain: Domain, exprs: Iterable[sp.Basic]) -> Iterator[str]:
    """The parameters of a domain, and the indices in expressions over it, that assume more than holds of them, in words."""
    for item in domain.ranges:
        if not is_as_assumed(item, domain):
            yield f"{item.symbol} assumes more than its range says: {item.describe()}"
    # what a largest deviation is of is no argument of it
    whole = [part for expr in exprs for part in (expr, *(node.gap for node in expr.atoms(LargestDeviation)))]
    for part in whole:
        yield from indices_with_unmet_assumptions(part, domain)


def indices_with_unmet_assumptions(expr: sp.Basic, domain: Domain) -> Iterator[str]:
    """The indices of sums and products, and variables of integrals, that assume more than their bounds make of them, in words."""
    for node in sorted(expr.atoms(sp.Sum, sp.Product, sp.Integral), key=str):
        for limit in node.limits:
            if not _is_index_as_assumed(node, limit, domain):
                yield f"{limit[0]} in {node} is not what its symbol assumes"


def is_as_assumed(item: Range, domain: Domain) -> bool:
    """Whether every value in a range is what its symbol assumes, whatever the parameters of a domain are in theirs."""
    symbol = item.symbol
    if not _claims_no_more(symbol) or (symbol.is_integer and not item.integer):
        return False
    ends = (
        (symbol.is_nonnegative, symbol.is_positive, item.low, 1, item.closed[0]),
        (symbol.is_nonpositive, symbol.is_negative, item.high, -1, item.closed[1]),
    )
    return all(
        end is not None
        and (is_positive if strict and bracket in "[]" else is_nonnegative)(way * sp.sympify(end), domain.ranges)
        for assumed, strict, end, way, bracket in ends
        if assumed
    )


def _claims_no_more(symbol: sp.Symbol) -> bool:
    """Whether a symbol assumes nothing besides a sign and being real or an integer."""
    assumed = symbol.assumptions0
    plain = sp.Symbol("x", **{name: True for name in _COMPARED if assumed.get(name)})
    return bool(assumed.items() <= plain.assumptions0.items())


def _is_index_as_assumed(node: sp.Expr, limit: sp.Tuple, domain: Domain) -> bool:
    if len(limit) != 3:
        return False
    index, low, high = limit
    if not isinstance(node, sp.Integral):
        return is_as_assumed(Range(index, low, high, integer=True), domain)
    # an integral may run either way, and says nothing of single places
    ways = (Range(index, *ends, closed="()") for ends in ((low, high), (high, low)))
    return not index.is_integer and all(is_as_assumed(way, domain) for way in ways)
