"""Lines by calculus: graphs of functions, cases, induction, series, integrals, limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Self

import sympy as sp

from rftheory.chains import computed, series
from rftheory.chains.angles import Expansions
from rftheory.chains.binding import placed
from rftheory.chains.lines import Lines
from rftheory.chains.reasons import Cases, Graph, Induction, Passage, Primitive, Series, Substitution
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Range

if TYPE_CHECKING:
    from rftheory.chains.chain import Chain


class Calculus(Lines):
    """Lines by theorems of calculus."""

    # -- graphs, cases, induction ---------------------------------------------------------------------------------------

    def tangent(
        self, variable: sp.Symbol, point: sp.Expr, second: sp.Expr | None = None, *, below: bool = False
    ) -> Self:
        """The tangent, below a convex function; above a concave one with ``below``. ``second`` is the second derivative."""
        value, slope = (placed(e, {variable: sp.sympify(point)}) for e in (self.end, sp.diff(self.end, variable)))
        target = value + slope * (variable - point)
        reason = Graph("tangent", variable, sp.sympify(point), second)
        return self._with("<=" if below else ">=", target, f"tangent at {variable} = {point}", reason)

    def chord(self, variable: sp.Symbol, low: sp.Expr, high: sp.Expr, relation: str = "<=") -> Self:
        """The chord over a range, above a convex function; with ">" or ">=" below a concave one."""
        at_low, at_high = (placed(self.end, {variable: sp.sympify(end)}) for end in (low, high))
        target = at_low + (at_high - at_low) * (variable - low) / (high - low)
        return self._with(relation, target, f"chord over {low} to {high}", Graph("chord", variable))

    def valley(self, variable: sp.Symbol, point: sp.Expr, slope: sp.Expr, *, strict: bool = False) -> Self:
        """The least value, at a point: the derivative is ``(variable - point) slope`` with a slope that is not negative."""
        target = placed(self.end, {variable: sp.sympify(point)})
        words = f"falls up to {variable} = {point}, rises from there: the derivative is ({variable} - point) {slope}"
        reason = Graph("valley", variable, sp.sympify(point), sp.sympify(slope))
        return self._with(">" if strict else ">=", target, words, reason)

    def cases(self, variable: sp.Symbol, cut: sp.Expr, below: Chain, above: Chain) -> Self:
        """The end of two chains from this line, one for values up to a cut and one from it on."""
        words = f"cases {variable} <= {cut} and {variable} >= {cut}"
        relations = {below.relation(), above.relation()}
        relation = relations.pop() if len(relations) == 1 else max(relations)[0] + "="
        return self._with(relation, below.end, words, Cases(variable, sp.sympify(cut), below, above))

    def induction(
        self,
        index: sp.Symbol,
        target: sp.Expr,
        *,
        ratios: tuple[sp.Expr, sp.Expr] | None = None,
        growth: Chain | None = None,
        ratio: sp.Expr | None = None,
        starts: Sequence[Chain | None] = (None,),
    ) -> Self:
        """``target`` by induction over an index (`reasons.Induction`): an equation if both sides have one common ``ratio``,
        or if nothing is said of how they grow.
        """
        reason, relation = Induction(index, ratios, growth, ratio, tuple(starts)), "="
        if not reason.is_equation:
            relation = ">=" if growth is not None and growth.relation() in (">", ">=") else "<="
        return self._with(relation, target, f"induction over {index}", reason)

    # -- series ---------------------------------------------------------------------------------------------------------

    def summed(self, node: sp.Sum, value: sp.Expr) -> Self:
        """An infinite series replaced by its value."""
        return self._with(
            "=", self._put(node, value), f"power series: {node} = {value}", Series("sum", {"series": node})
        )

    def named(self, node: sp.Expr) -> Self:
        """A hyperbolic cosine or a Bessel function as the hypergeometric function that it is."""
        value = series.as_hypergeometric(node)
        return self._with("=", self._put(node, value), f"the power series of {type(node).__name__}", Series("named"))

    def binomial(self, power: sp.Expr, first: sp.Expr, second: sp.Expr, index: sp.Symbol) -> Self:
        """``(a + b)^n`` as ``sum_(i<=n) binomial(n, i) a^i b^(n-i)``."""
        count = power.as_base_exp()[1]
        term = sp.binomial(count, index) * first**index * second ** (count - index)
        value = sp.Sum(term, (index, 0, count))
        parts = {"power": power, "first": first, "second": second, "count": count, "value": value}
        return self._with("=", self._put(power, value), f"the binomial theorem for {power}", Series("binomial", parts))

    def quotient_falls(
        self,
        parts: tuple[sp.Expr, sp.Expr],
        ends: tuple[sp.Symbol, sp.Symbol],
        expansions: Expansions,
        size: Sequence[sp.Expr],
        index: Range,
        inner: Chain,
        single: Mapping[int, Chain],
    ) -> Self:
        """``N(s)/D(s)`` after ``N(t)/D(t)``, 0 < s < t: the quotients a_k/b_k of coefficients fall (Biernacki and Krzyz 1955).

        Args:
            parts: N and D in the variable of the expansions.
            ends: t and s.
            expansions: the terms of the functions in N and D.
            size: factors of the k-th term of D, positive for the indices below.
            index: the indices for which ``inner`` leads from ``a_(k+1) b_k`` up to ``a_k b_(k+1)``.
            single: chains for the indices before; where a_k and b_k vanish, none.
        """
        target = placed(parts[0] / parts[1], {expansions.variable: ends[1]})
        given = {
            "parts": parts, "ends": ends, "series": expansions, "size": size, "index": index, "chain": inner, "single": single,
        }  # fmt: skip
        return self._with("<", target, "power series, quotients of coefficients fall", Series("falling", given))

    # -- integrals ------------------------------------------------------------------------------------------------------

    def substitute(
        self,
        variable: sp.Symbol,
        function: sp.Expr,
        ends: tuple[sp.Expr, sp.Expr],
        *,
        falls: bool = False,
    ) -> Self:
        """``int g(f(u)) |f'(u)| du`` between ``ends`` for ``int g(x) dx``, x = f(u) monotone; ``falls`` if it decreases."""
        node = computed.integral_in(self.end, None)
        weight = sp.diff(function, variable) * (-1 if falls else 1)
        old = node.limits[0][0]
        value = sp.Integral(node.function.xreplace({old: function}) * weight, (variable, *ends))
        reason = Substitution("map", node, variable, sp.sympify(function), ends)
        return self._with("=", self._put(node, value), f"{old} = {function}", reason)

    def substituted_back(
        self,
        target: sp.Integral,
        function: sp.Expr,
        slope: sp.Expr | None = None,
        rewriting: Sequence[tuple[sp.Expr, sp.Expr]] = (),
    ) -> Self:
        """``target``, of which x = f(u) makes the integral of this line, with ``rewriting`` of parts of the integrand."""
        node = computed.integral_in(self.end, None)
        reason = Substitution("back", node, None, function, None, slope, tuple(rewriting))
        words = f"{target.limits[0][0]} = {function} turns it into this"
        return self._with("=", self._put(node, target), words, reason)

    def mirrored(self) -> Self:
        """The average of g(x) and g(a + b - x) under an integral from a to b."""
        node = computed.integral_in(self.end, None)
        variable, low, high = node.limits[0]
        turned = node.function.xreplace({variable: low + high - variable})
        value = sp.Integral((node.function + turned) / 2, *node.limits)
        words = f"the average of {variable} and {low + high} - {variable}"
        return self._with("=", self._put(node, value), words, Substitution("mirror", node))

    def widened(self, low: sp.Expr, high: sp.Expr) -> Self:
        """The integral of what is not negative over a larger interval."""
        node = computed.integral_in(self.end, None)
        target = sp.Integral(node.function, (node.limits[0][0], low, high))
        return self._with("<=", target, f"a nonnegative integrand, over ({low}, {high})", Substitution("wider", node))

    def primitive(
        self,
        function: sp.Expr,
        *,
        factor: sp.Expr | None = None,
        rest: sp.Expr | None = None,
        at_ends: tuple[sp.Expr, sp.Expr] | None = None,
    ) -> Self:
        """``F(b) - F(a) + int rest`` for ``int f``, F' = f - rest; by parts F is ``function * factor``, f = function factor'.

        ``at_ends`` are the limits of F, where SymPy does not find them.
        """
        node = computed.integral_in(self.end, None)
        value = computed.by_primitive(node, function, factor, rest, at_ends)
        reason = Primitive(node, function, factor, rest)
        return self._with("=", self._put(node, value), f"{function} is an antiderivative", reason)

    # -- limits -----

    def limit(
        self,
        variable: sp.Symbol,
        point: sp.Expr,
        value: sp.Expr | None = None,
        *,
        quotient: tuple[sp.Expr, sp.Expr] | None = None,
        outer: Callable[[sp.Expr], sp.Expr] | None = None,
        rate: sp.Expr | None = None,
        between: tuple[Claim, Claim] | None = None,
    ) -> Self:
        """The limit at a point (`reasons.Passage`): the point put in, or the quotient of the derivatives of two parts."""
        reason = Passage(variable, sp.sympify(point), quotient, outer, rate=rate, between=between)
        chain = self
        if quotient is not None:
            whole = (outer or (lambda t: t))(quotient[0] / quotient[1])
            chain = self.eq(whole, "as a quotient that vanishes above and below")
        value = computed.limit(chain.end, reason) if value is None else value
        return chain._with("->", value, f"{variable} -> {point}", reason)

    def limit_of_series(self, numerator: sp.Expr, denominator: sp.Expr, series: Expansions, number: int) -> Self:
        """The limit at 0 of a quotient of two power series, of which the terms before a number vanish."""
        chain = self.eq(numerator / denominator, "as a quotient of power series")
        value = series.limit(numerator, denominator, number)
        reason = Passage(series.variable, sp.Integer(0), (numerator, denominator), series=series, number=number)
        return chain._with("->", value, f"quotient of the terms {number} of the power series", reason)
