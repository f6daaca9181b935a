"""The length of a Gaussian vector: ``|w|`` for w ~ N(0, I_d) has the chi law with d degrees of freedom.

Its density is ``2^(1-d/2) / Gamma(d/2) t^(d-1) exp(-t^2/2)`` for t > 0.
"""

from __future__ import annotations

import sympy as sp


def chi_density(length: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """The density of |w| at ``length`` > 0."""
    dimension = sp.sympify(dimension)
    constant = 2 ** (1 - dimension / 2) / sp.gamma(dimension / 2)
    return constant * length ** (dimension - 1) * sp.exp(-(length**2) / 2)


def chi_moment(order: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """``E |w|^k = 2^(k/2) Gamma((d+k)/2) / Gamma(d/2)`` for real k > -d; infinite otherwise."""
    order, dimension = sp.sympify(order), sp.sympify(dimension)
    return 2 ** (order / 2) * sp.gamma((dimension + order) / 2) / sp.gamma(dimension / 2)


def chi_square_exponential(rate: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """``E exp(s |w|^2) = (1 - 2s)^(-d/2)`` for s < 1/2; infinite otherwise."""
    return (1 - 2 * sp.sympify(rate)) ** (-sp.sympify(dimension) / 2)
