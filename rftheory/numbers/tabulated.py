"""Entries of tables of exact numbers, in balls and in mpmath: the arguments must be integers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp
from flint import arb

from rftheory.numbers.ball_arithmetic import Ball, exact_integer, from_rational
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression
from rftheory.rules.tabulated import Tabulated


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
