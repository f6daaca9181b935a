r"""Conformities ``rho = E exp((w_i + w_j).(x + y))`` of two projections of one block, for v = |x + y| of any shape.

Everything is a sum of nonnegative terms (`pair_series`, `expansion`): relative errors are at most `conformity_error_bound`,
below 2.5e-13 for v <= 100 and 2 <= d <= 4096, also of differences that vanish at v = 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rftheory.arrays import Array, check_count, real_array
from rftheory.conformity.expansion import PositiveSeries
from rftheory.conformity.geometry import geometry_of
from rftheory.conformity.pair_series import conformity_series
from rftheory.conformity.scaled import Scaled, exact_square
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometry import Geometry

#: lengths beyond this are refused: the number of cells grows as v^2
MOST = 256.0


def check_length(name: str, value: ArrayLike, most: float = MOST) -> Array:
    """Lengths |x + y| or |x - y| of any shape.

    Raises:
        ValueError: unless they are in [0, most].
    """
    array = real_array(name, value)
    wrong = ~((array >= 0) & (array <= most))
    if wrong.any():
        raise ValueError(f"{name} must be in [0, {most:g}], got {array[wrong].flat[0]}")
    return array


def independent_conformity(v: ArrayLike) -> Scaled:
    """``exp(v^2)``."""
    return exponential_of_square(check_length("v", v))


def exponential_of_square(v: Array, factor: int = 1) -> Scaled:
    """``exp(factor v^2)``, |factor| a power of two, at the exact square."""
    square, error, exponent = exact_square(v)
    shift = np.maximum(exponent, -2000).astype(np.int32)
    return Scaled.exp(factor * np.ldexp(square, shift), factor * np.ldexp(error, shift))


def expm1_of_square(v: Array, exponential: Scaled) -> Scaled:
    """``exp(v^2) - 1``, given ``exp(v^2)``."""
    square, error, exponent = exact_square(v)
    small = np.square(v) < 1
    # e^s - 1 = s (e^s - 1)/s, without underflow of s
    s = np.ldexp(square, np.maximum(exponent, -1000).astype(np.int32))
    s = np.where(small, s, 0.0)
    quotient = np.divide(np.expm1(s), s, out=np.ones_like(s), where=s > 0)
    near = Scaled.of((square + error) * quotient, exponent)
    return (exponential - Scaled.of(np.ones_like(v))).replaced(small, near[small])


def conformity(coupling: Coupling | Geometry | str, v: ArrayLike, d: int) -> Scaled:
    """rho of two projections of a block in R^d; ``exp(v^2)`` if they are independent.

    Raises:
        ValueError: for v outside [0, 256], couplings without a closed form, and d = 1 for the simplex.
    """
    series, v = _series(coupling, d), check_length("v", v)
    return independent_conformity(v) if series is None else series.at_half_square(v)


def conformity_error_bound(coupling: Coupling | Geometry | str, v: ArrayLike, d: int) -> Array:
    """The proved relative error of `conformity`, first order in the unit roundoff."""
    series, v = _series(coupling, d), check_length("v", v)
    return np.full(v.shape, 2.0**-50) if series is None else series.error_bound(v)


def _series(coupling: Coupling | Geometry | str, d: int) -> PositiveSeries | None:
    geometry = geometry_of(coupling, check_count("d", d))
    return None if geometry.block == 1 else conformity_series(d, geometry.cosine)
