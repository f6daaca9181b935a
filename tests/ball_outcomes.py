"""How the ball of a random expression ends beside mpmath, which computes the same tree by itself.

mpmath has 60 and 120 digits, then more until two values agree; where they never do, nothing is compared. Where it names a pole, no ball at
the point itself may be finite. Half of the expressions are evaluated at balls around the point.
"""

from __future__ import annotations

from typing import Literal

import mpmath
import numpy as np
import sympy as sp
from flint import acb, arb, ctx
from mpmath_reference import Undefined, agreed
from random_expressions import Draws

from rftheory.numbers.ball_arithmetic import Ball
from rftheory.numbers.balls import BALLS, UnsupportedExpression
from rftheory.numbers.walker import compile_for, evaluate
from rftheory.numbers.work import limited

#: bits of working precision
PRECISIONS = (24, 53, 100, 200)
Outcome = Literal["held", "refused", "not compared", "missed"]


def enclosed(expr: sp.Expr, draws: Draws, widened: bool) -> Ball:
    """The ball of an expression at its point, or at balls that contain it."""
    symbols = tuple(sorted(expr.free_symbols, key=str))
    with ctx.workprec(int(draws.generator.choice(PRECISIONS))), limited():
        balls = [evaluate(draws.point[s], {}, BALLS) for s in symbols]
        if widened:
            balls = [
                b if s in draws.exact else _around(b, draws.generator) for s, b in zip(symbols, balls, strict=True)
            ]
        return compile_for(expr, symbols, BALLS)(*balls)


def _around(value: Ball, generator: np.random.Generator) -> Ball:
    """A ball that contains the value, not in its middle."""
    radius = arb(2) ** int(generator.integers(-40, 1))

    def wide(part: arb) -> arb:
        return part + radius * float(generator.uniform(-0.99, 0.99)) + arb(0, radius)

    return wide(value) if isinstance(value, arb) else acb(wide(value.real), wide(value.imag))


def contains(value: Ball, true: mpmath.mpc, slack: mpmath.mpf) -> bool:
    """Whether a ball has a common point with the number that mpmath knows up to the slack."""
    with ctx.workprec(2000):
        parts = [_exact(part) + arb(0, _exact(slack).abs_upper()) for part in (true.real, true.imag)]
        return bool(acb(value).overlaps(acb(*parts)))


def _exact(number: mpmath.mpf) -> arb:
    sign, mantissa, exponent, _ = number._mpf_
    return arb((-int(mantissa) if sign else int(mantissa), int(exponent)))


def outcome(expr: sp.Expr, draws: Draws) -> tuple[Outcome, str]:
    """How one expression ends, with the ball and the value where they are apart."""
    widened = bool(draws.generator.random() < 0.5)
    try:
        value = enclosed(expr, draws, widened)
    except UnsupportedExpression:
        return "refused", ""
    if not value.is_finite():
        return "refused", ""
    try:
        true = agreed(expr, draws.point)
    except Undefined as reason:
        return ("not compared", "") if widened else ("missed", f"{value.str(20)} where mpmath has none: {reason}")
    if true is None:
        return "not compared", ""
    if contains(value, *true):
        return "held", ""
    return "missed", f"{value.str(20)} without {mpmath.nstr(true[0], 20)}"
