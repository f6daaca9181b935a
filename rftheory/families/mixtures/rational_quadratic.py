r"""The rational quadratic kernel, ``K(r) = (1 + r^2/(2 alpha))^(-alpha)`` (Rasmussen and Williams 2006, (4.19)): T = G/alpha.

G has the Gamma law of shape alpha. Its exponential moments are finite up to alpha, unlike those of the Matern kernel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from scipy.special import gammaln

from rftheory.families.mixtures.mixture import Mixture
from rftheory.inputs.arrays import Array

if TYPE_CHECKING:
    import sympy as sp


@dataclass(frozen=True)
class RationalQuadratic(Mixture):
    """Of shape alpha > 0."""

    alpha: Fraction

    names: ClassVar[tuple[str, ...]] = ("rational-quadratic",)

    @property
    def words(self) -> str:
        return f"a rational quadratic kernel with alpha = {self.alpha}"

    @property
    def width(self) -> float:
        return float(self.alpha) ** -0.5

    @property
    def exponential_moments(self) -> float:
        return float(self.alpha)

    def log_of(self, r: Array) -> Array:
        alpha = float(self.alpha)
        return np.asarray(-alpha * np.log1p(np.square(r) / (2 * alpha)))

    def transform(self, rate: sp.Expr) -> sp.Expr:
        import sympy as sp

        alpha = sp.Rational(self.alpha)
        return (1 + rate / alpha) ** -alpha

    def log_density(self, u: Array) -> Array:
        alpha = float(self.alpha)
        return np.asarray(alpha * (math.log(alpha) + u - np.exp(u)) - gammaln(alpha))

    def squared_scales(self, generator: np.random.Generator, shape: tuple[int, ...]) -> Array:
        alpha = float(self.alpha)
        return generator.standard_gamma(alpha, shape) / alpha
