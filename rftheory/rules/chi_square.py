"""Squared distances of a Gaussian vector: ``|w - c|^2`` for w ~ N(0, I_d) and a fixed c with ``|c|^2 = nu``.

The law is the noncentral chi-square law, the mixture over ``j ~ Poisson(nu/2)`` of the chi-square laws with d + 2j
degrees of freedom.
"""

from __future__ import annotations

import sympy as sp


class NoncentralChiSquare(sp.Function):
    """``P(|w - c|^2 <= x)`` for w ~ N(0, I_d), ``|c|^2 = nu``: arguments x, d > 0 and nu >= 0; zero for x <= 0."""

    nargs = 3

    def _eval_is_extended_real(self) -> bool:
        return True

    def _eval_is_nonnegative(self) -> bool:
        return True

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        x, dimension, square = (printer._print(a) for a in self.args)
        return rf"F_{{\chi^2_{{{dimension}}}({square})}}\left({x}\right)"


def poisson_weight(count: sp.Expr, square: sp.Expr) -> sp.Expr:
    """The weight of the component with d + 2j degrees of freedom: ``exp(-nu/2) (nu/2)^j / j!``."""
    half = sp.sympify(square) / 2
    return sp.exp(-half) * half**count / sp.factorial(count)


def squared_distance_exponential(rate: sp.Expr, dimension: sp.Expr, square: sp.Expr) -> sp.Expr:
    """``E exp(-s |w - c|^2) = (1 + 2s)^(-d/2) exp(-s nu / (1 + 2s))`` for s > -1/2."""
    growth = 1 + 2 * sp.sympify(rate)
    return growth ** (-sp.sympify(dimension) / 2) * sp.exp(-rate * square / growth)
