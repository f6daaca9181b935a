"""Expectations over independent counts, from their definition: ``E prod_l f_l(w_l) = prod_l sum_k p_k f_l(k)``.

The series stay series: the arithmetic sums them, and no closed form of a sum enters.
"""

from __future__ import annotations

from functools import lru_cache

import sympy as sp

from rftheory.numbers.walker import UnsupportedExpression
from rftheory.rules.counts import OneCount, factored
from rftheory.rules.expectation import expand_products
from rftheory.rules.variates import COUNT


@lru_cache(maxsize=256)
def as_series(integrand: sp.Expr) -> sp.Expr:
    """The expectation of an expression in independent counts, as products of series.

    Raises:
        UnsupportedExpression: if it is not a sum of products of functions of one count each.
    """
    total = []
    for term in sp.Add.make_args(expand_products(integrand)):
        parts = factored(term)
        if parts is None:
            raise UnsupportedExpression(f"E[{term}]: not a product of functions of one count each")
        total.append(sp.Mul(parts.constant, *(_product(part) for part in parts.parts)))
    return sp.Add(*total)


def _product(part: OneCount) -> sp.Expr:
    series = _series(part.terms)
    return series if part.index is None else sp.Product(series, (part.index, part.low, part.high))


def _series(terms: sp.Expr) -> sp.Expr:
    """``sum_k p_k f(k)``, one series for each term, constants taken out."""
    sums = []
    for term in sp.Add.make_args(expand_products(terms)):
        constant, varying = term.as_independent(COUNT, as_Add=False)
        sums.append(constant * sp.Sum(varying, (COUNT, 0, sp.oo)))
    return sp.Add(*sums)
