"""Chains of inequalities between integrals over an interval that follow from inequalities between the integrands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import sympy as sp

from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Derivation, Unproved
from rftheory.evidence.sign import NEGATIVE, NONNEGATIVE, sign_of
from rftheory.statements.domain import Domain, Range


class IntegralBound(Bound):
    """A chain of inequalities between integrals of one real variable."""

    def under_the_integral(self, chain: Callable[[Domain], Derivation]) -> Self:
        """From ``int f`` to ``int g`` over the same interval, where a chain leads from f to g everywhere inside of it.

        ``chain`` is written for the domain of this chain with the range of the variable. Where the larger integrand is at
        least zero and the smaller one is too, or is seen to be integrable (`_is_integrable`), both integrals are defined,
        if perhaps infinite, and in the order of the integrands.
        """
        variable, low, high = self._limits()
        inside = self._inside(variable, low, high)
        inner = chain(inside)
        if inner.domain != inside or inner.start != self.end.function:
            raise Unproved(f"the chain must start at {self.end.function} on the domain with the range of {variable}")
        relation = inner.relation()
        if relation not in ("=", "<=", "<", ">=", ">"):
            raise Unproved("limits do not pass under the integral sign")
        smaller, larger = (inner.end, inner.start) if relation in (">", ">=") else (inner.start, inner.end)
        # equal integrands have the same integral, of whatever sign; what is above something nonnegative is nonnegative
        both = relation == "=" or sign_of(smaller, inside) <= NONNEGATIVE
        if not (both or sign_of(larger, inside) <= NONNEGATIVE):
            raise Unproved(f"{larger} is not proved nonnegative for {low} < {variable} < {high}")
        if not (both or _is_integrable(smaller, variable, inside)):
            raise Unproved(f"{smaller} is neither proved nonnegative nor seen to be integrable")
        because = "; ".join(step.reason for step in inner.steps[1:])
        weak = relation if relation == "=" else relation[0] + "="
        self._resting_on(inner)
        return self._add(weak, sp.Integral(inner.end, (variable, low, high)), f"under the integral sign: {because}")

    def widened(self, low: sp.Expr, high: sp.Expr) -> Self:
        """The integral of what is nonnegative over an interval is at most that over a larger one."""
        variable, *ends = self._limits()
        for start, end in ((sp.sympify(low), ends[0]), (ends[1], sp.sympify(high))):
            if not self._in_order(start, end):
                raise Unproved(f"{start} <= {end} is not proved")
        if not sign_of(self.end.function, self._inside(variable, low, high)) <= NONNEGATIVE:
            raise Unproved(f"{self.end.function} is not proved nonnegative for {low} < {variable} < {high}")
        target = sp.Integral(self.end.function, (variable, low, high))
        return self._add("<=", target, f"a nonnegative integrand, over ({low}, {high})")

    def _limits(self) -> tuple[sp.Symbol, sp.Expr, sp.Expr]:
        node = self.end
        if not isinstance(node, sp.Integral) or len(node.limits) != 1 or len(node.limits[0]) != 3:
            raise Unproved(f"{node} is not an integral of one variable between limits")
        variable, low, high = node.limits[0]
        if variable in self.domain.symbols or any(condition.has(variable) for condition in self.facts.conditions):
            raise Unproved(f"the variable {variable} has the name of a parameter")
        if not variable.is_extended_real or variable.is_positive is not None or variable.is_integer is not None:
            raise Unproved(f"{variable} must be assumed real, and nothing else")
        if low == sp.oo or high == -sp.oo or not self._in_order(low, high):
            raise Unproved(f"{low} <= {high} is not proved: the integral may run backwards")
        return variable, low, high

    def _in_order(self, low: sp.Expr, high: sp.Expr) -> bool:
        return low == -sp.oo or high == sp.oo or sign_of(high - low, self.facts) <= NONNEGATIVE

    def _inside(self, variable: sp.Symbol, low: sp.Expr, high: sp.Expr) -> Domain:
        ends = (None if low == -sp.oo else low, None if high == sp.oo else high)
        return self.facts.with_ranges(Range(variable, *ends, "()"))


def _is_integrable(expr: sp.Expr, variable: sp.Symbol, domain: Domain) -> bool:
    """Whether every term is a constant times a power ``v^k``, k >= 0, times ``exp(-q v^2 + ...)``, q > 0, of the variable."""
    return all(_is_integrable_term(sp.powsimp(term), variable, domain) for term in sp.Add.make_args(sp.expand(expr)))


def _is_integrable_term(term: sp.Expr, variable: sp.Symbol, domain: Domain) -> bool:
    exponent = sp.Integer(0)
    for factor in sp.Mul.make_args(term):
        if not factor.has(variable):
            continue
        if isinstance(factor, sp.exp):
            exponent += factor.exp
        elif not (factor.is_polynomial(variable)):
            return False
    if not exponent.is_polynomial(variable) or sp.degree(exponent, variable) != 2:
        return False
    return sign_of(sp.Poly(exponent, variable).LC(), domain) == NEGATIVE
