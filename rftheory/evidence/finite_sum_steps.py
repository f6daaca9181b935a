"""Chains with finite sums: the binomial theorem, factors drawn in, and terms that go on by themselves."""

from __future__ import annotations

from rftheory.evidence.chain_words import *
from rftheory.evidence.series_steps import SeriesBound


class FiniteSums(SeriesBound):
    """A chain that may expand powers into finite sums, and go on under the sign of a sum."""

    def binomial(
        self, power: sp.Expr, first: sp.Expr, second: sp.Expr, index: sp.Symbol, exponent: sp.Expr | None = None
    ) -> Self:
        """Replace ``(a + b)^n`` by ``sum_(i<=n) binomial(n, i) a^i b^(n-i)``, for an integer n >= 0; ``0^0 = 1``.

        ``exponent`` is n, where the power is written otherwise.
        """
        base, written = power.as_base_exp()
        number = written if exponent is None else sp.sympify(exponent)
        if not number.is_integer or not sign_of(number, self.facts) <= NONNEGATIVE:
            raise Unproved(f"{power} is not a power with an exponent that is proved an integer >= 0")
        if (power.free_symbols | hidden_symbols(power)) & bound_symbols(self.end):
            raise Unproved(f"{power} depends on a variable that is bound outside of it")
        one, other = (base, first + second) if exponent is None else (power, (first + second) ** number)
        require_equal(one, other, self.facts, "{} is not decided to be {}")
        met = names_of(self.facts) | bound_symbols(self.end) | self.end.free_symbols | hidden_symbols(self.end)
        if index in met | first.free_symbols | second.free_symbols or not index.is_integer:
            raise Unproved(f"{index} is not a new index")
        term = sp.binomial(number, index) * first**index * second ** (number - index)
        expr = self.end.xreplace({power: sp.Sum(term, (index, 0, number))})
        if expr == self.end:
            raise Unproved(f"{power} does not occur in {self.end}")
        return self._add("=", expr, f"the binomial theorem for {power}")

    def into_sum(self) -> Self:
        """From ``c sum f`` to ``sum c f``, a finite sum."""
        node, front = self._sum_and_factor()
        self._ranges(node)
        if any(limit.has(sp.oo) for limit in node.limits) or set(node.variables) & (
            front.free_symbols | hidden_symbols(front) | bound_symbols(front)
        ):
            raise Unproved(f"{front} cannot be drawn into {node}")
        return self._add("=", sp.Sum(front * node.function, *node.limits), f"{front} drawn into the sum")

    def each_term(self, chain: Callable[[Domain], Derivation]) -> Self:
        """From ``c sum f`` to ``c sum g`` over the same indices, where a chain of equalities leads from f to g for all of them.

        ``chain`` is written for the facts of this chain with the ranges of the indices, the outermost first.
        """
        node, front = self._sum_and_factor()
        indexed = self.facts.with_ranges(*self._ranges(node))
        inner = chain(indexed)
        if inner.domain != indexed or inner.start != node.function or inner.relation() != "=":
            raise Unproved(
                f"the chain of terms must be one of equalities from {node.function}, on the domain with the indices"
            )
        because = "; ".join(step.reason for step in inner.steps[1:])
        self._resting_on(inner)
        return self._add("=", front * sp.Sum(inner.end, *node.limits), f"each term: {because}")

    def _sum_and_factor(self) -> tuple[sp.Sum, sp.Expr]:
        factors = sp.Mul.make_args(self.end)
        sums = [factor for factor in factors if isinstance(factor, sp.Sum)]
        if len(sums) != 1:
            raise Unproved(f"{self.end} is not a multiple of one sum")
        return sums[0], sp.Mul(*(factor for factor in factors if factor is not sums[0]))

    def _ranges(self, node: sp.Sum) -> Sequence[Range]:
        """The ranges of the indices of a sum, the outermost first; none runs backwards, none has the name of a parameter."""
        found: list[Range] = []
        for index, low, high in reversed(node.limits):
            known = self.facts.with_ranges(*found)
            item = Range(index, low, None if high == sp.oo else high, integer=True)
            ends = (low,) if high == sp.oo else (low, high)
            if index in names_of(known) or not index.is_integer or not all(sp.sympify(end).is_integer for end in ends):
                raise Unproved(f"{index} is not an index of its own with integer ends")
            if high != sp.oo and not sign_of(sp.expand(high - low + 1), known) <= NONNEGATIVE:
                raise Unproved(f"the sum over {index} from {low} to {high} may run backwards")
            if not is_as_assumed(item, known):
                raise Unproved(f"{index} assumes more than that it runs from {low} to {high}")
            found.append(item)
        return found
