"""Gaussian integrals of functions of one number with signs and absolute values, times a power and an exponential."""

from __future__ import annotations

import math

import sympy as sp
from flint import acb, arb

from rftheory.numbers.analytic import AnalyticBalls
from rftheory.numbers.ball_arithmetic import Ball, around_zero, demoted
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
    monomials = _powers(function) if acb(alpha).is_zero() else None
    if monomials is not None:
        terms = (sub(c) * _power_moment(i + j + order, order + i + k, length, i + j) for (i, j, k), c in monomials)
        return demoted(sum(terms, acb(0)))
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
        value = acb(density * ((slope - t / 2) * t).exp() * t**order * program(*values, length * t))
        if analytic or value.is_finite() or not (t.imag.is_zero() and length > 0):
            return value
        # on the real line the bound holds, also beside a pole of an exponent
        within = around_zero((density * bound.constant * powers * (rate * abs(t)).exp()).abs_upper())
        return acb(within, within)

    # |t|^n <= n! exp(|t|)
    powers = arb(math.factorial(order))
    rate = bound.rate + abs(slope.real) + (1 if order else 0)
    value = adaptive(integrand, density * bound.constant * powers, rate)
    return acb(value).real if isinstance(alpha, arb) and _is_real_beside_zero(function) else value


def _is_real_beside_zero(function: sp.Expr) -> bool:
    """Whether a function of the image is seen to be real for all others than 0, where it may have a pole."""
    away = sp.Dummy("away", positive=True)
    return all(function.xreplace({IMAGE: sign * away}).is_extended_real for sign in (1, -1))


def _powers(function: sp.Expr) -> list[tuple[tuple[int, ...], sp.Expr]] | None:
    """The powers of the image, of its absolute value and of its sign in each term, with the coefficients; None for what has others."""
    generators = (IMAGE, sp.Abs(IMAGE), sp.sign(IMAGE))
    names = sp.symbols("t a s", cls=sp.Dummy)
    plain = function.xreplace(dict(zip(reversed(generators), reversed(names), strict=True)))
    if not plain.is_polynomial(*names) or plain.has(IMAGE):
        return None
    found: list[tuple[tuple[int, ...], sp.Expr]] = sp.Poly(plain, *names).terms()
    return found


def _power_moment(power: int, odd: int, length: arb, lengths: int) -> arb:
    """``r^l E |g|^p sgn(g)^k`` for g ~ N(0, 1): zero if k is odd, else ``r^l 2^(p/2) Gamma((p + 1)/2)/sqrt(pi)``."""
    if odd % 2:
        return arb(0)
    half = arb(power) / 2
    return length**lengths * arb(2) ** half * (half + arb(1) / 2).gamma() / arb.pi().sqrt()
