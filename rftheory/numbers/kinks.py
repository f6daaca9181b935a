"""Gaussian integrals of functions of one number with signs and absolute values, times a power and an exponential."""

from __future__ import annotations

import math

import sympy as sp
from flint import acb, arb

from rftheory.numbers.analytic import AnalyticBalls
from rftheory.numbers.ball_arithmetic import Ball
from rftheory.numbers.gaussian_integrals import adaptive
from rftheory.numbers.growth import growth
from rftheory.numbers.integrand import IMAGE
from rftheory.numbers.walker import SubEvaluator, compile_for

_ANALYTIC = AnalyticBalls()


def kinked_moment(function: sp.Expr, length: arb, alpha: Ball, order: int, sub: SubEvaluator) -> Ball:
    """``E f(r g) g^n exp(alpha g)`` for g ~ N(0, 1), a length r and a function f of IMAGE.

    Raises:
        UnsupportedExpression: if no rule bounds a part of the function.
    """
    scaled, gaussian = sp.Dummy("length", nonnegative=True), sp.Dummy("g", real=True)
    bound = growth(function.xreplace({IMAGE: scaled * gaussian}), gaussian, lambda part: sub(part, {scaled: length}))
    names = tuple(sorted(function.free_symbols - {IMAGE}, key=lambda s: s.sort_key()))
    # signs and absolute values of numbers are not continued: only of the image the sign is known to be that of its real part
    fixed = {node: sp.Dummy() for node in function.atoms(sp.Abs, sp.sign) if not node.has(IMAGE)}
    values = [*(sub(name) for name in names), *(sub(node) for node in fixed)]
    program = compile_for(function.xreplace(fixed), (*names, *fixed.values(), IMAGE), _ANALYTIC)
    density, slope = 1 / (2 * arb.pi()).sqrt(), acb(alpha)

    def integrand(t: acb, analytic: bool) -> acb:
        _ANALYTIC.analytic = analytic
        return acb(density * ((slope - t / 2) * t).exp() * t**order * program(*values, length * t))

    # |t|^n <= n! exp(|t|)
    powers = arb(math.factorial(order))
    rate = bound.rate + abs(slope.real) + (1 if order else 0)
    return adaptive(integrand, density * bound.constant * powers, rate)
