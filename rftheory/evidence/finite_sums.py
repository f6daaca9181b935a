"""Sums and products of symbolic size in a normal form, for the zero test.

A finite sum is linear; a summand is multiplied out, and the factors of a term fall into groups that share no index:
the sum of the term is the product of the sums of its groups, a factor without an index is drawn out, and an index
without a factor gives the size of its range. A product of exponentials is the exponential of a sum, a product of
products falls apart. What is left, a sum or product over all indices of one body, is an unknown; two are one if an
exchange of indices makes their bodies equal by the zero test. From infinite sums only constant factors are drawn out.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import sympy as sp

from rftheory.evidence.finite_products import Indices, Limit, is_bounded, opened_product, size, split
from rftheory.rules.expectation import expand_products

if TYPE_CHECKING:
    from rftheory.evidence.atoms import Atoms
    from rftheory.statements.domain import Domain

_CIRCULAR = (sp.cos, sp.sin, sp.cosh, sp.sinh)
#: sums of at most this many terms are written out
_WRITTEN_OUT = 8


@dataclass(frozen=True)
class _Term:
    """The sum over some indices of a product of factors."""

    limits: tuple[Limit, ...]
    factors: tuple[sp.Expr, ...]

    def __mul__(self, other: _Term) -> _Term:
        return _Term(self.limits + other.limits, self.factors + other.factors)


# -- sums as terms ----------------------------------------------------------------------------------------------


class _Flattening:
    """An expression, polynomial in sums, as a list of terms."""

    def __init__(self, domain: Domain, indices: Indices):
        self.domain, self.indices = domain, indices

    def terms(self, expr: sp.Expr) -> list[_Term]:
        if not expr.has(sp.Sum, sp.Product):
            return self._leaf(expr)
        if isinstance(expr, sp.Add):
            return [term for part in expr.args for term in self.terms(part)]
        if isinstance(expr, sp.Mul):
            return _multiplied([self.terms(factor) for factor in expr.args])
        if isinstance(expr, sp.Pow) and expr.exp.is_Integer and expr.exp > 0:
            # every factor needs indices of its own
            return _multiplied([self.terms(expr.base) for _ in range(int(expr.exp))])
        if isinstance(expr, sp.Sum) and is_bounded(expr):
            return self._of_sum(expr)
        if isinstance(expr, sp.Product) and is_bounded(expr):
            plain, products = opened_product(expr, self.domain, self.indices)
            powers = [sp.Pow(sp.Product(body, *limits), e) for limits, body, e in products]
            return self._leaf(sp.Mul(plain, *powers))
        return self._leaf(expr)

    def _of_sum(self, node: sp.Sum) -> list[_Term]:
        body, limits = self.indices.opened(node)
        innermost = limits[0]
        if len(limits) == 1 and size(innermost).is_Integer and 0 < size(innermost) <= _WRITTEN_OUT:
            first, count = innermost[1], int(size(innermost))
            return [t for k in range(count) for t in self.terms(body.xreplace({innermost[0]: first + k}))]
        return [_Term((*term.limits, *limits), term.factors) for term in self.terms(body)]

    def collected(self, term: _Term) -> list[_Term]:
        """Equal roots of sums in different factors may make up a sum, which is multiplied out as well."""
        product = sp.Mul(*term.factors)
        bases = dict(factor.as_base_exp() for factor in sp.Mul.make_args(product))
        if not any(isinstance(base, sp.Sum) and e.is_Integer and e > 0 for base, e in bases.items()):
            return [term]
        return [_Term((*part.limits, *term.limits), part.factors) for part in self.terms(product)]

    def _leaf(self, expr: sp.Expr) -> list[_Term]:
        expanded = expand_products(expr.replace(lambda e: isinstance(e, _CIRCULAR), lambda e: e.rewrite(sp.exp)))
        return [_Term((), sp.Mul.make_args(part)) for part in sp.Add.make_args(expanded)]


def _multiplied(parts: Sequence[list[_Term]]) -> list[_Term]:
    product = [_Term((), ())]
    for part in parts:
        product = [a * b for a in product for b in part]
    return product


def _groups(limits: Sequence[Limit], factors: Sequence[sp.Expr]) -> tuple[sp.Expr, list[tuple[list[Limit], sp.Expr]]]:
    """What is free of the indices, and the groups of limits and factors that share no index."""
    indices = frozenset(limit[0] for limit in limits)
    groups: list[tuple[set[sp.Symbol], list[sp.Expr]]] = []
    free = [f for f in factors if not f.free_symbols & indices]
    ranges: list[tuple[set[sp.Symbol], list[sp.Expr]]]
    ranges = [({limit[0]} | ((limit[1].free_symbols | limit[2].free_symbols) & indices), []) for limit in limits]
    for names, members in [*((f.free_symbols & indices, [f]) for f in factors if f not in free), *ranges]:
        merged_names, merged = set(names), list(members)
        for group in [g for g in groups if g[0] & merged_names]:
            groups.remove(group)
            merged_names |= group[0]
            merged = [*group[1], *merged]
        groups.append((merged_names, merged))
    left = []
    for names, members in groups:
        own = [limit for limit in limits if limit[0] in names]
        if len(own) == 1 and not members:
            free.append(size(own[0]))
        else:
            left.append((own, sp.Mul(*members)))
    return sp.Mul(*free), left


# -- the atoms --------------------------------------------------------------------------------------------------


@dataclass
class SumUnknowns:
    """The sums and products that were met as unknowns of a zero test."""

    atoms: Atoms
    _known: list[tuple[type, tuple[Limit, ...], sp.Expr, sp.Symbol]] = field(default_factory=list)

    def translate(self, node: sp.Sum | sp.Product) -> sp.Expr:
        indices = Indices(node)
        if not is_bounded(node):
            return self._infinite(node, indices)
        if isinstance(node, sp.Product):
            plain, products = opened_product(node, self.atoms.domain, indices)
            return self.atoms.translate(plain) * sp.Mul(*(self._power(*product) for product in products))
        flat = _Flattening(self.atoms.domain, indices)
        return sp.Add(*(self._sum(part) for term in flat.terms(node) for part in flat.collected(term)))

    def _sum(self, term: _Term) -> sp.Expr:
        names = frozenset(limit[0] for limit in term.limits)
        factors = [part for factor in term.factors for part in split(factor, names, self.atoms.domain)]
        free, groups = _groups(term.limits, factors)
        return self.atoms.translate(free) * sp.Mul(*(self._unknown(sp.Sum, tuple(own), body) for own, body in groups))

    def _power(self, limits: tuple[Limit, ...], body: sp.Expr, exponent: sp.Expr) -> sp.Expr:
        if exponent.is_Integer:
            symbol = self._unknown(sp.Product, limits, body)
            if exponent < 0:
                self.atoms.divisors.append(symbol)
            return symbol**exponent
        return self.atoms.translate(sp.Pow(sp.Product(body, *limits), exponent))

    def _infinite(self, node: sp.Sum | sp.Product, indices: Indices) -> sp.Expr:
        if not isinstance(node, sp.Sum) or len(node.limits) != 1 or len(node.limits[0]) != 3:
            return self._unknown(type(node), tuple(map(tuple, node.limits)), node.function)
        body, limits = indices.opened(node)
        names = frozenset({limits[0][0]})
        factors = [
            part
            for factor in sp.Mul.make_args(sp.factor_terms(body))
            for part in split(factor, names, self.atoms.domain)
        ]
        free = sp.Mul(*(f for f in factors if not f.free_symbols & names))
        bound = sp.Mul(*(f for f in factors if f.free_symbols & names))
        return self.atoms.translate(free) * self._unknown(sp.Sum, limits, bound)

    def _unknown(self, kind: type, limits: tuple[Limit, ...], body: sp.Expr) -> sp.Symbol:
        for known_kind, known_limits, known_body, symbol in self._known:
            if kind is known_kind and self._same(limits, body, known_limits, known_body):
                return symbol
        symbol = self.atoms.generator(kind(body, *limits))
        self._known.append((kind, limits, body, symbol))
        return symbol

    def _same(self, limits: tuple[Limit, ...], body: sp.Expr, other: tuple[Limit, ...], other_body: sp.Expr) -> bool:
        """Whether an exchange of indices makes two sums or products the same."""
        from rftheory.evidence.zero import decide_zero

        if len(limits) != len(other) or body.atoms(sp.IndexedBase) != other_body.atoms(sp.IndexedBase):
            return False
        # limits may change places, infinite ones only with finite ones: series need not converge absolutely
        infinite = sum(limit[1].is_infinite or limit[2].is_infinite or False for limit in limits)
        for chosen in itertools.permutations(other) if infinite < 2 else (other,):
            names = {a[0]: b[0] for a, b in zip(limits, chosen, strict=True)}
            ends = zip(limits, chosen, strict=True)
            if any(sp.expand(a[k].xreplace(names) - b[k]) != 0 for a, b in ends for k in (1, 2) if a[k] != b[k]):
                continue
            renamed = body.xreplace(names)
            if renamed == other_body or decide_zero(renamed - other_body, self.atoms.domain).zero:
                return True
        return False
