"""Expectations over one number of a finite table: a weighted sum of balls."""

from __future__ import annotations

import sympy as sp
from flint import arb

from rftheory.numbers.ball_arithmetic import Ball, from_rational
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression
from rftheory.rules.nodes import sources
from rftheory.rules.tables import Drawn


def table_average(integrand: sp.Expr, sub: SubEvaluator) -> Ball:
    """The ball of E f(X) for one number X of a table.

    Raises:
        UnsupportedExpression: if f depends on several numbers, on a vector, or on anything else that is random.
    """
    drawn = integrand.atoms(Drawn)
    number = sp.Dummy("number", real=True)
    body = integrand.xreplace(dict.fromkeys(drawn, number))
    if len(drawn) != 1 or sources(body) or next(iter(drawn)).index is not None:
        raise UnsupportedExpression(f"E[{integrand}]: not a function of one number of a table")
    law = drawn.pop().laws[0]
    unit, total = from_rational(law.unit), arb(0)
    for value, weight in zip(law.values, law.weights, strict=True):
        total += sub(body, {number: unit * value}) * weight
    return total / sum(law.weights)
