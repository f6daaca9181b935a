"""Trigonometric features: ``m^-1/2 exp(|u|^2/2) (sin w_i.u, cos w_i.u)_i``  (Rahimi and Recht 2007)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from rftheory.families.family import Family
from rftheory.kernels import Vector
from rftheory.rules.nodes import Projection


@dataclass(frozen=True)
class Trigonometric(Family):
    """One sample is ``exp((|x|^2 + |y|^2)/2) cos(w.(x - y))``; bounded, accurate for large kernel values."""

    names: ClassVar[tuple[str, ...]] = ("trigonometric", "trig")

    def prefactor(self, x: Vector, y: Vector) -> sp.Expr:
        return sp.exp((x.square + y.square) / 2)

    def kernel_sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        return sp.cos(projection.dot(x - y))

    def components(self, projection: Projection, u: Vector, side: str = "x") -> tuple[sp.Expr, ...]:
        image = projection.dot(u)
        return tuple(sp.exp(u.square / 2) * wave(image) for wave in (sp.sin, sp.cos))
