r"""Poisson random features: discretely-induced features with ``p_k = e^(-lam) lam^k / k!``  (CRT, Sec. 3.2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import sympy as sp

from rftheory.families.counts import LARGEST, log_variance_of, parameter
from rftheory.families.discretely_induced import Coordinates, DiscreteFamily
from rftheory.inputs.arrays import Array, exact_number
from rftheory.inputs.coordinates import l, total
from rftheory.inputs.kernels import d, lam
from rftheory.inputs.statistics import DataStatistics
from rftheory.rules.variates import COUNT


@dataclass(frozen=True)
class Poisson(DiscreteFamily):
    """``f(w, u) = exp(lam d/2 - |u|^2/2) prod_l u_l^(w_l) lam^(-w_l/2)``.

    Args:
        rate: lam > 0, a symbol or a number (floats are taken exactly).

    Raises:
        ValueError: if the rate is a number that is not positive and finite.
    """

    rate: sp.Expr = lam

    parameter: ClassVar[str] = "rate"

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", exact_number("lam", self.rate))
        if self.rate.is_number and not (self.rate.is_finite and self.rate.is_positive):
            raise ValueError(f"lam must be a number > 0, got {self.rate}")

    @property
    def law(self) -> sp.Lambda:
        return sp.Lambda(COUNT, sp.exp(-self.rate) * self.rate**COUNT / sp.factorial(COUNT))

    def prefactor(self, size: sp.Expr) -> sp.Expr:
        return sp.exp(self.rate * size / 2)

    def weight(self, count: sp.Expr) -> sp.Expr:
        return self.rate ** (-count / 2)

    def second_moment(self, x: Coordinates, y: Coordinates, size: sp.Expr = d) -> sp.Expr:
        """``exp(lam d + lam^-1 sum_l x_l^2 y_l^2 - |x|^2 - |y|^2)``, from (11)."""
        return sp.exp(self.exponent(x, y, size) - total(x[l] ** 2, size=size) - total(y[l] ** 2, size=size))

    def exponent(self, x: Coordinates, y: Coordinates, size: sp.Expr = d) -> sp.Expr:
        """The part of the exponent of (11) that depends on the rate: ``lam d + lam^-1 sum_l x_l^2 y_l^2``."""
        return self.rate * size + total(x[l] ** 2 * y[l] ** 2, size=size) / self.rate

    def excess(self, x: Coordinates, y: Coordinates, size: sp.Expr = d) -> sp.Expr:
        """``g = sum_l (lam - x_l y_l)^2 / lam``; the variance of one sample is ``K^2 (exp(g) - 1)``, without
        cancellation where g is small."""
        return total((self.rate - x[l] * y[l]) ** 2, size=size) / self.rate

    def log_variance(self, x: Array, y: Array) -> Array:
        """log Var of one sample, shape (L,), from `excess`."""
        rate = parameter("lam", self.rate)
        return log_variance_of(np.square(rate - x * y).sum(axis=1) / rate, x, y)

    def best(self, x: Array, y: Array) -> Poisson:
        averages = DataStatistics.of(x, y)
        square = averages.squared_products / averages.dimension
        if not square > 0:
            raise ValueError("rate has no best value > 0: all products x_l y_l of the data are zero; give rate")
        return Poisson(float(np.sqrt(square)))

    def log_prefactor(self, size: int) -> float:
        return parameter("lam", self.rate) * size / 2

    def log_weights(self, counts: Array) -> Array:
        return -np.log(parameter("lam", self.rate)) / 2 * counts

    def _draw(self, generator: np.random.Generator, shape: tuple[int, ...]) -> Array:
        rate = parameter("lam", self.rate)
        if rate > LARGEST:
            raise ValueError(f"lam must be at most 2^53, the largest count that is exact in float64, got {rate:g}")
        return generator.poisson(rate, shape)


def optimal_rate(x: Coordinates, y: Coordinates, size: sp.Expr = d) -> sp.Expr:
    """``d^(-1/2) (sum_l x_l^2 y_l^2)^(1/2)``, the rate of least variance unless all products x_l y_l vanish."""
    return sp.sqrt(total(x[l] ** 2 * y[l] ** 2, size=size)) / sp.sqrt(size)
