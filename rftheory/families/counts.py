"""Numerical laws of counts: their masses, their inverse distribution function, and counts that are allowed."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.arrays import Array

#: digits with which masses are computed
_DIGITS = 30
#: the probability beyond the table from which counts are drawn: less than one draw in 10^18
_BEYOND = mpmath.mpf(10) ** -18
#: a law that needs a longer table needs a sampler of its own
_LONGEST = 20_000
#: weights of counts are tabulated, up to the largest
_LARGEST = 1 << 22


def check_counts(counts: ArrayLike) -> Array:
    """Counts as an array of integers.

    Raises:
        ValueError: unless all are integers from 0 to 2^22.
    """
    array = np.asarray(counts)
    if not np.issubdtype(array.dtype, np.integer):
        if not (np.isfinite(array) & (array == np.rint(array))).all():
            raise ValueError("counts must be integers >= 0, got a number that is not an integer")
        array = array.astype(np.int64)
    if array.size and array.min() < 0:
        raise ValueError(f"counts must be integers >= 0, got {array.min()}")
    if array.size and array.max() > _LARGEST:
        raise ValueError(
            f"counts must be at most {_LARGEST}, the longest table of their weights, got {array.max()}; "
            "choose a law with a smaller mean"
        )
    return array


def parameter(name: str, value: sp.Expr) -> float:
    """The number that a parameter is.

    Raises:
        ValueError: if it is still a symbol.
    """
    if value.free_symbols:
        raise ValueError(f"{name} must be a number here, got {value}; bind it with at(...)")
    return float(value)


@lru_cache(maxsize=64)
def _mass(law: sp.Lambda) -> Any:
    if law.free_symbols:
        raise ValueError(
            f"the masses of the law must be numbers, got the parameters {sorted(map(str, law.free_symbols))}"
        )
    return sp.lambdify(law.variables, law.expr, "mpmath")


@lru_cache(maxsize=256)
def masses(law: sp.Lambda, size: int) -> tuple[Any, ...]:
    """The masses ``p_0, ..., p_(size-1)`` as mpmath numbers.

    Raises:
        ValueError: if one of them is not positive.
    """
    with mpmath.workdps(_DIGITS):
        found = tuple(mpmath.mpmathify(_mass(law)(mpmath.mpf(k))) for k in range(size))
    for k, value in enumerate(found):
        if mpmath.im(value) != 0 or not (mpmath.isfinite(value) and value > 0):
            raise ValueError(f"all masses p_k must be > 0, got p_{k} = {mpmath.nstr(value, 6)}")
    return found


def log_masses(law: sp.Lambda, size: int) -> tuple[Any, ...]:
    """``log p_0, ..., log p_(size-1)``; tables grow in powers of two, so that few are made."""
    with mpmath.workdps(_DIGITS):
        return tuple(mpmath.log(value) for value in masses(law, 1 << (size - 1).bit_length())[:size])


@lru_cache(maxsize=64)
def inverse_cdf(law: sp.Lambda) -> Array:
    """The distribution function ``P(w <= 0), P(w <= 1), ...``, up to a remaining probability below 1e-18.

    Raises:
        ValueError: if a mass is not positive, the masses do not sum to one, or the tail is too heavy.
    """
    size = 64
    while True:
        with mpmath.workdps(_DIGITS):
            values = masses(law, size)
            total = mpmath.fsum(values)
            rounding = size * mpmath.mpf(10) ** (2 - _DIGITS)
            if total > 1 + rounding:
                raise ValueError(
                    f"the masses p_k must sum to 1, the first {size} of them sum to {mpmath.nstr(total, 15)}"
                )
            if 1 - total < _BEYOND:
                return np.minimum(np.cumsum(np.array([float(v) for v in values])), 1.0)
        if size >= _LONGEST:
            raise ValueError(
                f"the masses p_k must sum to 1, the first {size} of them sum to {mpmath.nstr(total, 15)}; "
                "give a sampler if the tail is that heavy"
            )
        size = min(2 * size, _LONGEST)
