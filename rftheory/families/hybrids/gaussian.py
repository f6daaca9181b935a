r"""The normalised bipolar Gaussian coefficient  (Choromanski et al. 2022, (67)-(70)).

``lambda = (1 - exp(-sigma^2 |x - y|^2 / 2)) / rho`` with ``rho = 1 - exp(-2 sigma^2 r^2)``. The exponential is the
Gaussian kernel of ``sigma x`` and ``sigma y`` and is estimated by trigonometric or by positive features, so that
``a = 1/rho`` and ``rho_n(u) = i rho^{-1/2} exp(-sigma^2 |u|^2 / 2) phi(sigma u)``; for trigonometric features the
exponentials cancel and the map is ``i (n rho)^{-1/2} (sin(sigma tau_i.u), cos(sigma tau_i.u))_i``.

The printed (70) has no sigma inside the sines and cosines: ``printed=True``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.families.family import Family
from rftheory.families.hybrids.coefficient import CoefficientMap
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.arrays import Array, check_inputs, squares
from rftheory.inputs.kernels import Vector, r, sigma
from rftheory.rules.nodes import Projection

_FEATURES: Mapping[str, Family] = {"trigonometric": Trigonometric(), "positive": Hyperbolic()}


@dataclass(frozen=True)
class Gaussian(CoefficientMap):
    """lambda_hat of (69).

    Args:
        width: sigma, positive.
        normaliser: rho, that of (68) by default; any nonzero number is allowed.
        kind: how the exponential is estimated, "trigonometric" or "positive".
        printed: the map of (70) as printed, without sigma.
    """

    width: sp.Expr = sigma
    normaliser: sp.Expr = 1 - sp.exp(-2 * sigma**2 * r**2)
    kind: str = "trigonometric"
    printed: bool = False
    blocks = 2

    def __post_init__(self) -> None:
        if self.kind not in _FEATURES:
            raise ValueError(f"kind must be one of {', '.join(_FEATURES)}, got {self.kind!r}")
        for name in ("width", "normaliser"):
            object.__setattr__(self, name, sp.sympify(getattr(self, name)))
        if self.width.is_positive is False:
            raise ValueError(f"width must be > 0, got {self.width}")
        if self.normaliser.is_zero:
            raise ValueError("normaliser must be nonzero, got 0")

    @property
    def constant(self) -> sp.Expr:
        return 1 / self.normaliser

    @property
    def _scale(self) -> sp.Expr:
        return sp.Integer(1) if self.printed else self.width

    def sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        u, v = x * self._scale, y * self._scale
        family = _FEATURES[self.kind]
        # one exponential, so that it is 1 for trigonometric features
        prefactor = sp.powsimp(sp.exp(sp.expand(-(u.square + v.square) / 2)) * family.prefactor(u, v))
        return -prefactor * family.kernel_sample(projection, u, v) / self.normaliser

    def maps(self, inputs: ArrayLike, projections: ArrayLike, side: str = "x") -> Array:
        scaled = check_inputs(inputs) * _number("width", self._scale)
        root = np.sqrt(complex(_number("normaliser", self.normaliser)))
        return 1j / root * np.exp(-squares(scaled) / 2) * _FEATURES[self.kind].features(scaled, projections, side)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Gaussian:
        return replace(self, width=self.width.subs(point), normaliser=self.normaliser.subs(point))


def _number(name: str, value: sp.Expr) -> float:
    if value.free_symbols:
        raise ValueError(f"{name} must be a number to draw features, got {value}; use at(point) first")
    return float(value)
