r"""Rigorous exponential moments ``E exp(theta Z)`` of a bounded sample ``Z = c exp(a |w|^2 + w.u)``, a < 0 < c, u real.

The power series ``sum_n theta^n E Z^n / n!`` with ``E Z^n = c^n (1 - 2na)^(-d/2) exp(n^2 u^2 / (2 (1 - 2na)))`` (proved in
`rules.gaussian-quadratic`). Since ``0 < Z <= b = c exp(-u^2/(4a))``, the terms from N on add up to at most
``x^N / N! / (1 - x/(N+1))`` with ``x = |theta| b < N + 1``.
"""

from __future__ import annotations

import itertools

import sympy as sp
from flint import arb, ctx

from rftheory.numbers.ball_arithmetic import around_zero, between
from rftheory.numbers.walker import SubEvaluator
from rftheory.rules.concentration import QuadraticExponential, quadratic_exponential
from rftheory.rules.nodes import sources

#: the x beyond which the series would be long
_LONG = 1_000


def exponent_of_sample(integrand: sp.Expr) -> tuple[sp.Expr, QuadraticExponential] | None:
    """``exp(theta Z)`` as theta and the law of Z, or None if the integrand is not of this kind."""
    if not isinstance(integrand, sp.exp):
        return None
    factors = sp.Mul.make_args(integrand.exp)
    sample = sp.Mul(*(f for f in factors if sources(f)))
    try:
        law = quadratic_exponential(sample)
    except ValueError:
        return None
    return sp.Mul(*(f for f in factors if not sources(f))), law


def exponential_of_sample(integrand: sp.Expr, sub: SubEvaluator) -> arb | None:
    """``E exp(theta Z)`` in balls, or None if the integrand is not of this kind."""
    found = exponent_of_sample(integrand)
    if found is None:
        return None
    rate, law = found
    parts = [sub(e) for e in (rate, law.constant, law.curvature, law.square, law.dimension)]
    if not all(isinstance(part, arb) for part in parts):
        return None
    theta, constant, a, square, d = parts
    if not (constant > 0 and a < 0):
        return None
    return _series(theta * constant, a, square, d)


def _series(rate: arb, a: arb, square: arb, d: arb) -> arb:
    reach = abs(rate) * (-square / (4 * a)).exp()
    if not reach < _LONG:
        return between((-reach).exp(), reach.exp())
    total, power, bound = arb(1), arb(1), arb(1)
    for n in itertools.count(1):
        power, bound = power * rate / n, bound * reach / n
        gap = 1 - 2 * n * a
        total += power * gap ** (-d / 2) * (n**2 * square / (2 * gap)).exp()
        left = 1 - reach / (n + 2)
        if left > 0:
            tail = bound * reach / (n + 1) / left
            if tail < abs(total) * arb(2) ** (-ctx.prec):
                return total + around_zero(tail)
    raise AssertionError("a count does not end")
