"""Signs of sums and products of symbolic size, from the signs of their bodies."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

#: possible signs of an expression
Signs = frozenset[int]
SignOf = Callable[[sp.Expr], Signs]

_ANY: Signs = frozenset({-1, 0, 1})


def sign_of_sum(node: sp.Sum, sign_of: SignOf) -> Signs:
    """A sum of numbers of one sign has this sign; strictly so if all terms or the first one are not zero."""
    body, count = opened(node), _count(node, sign_of)
    signs = sign_of(body)
    if len(signs) > 1:
        signs &= sign_of(sp.factor(body))
    if count is None or {-1, 1} <= signs:
        return _ANY
    if not count:
        return signs | {0}
    return signs - {0} if 0 not in signs or 0 not in sign_of(_first(node)) else signs


def _first(node: sp.Sum) -> sp.Expr:
    """The term at the lower bounds (zero, which tells nothing, if these depend on one another)."""
    lows = {limit[0]: limit[1] for limit in node.limits}
    if any(low.free_symbols & lows.keys() for low in lows.values()):
        return sp.S.Zero
    return node.function.subs(lows)  # not xreplace: an inner sum may have an index of the same name


def sign_of_product(node: sp.Product, sign_of: SignOf) -> Signs:
    """A product of positive (nonnegative) numbers is positive (nonnegative); the empty product is 1."""
    signs = sign_of(opened(node))
    if node.has(sp.oo):
        # a product of infinitely many positive numbers may vanish
        return signs | {0, 1} if -1 not in signs else _ANY
    if _count(node, sign_of) is None or -1 in signs:
        return _ANY if 0 in signs or _count(node, sign_of) is None else frozenset({-1, 1})
    return signs | {1}


def merged(expr: sp.Add) -> sp.Expr:
    """The multiples of finite sums with the same limits, as one sum with the multiplied bodies added."""
    bodies: dict[tuple[sp.Tuple, ...], list[sp.Expr]] = {}
    rest = []
    for term in expr.args:
        sums = [f for f in sp.Mul.make_args(term) if isinstance(f, sp.Sum) and not f.has(sp.oo)]
        factor = sp.Mul(*(f for f in sp.Mul.make_args(term) if f not in sums))
        if len(sums) == 1 and not factor.free_symbols & {limit[0] for limit in sums[0].limits}:
            bodies.setdefault(sums[0].limits, []).append(factor * sums[0].function)
        else:
            rest.append(term)
    return sp.Add(*(sp.Sum(sp.Add(*parts), *limits) for limits, parts in bodies.items()), *rest)


def opened(node: sp.Sum | sp.Product) -> sp.Expr:
    """The body, its indices renamed to symbols with the signs that their ranges give them."""
    return node.function.xreplace(_names(node))


def _names(node: sp.Sum | sp.Product) -> dict[sp.Symbol, sp.Symbol]:
    """The stand-ins of the indices, no two of them the same and none that occurs in the body already."""
    names: dict[sp.Symbol, sp.Symbol] = {}
    met = node.function.free_symbols
    for index, low, *_ in node.limits:
        name, sign = index.name, assumed_sign(low)
        while stand_in(name, *sign) in met:
            name += "_"
        names.setdefault(index, stand_in(name, *sign))
        met = met | {names[index]}
    return names


def assumed_sign(low: sp.Expr) -> tuple[bool, bool]:
    """Whether an index from ``low`` on is positive, and nonnegative, by what the symbols in it assume."""
    if low.is_number and not low.is_Integer:
        return False, False
    return bool(low.is_positive), bool(low.is_nonnegative)


class StandIn(sp.Symbol):
    """A symbol for an index, different from every parameter: nothing that a domain says of those is true of it."""


def stand_in(name: str, positive: bool, nonnegative: bool) -> StandIn:
    sign = {"positive": True} if positive else {"nonnegative": True} if nonnegative else {}
    return StandIn(f"{name}_", integer=True, **sign)


def stand_in_for(variable: sp.Symbol, body: sp.Expr) -> StandIn:
    """A real symbol for the variable of an integral, which does not occur in its body."""
    own = StandIn(f"{variable.name}_", real=True)
    while own in body.free_symbols:
        own = StandIn(f"{own.name}_", real=True)
    return own


def _count(node: sp.Sum | sp.Product, sign_of: SignOf) -> bool | None:
    """Whether there is a term for certain; None if the bounds may run backwards."""
    certain, names = True, _names(node)
    for limit in node.limits:
        if len(limit) != 3:
            return None
        low, high = (end.xreplace(names) for end in limit[1:])
        if high is sp.oo:
            continue
        count = sp.expand(high - low + 1)
        signs = sign_of(count)
        if -1 in signs:
            return None
        certain &= 0 not in signs
    return certain
