"""Chains of inequalities between expectations that follow from an inequality for every draw."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rftheory.evidence.chain_words import *
from rftheory.evidence.bounds import Bound
from rftheory.evidence.existence import bounds_of_draws
from rftheory.evidence.membership import is_inside
from rftheory.rules.chi import integrate_powers
from rftheory.rules.tables import integrate_sums


class AverageBound(Bound):
    """A chain of inequalities between expectations."""

    def for_every_draw(self, lemma: Claim, at: Mapping[sp.Symbol, sp.Expr]) -> Self:
        """From ``E f`` to ``E g`` where the lemma, with random quantities for its parameters, relates f to g.

        A length in R^d, d > 0, is positive almost surely, so ``|w|^2`` may stand for a positive parameter; a number from a table is at
        least the smallest one. For a vector stands a `Lambda` from the index to the coordinate. E g must be a number
        that the rules know, which makes the expectation of f well-defined (perhaps infinite).
        """
        if not isinstance(self.end, Expectation):
            raise Unproved(f"{self.end} is not an expectation")
        proposition = self._proved(lemma, Inequality)
        values = {symbol: sp.sympify(at.get(symbol, symbol)) for symbol in lemma.domain.symbols}
        vectors = {symbol: values.pop(symbol) for symbol in [*values] if isinstance(values[symbol], sp.Lambda)}
        known, self.facts = self.facts, self.facts.where(*bounds_of_draws(values.values(), self.facts))
        try:
            self._require_inside(replace(lemma, domain=self._without_vectors(lemma.domain, vectors)), values)
        finally:
            self.facts = known
        left, right = (placed(_with_vectors(side, vectors), values) for side in (proposition.left, proposition.right))
        if left != self.end.args[0] and not decide_equal(left, self.end.args[0], self.domain).zero:
            raise Unproved(f"{lemma.name} speaks of {left}, the chain of {self.end}")
        mean = integrate_sums(integrate(Expectation(right), self.domain))
        if integrate_powers(mean, partial(is_positive, domain=self.domain)).has(Expectation):
            raise Unproved(f"E[{right}] is not known to the rules, so perhaps not finite")
        return self._add(proposition.relation, Expectation(right), f"for every draw: {lemma.name}")

    def _without_vectors(self, domain: Domain, vectors: Mapping[sp.Symbol, sp.Lambda]) -> Domain:
        """The rest of a domain, once every coordinate of the vectors is proved to be in its range."""
        if any(condition.has(*vectors) for condition in domain.conditions if vectors):
            raise Unproved("a condition restricts a vector")
        for item in domain.ranges:
            if item.symbol not in vectors:
                continue
            coordinate = vectors[item.symbol](sp.Dummy("l", integer=True, positive=True))
            if len(item.shape) != 1 or not is_inside(coordinate, replace(item, shape=()), self.facts):
                raise Unproved(f"{coordinate} is not proved a coordinate of {item.describe()}")
        return replace(domain, ranges=tuple(item for item in domain.ranges if item.symbol not in vectors))


def _with_vectors(expr: sp.Expr, vectors: Mapping[sp.Symbol, sp.Lambda]) -> sp.Expr:
    """Coordinates of the vectors as what stands for them; refused if an index would catch a symbol of that."""
    caught = bound_symbols(expr) & set().union(*(form.free_symbols for form in vectors.values()))
    if caught:
        raise Unproved(f"{sorted(map(str, caught))} is bound in {expr}")
    return expr.replace(
        lambda e: isinstance(e, sp.Indexed) and e.base.label in vectors, lambda e: vectors[e.base.label](*e.indices)
    )
