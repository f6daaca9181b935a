"""Two-sided positive features: ``(2m)^-1/2 exp(-|u|^2/2) (exp(w_i.u), exp(-w_i.u))_i``  (Choromanski et al. 2021)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.arrays import Array, Projections, check_inputs, check_side, images
from rftheory.families.family import Family
from rftheory.families.parts import Parts
from rftheory.kernels import Vector
from rftheory.rules.nodes import Projection


@dataclass(frozen=True)
class Hyperbolic(Family):
    """One sample is ``exp(-(|x|^2 + |y|^2)/2) cosh(w.(x + y))``."""

    blocks = 2
    wave = "cosh"

    def prefactor(self, x: Vector, y: Vector) -> sp.Expr:
        return sp.exp(-(x.square + y.square) / 2)

    def kernel_sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        return sp.cosh(projection.dot(x + y))

    def components(self, projection: Projection, u: Vector, side: str = "x") -> tuple[sp.Expr, ...]:
        image = projection.dot(u)
        return tuple(sp.exp(-u.square / 2) * sp.exp(sign * image) / sp.sqrt(2) for sign in (1, -1))

    def features(self, inputs: ArrayLike, projections: Projections, side: str = "x") -> Array:
        return self.parts(inputs, projections, side).features(check_inputs(inputs))

    def parts(self, inputs: ArrayLike, projections: Projections, side: str = "x") -> Parts:
        check_side(side)
        image = images(check_inputs(inputs), projections)
        both = np.concatenate([image, -image], axis=-1)
        return Parts(None, both, level=-float(np.log(both.shape[-1])) / 2, rate=-0.5)
