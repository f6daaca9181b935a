"""What every coefficient ``lambda_hat = a + rho_1(x).rho_2(y)`` of a hybrid has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

import sympy as sp
from numpy.typing import ArrayLike

from rftheory.inputs.arrays import Array
from rftheory.inputs.kernels import Vector
from rftheory.rules.nodes import Projection, SampleMean


class CoefficientMap(ABC):
    """A linearised coefficient of a hybrid."""

    #: the number of features per projection
    blocks: int = 1

    @property
    @abstractmethod
    def constant(self) -> sp.Expr:
        """The number a."""

    @abstractmethod
    def sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        """One sample of ``rho_1(x).rho_2(y)``."""

    @abstractmethod
    def maps(self, inputs: ArrayLike, projections: ArrayLike, side: str = "x") -> Array:
        """The map rho_j of the inputs, ``1/sqrt(n)`` included: (L, d), (..., n, d) to (..., L, blocks * n)."""

    def coefficient(self, projection: Projection, x: Vector, y: Vector, size: sp.Expr) -> sp.Expr:
        """lambda_hat from ``size`` iid projections."""
        return self.constant + SampleMean(self.sample(projection, x, y), size)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> CoefficientMap:
        """The same coefficient with its parameters replaced by numbers."""
        return self

    def parameters(self, x: Array, y: Array) -> dict[sp.Symbol, sp.Expr]:
        """Values, at numerical inputs, of the symbols of `sample` that are not invariants of the pair (x, y)."""
        return {}

    def named_vectors(self, x: Array, y: Array) -> dict[str, Array]:
        """Values of the named vectors that occur in the forms of `sample`."""
        return {"x": x, "y": y}
