r"""Geometric random features: discretely-induced features with ``p_k = p (1 - p)^k``  (CRT, Sec. 3.2.2)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import sympy as sp

from rftheory.families.counts import log_variance_of, parameter
from rftheory.families.discretely_induced import Coordinates, DiscreteFamily
from rftheory.inputs.arrays import Array, exact_number
from rftheory.inputs.coordinates import l, product, total
from rftheory.inputs.kernels import d, p
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

    def log_variance(self, x: Array, y: Array) -> Array:
        """log Var of one sample, shape (L,), from `excess`.

        With q = 1 - p and s = x_l y_l a term is a square, ``q - 2s + s^2/q``, and remainders of second order: little cancels.
        """
        # imported here: a feature map waits for no SciPy
        from scipy.special import i0e

        success, products = parameter("p", self.success), x * y
        q = float(1 - self.success)
        square = np.square(products) / q
        near = np.minimum(square, 0.5)
        # log I_0(z) - z^2/4 at z^2/4 = near, by the power series of I_0
        beyond = np.polynomial.polynomial.polyval(near, [0.0, 0.0, *(math.factorial(k) ** -2.0 for k in range(2, 14))])
        small = np.square(q - products) / q - _log1p_beyond(-q) + _log1p_beyond(near + beyond) + beyond
        z = 2 * np.sqrt(square)
        large = np.log(i0e(z)) + (z - 2 * products) - math.log(success)
        return log_variance_of(np.where(square == near, small, large).sum(axis=1), x, y)

    def best(self, x: Array, y: Array) -> Geometric:
        from rftheory.families.optima.geometric import optimal_geometric

        return Geometric(optimal_geometric(x, y).p)

    def log_prefactor(self, size: int) -> float:
        return -math.log(parameter("p", self.success)) * size / 2

    def log_weights(self, counts: Array) -> Array:
        from scipy.special import gammaln

        return -(math.log1p(-parameter("p", self.success)) * counts + gammaln(counts + 1.0)) / 2

    def _draw(self, generator: np.random.Generator, shape: tuple[int, ...]) -> Array:
        return generator.geometric(parameter("p", self.success), shape) - 1


def _log1p_beyond(x: Any) -> Any:
    """``log(1 + x) - x``."""
    near = np.where(np.abs(x) < 0.1, x, 0.0)
    series = np.polynomial.polynomial.polyval(near, [0.0, 0.0, *((-1.0) ** (k + 1) / k for k in range(2, 18))])
    return np.where(np.abs(x) < 0.1, series, np.log1p(x) - x)
