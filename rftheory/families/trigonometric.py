"""Trigonometric features: ``m^-1/2 exp(|u|^2/2) (sin w_i.u, cos w_i.u)_i``  (Rahimi and Recht 2007)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.arrays import Array, Projections, check_inputs, check_side, images
from rftheory.families.family import Family
from rftheory.families.parts import Parts
from rftheory.kernels import Vector
from rftheory.rules.nodes import Projection


@dataclass(frozen=True)
class Trigonometric(Family):
    """One sample is ``exp((|x|^2 + |y|^2)/2) cos(w.(x - y))``; bounded, accurate for large kernel values."""

    names: ClassVar[tuple[str, ...]] = ("trigonometric", "trig")

    blocks = 2
    wave = "cos"

    def prefactor(self, x: Vector, y: Vector) -> sp.Expr:
        return sp.exp((x.square + y.square) / 2)

    def kernel_sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        return sp.cos(projection.dot(x - y))

    def components(self, projection: Projection, u: Vector, side: str = "x") -> tuple[sp.Expr, ...]:
        image = projection.dot(u)
        return tuple(sp.exp(u.square / 2) * wave(image) for wave in (sp.sin, sp.cos))

    def features(self, inputs: ArrayLike, projections: Projections, side: str = "x") -> Array:
        return self.parts(inputs, projections, side).features(check_inputs(inputs))

    def parts(self, inputs: ArrayLike, projections: Projections, side: str = "x") -> Parts:
        check_side(side)
        image = images(check_inputs(inputs), projections)
        waves = np.concatenate([np.sin(image), np.cos(image)], axis=-1)
        return Parts(waves, None, level=-float(np.log(image.shape[-1])) / 2, rate=0.5)
