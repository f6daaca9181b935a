r"""Cosine features with a random phase for the Gaussian kernel: ``sqrt(2/m) (cos(w_i.u + b_i))_i``  (Rahimi and Recht 2007).

The phases b_i are independent and uniform on [0, 2 pi). One sample is ``cos(w.(x - y)) + cos(w.(x + y) + 2b)``: half as
many features per projection as the trigonometric map, for a larger variance.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from rftheory.families.family import Family
from rftheory.families.waves import RANDOM_PHASE
from rftheory.inputs.kernels import Vector


@dataclass(frozen=True)
class RandomPhaseCosine(Family, row=RANDOM_PHASE):
    """sqrt(2) cos(w.u + b).

    The phase of a projection is the polar angle of two more standard normal coordinates: projections have d + 2
    coordinates, of which the last two give b (exactly uniform).
    """

    title = "random phase"

    def second_moment(self, x: Vector, y: Vector) -> sp.Expr:
        """``E Z^2 = 1 + exp(-2 |x - y|^2)/2`` of one sample."""
        return 1 + sp.exp(-2 * (x - y).square) / 2
