"""Chains of inequalities between expectations that follow from an inequality for every draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import sympy as sp

from rftheory.evidence.bounds import Bound, _establish
from rftheory.evidence.derivation import Unproved, decide_equal, integrate
from rftheory.rules.chi import integrate_powers
from rftheory.rules.nodes import Expectation, SquaredLength
from rftheory.statements.claims import Claim, Inequality


class Average(Bound):
    """A chain of inequalities between expectations."""

    def for_every_draw(self, lemma: Claim, at: Mapping[sp.Symbol, sp.Expr]) -> Self:
        """From ``E f`` to ``E g`` where the lemma, with random quantities for its parameters, relates f to g.

        A length is positive almost surely, so ``|w|^2`` may stand for a positive parameter. E g must be a number that
        the rules know, which makes the expectation of f well-defined (perhaps infinite).
        """
        proposition = lemma.proposition
        if not isinstance(proposition, Inequality):
            raise Unproved(f"{lemma.name} is not an inequality")
        if not isinstance(self.end, Expectation):
            raise Unproved(f"{self.end} is not an expectation")
        _establish(lemma)
        values = {symbol: sp.sympify(at.get(symbol, symbol)) for symbol in lemma.domain.symbols}
        lengths = {node for value in values.values() for node in value.atoms(SquaredLength)}
        known, self.facts = self.facts, self.facts.where(*(sp.Gt(node, 0, evaluate=False) for node in lengths))
        try:
            self._require_inside(lemma, values)
        finally:
            self.facts = known
        left, right = (side.subs(values, simultaneous=True) for side in (proposition.left, proposition.right))
        if left != self.end.args[0] and not decide_equal(left, self.end.args[0], self.domain).zero:
            raise Unproved(f"{lemma.name} speaks of {left}, the chain of {self.end}")
        if integrate_powers(integrate(Expectation(right), self.domain)).has(Expectation):
            raise Unproved(f"E[{right}] is not known to the rules, so perhaps not finite")
        return self._add(proposition.relation, Expectation(right), f"for every draw: {lemma.name}")
