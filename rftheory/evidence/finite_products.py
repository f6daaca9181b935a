"""Products of symbolic size: bound indices, factors, and how a product over them falls apart.

A product of exponentials is the exponential of a sum, a product of products falls apart, a factor without an index
is raised to the size of its range. Each rewriting is an identity on the whole domain.
"""

from __future__ import annotations

import itertools
from functools import lru_cache

import sympy as sp

from rftheory.evidence.sign import is_nonnegative, is_nonzero, is_positive, is_real
from rftheory.evidence.sum_signs import assumed_sign
from rftheory.statements.domain import Domain

#: (index, low, high)
Limit = tuple[sp.Symbol, sp.Expr, sp.Expr]


@lru_cache(maxsize=1024)
def _index(number: int, positive: bool, nonnegative: bool) -> sp.Dummy:
    """The bound indices of the normal form: the same ones in every call."""
    sign = {"positive": True} if positive else {"nonnegative": True} if nonnegative else {}
    return sp.Dummy(f"i{number}", integer=True, **sign)


class Indices:
    """Fresh indices, none of which occurs in an expression."""

    def __init__(self, *expressions: sp.Basic):
        met = {a for e in expressions for a in e.atoms(sp.Dummy) if a.name[:1] == "i" and a.name[1:].isdigit()}
        self._numbers = itertools.count(1 + max((int(a.name[1:]) for a in met), default=-1))

    def fresh(self, low: sp.Expr) -> sp.Dummy:
        return _index(next(self._numbers), *assumed_sign(low))

    def opened(self, node: sp.Sum | sp.Product) -> tuple[sp.Expr, tuple[Limit, ...]]:
        """The body and the limits (the outermost last) of a sum or product, with fresh indices."""
        body, limits = node.function, [tuple(limit) for limit in node.limits]
        for place in reversed(range(len(limits))):
            index, low, high = limits[place]
            new = self.fresh(low)
            inner = limits[:place]
            if index not in (i for i, _, _ in inner):
                body = body.xreplace({index: new})
            limits[:place] = [(i, *(end.xreplace({index: new}) for end in ends)) for i, *ends in inner]
            limits[place] = (new, low, high)
        return body, tuple(limits)


def is_bounded(node: sp.Basic) -> bool:
    """Whether a sum or product has two finite bounds for every index."""
    return all(len(limit) == 3 and not limit.has(sp.oo) for limit in node.limits)


def size(limit: Limit) -> sp.Expr:
    return sp.expand(limit[2] - limit[1] + 1)


# -- factors ----------------------------------------------------------------------------------------------------


def split(factor: sp.Expr, indices: frozenset[sp.Symbol], domain: Domain) -> list[sp.Expr]:
    """The factor as a product of parts with as few indices each as possible."""
    if not factor.free_symbols & indices or isinstance(factor, (sp.Sum, sp.Product)):
        return [factor]
    if isinstance(factor, sp.Mul):
        return [part for f in factor.args for part in split(f, indices, domain)]
    if isinstance(factor, sp.exp):
        groups: dict[frozenset[sp.Symbol], list[sp.Expr]] = {}
        for term in sp.Add.make_args(sp.expand_mul(factor.exp)):
            groups.setdefault(frozenset(term.free_symbols & indices), []).append(term)
        return [sp.exp(sp.Add(*group)) for group in groups.values()]
    if isinstance(factor, sp.Abs) and isinstance(factor.args[0], sp.Mul):
        return [part for f in factor.args[0].args for part in split(sp.Abs(f), indices, domain)]
    if isinstance(factor, sp.Pow):
        return _split_power(factor, indices, domain)
    return [factor]


def _split_power(factor: sp.Pow, indices: frozenset[sp.Symbol], domain: Domain) -> list[sp.Expr]:
    base, exponent = factor.base, factor.exp
    exponents = sp.Add.make_args(sp.expand(exponent))
    if len(exponents) > 1 and (is_nonzero(base, domain) or all(is_nonnegative(e, domain) for e in exponents)):
        # 0^(a + b) = 0^a 0^b for a, b >= 0, with 0^0 = 1
        parts = [sp.Pow(base, e, evaluate=False) for e in exponents]
        return [piece for part in parts for piece in _split_base(part, indices, domain)]
    return _split_base(factor, indices, domain)


