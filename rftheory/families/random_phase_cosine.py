r"""Cosine features with a random phase for the Gaussian kernel: ``sqrt(2/m) (cos(w_i.u + b_i))_i``  (Rahimi and Recht 2007).

The phases b_i are independent and uniform on [0, 2 pi). One sample is ``cos(w.(x - y)) + cos(w.(x + y) + 2b)``: half as
many features per projection as the trigonometric map, for a larger variance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.arrays import Array, check_inputs, check_side, images
from rftheory.families.family import Family
from rftheory.families.parts import Parts
from rftheory.families.phases import PhasedOperator
from rftheory.kernels import Vector
from rftheory.rules.nodes import Phase, Projection


@dataclass(frozen=True)
class RandomPhaseCosine(Family):
    """sqrt(2) cos(w.u + b).

    The phase of a projection is the polar angle of two more standard normal coordinates: projections have d + 2
    coordinates, of which the last two give b (exactly uniform).
    """

    kernel = "gaussian"
    auxiliary = 2
    wave = "cos"

    def prefactor(self, x: Vector, y: Vector) -> sp.Expr:
        return sp.Integer(2)

    def kernel_sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        b = phase_of(projection)
        return sp.cos(projection.dot(x) + b) * sp.cos(projection.dot(y) + b)

    def components(self, projection: Projection, u: Vector, side: str = "x") -> tuple[sp.Expr, ...]:
        return (sp.sqrt(2) * sp.cos(projection.dot(u) + phase_of(projection)),)

    def features(self, inputs: ArrayLike, projections: ArrayLike, side: str = "x") -> Array:
        """The feature map; ``projections`` of shape (..., m, d + 2)."""
        return self.parts(inputs, projections, side).features(check_inputs(inputs))

    def parts(self, inputs: ArrayLike, projections: ArrayLike | PhasedOperator, side: str = "x") -> Parts:
        check_side(side)
        u = check_inputs(inputs)
        if isinstance(projections, PhasedOperator):
            return self._waves(images(u, projections.projections), projections.own)
        array = np.asarray(projections)
        if array.ndim < 2 or array.shape[-1] != u.shape[1] + self.auxiliary:
            raise ValueError(
                f"projections must have d + 2 = {u.shape[1] + self.auxiliary} coordinates, got shape {array.shape}"
            )
        return self._waves(images(u, array[..., :-2]), array[..., -2:])

    def _waves(self, image: Array, own: Array) -> Parts:
        image += np.arctan2(own[..., 1], own[..., 0])[..., None, :]
        return Parts(np.cos(image, out=image), None, level=float(np.log(2 / image.shape[-1])) / 2)

    def second_moment(self, x: Vector, y: Vector) -> sp.Expr:
        """``E Z^2 = 1 + exp(-2 |x - y|^2)/2`` of one sample."""
        return 1 + sp.exp(-2 * (x - y).square) / 2


def phase_of(projection: Projection) -> Phase:
    """The phase that belongs to a projection."""
    return Phase(f"b_{projection.name}")
