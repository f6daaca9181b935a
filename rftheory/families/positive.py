"""One-sided positive features: ``m^-1/2 exp(-|u|^2/2) (exp(w_i.u))_i``  (Choromanski et al. 2021; CE with A = I)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.arrays import Array, Projections, check_inputs, check_side, images
from rftheory.families.family import Family
from rftheory.families.parts import Exponent, Parts
from rftheory.kernels import Vector
from rftheory.rules.nodes import Projection


@dataclass(frozen=True)
class Positive(Family):
    """One sample is ``exp(-(|x|^2 + |y|^2)/2) exp(w.(x + y))``: log-normal, accurate for small kernel values."""

    wave = "exp"

    def prefactor(self, x: Vector, y: Vector) -> sp.Expr:
        return sp.exp(-(x.square + y.square) / 2)

    def kernel_sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        return sp.exp(projection.dot(x + y))

    def components(self, projection: Projection, u: Vector, side: str = "x") -> tuple[sp.Expr, ...]:
        return (sp.exp(-u.square / 2) * sp.exp(projection.dot(u)),)

    def features(self, inputs: ArrayLike, projections: Projections, side: str = "x") -> Array:
        return self.parts(inputs, projections, side).features(check_inputs(inputs))

    def parts(self, inputs: ArrayLike, projections: Projections, side: str = "x") -> Parts:
        check_side(side)
        u = check_inputs(inputs)
        image = images(u, projections)
        exponent = self.exponent(projections, u.shape[1])
        return Parts(None, image, level=-float(np.log(image.shape[-1])) / 2, rate=exponent.rate)

    def exponent(self, projections: Projections, d: int, side: str = "x") -> Exponent:
        return Exponent(slope=1.0, levels=0.0, rate=-0.5)
