"""Chains that use a value at which a continuous function vanishes (intermediate value theorem)."""

from __future__ import annotations

from rftheory.evidence.chain_words import *
from rftheory.evidence.bounds import Bound
from rftheory.evidence.sign import ZERO


class RootBound(Bound):
    """A chain that may choose a root of a function, or drop a part that is proved to vanish."""

    def by_root(
        self,
        variable: sp.Symbol,
        ends: tuple[sp.Expr, sp.Expr],
        function: sp.Expr,
        chain: Callable[[Domain], Derivation],
        lemmas: Sequence[tuple[Claim, Mapping[sp.Symbol, sp.Expr]]] = (),
    ) -> Self:
        """Go on to the end of ``chain``, proved wherever ``function`` vanishes between two ends.

        ``function`` is smooth between the ends, negative at the first and positive at the second, so such a value of
        the new ``variable`` exists. ``lemmas``, with the values of their parameters, help to see the smoothness.
        """
        low, high = map(sp.sympify, ends)
        met = names_of(self.domain) | hidden_symbols(self.end) | self.end.free_symbols
        if variable in met | low.free_symbols | high.free_symbols:
            raise Unproved(f"{variable} is not a new variable")
        if variable.is_integer or not is_as_assumed(Range(variable, low, high, "()"), self.facts):
            raise Unproved(f"{variable} assumes more than that it lies between {low} and {high}")
        for end, wanted in ((low, NEGATIVE), (high, POSITIVE)):
            if sign_of(placed(function, {variable: end}), self.facts) != wanted:
                raise Unproved(f"the sign of {function} at {variable} = {end} is not proved")
        if sign_of(high - low, self.facts) != POSITIVE:
            raise Unproved(f"{low} < {high} is not proved")
        closed = RootBound(function, self.domain.with_ranges(Range(variable, low, high, "[]")))
        for lemma, values in lemmas:
            closed.given(lemma, values)
        if not is_smooth_on(function, variable, closed.facts):
            raise Unproved(f"{function} is not seen to be smooth for {variable} from {low} to {high}")
        inner = chain(self.at_root(variable, (low, high), function))
        if inner.domain != self.at_root(variable, (low, high), function) or inner.start != self.end:
            raise Unproved(f"the chain at a root must start at {self.end} on the domain with the root")
        if inner.relation() == "->":
            raise Unproved("a chain at a root must not pass to a limit")
        if inner.end.has(variable) or variable in hidden_symbols(inner.end):
            raise Unproved(f"the chain at a root must not end with {variable}")
        because = "; ".join(step.reason for step in inner.steps[1:])
        self._resting_on(closed, inner)
        return self._add(inner.relation(), inner.end, f"at a root {variable} of {function}: {because}")

    def at_root(self, variable: sp.Symbol, ends: tuple[sp.Expr, sp.Expr], function: sp.Expr) -> Domain:
        """The domain of the chain at a root: the variable strictly between the ends, and the function zero."""
        return self.domain.with_ranges(Range(variable, *ends, "()")).where(sp.Eq(function, 0, evaluate=False))

    def vanish(self, part: sp.Expr) -> Self:
        """Drop a part of the current expression that is proved to be zero."""
        if sign_of(part, self.facts) != ZERO:
            raise Unproved(f"{part} is not proved to vanish")
        expr = self.end.xreplace({part: sp.Integer(0)})
        if expr == self.end:
            raise Unproved(f"{part} does not occur in {self.end}")
        return self._add("=", expr, f"{part} = 0")
