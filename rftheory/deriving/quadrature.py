"""Certified values of moments from their definition, whether or not they have a closed form."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from rftheory.inputs.kernels import theta, x_norm, y_norm
from rftheory.numbers.balls import Enclosure, ball, enclose
from rftheory.numbers.planes import BITS, without_maxima
from rftheory.numbers.walker import UnsupportedExpression
from rftheory.rules.gaussian import MOST_TERMS, terms_of
from rftheory.rules.nodes import Expectation
from rftheory.rules.planes import PlaneExpectation


def enclosed(sample: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> Enclosure:
    """The mean of a sample at a point, from its definition."""
    try:
        if terms_of(sample) > MOST_TERMS:
            raise UnsupportedExpression(f"a sum of more than {MOST_TERMS} exponentials")
        return enclose(Expectation(without_maxima(sample)), point)
    except UnsupportedExpression:
        known = {symbol: value for symbol, value in point.items() if symbol not in (x_norm, y_norm, theta)}
        return Enclosure(ball(PlaneExpectation(sample.subs(known)), point, BITS), BITS)
