"""Second moments of GERF: formulas of a real A in any arithmetic, whose roots and logarithms are passed, and of a complex A in numpy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rftheory.inputs.arrays import Array


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


def added_moment(A: Array, s: int, d: int, square: Array) -> tuple[Array, Array]:
    r"""What A adds to the second moment of one sample, ``(level, added)`` for ``exp(level) added``, without overflow.

    It is ``E Z^2/K^2 - 1`` for s = +1 and ``E Z^2 - (1 + e^(-2t))/2`` for s = -1, t = |x + s y|^2. By (6) both are

        (e^(-c) (e^p cos u - 1) + e^q - 1)/2,    c = 0 or 2t,    e^(p-c+iu) = alpha_1 e^(alpha_2 t),    e^q = alpha_3 e^(alpha_4 t)

    (times K^2 for s = +1): terms that hardly cancel, with ``|1 + w|^2 = 1 + 2 Re w + |w|^2`` for ``alpha_1^2 = (1 + w)^d``.

    Args:
        A: real or complex, real parts below 1/8.
        square: t, of the shape of A.
    """
    a, b = A.real, A.imag
    gap, size = 1 - 8 * a, 16 * (a**2 + b**2)
    norm = gap**2 + 64 * b**2
    real_part = 16 * ((a**2 - b**2) * gap - 16 * a * b**2) / norm
    spread = np.sqrt((1 - 4 * a) ** 2 + 16 * b**2)
    p, q = d / 4 * np.log1p(2 * real_part + size**2 / norm), log_tail(np.sqrt(64 * (a**2 + b**2)), gap, d, np.log1p)
    cosine, versine = 1.0, 0.0
    if np.iscomplexobj(A):
        angle = d * (np.arctan(8 * b / gap) / 2 - np.arctan(4 * b / (1 - 4 * a))) + 8 * s * b / norm * square
        cosine, versine = np.cos(angle), 2 * np.sin(angle / 2) ** 2
    if s == 1:
        p, q, c = p + gap / norm * square, q + (spread + 4 * a) / gap * square, np.zeros_like(square)
    else:
        p, c = p + (64 * b**2 - 8 * a * gap) / norm * square, 2 * square
        q = q + 16 * b**2 / ((spread + 1 - 4 * a) * gap) * square
    near = np.minimum(p, 1.0)
    waves = np.where(
        p == near,
        np.exp(-c - q) * (np.expm1(near) * cosine - versine),
        np.exp(p - c - q) * cosine - np.exp(-c - q),
    )
    return q, (waves - np.expm1(-q)) / 2
