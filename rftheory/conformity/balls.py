"""Pair moments in balls, one value at a time, from the integral over the angle between the lengths (`closed_forms`)."""

from __future__ import annotations

from fractions import Fraction

from flint import acb, arb

from rftheory.conformity.coefficients import rational
from rftheory.numbers.ball_arithmetic import hypergeometric


def angle_integral(d: int, cosine: Fraction, t: arb) -> arb:
    """``E_phi 1F1(d; d/2; t (1 + c sin phi))``, t of either sign: `closed_forms.angle_conformity` at v^2 = 2 t.

    flint's rigorous adaptive quadrature; the ball may be wide for large d, where `pair_series` has sums.
    """
    if cosine == 0:
        return t.hypgeom_1f1(arb(d), arb(d) / 2)
    c, half = rational(cosine), acb(d) / 2

    def integrand(phi: acb, _: bool) -> acb:
        sine = phi.sin()
        return sine ** (d - 1) * acb(hypergeometric([acb(d)], [half], t * (1 + c * sine)))

    total = acb.integral(integrand, 0, arb.pi() / 2).real
    return total * 2 * (arb(d + 1) / 2).gamma() / (arb.pi().sqrt() * (arb(d) / 2).gamma())


def fourier_pair(d: int, cosine: Fraction, t: arb) -> arb:
    """``E cos(w.z) cos(w'.z)`` at t = z^2/2 > 0."""
    if cosine == 0:
        return angle_integral(d, cosine, -t)
    return (angle_integral(d, cosine, -t) + angle_integral(d, -cosine, -t)) / 2
