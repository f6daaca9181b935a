"""The angular coefficient ``1/2 + rho(x).rho(y)`` with ``rho(u) = i (2n)^-1/2 (sgn tau_i.u)_i``.

Source: Choromanski et al. 2022, (19).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.families.hybrids.coefficient import CoefficientMap
from rftheory.inputs.arrays import Array, check_inputs, check_side, images
from rftheory.inputs.kernels import Vector, n, theta
from rftheory.rules.nodes import Projection

#: the mean of the coefficient of inputs at the angle theta (Goemans and Williamson)
SHARE = theta / sp.pi


def second_moments() -> tuple[sp.Expr, sp.Expr]:
    """The second moments of the coefficient of n projections, and of one minus it (Choromanski et al. 2022, Lemma 3.2)."""
    return SHARE * (SHARE - SHARE / n + 1 / n), (1 - SHARE) * (1 - SHARE + SHARE / n)


@dataclass(frozen=True)
class Angular(CoefficientMap):
    """Its mean is `SHARE`: 0 for parallel, 1 for opposite inputs."""

    @property
    def constant(self) -> sp.Expr:
        return sp.Rational(1, 2)

    def sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        return -sp.sign(projection.dot(x)) * sp.sign(projection.dot(y)) / 2

    def maps(self, inputs: ArrayLike, projections: ArrayLike, side: str = "x") -> Array:
        check_side(side)
        image = images(check_inputs(inputs), projections)
        return 1j / np.sqrt(2 * image.shape[-1]) * np.sign(image)


def angles(x: Array, y: Array, norms: tuple[Array, Array] | None = None) -> Array:
    """Angles between paired rows, shape (L,), of known lengths if they are given; pi/2 where a row is zero."""
    first, second = norms or (np.linalg.norm(x, axis=1), np.linalg.norm(y, axis=1))
    lengths = first * second
    cosine = np.divide(np.vecdot(x, y), lengths, out=np.zeros(len(x)), where=lengths > 0)
    return np.arccos(np.clip(cosine, -1, 1))


@lru_cache(maxsize=1)
def _moments() -> Callable[[Array, int], tuple[Array, Array]]:
    return sp.lambdify((theta, n), second_moments())


def log_shares(count: int, angle: Array) -> tuple[Array, Array]:
    """log of `second_moments` for ``count`` projections, shape (L,) each.

    Args:
        angle: between the inputs, shape (L,), as `angles` gives it.
    """
    with np.errstate(divide="ignore"):
        first, second = np.log(_moments()(angle, count))
    return first, second
