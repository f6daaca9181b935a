"""Pair moments in balls that do not come from the coefficients under test, and what float64 results are measured with."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np
from flint import acb, arb, ctx

from rftheory.couplings.geometries import geometry_of
from rftheory.numbers import ball_arithmetic
from rftheory.numbers.ball_parts import rational

EPS = float(np.finfo(float).eps)
#: relative error promised
TOLERANCE = 1e-11
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


def angle_integral(d: int, cosine: Fraction, t: arb) -> arb:
    """``E_phi 1F1(d; d/2; t (1 + c sin phi))``, t of either sign: `closed_forms.angle_conformity` at v^2 = 2 t.

    flint's rigorous adaptive quadrature; the ball may be wide for large d, where `pair_series` has sums.
    """
    if cosine == 0:
        return t.hypgeom_1f1(arb(d), arb(d) / 2)
    c, half = rational(cosine), acb(d) / 2

    def integrand(phi: acb, _: bool) -> acb:
        sine = phi.sin()
        return sine ** (d - 1) * acb(ball_arithmetic.hypergeometric([acb(d)], [half], t * (1 + c * sine)))

    total = acb.integral(integrand, 0, arb.pi() / 2).real
    return total * 2 * (arb(d + 1) / 2).gamma() / (arb.pi().sqrt() * (arb(d) / 2).gamma())


def fourier_pair(d: int, cosine: Fraction, t: arb) -> arb:
    """``E cos(w.z) cos(w'.z)`` at t = z^2/2 > 0."""
    if cosine == 0:
        return angle_integral(d, cosine, -t)
    return (angle_integral(d, cosine, -t) + angle_integral(d, -cosine, -t)) / 2


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


def error(log: float, exact: arb) -> float:
    """The relative error of a number by its logarithm, the radius of the ball included, beside what a logarithm can tell."""
    with ctx.workprec(400):
        return float((arb(float(log)) - exact.log()).expm1().abs_upper()) - 4 * EPS * abs(float(log))


def cosine_of(coupling: str, d: int) -> Fraction:
    return geometry_of(coupling, d).cosine
