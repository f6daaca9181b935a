"""Two-sided positive features: ``(2m)^-1/2 exp(-|u|^2/2) (exp(w_i.u), exp(-w_i.u))_i``  (Choromanski et al. 2021)."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from rftheory.families.family import Family
from rftheory.kernels import Vector
from rftheory.rules.nodes import Projection


@dataclass(frozen=True)
class Hyperbolic(Family):
    """One sample is ``exp(-(|x|^2 + |y|^2)/2) cosh(w.(x + y))``."""

    def prefactor(self, x: Vector, y: Vector) -> sp.Expr:
        return sp.exp(-(x.square + y.square) / 2)

    def kernel_sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        return sp.cosh(projection.dot(x + y))

    def components(self, projection: Projection, u: Vector, side: str = "x") -> tuple[sp.Expr, ...]:
        image = projection.dot(u)
        return tuple(sp.exp(-u.square / 2) * sp.exp(sign * image) / sp.sqrt(2) for sign in (1, -1))
