r"""The Matern kernel, ``K(r) = 2^(1-nu)/Gamma(nu) s^nu K_nu(s)``, ``s = (2 nu)^(1/2) r`` (Rasmussen and Williams 2006, (4.14)).

``T = nu/G`` with G of the Gamma law of shape nu: projections have Student's law with ``2 nu`` degrees of freedom. For nu = 1/2 it is
Laplace's kernel ``exp(-r)``, and for nu to infinity the Gaussian one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from scipy.special import gammaln, kve

from rftheory.families.mixtures.mixture import Mixture
from rftheory.inputs.arrays import Array

if TYPE_CHECKING:
    import sympy as sp

#: kernels below this are known to some digits only, where the Bessel function overflows
_NOTHING = 1e-6


@dataclass(frozen=True)
class Matern(Mixture):
    """Of smoothness nu > 0."""

    nu: Fraction

    names: ClassVar[tuple[str, ...]] = ("matern",)

    @property
    def words(self) -> str:
        return f"a Matern kernel with nu = {self.nu}" + (
            ", exp(-|x - y|), Laplace's" if self.nu == Fraction(1, 2) else ""
        )

    @property
    def width(self) -> float:
        return float(self.nu) ** -0.5

    def log_of(self, r: Array) -> Array:
        nu, shape, r = float(self.nu), np.shape(r), np.ravel(r)
        if nu == 0.5:
            return np.asarray(-r.reshape(shape))
        s = math.sqrt(2 * nu) * r
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            log = (1 - nu) * math.log(2) - gammaln(nu) + nu * np.log(s) + np.log(kve(nu, s)) - s
        # the Bessel function overflows for small s, or large nu
        for place in np.flatnonzero(~np.isfinite(log) & (s > 0)):
            log[place] = self._averaged(r[place])
        return np.where(s == 0, 0.0, np.minimum(log, 0.0)).reshape(shape)

    def _averaged(self, r: float) -> float:
        """log K from its definition, as an average over scales; by the first term of Debye's expansion where that is nothing."""
        rule = self.rule(np.array([r]))
        with np.errstate(over="ignore", under="ignore"):
            change = float(self.mean(rule, np.expm1(-np.exp(rule.nodes)))[0])
        if change > -1 + _NOTHING:
            return math.log1p(change)
        nu, z = float(self.nu), math.sqrt(2 / float(self.nu)) * r
        root = math.hypot(1.0, z)
        eta = root + math.log(z / (1 + root))
        debye = math.log(math.pi / (2 * nu)) / 2 - nu * eta - math.log(root) / 2
        return (1 - nu) * math.log(2) - float(gammaln(nu)) + nu * math.log(nu * z) + debye

    def transform(self, rate: sp.Expr) -> sp.Expr | None:
        import sympy as sp

        nu, s = sp.Rational(self.nu), sp.sqrt(4 * sp.Rational(self.nu) * rate)
        n = nu - sp.Rational(1, 2)
        if not n.is_integer:
            return 2 ** (1 - nu) / sp.gamma(nu) * s**nu * sp.besselk(nu, s)
        # a polynomial times an exponential
        terms = (sp.binomial(n, k) * sp.ff(2 * n - k, n - k) * (2 * s) ** k for k in range(int(n) + 1))
        return sp.factorial(n) / sp.factorial(2 * n) * sp.Add(*terms) * sp.exp(-s)

    def log_density(self, u: Array) -> Array:
        nu = float(self.nu)
        return np.asarray(nu * (math.log(nu) - u - np.exp(-u)) - gammaln(nu))

    def squared_scales(self, generator: np.random.Generator, shape: tuple[int, ...]) -> Array:
        nu = float(self.nu)
        return nu / generator.standard_gamma(nu, shape)
