"""Numerical laws of counts: their masses, their inverse distribution function, and counts that are allowed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.inputs.arrays import Array
from rftheory.rules.counts import telescoping_tail

#: digits with which masses are computed
_DIGITS = 30
#: the probability beyond the table from which counts are drawn: less than one draw in 10^18
_BEYOND = mpmath.mpf(10) ** -18
#: a law that needs a longer table needs a sampler of its own
_LONGEST = 20_000
#: masses of a law that are added before its tail is asked for in closed form
_SUMMED = 1_024
#: larger counts are not exact in float64, and the sign of ``u^k`` is lost
LARGEST = 1 << 53


def check_counts(counts: ArrayLike) -> Array:
    """Counts as an array of integers."""
    array = np.asarray(counts)
    if not np.issubdtype(array.dtype, np.integer):
        if not (np.isfinite(array) & (array == np.rint(array))).all():
            raise ValueError("counts must be integers >= 0, got a number that is not an integer")
        array = array.astype(np.int64)
    if array.size and array.min() < 0:
        raise ValueError(f"counts must be integers >= 0, got {array.min()}")
    if array.size and array.max() > LARGEST:
        raise ValueError(
            f"counts must be at most 2^53, the largest that are exact in float64, got {array.max()}; "
            "choose a law with a smaller mean"
        )
    return array


def parameter(name: str, value: sp.Expr) -> float:
    """The number that a parameter is."""
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


@lru_cache(maxsize=2**16)
def mass(law: sp.Lambda, k: int) -> Any:
    """``p_k`` as an mpmath number."""
    with mpmath.workdps(_DIGITS):
        value = mpmath.mpmathify(_mass(law)(mpmath.mpf(k)))
    if mpmath.im(value) != 0 or not (mpmath.isfinite(value) and value > 0):
        raise ValueError(f"all masses p_k must be > 0, got p_{k} = {mpmath.nstr(value, 6)}")
    return value


def drawn(law: sp.Lambda, uniform: Array) -> Array:
    """Counts from uniform numbers in [0, 1), by the inverse of the distribution function; of the same shape."""
    table = _inverse_cdf(law)
    counts = np.searchsorted(table, uniform, side="right")
    beyond = tail(law)
    if beyond is not None:
        for place in zip(*np.nonzero(counts == len(table)), strict=True):
            counts[place] = _inverse(beyond, len(table), 1 - uniform[place])
    return counts


@lru_cache(maxsize=64)
def _inverse_cdf(law: sp.Lambda) -> Array:
    """The distribution function ``P(w <= 0), P(w <= 1), ...``, up to a remaining probability below 1e-18, or to where `tail` goes on."""
    size = 64
    while True:
        with mpmath.workdps(_DIGITS):
            values = [mass(law, k) for k in range(size)]
            total = mpmath.fsum(values)
            rounding = size * mpmath.mpf(10) ** (2 - _DIGITS)
            if total > 1 + rounding:
                raise ValueError(
                    f"the masses p_k must sum to 1, the first {size} of them sum to {mpmath.nstr(total, 15)}"
                )
            if 1 - total < _BEYOND or (size >= _SUMMED and tail(law) is not None):
                return np.minimum(np.cumsum(np.array([float(v) for v in values])), 1.0)
        if size >= _LONGEST:
            raise ValueError(
                f"the masses p_k must sum to 1, the first {size} of them sum to {mpmath.nstr(total, 15)}; "
                "give a sampler if the tail is that heavy"
            )
        size = min(2 * size, _LONGEST)


@lru_cache(maxsize=64)
def tail(law: sp.Lambda) -> Callable[[int], Any] | None:
    """``n -> P(w >= n)``, where it has a closed form (`rules.counts.telescoping_tail`) and the masses sum to one."""
    n = sp.Dummy("n", integer=True, nonnegative=True)
    closed = telescoping_tail(law, n)
    if closed is None or closed.subs(n, 0) != 1:
        return None
    above, below = (sp.lambdify(n, part, "mpmath") for part in sp.fraction(closed))
    return lambda count: mpmath.mpf(above(count)) / below(count)


def _inverse(beyond: Callable[[int], Any], low: int, level: float) -> int:
    """The largest n >= low with ``P(w >= n) >= level``; low if there is none."""
    high = 2 * low
    while beyond(high) >= level:
        low, high = high, 2 * high
        if low > LARGEST:
            raise ValueError("a count beyond 2^53 was drawn: the tail of the law is too heavy; give a sampler")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if beyond(middle) >= level else (low, middle)
    return low


@lru_cache(maxsize=2**16)
def log_weight(law: sp.Lambda, k: int) -> float:
    """``log (k! p_k)^(-1/2)``."""
    with mpmath.workdps(_DIGITS):
        return float(-mpmath.log(mpmath.factorial(k) * mass(law, k)) / 2)


def log_variance_of(excess: Array, x: Array, y: Array) -> Array:
    """``log K^2 (e^g - 1)`` of the Gaussian kernel for g >= 0, shape (L,), pair by pair; ``-inf`` where g = 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(excess + np.log(-np.expm1(-excess)) - np.square(x - y).sum(axis=1))
