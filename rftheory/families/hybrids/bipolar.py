"""Hybrids of given base estimators and coefficients, as one feature map  (Choromanski et al. 2022, (8), (11), (12))."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.families.family import Family, Kernel
from rftheory.families.hybrids.coefficient import CoefficientMap
from rftheory.families.hybrids.concatenation import hybrid_length, hybrid_map
from rftheory.families.mixtures.kernels import kernel_change
from rftheory.inputs.arrays import Array, squares
from rftheory.inputs.kernels import Vector
from rftheory.rules.nodes import Projection

#: projections, in whatever form they are drawn
P = TypeVar("P")
Q = TypeVar("Q")


@dataclass(frozen=True)
class Hybrid:
    """``sum_k lambda_k K_k + (1 - sum_k lambda_k) K_{p+1}`` for p coefficients and p + 1 base families.

    Projections: the coefficients share tau; each base has its own, or all share one (``shared``).
    """

    bases: tuple[Family, ...]
    coefficients: tuple[CoefficientMap, ...]
    shared: bool = False

    def __post_init__(self) -> None:
        if len(self.bases) != len(self.coefficients) + 1 or not self.coefficients:
            raise ValueError(
                f"p coefficients need p + 1 bases with p >= 1, "
                f"got {len(self.coefficients)} coefficients and {len(self.bases)} bases"
            )

    @property
    def kernel(self) -> Kernel:
        """The kernel that all bases estimate.

        Raises:
            ValueError: if they estimate different ones.
        """
        first, *others = {family.kernel: None for family in self.bases}
        if others:
            raise ValueError(f"bases must estimate one kernel, got {', '.join(f.kernel for f in self.bases)}")
        return first

    def estimator(
        self,
        projections: Sequence[Projection],
        tau: Projection,
        x: Vector,
        y: Vector,
        m: sp.Expr,
        n: sp.Expr,
    ) -> sp.Expr:
        """The hybrid as an expression; one projection per base (give the same one twice to share)."""
        weights = [c.coefficient(tau, x, y, n) for c in self.coefficients]
        weights.append(1 - sp.Add(*weights))
        pairs = zip(self.bases, projections, strict=True)
        return sp.Add(*(w * f.estimator(omega, x, y, m) for w, (f, omega) in zip(weights, pairs, strict=True)))

    def features(
        self, inputs: ArrayLike, projections: Sequence[ArrayLike], taus: ArrayLike, side: str = "x", change: float = 0.0
    ) -> Array:
        """Psi_1 (side "x") or Psi_2 (side "y"): inputs (L, d), projections (..., m, d) per base, taus (..., n, d)."""
        bases = [f.features(inputs, omega, side, change) for f, omega in zip(self.bases, projections, strict=True)]
        maps = [c.maps(inputs, taus, side) for c in self.coefficients]
        return hybrid_map(bases, maps, [complex(c.constant) for c in self.coefficients])

    def products(self, x: ArrayLike, y: ArrayLike, projections: Sequence[ArrayLike], taus: ArrayLike) -> Array:
        """``Psi_1(x).Psi_2(y)`` of inputs that are paired row by row, shape (..., L), from the maps that Psi is made of.

        The product of concatenated outer products is the sum of products: (8) from (11), with m + n numbers in place of m n.
        """

        def product(maps: Callable[..., Array], of: ArrayLike) -> Array:
            return np.asarray(np.einsum("...f,...f->...", maps(x, of, "x"), maps(y, of, "y")))

        weights = [complex(c.constant) + product(c.maps, taus) for c in self.coefficients]
        values = [product(f.features, omega) for f, omega in zip(self.bases, projections, strict=True)]
        rest = np.asarray(1 - sum(weights))
        return np.asarray(sum(w * v for w, v in zip([*weights, rest], values, strict=True)))

    def log_features(
        self, inputs: Array, projections: Any, side: str = "x", change: float = 0.0
    ) -> tuple[Array, Array]:
        """As `AnyFamily.log_features`, of projections and taus.

        Features of bases for the softmax kernel are of very different sizes, ``exp(|u|^2/2)`` and ``exp(-|u|^2/2)``; those of the
        Gaussian kernel are not, and are the factors.
        """
        own = kernel_change("gaussian", self.kernel)
        omegas, taus = projections
        return self.features(inputs, omegas, taus, side, own), (change - own) * squares(inputs)

    def projections(self, of_bases: Callable[[], P], of_coefficients: Callable[[], Q]) -> tuple[list[P], Q]:
        """Those of each base, drawn once where all share them, then those that the coefficients have in common."""
        own = [of_bases() for _ in range(1 if self.shared else len(self.bases))]
        return own * (len(self.bases) if self.shared else 1), of_coefficients()

    def feature_length(self, m: int, n: int) -> int:
        return hybrid_length([f.blocks for f in self.bases], [c.blocks for c in self.coefficients], m, n)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Hybrid:
        """The same hybrid with the parameters of its coefficients replaced by numbers."""
        return replace(self, coefficients=tuple(c.at(point) for c in self.coefficients))


def bipolar(first: Family, second: Family, coefficient: CoefficientMap, shared: bool = False) -> Hybrid:
    """``lambda_hat K_1 + (1 - lambda_hat) K_2``; in (12), K_1 is SM^{++} and K_2 is SM^trig."""
    return Hybrid((first, second), (coefficient,), shared)
