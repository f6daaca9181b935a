r"""Bandwidths: what inputs of a kernel of ``x - y`` are divided by.

A number h > 0, one for each coordinate (automatic relevance determination), or a covariance matrix S: kernels are functions of
``(x - y)^T S^{-1} (x - y)``, of which ``h^2 I`` and ``diag(h_k^2)`` are the first two. With the Cholesky factor ``S = L L^T`` inputs
become ``L^{-1} u``. Words stand for numbers that data give: "median", the median distance of rows, and "scale", which is the
gamma="scale" of scikit-learn, ``1/(d v)`` with the variance v of all entries, as ``gamma = 1/(2 h^2)``.
"""

from __future__ import annotations

import math
from numbers import Real
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from rftheory.inputs.arrays import Array, dense, real_array
from rftheory.inputs.statistics import blocks_of, median_distance

Word: TypeAlias = Literal["median", "scale"]
#: as it is given
Bandwidth: TypeAlias = float | ArrayLike | Word
#: as it is used: a number, or an array of shape (d,) or (d, d)
Scale: TypeAlias = float | Array

WORDS: tuple[Word, ...] = ("median", "scale")
_ALLOWED = "a finite number > 0, d of them, or a covariance matrix of shape (d, d)"
#: a covariance matrix is symmetric up to this, relative to its largest entry
_SYMMETRIC = 2.0**-40


def is_word(bandwidth: Any) -> bool:
    """Whether it is taken from data."""
    return isinstance(bandwidth, str) and bandwidth in WORDS


def check_bandwidth(bandwidth: Any, d: int | None = None) -> Scale | Word:
    """A bandwidth, of inputs of R^d where d is known; None is 1.

    Raises:
        ValueError: unless it is a finite number > 0, d of these, a symmetric positive definite matrix, or one of the words.
    """
    if bandwidth is None:
        return 1.0
    allowed = f"{_ALLOWED}, or {' or '.join(map(repr, WORDS))}"
    if isinstance(bandwidth, str):
        if bandwidth in WORDS:
            return "median" if bandwidth == "median" else "scale"
        raise ValueError(f"bandwidth must be {allowed}, got {bandwidth!r}")
    if np.ndim(bandwidth) == 0:
        number = math.nan
        if np.asarray(bandwidth).dtype.kind in "iuf" or isinstance(bandwidth, Real) and bandwidth is not True:
            number = float(bandwidth)
        if not (math.isfinite(number) and number > 0):
            raise ValueError(f"bandwidth must be {allowed}, got {bandwidth!r}")
        return number
    array = real_array("bandwidth", bandwidth)
    size = len(array) if d is None else d
    if array.shape not in ((size,), (size, size)) or not size:
        raise ValueError(f"bandwidth must have the shape (d,) or (d, d), d = {size}, got {array.shape}")
    if array.ndim == 1:
        wrong = ~(np.isfinite(array) & (array > 0))
        if wrong.any():
            place = int(np.argmax(wrong))
            raise ValueError(f"bandwidth must be {allowed}, got {array[place]} for coordinate {place + 1}")
        return array
    return _covariance(array)


def _covariance(matrix: Array) -> Array:
    if not np.isfinite(matrix).all():
        raise ValueError("bandwidth must be a matrix of finite numbers")
    apart = float(np.abs(matrix - matrix.T).max())
    if apart > _SYMMETRIC * float(np.abs(matrix).max()):
        raise ValueError(
            f"bandwidth must be a symmetric matrix, got entries that differ by {apart:.3g} across the diagonal"
        )
    matrix = (matrix + matrix.T) / 2
    try:
        np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        least = float(np.linalg.eigvalsh(matrix)[0])
        raise ValueError(
            f"bandwidth must be a positive definite matrix, got the least eigenvalue {least:.3g}"
        ) from None
    return matrix


def bandwidth_of(bandwidth: Any, first: Any, second: Any = None, groups: int = 1, d: int | None = None) -> Scale:
    """A bandwidth with the number for a word, of rows of shape (L, d) and maybe (N, d), in so many matrices each.

    Raises:
        ValueError: as `check_bandwidth`; for a word without data, and data that do not vary.
    """
    checked = check_bandwidth(bandwidth, d if first is None else first.shape[1])
    if not isinstance(checked, str):
        return checked
    if first is None:
        raise ValueError(f"bandwidth={checked!r} is taken from data: fit(X)")
    if checked == "median":
        return median_distance(first, second, groups)
    rows = [first] if second is None else [first, second]
    count = sum(each.shape[0] for each in rows)
    mean = sum(float(dense(block).mean(axis=1).sum()) for each in rows for block in blocks_of(each)) / count
    variance = (
        sum(float(np.square(dense(block) - mean).mean(axis=1).sum()) for each in rows for block in blocks_of(each))
        / count
    )
    if not variance > 0:
        raise ValueError("the variance of all entries must be > 0 for bandwidth='scale', got 0; give a number")
    return math.sqrt(first.shape[1] * variance / 2)


def rate_of(scale: Scale) -> Scale:
    """What rows are multiplied by (`times`) to be divided: 1/h, 1/h_k, or ``L^{-T}`` from the right."""
    if isinstance(scale, float):
        return 1 / scale
    if scale.ndim == 1:
        return np.asarray(1 / scale)
    from scipy.linalg import solve_triangular

    factor = np.linalg.cholesky(scale)
    return np.asarray(solve_triangular(factor, np.eye(len(scale)), lower=True).T)


def times(rows: Any, rate: Scale) -> Any:
    """Rows of shape (..., d) times a number, numbers of shape (d,), or a matrix of shape (d, d) from the right."""
    if isinstance(rate, float):
        return rows if rate == 1 else rows * rate
    rows = dense(rows)
    return rows * rate if rate.ndim == 1 else rows @ rate


def divided(rows: Any, scale: Scale) -> Any:
    """Rows in units of the kernel."""
    return times(rows, rate_of(scale))


def multiplied(rows: Array, scale: Scale) -> Array:
    """The inverse of `divided`."""
    if isinstance(scale, float) or scale.ndim == 1:
        return np.asarray(rows * scale)
    return np.asarray(rows @ np.linalg.cholesky(scale).T)


def told(scale: Scale) -> str:
    """In a few words."""
    if isinstance(scale, float):
        return f"{scale:.6g}"
    if scale.ndim == 2:
        return f"a covariance matrix of shape {scale.shape}"
    return f"{scale.min():.3g} to {scale.max():.3g}, one for each of {len(scale)} coordinates"
