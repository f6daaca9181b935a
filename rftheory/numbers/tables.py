"""Tables of exact numbers: expectations over one number of a finite table, in balls, and entries, in balls and in mpmath."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp
from flint import arb

from rftheory.numbers.ball_arithmetic import Ball, exact_integer, from_rational
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression
from rftheory.rules.nodes import sources
from rftheory.rules.tables import Drawn
from rftheory.rules.tabulated import Tabulated


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


def in_balls(node: Tabulated, sub: SubEvaluator, environment: Mapping[sp.Symbol, Ball]) -> Ball:
    """The ball of an entry; one that tells nothing where the table has none."""
    numbers = [exact_integer(sub(number)) for number in node.numbers]
    known = [number for number in numbers if number is not None]
    entry = node.at(*known) if len(known) == len(numbers) else None
    return arb.nan() if entry is None else from_rational(entry)


def in_multiprecision(
    rational: Callable[[sp.Rational], Any], node: Tabulated, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]
) -> Any:
    """The mpmath number of an entry.

    Raises:
        UnsupportedExpression: where the table has none.
    """
    numbers = [sub(number) for number in node.numbers]
    entry = node.at(*map(int, numbers)) if all(number == int(number) for number in numbers) else None
    if entry is None:
        raise UnsupportedExpression(f"{node} has no entry at {numbers}")
    return rational(entry)
