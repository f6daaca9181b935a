"""Parameters whose range has one value only: that value put in, where everything that is put together stays defined.

A claim about one point, such as "the coefficient is 0 for parallel inputs", is written with the definition as it stands and
a range like [0, 0]: the definition occurs in the claim, and in its proof the value is put in.
"""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.binding import bound_symbols, names_of
from rftheory.evidence.sign import is_nonnegative, is_nonzero, is_positive
from rftheory.evidence.unproved import Unproved
from rftheory.rules.nodes import Form, SquaredLength, hidden_symbols
from rftheory.statements.domain import Domain, Range

#: functions that are defined and finite wherever their arguments are, complex ones included
_TOTAL = (sp.Add, sp.Mul, sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.Abs, sp.sign)
#: what holds no value that is put in: draws, and the name of a vector
_WHOLE = (Form, SquaredLength, sp.IndexedBase)


def single_values(domain: Domain) -> dict[sp.Symbol, sp.Expr]:
    """The parameters with one value, and their values."""
    found: dict[sp.Symbol, sp.Expr] = {}
    for item in domain.ranges:
        if not item.shape and item.low is not None and item.closed == "[]" and item.low == item.high:
            found[item.symbol] = sp.sympify(item.low)
    return found


def at_single_values(expr: sp.Expr, domain: Domain) -> sp.Expr:
    """The expression with the single values of its parameters put in.

    Raises:
        Unproved: if a part of it is not seen to be defined there: what is undefined must not drop out unseen.
    """
    values = single_values(domain)
    named = values.keys() | frozenset().union(*(value.free_symbols for value in values.values()))
    unseen = (values.keys() & hidden_symbols(expr)) | (named & bound_symbols(expr))
    if unseen:
        raise Unproved(f"{expr} depends on {sorted(map(str, unseen))} unseen: no value can be put in")
    return _placed(expr, values, domain)


def _placed(expr: sp.Expr, values: dict[sp.Symbol, sp.Expr], domain: Domain) -> sp.Expr:
    if expr in values:
        return values[expr]
    if not expr.args or isinstance(expr, _WHOLE):
        return expr
    if isinstance(expr, sp.Sum):
        return _placed_sum(expr, values, domain)
    args = [_placed(argument, values, domain) for argument in expr.args]
    value = expr.func(*args)
    if value.has(sp.nan, sp.zoo, sp.oo, -sp.oo) or not _is_defined(expr, args, domain):
        raise Unproved(f"{expr} is not seen to be defined at {values}")
    return value


def _placed_sum(expr: sp.Sum, values: dict[sp.Symbol, sp.Expr], domain: Domain) -> sp.Expr:
    """A finite sum: its ends, and its terms wherever the indices are."""
    from rftheory.evidence.defined import missing

    indices = {limit[0] for limit in expr.limits}
    if indices & names_of(domain) or len(indices) < len(expr.limits) or expr.has(sp.oo) or missing(expr, domain):
        raise Unproved(f"{expr} is not seen to be defined at {values}")
    inside, limits = domain, []
    for index, low, high in reversed(expr.limits):
        limits.append((index, *(_placed(end, values, inside) for end in (low, high))))
        inside = inside.with_ranges(Range(index, low, high, integer=True))
    return expr.func(_placed(expr.function, values, inside), *reversed(limits))


def _is_defined(expr: sp.Expr, args: list[sp.Expr], domain: Domain) -> bool:
    """Whether the function at the head of an expression is defined at these arguments, which are."""
    from rftheory.evidence.defined import missing

    if isinstance(expr, sp.Pow) and not isinstance(expr, sp.exp):
        base, exponent = args
        # 0^0 is 1 for the exponents of polynomials, and nothing else
        total = is_positive(exponent, domain) or (expr.exp.is_integer and is_nonnegative(exponent, domain))
        return bool(total or (exponent.is_extended_real and is_nonzero(base, domain)))
    if isinstance(expr, sp.rf):
        return bool(args[1].is_integer and args[1].is_nonnegative)  # a polynomial
    if isinstance(expr, sp.Indexed):
        return not missing(expr, domain)
    return isinstance(expr, _TOTAL)
