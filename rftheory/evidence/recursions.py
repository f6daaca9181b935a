"""Equalities by induction over an index: equal starts, and the same recursion on both sides."""

from __future__ import annotations

from rftheory.evidence.chain_words import *
from rftheory.evidence.series_steps import SeriesBound


class Recursion(SeriesBound):
    """A chain that may prove an equality for all values of an index by induction."""

    def by_instance(self, lemma: Claim, at: Mapping[sp.Symbol, sp.Expr]) -> Self:
        """From the left side of a proved equality, at the values ``at`` of its parameters, to its right side."""
        self._proved(lemma, Equality)
        left, right = self._instance(lemma, at)
        require_equal(self.end, left, self.facts, "{} is not decided to be {}")
        return self._add("=", right, f"{lemma.name}, at {at}")

    def by_recursion(
        self,
        index: sp.Symbol,
        target: sp.Expr,
        ratio: sp.Expr,
        growth: Derivation | None = None,
        starts: Sequence[Derivation | None] = (None,),
    ) -> Self:
        """From f(k) to g(k) for all k >= k0: equal at k0, ..., k0 + s - 1, and ``f(k+s) = ratio f(k)``, so for g.

        Args:
            index: k, which ranges over all integers from k0 on.
            target: g(k).
            ratio: the common factor.
            growth: a chain from ``f(k+s)`` to ``ratio f(k)`` on this domain; decided if there is none.
            starts: for each of the s first values a chain from f to g there, on the domain without the index, or None
                if the two are decided equal.
        """
        item, steps = self._index(index), len(starts)
        if not steps:
            raise Unproved("an induction needs a start")
        grown = placed(self.end, {index: index + steps})
        if growth is None:
            self._require(grown, ratio * self.end, f"{ratio} is not decided the ratio of consecutive {self.end}")
        else:
            self._require_chain(growth, grown, ratio * self.end, self.facts)
        self._require(
            placed(target, {index: index + steps}), ratio * target, f"{ratio} is not decided the ratio of {target}"
        )
        without = self._without(index)
        for number, chain in enumerate(starts):
            place = {index: sp.sympify(item.low) + number}
            first, second = placed(self.end, place), placed(target, place)
            if chain is None:
                decision = decide_equal(first, second, without)
                if not decision.zero:
                    raise Unproved(f"the case {place} is not decided: {first} and {second} ({decision.reason})")
            else:
                self._require_chain(chain, first, second, without)
        reason = f"induction over {index} >= {item.low}: equal at the first {steps}, both grow by {ratio} in {steps}"
        return self._add("=", target, reason)

    def _require(self, one: sp.Expr, other: sp.Expr, message: str) -> None:
        decision = decide_equal(one, other, self.facts)
        if not decision.zero:
            raise Unproved(f"{message} ({decision.reason})")

    def _require_chain(self, chain: Derivation, start: sp.Expr, end: sp.Expr, domain: object) -> None:
        if chain.domain != domain or chain.relation() != "=":
            raise Unproved(f"the chain of {start} must be one of equalities on its own domain")
        for place, form in ((chain.start, start), (chain.end, end)):
            if place != form and not decide_equal(place, form, chain.domain).zero:
                raise Unproved(f"{place} is not decided to be {form}")
        self._resting_on(chain)
