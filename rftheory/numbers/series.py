"""Sums in balls: finite ones term by term, infinite hypergeometric ones with a rigorous bound on the tail.

If ``t(k+1)/t(k) = P(k)/Q(k)`` is a rational function whose absolute value is at most q < 1 for every k >= N, then
``|sum_(k>=N) t(k)| <= |t(N)| / (1 - q)``. The bound q comes from one ball evaluation in ``s = 1/k`` over ``[0, 1/N]``. Rational terms
with rational poles are summed through partial fractions: ``sum_(k>=N) (k+a)^(-j)`` is Hurwitz' zeta(j, N+a), and a sum of c/(k+a) with
coefficients of sum zero is that of -c psi(N+a).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sympy as sp
from flint import acb, arb, ctx

from rftheory.numbers.ball_arithmetic import Ball, absolute, around_zero, between, demoted, exact_integer, from_rational
from rftheory.numbers.enclosure import radius_of
from rftheory.numbers.finite import MOST_TERMS, element, terms
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression
from rftheory.numbers.work import spend


def summation(node: sp.Sum, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> Ball:
    """The value of a SymPy `Sum` over integer indices; only the innermost may run to infinity.

    Raises:
        UnsupportedExpression: if a bound is not an integer, or the tail of an infinite sum cannot be bounded.
    """
    total: Ball = arb(0)
    for at, unbounded, times in terms(node, sub, _whole_number, arb):
        spend(1, node)
        if unbounded is None:
            total = demoted(total + times * at(node.function))
        else:
            index, low, _ = unbounded
            total = demoted(total + _infinite(node.function, index, _whole_number(at(low), low), at))
    return total


def multiplication(node: sp.Product, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> Ball:
    """The value of a SymPy `Product` over integer indices.

    Raises:
        UnsupportedExpression: if a bound is not an integer.
    """
    value: Ball = arb(1)
    for at, unbounded, times in terms(node, sub, _whole_number, arb):
        spend(1, node)
        if unbounded is not None:
            raise UnsupportedExpression(f"an infinite product: {node}")
        value = demoted(value * at(node.function) ** times)
    return value


def _whole_number(value: Ball, bound: sp.Expr) -> int:
    """The integer that a bound or an index is."""
    whole = exact_integer(value)
    if whole is None:
        raise UnsupportedExpression(f"{bound}, a bound or an index, is not an integer here")
    return whole


#: the binder of a coordinate
coordinate = element(_whole_number)


@lru_cache(maxsize=256)
def _ratio(term: sp.Expr, index: sp.Symbol) -> tuple[sp.Symbol, sp.Expr, sp.Expr]:
    """The ratio of consecutive terms as numerator and denominator in s = 1/k, both finite at s = 0."""
    plain = {node: sp.Dummy(**node.assumptions0) for node in term.atoms(sp.Indexed)}
    ratio = sp.hypersimp(term.xreplace(plain), index) or sp.hypersimp(sp.factor(term.xreplace(plain)), index)
    if ratio is None or not ratio.is_rational_function(index):
        raise UnsupportedExpression(f"no rational ratio of consecutive terms, so no bound for the tail: {term}")
    numerator, denominator = (sp.Poly(part, index) for part in sp.fraction(sp.cancel(sp.together(ratio))))
    degree = max(numerator.degree(), denominator.degree())
    inverse = sp.Dummy("s", nonnegative=True)
    coordinates = {dummy: node for node, dummy in plain.items()}
    over, under = (
        sp.Add(*(c * inverse ** (degree - power) for (power,), c in part.terms())).xreplace(coordinates)
        for part in (numerator, denominator)
    )
    return inverse, over, under


def _infinite(term: sp.Expr, index: sp.Symbol, first: int, sub: SubEvaluator) -> Ball:
    inverse, over, under = _ratio(term, index)
    at_infinity = {inverse: arb(0)}
    if not absolute(sub(over, at_infinity) / sub(under, at_infinity)) < 1:
        value = _of_fractions(term, index, first)
        if value is not None:
            return value
        raise UnsupportedExpression(f"consecutive terms have a ratio near 1, no bound for the tail: {term}")
    total: Ball = arb(0)
    check = max(first, 1) + 8
    for k in range(first, first + MOST_TERMS):
        spend(1, term)
        value = sub(term, {index: arb(k)})
        if k >= check:
            small = between(arb(0), 1 / arb(k))
            quotient = absolute(sub(over, {inverse: small}) / sub(under, {inverse: small}))
            tail = absolute(value) / (1 - quotient)
            # a sum that is zero has no relative precision: what is less than its own radius is no loss
            enough = tail.is_zero() or tail < absolute(total) * arb(2) ** (-ctx.prec) or tail < radius_of(total)
            if quotient < 1 and enough:
                slack = around_zero(tail)
                return total + (slack if isinstance(total, arb) and isinstance(value, arb) else acb(slack, slack))
            check = k + 1 + (k - first) // 8
        total = demoted(total + value)
    raise UnsupportedExpression(f"no bound for the tail of the sum of {term} after {MOST_TERMS} terms")


def _of_fractions(term: sp.Expr, index: sp.Symbol, first: int) -> arb | None:
    """The sum of a rational function of the index alone; None unless its poles are rational, below ``first`` and it converges."""
    if term.free_symbols != {index} or not term.is_rational_function(index):
        return None
    total, simple = arb(0), sp.Integer(0)
    for part in sp.Add.make_args(sp.apart(sp.together(term), index)):
        over, under = sp.fraction(part)
        lead, factors = sp.factor_list(under, index)
        if over.has(index) or not over.is_Rational or len(factors) != 1 or sp.degree(factors[0][0], index) != 1:
            return None
        (line, order) = factors[0]
        slope, constant = sp.Poly(line, index).all_coeffs()
        weight, start = over / (lead * slope**order), first + constant / slope
        if not start > 0:
            return None
        at = from_rational(start)
        simple += weight if order == 1 else 0
        total += from_rational(weight) * (-at.digamma() if order == 1 else arb(int(order)).zeta(at))
    return total if simple == 0 else None
