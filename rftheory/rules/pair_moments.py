r"""Conformities in closed form: the pair moments ``rho = E exp((w_i + w_j).u)``, v = |u|, of geometric couplings.

Two projections at a fixed angle with independent chi_d lengths have ``|w_1 + w_2|^2 = r_1^2 + r_2^2 + 2 r_1 r_2 cos
theta``. In polar coordinates ``(r_1, r_2) = R (cos(phi/2), sin(phi/2))`` the radius ``R^2 ~ chi^2_2d`` is independent of
phi, whose density on (0, pi) is proportional to ``sin(phi)^(d-1)``, so

    rho = E_phi 1F1(d; d/2; v^2/2 (1 + cos(theta) sin(phi)))                                            (Reid et al. 2023, (21))
        = sum_k (d)_k / ((d/2)_k k!) (v^2/2)^k E_phi (1 + cos(theta) sin(phi))^k.

The square is an argument, so that Fourier features are the same functions at ``-z^2``: ``E cos(w.z) cos(w'.z)`` is the
average of those at the cosines c and -c. The sums of independent projections have ``rho = exp(v^2)``.
"""

from __future__ import annotations

import sympy as sp

#: the angle phi between the lengths, and the summation index of the series
phi = sp.Dummy("phi", real=True)
k = sp.Dummy("k", integer=True, nonnegative=True)


def resultant_conformity(square: sp.Expr, d: sp.Expr) -> sp.Expr:
    """``E exp(w.u) = 0F1(; d/2; v^2 |w|^2 / 4)`` of a resultant w of uniform direction, for the square v^2 |w|^2."""
    return sp.hyper([], [d / 2], square / 4)


def independent_conformity(square: sp.Expr) -> sp.Expr:
    """``exp(v^2)`` for the square v^2 (minus z^2 for Fourier features)."""
    return sp.exp(square)


def orthogonal_conformity(square: sp.Expr, d: sp.Expr) -> sp.Expr:
    """``1F1(d; d/2; v^2/2)``."""
    return sp.hyper([d], [d / 2], square / 2)


def angle_density(d: sp.Expr) -> sp.Expr:
    """The density of `phi` on (0, pi)."""
    return sp.gamma((d + 1) / 2) / (sp.sqrt(sp.pi) * sp.gamma(d / 2)) * sp.sin(phi) ** (d - 1)


def angle_conformity(square: sp.Expr, d: sp.Expr, cosine: sp.Expr) -> sp.Expr:
    """The conformity at a fixed angle, an integral over `phi`."""
    value = orthogonal_conformity(square * (1 + cosine * sp.sin(phi)), d)
    return sp.Integral(angle_density(d) * value, (phi, 0, sp.pi))


def simplex_cosine(d: sp.Expr) -> sp.Expr:
    """``-1/(d-1)``."""
    return -1 / (d - 1)


def simplex_conformity(square: sp.Expr, d: sp.Expr) -> sp.Expr:
    """The conformity of the simplex of d projections in R^d, d >= 2."""
    return angle_conformity(square, d, simplex_cosine(d))


def length_moment(p: sp.Expr, d: sp.Expr) -> sp.Expr:
    """``E sin(phi)^p``."""
    return sp.gamma((d + p) / 2) * sp.gamma((d + 1) / 2) / (sp.gamma((d + p + 1) / 2) * sp.gamma(d / 2))


def even_conformity(square: sp.Expr, d: sp.Expr, cosine: sp.Expr) -> sp.Expr:
    """``E cosh(w.u) cosh(w'.u)``, or ``E cos(w.z) cos(w'.z)`` at minus the square: the average over c and -c."""
    return (angle_conformity(square, d, cosine) + angle_conformity(square, d, -cosine)) / 2
