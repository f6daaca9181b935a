"""Chains that calculate with integrals: a change of variables, by parts, antiderivatives, Euler's integrals.

Every step computes its conclusion; its hypotheses are decided here, and nothing is taken on the word of the caller. Where
a theorem asks for absolute convergence, it is proved of one side (`integrable`).
"""

from __future__ import annotations

from rftheory.evidence.chain_words import *
from rftheory.evidence.changed_variables import ChangedVariables
from rftheory.evidence.euler_integrals import beta_value, gamma_value
from rftheory.evidence.finite_sum_steps import FiniteSums
from rftheory.evidence.integrable import falls
from rftheory.evidence.power_series import PowerSeries
from rftheory.evidence.recursions import Recursion
from rftheory.evidence.series_terms import require_series


class Calculus(ChangedVariables, PowerSeries, Recursion, FiniteSums):
    """A chain of which some steps are theorems of calculus about its definite integrals."""

    def antiderivative(self, function: sp.Expr, node: sp.Integral | None = None) -> Self:
        """From ``int_a^b f`` to ``F(b) - F(a)``: F has the derivative f for a < x < b, and these limits at the ends.

        f is integrable, or f >= 0.
        """
        node = self._integral(node)
        own, inside, (body, primitive) = self._inside_of(node, function)
        if not is_smooth_on(primitive, own, inside):
            raise Unproved(f"{function} is not proved smooth between the ends of {node}")
        decision = decide_equal(sp.diff(primitive, own), body, inside)
        if not decision.zero:
            raise Unproved(f"the derivative of {function} is not decided to be {node.function} ({decision.reason})")
        if not self._converges(node) and not sign_of(body, inside) <= NONNEGATIVE:
            raise Unproved(f"{node} is not proved to converge absolutely")
        low, high = self._limits_of(primitive, own, node, inside)
        return self._put(node, high - low, f"{function} has the derivative {node.function}")

    def antiderivative_of_rest(self, function: sp.Expr, rest: sp.Expr, node: sp.Integral | None = None) -> Self:
        """From ``int f`` to ``F(b) - F(a) + int g``, where F' = f - g, g the ``rest``; both integrals converge absolutely.

        This is an integration by parts in one step.
        """
        node = self._integral(node)
        own, inside, (body, primitive, other) = self._inside_of(node, function, rest)
        if not is_smooth_on(primitive, own, inside):
            raise Unproved(f"{function} is not proved smooth between the ends of {node}")
        self._require_equal(sp.diff(primitive, own) + other, body, inside)
        left = sp.Integral(rest, *node.limits)
        for integral in (node, left):
            if not self._converges(integral):
                raise Unproved(f"{integral} is not proved to converge absolutely")
        low, high = self._limits_of(primitive, own, node, inside)
        self.convergent |= {node, left}
        return self._put(node, high - low + left, f"{function} has the derivative {node.function} - {rest}")

    def by_parts(self, first: sp.Expr, second: sp.Expr, node: sp.Integral | None = None) -> Self:
        """From ``int u v'`` to ``[u v] + int -u' v``: u is ``first`` and v ``second``; both integrals converge."""
        node = self._integral(node)
        variable, *ends = node.limits[0]
        own, inside, (body, u, v) = self._inside_of(node, first, second)
        for part in (u, v):
            if not is_smooth_on(part, own, inside):
                raise Unproved(f"{part} is not proved smooth between the ends of {node}")
        self._require_equal(body, u * sp.diff(v, own), inside)
        other = sp.Integral(-sp.diff(first, variable) * second, (variable, *ends))
        for integral in (node, other):
            if not self._converges(integral):
                raise Unproved(f"{integral} is not proved to converge absolutely")
        low, high = self._limits_of(u * v, own, node, inside)
        return self._put(node, high - low + other, f"by parts, with {first} and the derivative of {second}")

    def _limits_of(
        self, function: sp.Expr, own: sp.Symbol, node: sp.Integral, inside: Domain
    ) -> tuple[sp.Expr, sp.Expr]:
        found = []
        for end in node.limits[0][1:]:
            limit = _vanishing_limit(function, own, end, inside)
            if limit is None or is_infinite(limit):
                raise Unproved(f"{function} is not proved to have a finite limit at {end}")
            found.append(limit)
        return found[0], found[1]

    def euler(self, node: sp.Integral | None = None) -> Self:
        """The integral over (0, oo) of sums of ``c x^p exp(-q x^r)``: ``c Gamma((p+1)/r) / (r q^((p+1)/r))`` each.

        For p > -1, q > 0, r > 0: u = q x^r in Euler's integral of the gamma function. Over the whole line r is even and p an
        integer >= 0.
        """
        node = self._integral(node)
        value = gamma_value(node, self.facts)
        self.convergent.add(node)
        return self._put(node, value, "Euler's integral of the gamma function")

    def beta(self, node: sp.Integral | None = None) -> Self:
        """The integral over (0, pi/2) of ``c sin(x)^p cos(x)^q``, p, q > -1: ``c Gamma((p+1)/2) Gamma((q+1)/2)/(2 Gamma((p+q)/2+1))``."""
        node = self._integral(node)
        value = beta_value(node, self.facts)
        self.convergent.add(node)
        return self._put(node, value, "Euler's integral of the beta function")

    def as_euler(self, variable: sp.Symbol, node: sp.gamma) -> Self:
        """``Gamma(z) = int_0^oo u^(z-1) exp(-u) du`` for z > 0, its definition."""
        order = node.args[0]
        if not isinstance(node, sp.gamma) or not is_real(order, self.facts) or sign_of(order, self.facts) != POSITIVE:
            raise Unproved(f"{node} is not a gamma function of what is proved positive")
        met = names_of(self.facts) | bound_symbols(self.end)
        if (
            variable in met | order.free_symbols | hidden_symbols(order)
            or not variable.is_extended_real
            or variable.is_integer
        ):
            raise Unproved(f"{variable} is not a new variable")
        integral = sp.Integral(variable ** (order - 1) * sp.exp(-variable), (variable, 0, sp.oo))
        self._require_free(node)
        return self._put(node, integral, "Euler's integral of the gamma function")

    def sum_outside(self, node: sp.Integral | None = None) -> Self:
        """From the integral of a finite sum to the sum of the integrals, each of which converges absolutely."""
        node = self._integral(node)
        variable, inner = node.limits[0][0], node.function
        if not isinstance(inner, sp.Sum) or inner.has(sp.oo) or any(limit.has(variable) for limit in inner.limits):
            raise Unproved(f"the integrand of {node} is not a finite sum over the same indices everywhere")
        term = sp.Integral(inner.function, *node.limits)
        if set(inner.variables) & sp.Tuple(*node.limits[0][1:]).free_symbols:
            raise Unproved(f"an index of {inner} has the name of an end")
        if missing(term, self.facts.with_ranges(*self._ranges(inner))):
            raise Unproved(f"{term} is not proved to converge absolutely for every index")
        return self._put(node, sp.Sum(term, *inner.limits), "the integral of a finite sum")

    def series_outside(
        self,
        kernel: sp.hyper,
        index: sp.Symbol,
        function: sp.Expr,
        chain: Callable[[Domain], Calculus],
        node: sp.Integral | None = None,
    ) -> Self:
        """From ``int c(x) F(z(x)) dx`` to ``function``, the sum over k of the integrals of the terms of F.

        F is the ``kernel``, a pFq with p <= q. c and z are numbers times functions >= 0, so that the integrals of the absolute
        values are the absolute values of the integrals; ``function`` is an entire one whose terms they are (`require_series`), so
        that their sum converges absolutely, and Tonelli's theorem allows to change sum and integral.

        Args:
            kernel: F(z(x)), a factor of the integrand.
            index: a new index k.
            function: the sum.
            chain: writes a chain from the integral of ``c(x) t_k(x)`` (`term_of_series`) to the k-th term of ``function``.
        """
        node = self._integral(node)
        own, inside, (body, moved) = self._inside_of(node, kernel)
        factors = sp.Mul.make_args(body)
        if not isinstance(kernel, sp.hyper) or moved not in factors or len(kernel.ap) > len(kernel.bq):
            raise Unproved(f"{kernel} is not an entire hypergeometric factor of {node.function}")
        if any(p.has(own) for p in (*moved.ap, *moved.bq)) or not all(sign_of(b, inside) == POSITIVE for b in moved.bq):
            raise Unproved(f"the parameters of {kernel} are not proved constant, the lower ones positive")
        rest = sp.Mul(*(factor for factor in factors if factor is not moved))
        for part in (rest, moved.argument):
            if not sign_of(part.as_independent(own, as_Add=False)[1], inside) <= NONNEGATIVE:
                raise Unproved(f"{part} is not proved a constant times a function >= 0")
        item = Range(index, 0, None, integer=True)
        if (
            index in names_of(self.facts) | node.atoms(sp.Symbol)
            or not index.is_integer
            or not is_as_assumed(item, self.facts)
        ):
            raise Unproved(f"{index} is not a new index for 0, 1, 2, ...")
        indexed = self.facts.with_ranges(item)
        start, inner = term_of_series(node, kernel, index), chain(indexed)
        if inner.domain != indexed or inner.start != start or inner.relation() != "=":
            raise Unproved(f"the chain of terms must be one of equalities from {start}, on the domain with the index")
        if start not in inner.convergent and missing(start, indexed):
            raise Unproved(f"{start} is not proved to converge absolutely")
        require_series({function: inner.end}, index, self.facts)
        self._resting_on(inner)
        self.convergent.add(node)
        because = "; ".join(step.reason for step in inner.steps[1:])
        return self._put(node, function, f"term by term ({because})")


def term_of_series(node: sp.Integral, kernel: sp.hyper, index: sp.Symbol) -> sp.Integral:
    """The integral with the k-th term of a hypergeometric factor in its place."""
    above = sp.Mul(*(sp.rf(a, index) for a in kernel.ap))
    below = sp.Mul(*(sp.rf(b, index) for b in kernel.bq))
    term = above / below * kernel.argument**index / sp.factorial(index)
    return sp.Integral(node.function.xreplace({kernel: term}), *node.limits)


def _vanishing_limit(function: sp.Expr, variable: sp.Symbol, end: sp.Expr, inside: Domain) -> sp.Expr | None:
    """`limit_at`, with ``x^p exp(-q x^r) -> 0`` at infinity for q, r > 0 besides."""
    limit = limit_at(function, variable, end, inside)
    return sp.Integer(0) if limit is None and end == sp.oo and falls(function, variable, inside) else limit
