"""Pair moments in balls that do not come from the coefficients under test, and what float64 results are measured with."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np
from flint import arb, ctx

from rftheory.conformity.balls import angle_integral
from rftheory.conformity.coefficients import rational
from rftheory.conformity.geometry import geometry_of
from rftheory.conformity.scaled import Scaled

EPS = float(np.finfo(float).eps)
#: relative error promised
TOLERANCE = 1e-12
DIMENSIONS = (2, 3, 6, 64, 4096)
LENGTHS = (1e-6, 0.1, 1.0, 1.4142135623730951, 5.0, 31.4, 100.0)
ZERO = Fraction(0)


def half_square(v: float) -> arb:
    return rational(Fraction(v) ** 2 / 2)


def hypergeometric(d: int, p: int, t: arb) -> arb:
    """``1F1(d+p; d/2+p; t)``; for even d and t > 0 as ``e^t sum_j binomial(d/2, j) t^j/(d/2+p)_j`` (Kummer), a finite sum.

    (flint has no finite ball for large parameters with large arguments.)
    """
    if d % 2 or not t > 0:
        return t.hypgeom_1f1(arb(d + p), arb(d) / 2 + p)
    n, total, term = d // 2, arb(0), arb(1)
    for j in range(n + 1):
        total += term
        term = term * t * (n - j) / ((j + 1) * (n + p + j))
    return t.exp() * total


@lru_cache(maxsize=256)
def reference(d: int, cosine: Fraction, v: float, sign: int = 1) -> arb:
    """rho in a ball, not by the coefficients under test: the integral (21), or powers of the cosine.

    ``rho = sum_p c^p E sin^p t^p/p! (d)_p/(d/2)_p 1F1(d+p; d/2+p; t)``, whose terms are below (2 |c t|)^p/p! times the first
    one's bound 1F1(d; d/2; |t|).
    """
    with ctx.workprec(400):
        t = sign * half_square(v)
        if cosine == 0:
            return hypergeometric(d, 0, t)
        if d <= 6:
            return angle_integral(d, cosine, t)
        count = int(8 * abs(float(cosine) * float(t))) + 80
        half, total, factor = arb(d) / 2, arb(0), arb(1)
        for p in range(count):
            moment = ((arb(d + p) / 2).lgamma() - (arb(d + p + 1) / 2).lgamma()).exp()
            total += factor * moment * hypergeometric(d, p, t)
            factor = factor * rational(cosine) * t * (d + p) / ((half + p) * (p + 1))
        normal = ((arb(d + 1) / 2).lgamma() - half.lgamma()).exp()
        tail = 2 * (2 * abs(rational(cosine) * t)) ** count / (arb(count) + 1).gamma()
        return total * normal + arb(0, 1) * (tail * hypergeometric(d, 0, abs(t)))


def error(value: Scaled, exact: arb) -> float:
    """The relative error of one number, the radius of the ball included."""
    with ctx.workprec(400):
        number = arb(float(value.mantissa)) * arb(2) ** int(value.exponent)
        return float(((number - exact) / exact).abs_upper())


def one(value: Scaled) -> Scaled:
    return Scaled(value.mantissa.reshape(()), value.exponent.reshape(()))


def cosine_of(coupling: str, d: int) -> Fraction:
    return geometry_of(coupling, d).cosine
