r"""Geometric random features: discretely-induced features with ``p_k = p (1 - p)^k``  (CRT, Sec. 3.2.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import sympy as sp

from rftheory.arrays import Array, exact_number
from rftheory.coordinates import l, product, total, x, y
from rftheory.families.counts import parameter
from rftheory.families.discretely_induced import Coordinates, DiscreteFamily
from rftheory.kernels import d, p
from rftheory.rules.variates import COUNT


@dataclass(frozen=True)
class Geometric(DiscreteFamily):
    """``f(w, u) = p^(-d/2) exp(-|u|^2/2) prod_l u_l^(w_l) (1 - p)^(-w_l/2) (w_l!)^(-1/2)``.

    Args:
        success: p, a symbol or a number with 0 < p < 1 (floats are taken exactly).

    Raises:
        ValueError: if p is a number outside (0, 1).
    """

    success: sp.Expr = p

    parameter: ClassVar[str] = "success"

    def __post_init__(self) -> None:
        object.__setattr__(self, "success", exact_number("p", self.success))
        q = self.success
        if q.is_number and not (q.is_positive and (1 - q).is_positive):
            raise ValueError(f"p must satisfy 0 < p < 1, got {q}")

    @property
    def law(self) -> sp.Lambda:
        return sp.Lambda(COUNT, self.success * (1 - self.success) ** COUNT)

    def prefactor(self, size: sp.Expr) -> sp.Expr:
        return self.success ** (-size / 2)

    def weight(self, count: sp.Expr) -> sp.Expr:
        return (1 - self.success) ** (-count / 2) / sp.sqrt(sp.factorial(count))

    def second_moment(self, x: Coordinates, y: Coordinates, size: sp.Expr = d) -> sp.Expr:
        """``p^-d exp(-|x|^2 - |y|^2) prod_l I_0(2 (1-p)^(-1/2) |x_l y_l|)``, from (13)."""
        bessel = sp.besseli(0, 2 * (1 - self.success) ** sp.Rational(-1, 2) * sp.Abs(x[l] * y[l]))
        norms = total(x[l] ** 2, size=size) + total(y[l] ** 2, size=size)
        return self.success**-size * sp.exp(-norms) * product(bessel, size=size)

    def excess(self, x: Coordinates, y: Coordinates, size: sp.Expr = d) -> sp.Expr:
        """g with variance ``K^2 (exp(g) - 1)``: ``sum_l -log p + log I_0(2 (1-p)^(-1/2) |x_l y_l|) - 2 x_l y_l``.

        Every term is nonnegative: it is the logarithm of ``E Z_l^2 / (E Z_l)^2`` for one coordinate.
        """
        bessel = sp.besseli(0, 2 * (1 - self.success) ** sp.Rational(-1, 2) * sp.Abs(x[l] * y[l]))
        return total(sp.log(bessel) - 2 * x[l] * y[l] - sp.log(self.success), size=size)

    def variance_terms(self) -> tuple[sp.Expr, tuple[sp.Expr, ...]]:
        """``Var = exp(scale) sum terms`` for log-space: ``K^2 expm1(g)``."""
        return -total((x[l] - y[l]) ** 2), (sp.exp(self.excess(x, y)) - 1,)

    def best(self, x: Array, y: Array) -> Geometric:
        from rftheory.optima.geometric import optimal_geometric

        return Geometric(optimal_geometric(x, y).p)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Geometric:
        return replace(self, success=self.success.subs(dict(point)))

    def _draw(self, generator: np.random.Generator, shape: tuple[int, ...]) -> Array:
        return generator.geometric(parameter("p", self.success), shape) - 1
