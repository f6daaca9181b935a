r"""Ramps and steps of projections, features of the arc-cosine kernels: ``sqrt(2/m) (max(0, w_i.u)^n)_i``, n = 1 and 0 (Cho and Saul 2009).

They are the features of a layer of rectified linear units of random weights, and with degree 1 those that Performers with ReLU are meant to
have. Unbiased with any coupling of Gaussian marginals; the error of independent projections is exact, those of coupled ones are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from rftheory.families.family import Family
from rftheory.families.mixtures import arc_cosine
from rftheory.inputs.arrays import Array
from rftheory.inputs.kernels import Vector
from rftheory.rules.nodes import Projection


@dataclass(frozen=True)
class ArcCosine(Family):
    """sqrt(2) max(0, w.u) of degree 1, sqrt(2) times the step of w.u of degree 0.

    Raises:
        ValueError: for another degree.
    """

    degree: int = 1

    def __post_init__(self) -> None:
        if isinstance(self.degree, bool) or self.degree not in (0, 1):
            raise ValueError(f"degree must be 0 or 1, got {self.degree!r}")
        object.__setattr__(self, "degree", int(self.degree))

    @property
    def kernel(self) -> str:  # type: ignore[override]
        """The arc-cosine kernel of this degree."""
        return arc_cosine.NAMES[self.degree]

    def components(self, projection: Projection, u: Vector, side: str = "x") -> tuple[sp.Expr, ...]:
        image = projection.dot(u)
        return (sp.sqrt(2) * (sp.Max(0, image) if self.degree else sp.Heaviside(image)),)

    def log_variance(self, x: Array, y: Array) -> Array:
        """log Var of one sample."""
        return arc_cosine.log_variance(self.degree, x, y)

    def numbers(self) -> dict[str, Any]:
        return {"degree": self.degree}
