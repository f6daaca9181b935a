"""Means over random signs in balls, from their definition: the average over all values that the signs can have."""

from __future__ import annotations

import itertools

import sympy as sp
from flint import arb

from rftheory.numbers.ball_arithmetic import Ball, exact_integer
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression
from rftheory.rules.nodes import Expectation, sources
from rftheory.rules.tables import Sign

#: signs of one mean: all of their values are tried
MOST_SIGNS = 10


def over_signs(integrand: sp.Expr, sub: SubEvaluator) -> Ball:
    """The ball of ``E f``; what else is random in f is integrated for each value of the signs.

    Raises:
        UnsupportedExpression: for more than `MOST_SIGNS` signs, or signs with an index that is no integer at the point.
    """
    written = _written_out(integrand, sub)
    signs = sorted(written.atoms(Sign), key=lambda sign: sign.sort_key())
    if len(signs) > MOST_SIGNS or not all(sign.index.is_Integer and sign.index >= 1 for sign in signs):
        raise UnsupportedExpression(f"E[{integrand}]: more than {MOST_SIGNS} signs, or some of no known index")
    values = {sign: sp.Dummy(f"s{number}", real=True) for number, sign in enumerate(signs)}
    body = written.xreplace(values)
    body = Expectation(body) if sources(body) else body
    total: Ball = arb(0)
    for chosen in itertools.product((1, -1), repeat=len(signs)):
        total = total + sub(body, {symbol: arb(value) for symbol, value in zip(values.values(), chosen, strict=True)})
    return total / 2 ** len(signs)


def _written_out(expr: sp.Expr, sub: SubEvaluator) -> sp.Expr:
    """Sums and products over signs term by term, up to ends that are integers at the point."""
    if not expr.atoms(Sign) or isinstance(expr, Sign):
        return expr
    if not isinstance(expr, sp.Sum | sp.Product):
        return expr.func(*(_written_out(part, sub) for part in expr.args))
    joined, (limit, *others) = (sp.Add if isinstance(expr, sp.Sum) else sp.Mul), expr.limits
    first, last = (exact_integer(sub(end)) if sp.sympify(end).is_finite is not False else None for end in limit[1:])
    if others or first is None or last is None or last - first >= MOST_SIGNS:
        raise UnsupportedExpression(f"{expr}: signs over more than one index, or a range that is no short one")
    return joined(
        *(_written_out(expr.function.xreplace({limit[0]: sp.Integer(k)}), sub) for k in range(first, last + 1))
    )