def _split_base(factor: sp.Pow, indices: frozenset[sp.Symbol], domain: Domain) -> list[sp.Expr]:
    """``(f g)^a = f^a g^a`` for an integer a, and for a real a if f is not negative."""
    base, exponent = factor.base, factor.exp
    factors = [part for f in sp.Mul.make_args(base) for part in split(f, indices, domain)]
    if len(factors) == 1:
        return [sp.Pow(base, exponent)]
    if exponent.is_integer:
        return [sp.Pow(f, exponent) for f in factors]
    drawn = [f for f in factors if is_real(exponent) and is_nonnegative(f, domain)]
    rest = sp.Mul(*(f for f in factors if f not in drawn))
    return [*(sp.Pow(f, exponent) for f in drawn), *([sp.Pow(rest, exponent)] if rest != 1 else [])]


# -- products ---------------------------------------------------------------------------------------------------


def opened_product(
    node: sp.Product, domain: Domain, indices: Indices
) -> tuple[sp.Expr, list[tuple[tuple[Limit, ...], sp.Expr, sp.Expr]]]:
    """A product as an expression times powers of products that do not fall apart: (limits, body, exponent) each."""
    body, limits = indices.opened(node)
    names = frozenset(limit[0] for limit in limits)
    bodies = [part for factor in _factors(body) for part in split(factor, names, domain)]
    plain, products = sp.Integer(1), []
    for part in bodies:
        more, found = _product_of(part, limits, domain, indices)
        plain *= more
        products.extend(found)
    return plain, products


def _factors(body: sp.Expr) -> list[sp.Expr]:
    found = []
    for factor in sp.Mul.make_args(sp.factor_terms(body)):
        factored = sp.factor(factor) if isinstance(factor, sp.Add) and not factor.has(sp.Sum, sp.Product) else factor
        found.extend(sp.Mul.make_args(factored))
    return found


def _product_of(
    part: sp.Expr, limits: tuple[Limit, ...], domain: Domain, indices: Indices
) -> tuple[sp.Expr, list[tuple[tuple[Limit, ...], sp.Expr, sp.Expr]]]:
    """The product of one factor of the body over all indices."""
    names = {limit[0] for limit in limits}
    used = part.free_symbols & names
    while True:  # an index in a bound of a used one is used
        more = {s for i, low, high in limits if i in used for s in (low.free_symbols | high.free_symbols) & names}
        if more <= used:
            break
        used |= more
    kept = tuple(limit for limit in limits if limit[0] in used)
    times = sp.Mul(*(size(limit) for limit in limits if limit[0] not in used))
    if any((low.free_symbols | high.free_symbols) & used for i, low, high in limits if i not in used):
        kept, times = limits, sp.Integer(1)
    if not kept:
        return part**times, []
    if isinstance(part, sp.exp):
        return sp.exp(times * sp.Sum(part.exp, *kept)), []
    if isinstance(part, sp.Abs):
        return sp.Abs(sp.Product(part.args[0], *kept), evaluate=False) ** times, []
    if isinstance(part, sp.Product) and is_bounded(part):
        body, inner = indices.opened(part)
        return opened_product(sp.Product(body, *inner, *kept), domain, indices) if times == 1 else (
            sp.Integer(1), [((*inner, *kept), body, times)]
        )  # fmt: skip
    if isinstance(part, sp.Pow):
        base, exponent = part.base, part.exp
        if isinstance(base, sp.Pow) and is_real(base.exp) and is_positive(base.base, domain):
            # log(b^e) = e log b for b > 0 and real e
            return _product_of(sp.Pow(base.base, base.exp * exponent), limits, domain, indices)
        if not base.free_symbols & used and is_nonzero(base, domain):
            return sp.exp(times * sp.log(base) * sp.Sum(exponent, *kept)), []
        if not exponent.free_symbols & used and exponent.is_integer:
            plain, products = _product_of(base, limits, domain, indices)
            return plain**exponent, [(own, body, e * exponent) for own, body, e in products]
        if not exponent.free_symbols & used and is_real(exponent) and is_nonnegative(base, domain):
            # the base stays whole: (x^2)^(1/3) is no power of x
            return sp.Integer(1), [(kept, base, times * exponent)]
    return sp.Integer(1), [(kept, part, times)]
