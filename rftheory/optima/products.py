"""The statistics s_l of the products |x_l y_l| on which the discretely-induced features depend, as rigorous balls."""

from __future__ import annotations

import math

import numpy as np
from flint import arb
from numpy.typing import ArrayLike

from rftheory.arrays import Array, check_inputs

#: working precision, in bits
PRECISION = 128


def _checked_rows(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """Two vectors of shape (d,), or two data sets of shapes (L, d) and (M, d), as data sets.

    Raises:
        ValueError: if one is empty or not finite, or the dimensions differ.
    """
    sides = [np.asarray(side, dtype=float) for side in (x, y)]
    rows = [check_inputs(s[None] if s.ndim == 1 else s, name) for s, name in zip(sides, "xy", strict=True)]
    if rows[0].shape[1] != rows[1].shape[1]:
        raise ValueError(f"x and y must have the same dimension, got {rows[0].shape[1]} and {rows[1].shape[1]}")
    return rows[0], rows[1]


def products(x: ArrayLike, y: ArrayLike) -> list[arb]:
    """Balls of s_l = |x_l y_l|, for data sets of their averages over all pairs of rows, in O((L + M) d) by (14)."""
    sides = []
    for rows in _checked_rows(x, y):
        # a correctly rounded sum is within 2^-53 of the sum, relatively
        totals = [math.fsum(abs(column).tolist()) for column in rows.T]
        rounding = arb(1, 0) if len(rows) == 1 else arb(1, 2.0**-52)
        sides.append([arb(total) * rounding / len(rows) for total in totals])
    return [a * b for a, b in zip(*sides, strict=True)]
