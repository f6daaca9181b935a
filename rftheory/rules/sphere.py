"""Uniform directions: u = w/|w| for w ~ N(0, I_d), independent of the length |w|.

The angle phi in [0, pi] of u with a fixed axis has the density ``Gamma(d/2) / (sqrt(pi) Gamma((d-1)/2))
sin(phi)^(d-2)``, for d >= 2. So ``E f(|w| u) = E f(w)`` and moments of u are moments of w over those of |w|.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp


def angle_density(angle: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """The density at ``angle`` of the angle between a uniform direction and a fixed one, d >= 2."""
    dimension = sp.sympify(dimension)
    constant = sp.gamma(dimension / 2) / (sp.sqrt(sp.pi) * sp.gamma((dimension - 1) / 2))
    return constant * sp.sin(angle) ** (dimension - 2)


def direction_moment(halves: Sequence[sp.Expr], dimension: sp.Expr) -> sp.Expr:
    """``E prod_i u_i^(2 k_i)`` for different coordinates and the given k_i > -1/2 (Dirichlet moments of u_i^2).

    It is ``Gamma(d/2) / Gamma(d/2 + sum k_i) prod_i Gamma(k_i + 1/2) / Gamma(1/2)``.
    """
    half = sp.sympify(dimension) / 2
    factors = (sp.gamma(k + sp.Rational(1, 2)) / sp.sqrt(sp.pi) for k in map(sp.sympify, halves))
    return sp.gamma(half) / sp.gamma(half + sp.Add(*halves)) * sp.Mul(*factors)


def direction_exponential(square: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """``E exp(u.v) = 0F1(; d/2; v^2/4)`` of a vector with (bilinear) square ``v^2``, real or complex."""
    return sp.hyper([], [sp.sympify(dimension) / 2], sp.sympify(square) / 4)
