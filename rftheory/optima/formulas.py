"""Formulas of GERF with a real A in any arithmetic: SymPy's, balls, numpy's. Roots and logarithms are passed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rftheory.arrays import Array


def optimal_rho(square: Any, dimension: Any, sqrt: Callable[[Any], Any]) -> Any:
    """rho* = 1/(1 - 8 A*) of least variance for ``square`` = |x + y|^2  (Likhosherstov et al. 2022, (7)), without cancellation."""
    root = sqrt((2 * square + dimension) ** 2 + 8 * dimension * square)
    return 2 * dimension / (root + 2 * square + dimension)


def log_tail(shift: Any, gap: Any, dimension: Any, log1p: Callable[[Any], Any]) -> Any:
    """``d/2 log(1 + 16 A^2/(1 - 8A))`` of ``shift`` = 8A and ``gap`` = 1 - 8A: what |w|^2 in the exponent adds to log E Z^2/K^2."""
    return dimension / 2 * log1p(shift**2 / (4 * gap))


def log_excess(shift: Any, gap: Any, square: Any, dimension: Any, log1p: Callable[[Any], Any]) -> Any:
    """``log E Z^2/K^2`` for s = +1 and ``square`` = |x + y|^2."""
    return log_tail(shift, gap, dimension, log1p) + square / gap


def optimal_parameters(square: Array | float, d: int) -> Array:
    """A* = (1 - 1/rho*)/8 in float64, without cancellation: ``1/rho* - 1 = (root + 2 v^2 - d)/(2d)``."""
    w = 2 * square
    # squares beyond would overflow, and there the root is w to all digits
    near = np.minimum(w, 1e150)
    root = np.sqrt((near + d) ** 2 + 4 * d * near) + (w - near)
    excess = np.where(w < d, 8 * d * w / (root + np.abs(d - w)), root + w - d) / (2 * d)
    return -excess / 8
