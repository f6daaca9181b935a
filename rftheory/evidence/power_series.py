"""Chains that put a known entire function for a power series that is written out."""

from __future__ import annotations

from dataclasses import replace

from rftheory.evidence.chain_words import *
from rftheory.evidence.series_steps import SeriesBound
from rftheory.evidence.series_terms import require_series


class PowerSeries(SeriesBound):
    """A chain that may sum a series over one index from 0 on."""

    def as_series(self, node: sp.Expr) -> Self:
        """Write a hyperbolic cosine or a Bessel function as the hypergeometric function that it is by definition."""
        expr = self.end.xreplace({node: as_hypergeometric(node, self.facts)})
        if expr == self.end:
            raise Unproved(f"{node} does not occur in {self.end}, or has no power series here")
        return self._add("=", expr, f"the power series of {type(node).__name__}")

    def geometric(self, series: sp.Sum, ratio: sp.Expr) -> Self:
        """Replace ``sum_k t(k)``, k = 0, 1, ..., by ``t(0)/(1 - r)``, where ``t(k+1) = r t(k)`` and -1 < r < 1."""
        index, whole = self._from_zero(series)
        ratio = sp.sympify(ratio)
        if index in ratio.free_symbols | hidden_symbols(ratio):
            raise Unproved(f"{ratio} depends on the index {index}")
        grown = placed(series.function, {index: index + 1})
        decision = decide_equal(grown, ratio * series.function, whole)
        if not decision.zero:
            raise Unproved(f"{ratio} is not decided the ratio of consecutive terms of {series} ({decision.reason})")
        if not all(sign_of(gap, self.facts) == POSITIVE for gap in (1 - ratio, 1 + ratio)):
            raise Unproved(f"-1 < {ratio} < 1 is not proved")
        value = placed(series.function, {index: 0}) / (1 - ratio)
        expr = self.end.xreplace({series: value})
        if expr == self.end:
            raise Unproved(f"{series} does not occur in {self.end}")
        return self._add("=", expr, f"geometric series of the ratio {ratio}")

    def _from_zero(self, series: sp.Sum) -> tuple[sp.Symbol, Domain]:
        """The index of an infinite series, which runs from 0 on, and the domain with it."""
        if not isinstance(series, sp.Sum) or len(series.limits) != 1 or tuple(series.limits[0][1:]) != (0, sp.oo):
            raise Unproved(f"{series} is not a series over one index from 0 on")
        index, item = series.limits[0][0], Range(series.limits[0][0], 0, None, integer=True)
        if not index.is_integer or index in names_of(self.domain) or not is_as_assumed(item, self.facts):
            raise Unproved(f"{index} is not what its symbol assumes for all of 0, 1, 2, ...")
        return index, replace(self.facts, ranges=(*self.facts.ranges, item))

    def summed(self, series: sp.Sum, function: sp.Expr) -> Self:
        """Replace an infinite series by ``function``, a multiple of ``z^p exp(z)`` or ``z^p pFq(z)``, p <= q, or of cosh or I_n.

        The first term and the ratio of consecutive terms are decided to be those of the function.
        """
        if not isinstance(series, sp.Sum) or len(series.limits) != 1 or tuple(series.limits[0][1:]) != (0, sp.oo):
            raise Unproved(f"{series} is not a series over one index from 0 on")
        index = series.limits[0][0]
        if not (index.is_integer and index.is_nonnegative):
            raise Unproved(f"{index} is not known to be an integer >= 0")
        named = {node: as_hypergeometric(node, self.facts) for node in function.atoms(sp.cosh, sp.besseli, sp.besselj)}
        require_series({function.xreplace(named): series.function}, index, self.facts)
        expr = self.end.xreplace({series: function})
        if expr == self.end:
            raise Unproved(f"{series} does not occur in {self.end}")
        return self._add("=", expr, f"power series: {series} = {function}, by its first term and its ratio of terms")


def as_hypergeometric(node: sp.Expr, domain: Domain) -> sp.Expr:
    """``cosh z = 0F1(; 1/2; z^2/4)``, and ``(z/2)^n/Gamma(n+1) 0F1(; n+1; +-z^2/4)`` for I_n and J_n: their definitions.

    The order n is an integer >= 0, or real above -1 where z > 0; other nodes stay as they are.
    """
    if isinstance(node, sp.cosh):
        return sp.hyper([], [sp.Rational(1, 2)], node.args[0] ** 2 / 4)
    if not isinstance(node, (sp.besseli, sp.besselj)):
        return node
    order, argument = node.args
    whole = bool(order.is_integer) and sign_of(order, domain) <= NONNEGATIVE
    above = is_real(order, domain) and sign_of(order + 1, domain) == POSITIVE and sign_of(argument, domain) == POSITIVE
    if not (whole or above):
        return node
    sign = 1 if isinstance(node, sp.besseli) else -1
    return (argument / 2) ** order / sp.gamma(order + 1) * sp.hyper([], [order + 1], sign * argument**2 / 4)
