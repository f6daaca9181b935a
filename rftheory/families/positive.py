"""One-sided positive features: ``m^-1/2 exp(-|u|^2/2) (exp(w_i.u))_i``  (Choromanski et al. 2021; CE with A = I)."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from rftheory.families.family import Family
from rftheory.kernels import Vector
from rftheory.rules.nodes import Projection


@dataclass(frozen=True)
class Positive(Family):
    """One sample is ``exp(-(|x|^2 + |y|^2)/2) exp(w.(x + y))``: log-normal, accurate for small kernel values."""

    def prefactor(self, x: Vector, y: Vector) -> sp.Expr:
        return sp.exp(-(x.square + y.square) / 2)

    def kernel_sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        return sp.exp(projection.dot(x + y))

    def components(self, projection: Projection, u: Vector, side: str = "x") -> tuple[sp.Expr, ...]:
        return (sp.exp(-u.square / 2) * sp.exp(projection.dot(u)),)
