"""Bounds between entire functions through the coefficients of their power series, and induction over an index.

A function is expanded only if its k-th term is checked (`series_terms`). Absolutely convergent series may be added and compared
term by term.
"""

from __future__ import annotations

from dataclasses import replace

from rftheory.evidence.chain_words import *
from rftheory.evidence.bounds import Bound
from rftheory.evidence.membership import is_index_range, is_restricted
from rftheory.evidence.series_terms import require_series, term_of


class SeriesBound(Bound):
    """A chain of inequalities that may compare power series term by term."""

    # -- equal forms --------------------------------------------------------------------------------------------

    def rewrite_by(self, lemma: Claim, at: Mapping[sp.Symbol, sp.Expr] | None = None) -> Self:
        """Replace the left side of a proved equality, at the values ``at`` of its parameters, by its right side.

        Occurrences are found up to equal arguments, as far as these are decided equal.
        """
        self._proved(lemma, Equality)
        left, right = self._instance(lemma, at)
        same = {e for e in self.end.atoms(left.func) if decide_equal(e, left, self.facts).zero}
        if not same:
            raise Unproved(f"{left} does not occur in {self.end}")
        return self._add("=", self.end.xreplace(dict.fromkeys(same, right)), f"{lemma.name}: {left} = {right}")

    # -- over an index ------------------------------------------------------------------------------------------

    def by_induction(self, index: sp.Symbol, target: sp.Expr, step: Callable[[Domain], Derivation]) -> Self:
        """From f(k) to g(k) for every k >= k0: at k0, and because f grows at most as much as g does in each step.

        ``step`` writes a chain from ``f(k+1) - f(k)`` to ``g(k+1) - g(k)`` on the domain given to it; for ">=" the
        chain and the comparison at k0 point the other way.
        """
        item = self._index(index)
        chain = step(self.facts)
        if chain.domain != self.facts:
            raise Unproved("the inner chain is written for another domain")
        for place, form in ((chain.start, self.end), (chain.end, target)):
            decision = decide_equal(place, placed(form, {index: index + 1}) - form, self.facts)
            if not decision.zero:
                raise Unproved(f"{place} is not decided the growth of {form} ({decision.reason})")
        if chain.relation() == "->":
            raise Unproved("the growth is bounded, it does not tend to a limit")
        upwards = chain.relation() in ("<=", "<", "=")
        start = sp.sympify(item.low)
        gap = placed(target - self.end, {index: start}) * (1 if upwards else -1)
        facts = self._without(index)
        if not (sign_of(gap, facts) <= NONNEGATIVE or decide_equal(gap, sp.Integer(0), facts).zero):
            raise Unproved(f"the case {index} = {start} is not proved: {gap} >= 0")
        self._resting_on(chain)
        reason = f"induction over {index} >= {start}: " + "; ".join(s.reason for s in chain.steps[1:])
        return self._add("<=" if upwards else ">=", target, reason)

    def by_ratio_induction(self, index: sp.Symbol, target: sp.Expr, ratios: tuple[sp.Expr, sp.Expr]) -> Self:
        """From f(k) up to g(k) for every k >= k0: ``0 <= f(k0) <= g(k0)``, and consecutive ratios 0 <= p <= q.

        ``ratios`` are p = f(k+1)/f(k) and q = g(k+1)/g(k), decided to be that.
        """
        item = self._index(index)
        low = sp.sympify(item.low)
        for form, ratio in zip((self.end, target), ratios, strict=True):
            decision = decide_equal(placed(form, {index: index + 1}), ratio * form, self.facts)
            if not decision.zero:
                raise Unproved(f"{ratio} is not decided the ratio of consecutive {form} ({decision.reason})")
        first, second = (placed(form, {index: low}) for form in (self.end, target))
        smaller, larger = ratios
        for gap, facts in (
            (first, self._without(index)),
            (second - first, self._without(index)),
            (smaller, self.facts),
            (larger - smaller, self.facts),
        ):
            if not (sign_of(gap, facts) <= NONNEGATIVE or decide_equal(gap, sp.Integer(0), facts).zero):
                raise Unproved(f"{gap} is not proved nonnegative")
        reason = f"induction over {index} >= {low}: 0 <= {first} <= {second}, ratios 0 <= {smaller} <= {larger}"
        return self._add("<=", target, reason)

    def _index(self, index: sp.Symbol) -> Range:
        items = [item for item in self.domain.ranges if item.symbol == index]
        if not items or not is_index_range(items[0], self.domain):
            raise Unproved(f"{index} does not range over all integers from some number on")
        if is_restricted(index, self.domain):
            raise Unproved(f"a condition or the range of another parameter restricts the index {index}")
        return items[0]

    def _without(self, index: sp.Symbol) -> Domain:
        """What is known of the other parameters."""
        ranges = tuple(item for item in self.facts.ranges if item.symbol != index)
        return replace(
            self.facts, ranges=ranges, conditions=tuple(c for c in self.facts.conditions if not c.has(index))
        )

    def sums_at_most(self, target: sp.Expr, indices: Sequence[Range], chain: Callable[[Domain], Derivation]) -> Self:
        """From ``c sum f`` up to ``c sum g`` over the same indices, c >= 0, where a chain leads from f >= 0 up to g."""
        (first, front), (last, behind) = _sum_of(self.end), _sum_of(target)
        decision = decide_equal(front, behind, self.facts)
        if first.limits != last.limits or not decision.zero:
            raise Unproved(f"{self.end} and {target} are not multiples of sums over the same indices")
        if {(i.symbol, sp.sympify(i.low), sp.oo) for i in indices} != {tuple(limit) for limit in first.limits}:
            raise Unproved(f"the indices {[i.describe() for i in indices]} are not those of {first}")
        if len(indices) != len(first.limits) or not all(is_index_range(i, self.domain) for i in indices):
            raise Unproved(
                f"the indices {[i.describe() for i in indices]} do not range over all integers from some number on"
            )
        if {i.symbol for i in indices} & (names_of(self.facts) | front.free_symbols | behind.free_symbols):
            raise Unproved(f"an index of {first} has the name of a parameter")
        indexed = replace(self.facts, ranges=(*self.facts.ranges, *indices))
        inner = chain(indexed)
        if inner.domain != indexed or inner.relation() not in ("=", "<", "<="):
            raise Unproved("the chain of terms must lead upwards on the domain with the indices")
        for place, term in ((inner.start, first.function), (inner.end, last.function)):
            if not decide_equal(place, term, indexed).zero:
                raise Unproved(f"{place} is not decided to be the term {term}")
        for expr, facts in ((front, self.facts), (first.function, indexed)):
            if not sign_of(expr, facts) <= NONNEGATIVE:
                raise Unproved(f"{expr} is not proved nonnegative")
        because = "; ".join(step.reason for step in inner.steps[1:])
        self._resting_on(inner)
        return self._add("<=", target, f"term by term, nonnegative terms: {because}")

    # -- limits -------------------------------------------------------------------------------------------------

    def squeezed(self, variable: sp.Symbol, value: sp.Expr, rate: sp.Expr, lower: Claim, upper: Claim) -> Self:
        """The limit ``value`` as a variable grows beyond all bounds, from ``value - rate/variable <= end <= value + ...``.

        ``lower`` and ``upper`` are proved claims with these two bounds for all large values of the variable.
        """
        for part in map(sp.sympify, (value, rate)):
            unknown = part.has(sp.oo, -sp.oo, sp.zoo, sp.nan) or not self._is_defined(part)
            if unknown or variable in part.free_symbols | hidden_symbols(part):
                raise Unproved(f"{part} is not proved a finite number that does not depend on {variable}")
        bounds = (
            Inequality(self.end, ">=", value - rate / variable),
            Inequality(self.end, "<=", value + rate / variable),
        )
        for lemma, wanted in zip((lower, upper), bounds, strict=True):
            if lemma.proposition != wanted:
                raise Unproved(f"{lemma.name} is not the bound {wanted}")
            own = [item for item in lemma.domain.ranges if item.symbol == variable]
            if any(item not in self.domain.ranges for item in lemma.domain.ranges if item not in own):
                raise Unproved(f"{lemma.name} restricts other parameters further")
            if len(own) != 1 or own[0].high is not None or own[0].shape:
                raise Unproved(f"{lemma.name} does not speak of all large {variable}")
            if own[0].integer and not self._is_integer(variable):
                raise Unproved(f"{lemma.name} speaks of integers {variable} only")
            if not set(lemma.domain.conditions) <= set(self.domain.conditions):
                raise Unproved(f"{lemma.name} has further conditions")
            if is_restricted(variable, lemma.domain):
                raise Unproved(f"more than its range restricts {variable} in {lemma.name}")
            self._proved(lemma, Inequality)
        reason = f"between {value} -+ {rate}/{variable} ({lower.name}, {upper.name})"
        return self._pass_to(variable, sp.oo, value, reason)

    def _is_integer(self, variable: sp.Symbol) -> bool:
        return any(item.symbol == variable and item.integer for item in self.domain.ranges)

    # -- term by term -------------------------------------------------------------------------------------------

    def termwise(
        self,
        target: sp.Expr,
        index: Range,
        terms: Mapping[sp.Expr, sp.Expr],
        chain: Callable[[Domain], Derivation],
        strict_at: int | None = None,
    ) -> Self:
        """Go on with ``target``, the terms of whose series bound those of the current expression.

        Args:
            target: like the current expression a linear combination of the functions in ``terms``; its coefficients
                and all parameters do not depend on the index.
            index: the range of the index, the integers from some number >= 0 on; smaller ones are compared one by one.
            terms: the k-th term of each function.
            chain: writes a chain from the k-th term of the current expression to that of ``target``, on the domain
                with the index.
            strict_at: an index at which the terms are proved different, for a strict bound.
        """
        start = sp.sympify(index.low)
        low = int(start) if is_index_range(index, self.domain) and start.is_Integer else -1
        if low < 0:
            raise Unproved(f"a power series has an index of its own from 0 on, not {index.describe()}")
        require_series(terms, index.symbol, self.facts)
        first, last = (term_of(side, terms, index.symbol) for side in (self.end, target))
        indexed = replace(self.facts, ranges=(*self.facts.ranges, index))
        inner = chain(indexed)
        decided = [decide_equal(a, b, indexed) for a, b in ((inner.start, first), (inner.end, last))]
        if not all(decision.zero for decision in decided) or inner.domain != indexed:
            raise Unproved(f"the chain of terms must lead from {first} to {last} on the domain with the index")
        relation = inner.relation()
        if relation == "->":
            raise Unproved("limits of the terms are no limit of the series")
        relation = relation if relation == "=" else relation[0] + "="
        difference = (last - first) * (-1 if relation == ">=" else 1)
        for number in range(low):
            gap = placed(difference, {index.symbol: number})
            equal = decide_equal(gap, sp.Integer(0), self.facts).zero
            if not (equal or (relation != "=" and sign_of(gap, self.facts) <= NONNEGATIVE)):
                raise Unproved(f"the terms {index.symbol} = {number} are not compared: {gap}")
        if strict_at is not None:
            if not (isinstance(strict_at, int) and strict_at >= 0):
                raise Unproved(f"{strict_at} is not the number of a term")
            gap = sp.gammasimp(placed(difference, {index.symbol: strict_at}))
            if relation == "=" or sign_of(gap, self.facts) != POSITIVE:
                raise Unproved(f"{gap} is not proved positive")
            relation = relation[0]
        shown = ", ".join(f"{f} = sum {t}" for f, t in terms.items())
        because = "; ".join(step.reason for step in inner.steps[1:])
        self._resting_on(inner)
        return self._add(relation, target, f"term by term: {shown}; {because}")


def _sum_of(expr: sp.Expr) -> tuple[sp.Sum, sp.Expr]:
    """A multiple of one infinite sum as the sum and its factor."""
    sums = [factor for factor in sp.Mul.make_args(expr) if isinstance(factor, sp.Sum)]
    if len(sums) != 1:
        raise Unproved(f"{expr} is not a multiple of one sum")
    return sums[0], sp.Mul(*(factor for factor in sp.Mul.make_args(expr) if factor is not sums[0]))
