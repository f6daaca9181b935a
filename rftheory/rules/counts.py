r"""Iid counts: ``E prod_l f_l(w_l) = prod_l sum_k p_k f_l(k)``, and three series in closed form.

For terms with ``t(k+1) = t(k) c / (k+1)^r`` the sum over k = 0, 1, ... is

    r = 1: t(0) exp(c)          r = 2: t(0) I_0(2 sqrt(c))          r = 0: t(0) / (1 - c),  |c| < 1.

The first two converge absolutely for every complex c (I_0(2 sqrt(c)) is entire in c, whatever the root); the third is
used only where |c| < 1 is known. ``0^0 = 1`` throughout, so c = 0 is no exception.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from rftheory.rules.expectation import expand_products
from rftheory.rules.gaussian import Positive, positive_by_assumption
from rftheory.rules.nodes import Expectation, sources
from rftheory.rules.variates import COUNT, Count


@dataclass(frozen=True)
class OneCount:
    """``prod_(index = low)^high sum_k p_k f(k)``, with ``terms = p_k f(k)`` in `COUNT`; one index for a single count."""

    terms: sp.Expr
    index: sp.Symbol | None = None
    low: sp.Expr = sp.Integer(1)
    high: sp.Expr = sp.Integer(1)


@dataclass(frozen=True)
class _Factored:
    """A constant times a product over independent counts: the expectation of a product of functions of one each."""

    constant: sp.Expr
    parts: tuple[OneCount, ...]


@dataclass(frozen=True)
class Series:
    """``sum_k t(k)`` with ``t(0) = first`` and ``t(k+1) = t(k) ratio / (k+1)^order``."""

    first: sp.Expr
    ratio: sp.Expr
    order: int


# -- independence -----------------------------------------------------------------------------------------------


def factored(term: sp.Expr) -> _Factored | None:
    """The expectation of one product, counts of different index being independent; None for any other shape.

    Products over the same range are merged, whatever their index is called.
    """
    constant: list[sp.Expr] = []
    products: dict[tuple[sp.Expr, sp.Expr], tuple[sp.Symbol, sp.Expr]] = {}
    singles: dict[Count, sp.Expr] = {}
    for factor in sp.Mul.make_args(term):
        base, power = factor.as_base_exp()
        if not sources(factor):
            constant.append(factor)
        elif isinstance(base, sp.Product) and power.is_Integer and len(base.limits) == 1:
            index, low, high = base.limits[0]
            known, body = products.get((low, high), (index, sp.Integer(1)))
            if known != index and known in base.function.free_symbols:
                return None
            products[low, high] = known, body * base.function.xreplace({index: known}) ** power
        else:
            counts = factor.atoms(Count)
            if len(counts) != 1 or sources(factor) != {next(iter(counts)).name}:
                return None
            count = counts.pop()
            if _binds(factor, count.index):
                return None
            singles[count] = singles.get(count, sp.Integer(1)) * factor
    if not _independent(products, singles):
        return None
    parts = [_one_count(body, (index, low, high)) for (low, high), (index, body) in products.items()]
    parts += [_one_count(function, None) for function in singles.values()]
    found = tuple(part for part in parts if part is not None)
    return _Factored(sp.Mul(*constant), found) if len(found) == len(parts) else None


def _independent(products: dict, singles: dict[Count, sp.Expr]) -> bool:
    """Different parts speak of different counts: one product alone, or single counts at different numbers."""
    if products:
        return len(products) == 1 and not singles
    return len(singles) == 1 or all(count.index.is_Integer for count in singles)


def _binds(function: sp.Expr, index: sp.Expr) -> bool:
    """Whether a part of a function binds the number of a count, so that it speaks of many counts at once."""
    bound = {limit[0] for node in function.atoms(sp.Sum, sp.Product, sp.Integral) for limit in node.limits}
    return bool(bound & index.free_symbols)


def _one_count(function: sp.Expr, limits: tuple[sp.Symbol, sp.Expr, sp.Expr] | None) -> OneCount | None:
    counts = function.atoms(Count)
    if len(counts) != 1:
        return None
    count = counts.pop()
    if _binds(function, count.index) or any(node.atoms(Count) for node in function.atoms(Expectation)):
        return None
    terms = count.law(COUNT) * function.xreplace({count: COUNT})
    # anything else random, or the count at another index than that of the product
    if sources(terms) or (limits is not None and count.index != limits[0]):
        return None
    return OneCount(terms) if limits is None else OneCount(terms, *limits)


# -- series -----------------------------------------------------------------------------------------------------


def series_of(term: sp.Expr, index: sp.Symbol, positive: Positive = positive_by_assumption) -> Series | None:
    """The terms of a series over index = 0, 1, ... through their ratio; None if they are not of the shape above.

    ``b^(u+a) = b^u b^a`` holds for principal powers of every b that is not zero, and for b = 0 with u, a >= 0. A power
    that is negative for a later k is undefined at b = 0, so there is nothing to show.
    """
    ratio, order = sp.Integer(1), sp.Integer(0)
    for factor in sp.Mul.make_args(term):
        if not factor.has(index):
            continue
        base, exponent = factor.as_base_exp()
        if base == sp.factorial(index) and exponent.is_Rational:
            order -= exponent
            continue
        slope = sp.diff(exponent, index)
        start = sp.expand(exponent - slope * index)
        if any(part.has(index) for part in (base, slope, start)) or not _splits(base, slope, start, positive):
            return None
        ratio *= base**slope
    if order not in (0, 1, 2):
        return None
    return Series(term.subs(index, 0), ratio, int(order))


def _splits(base: sp.Expr, slope: sp.Expr, start: sp.Expr, positive: Positive) -> bool:
    """Whether ``base^(start + slope (k + 1)) = base^(start + slope k) base^slope`` wherever the powers are defined."""
    # the sign of a base is asked last: who derives a map notes what is asked as a condition of it
    if base is sp.E or (slope.is_Rational and start.is_Rational and (start >= 0 or slope < 0)):
        return True
    return positive(base)


def sum_of(series: Series, positive: Positive = positive_by_assumption) -> sp.Expr | None:
    """The sum in closed form; None for a geometric series that is not proved to converge."""
    if series.order == 1:
        return series.first * sp.exp(series.ratio)
    if series.order == 2:
        return series.first * sp.besseli(0, 2 * sp.sqrt(series.ratio))
    ratio = series.ratio
    converges = ratio.is_extended_real and positive(1 - ratio) and positive(1 + ratio)
    return series.first / (1 - ratio) if converges else None


# -- the rule ---------------------------------------------------------------------------------------------------


def integrate_counts(expr: sp.Expr, positive: Positive = positive_by_assumption) -> sp.Expr:
    """Apply the rule to every expectation over counts in ``expr`` with a known sum; leave the others alone.

    ``positive`` proves that an expression is positive: the condition of geometric series.
    """

    def closed(node: sp.Expr) -> sp.Expr:
        value = _integrate(node.args[0], positive)
        return node if value is None else value

    return expr.replace(lambda e: isinstance(e, Expectation) and bool(e.atoms(Count)), closed)


def sum_series(expr: sp.Expr, positive: Positive = positive_by_assumption) -> sp.Expr:
    """Replace every series over one index from 0 that the rule knows by its sum; leave the others alone."""

    def closed(node: sp.Sum) -> sp.Expr:
        value = _sum_of_terms(node.function, node.limits[0][0], positive)
        return node if value is None else value

    return expr.replace(_is_series, closed)


def _is_series(node: sp.Basic) -> bool:
    return isinstance(node, sp.Sum) and len(node.limits) == 1 and tuple(node.limits[0][1:]) == (0, sp.oo)


def _integrate(expr: sp.Expr, positive: Positive) -> sp.Expr | None:
    total = []
    for term in sp.Add.make_args(expand_products(expr)):
        parts = factored(term)
        values = [] if parts is None else [_sum(part, positive) for part in parts.parts]
        if parts is None or None in values:
            return None
        total.append(parts.constant * sp.Mul(*values))
    return sp.Add(*total)


def _sum(part: OneCount, positive: Positive) -> sp.Expr | None:
    """``prod_l sum_k``; None if a series is unknown."""
    value = _sum_of_terms(part.terms, COUNT, positive)
    if value is None or part.index is None:
        return value
    return product_of(value, part.index, part.low, part.high)


def _sum_of_terms(terms: sp.Expr, index: sp.Symbol, positive: Positive) -> sp.Expr | None:
    """The sum over index = 0, 1, ..., each term of it a series of its own that converges absolutely."""
    sums = []
    for term in sp.Add.make_args(expand_products(terms)):
        series = series_of(term, index, positive)
        value = None if series is None else sum_of(series, positive)
        if value is None:
            simpler = _cancelled(terms, index)
            return None if simpler == terms else _sum_of_terms(simpler, index, positive)
        sums.append(value)
    return sp.Add(*sums)


def _cancelled(terms: sp.Expr, index: sp.Symbol) -> sp.Expr:
    """The same terms with their rational factors cancelled, where none has a pole at any k >= 0: of p_k = 1/((k + 1)(k + 2)), say."""
    rational, rest = sp.Integer(1), sp.Integer(1)
    for factor in sp.Mul.make_args(terms):
        if factor.has(index) and factor.is_rational_function(index):
            rational *= factor
        else:
            rest *= factor
    lower = sp.fraction(sp.together(rational))[1]
    # nothing is cancelled that may be 0/0
    defined = lower.subs(index, sp.Dummy(integer=True, nonnegative=True)).is_positive
    return sp.cancel(rational) * rest if defined else terms


def product_of(body: sp.Expr, index: sp.Symbol, low: sp.Expr, high: sp.Expr) -> sp.Expr:
    """A finite product: constants as powers, exponentials as the exponential of a sum, the rest as it stands."""
    size = high - low + 1
    outside, inside = [], []
    for factor in sp.Mul.make_args(body):
        if not factor.has(index):
            outside.append(sp.exp(factor.exp * size) if isinstance(factor, sp.exp) else factor**size)
        elif isinstance(factor, sp.exp):
            outside.extend(_exponential_of_sum(factor.exp, index, low, high))
        else:
            inside.append(factor)
    rest = sp.Product(sp.Mul(*inside), (index, low, high)) if inside else sp.Integer(1)
    return sp.Mul(*outside, rest)


def _exponential_of_sum(exponent: sp.Expr, index: sp.Symbol, low: sp.Expr, high: sp.Expr) -> Iterator[sp.Expr]:
    fixed, varying = expand_products(exponent).as_independent(index, as_Add=True)
    yield sp.exp(fixed * (high - low + 1))
    if varying != 0:
        coefficient, rest = varying.as_independent(index, as_Add=False)
        yield sp.exp(coefficient * sp.Sum(rest, (index, low, high)))


def telescoping_tail(law: sp.Lambda, n: sp.Symbol) -> sp.Expr | None:
    """``T(n) = sum_(k>=n) p_k`` of a rational p_k: a rational T with ``T(n) - T(n+1) = p_n`` and ``T -> 0``, both of which are checked.

    None for other laws, and where no such T is found or it has a pole at some n >= 0.
    """
    term = law(n)
    if term.free_symbols != {n} or not term.is_rational_function(n):
        return None
    k = sp.Dummy("k", integer=True, nonnegative=True)
    tail = sp.cancel(sp.combsimp(sp.summation(law(k), (k, n, sp.oo))))
    if not tail.is_rational_function(n) or sp.cancel(tail - tail.subs(n, n + 1) - term) != 0:
        return None
    above, below = (sp.Poly(part, n) for part in sp.fraction(tail))
    defined = below.as_expr().subs(n, sp.Dummy(integer=True, nonnegative=True)).is_positive
    return tail if defined and above.degree() < below.degree() else None
