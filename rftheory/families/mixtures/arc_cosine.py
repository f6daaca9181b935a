r"""The arc-cosine kernels of degree n = 0 and 1 (Cho and Saul 2009), "arc-cosine(0)" and "arc-cosine(1)".

With the angle theta of x and y and ``H(t) = 1`` for t > 0, of a Gaussian projection w,

    K_n(x, y) = 2 E H(w.x) H(w.y) (w.x)^n (w.y)^n = |x|^n |y|^n J_n(theta)/pi,
    J_0 = p,    J_1 = sin p - p cos p,    J_2 = p (2 + cos 2p) - (3/2) sin 2p,    p = pi - theta;

they are no functions of x - y. The second moment of the sample ``2 H H (w.x)^n (w.y)^n`` is ``2 K_2n``, and its variance
``2 K_2n - K_n^2``.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rftheory.inputs.arrays import Array

#: below this p the sums of J_1 and J_2 cancel, and series are taken, of so many terms
_NEAR, _TERMS = 0.5, 10
#: by degree
NAMES = ("arc-cosine(0)", "arc-cosine(1)")


def degree_of(kernel: str) -> int | None:
    """The degree of a kernel of this name; None for another name."""
    return NAMES.index(kernel) if kernel in NAMES else None


def log_scale(degree: int, x: Array, y: Array) -> Array:
    """log of ``|x|^n |y|^n`` of pairs of shape (..., d)."""
    if degree == 0:
        return np.zeros(np.broadcast_shapes(x.shape, y.shape)[:-1])
    with np.errstate(divide="ignore"):
        return np.asarray(degree * (np.log(np.square(x).sum(axis=-1)) + np.log(np.square(y).sum(axis=-1))) / 2)


def log_kernel(degree: int, x: Array, y: Array) -> Array:
    """log K_n of pairs of shape (..., d), -inf of opposite ones; of degree 0 an input 0 is taken for orthogonal."""
    with np.errstate(divide="ignore"):
        return np.asarray(log_scale(degree, x, y) + np.log(_integral(degree, supplement(x, y)) / math.pi))


def log_variance(degree: int, x: Array, y: Array) -> Array:
    """log Var of one sample, of pairs of shape (..., d)."""
    if degree == 0 and not (np.square(x).sum(axis=-1) * np.square(y).sum(axis=-1)).all():
        raise ValueError("x and y must not be 0 for the arc-cosine kernel of degree 0")
    p = supplement(x, y)
    # of degree 0 it is p (2 pi - p)/pi^2
    found = p * (2 * math.pi - p) if degree == 0 else 2 * math.pi * _integral(2, p) - _integral(1, p) ** 2
    with np.errstate(divide="ignore"):
        return np.asarray(2 * log_scale(degree, x, y) + np.log(found) - 2 * math.log(math.pi))


def supplement(x: Array, y: Array) -> Array:
    """p, to the last digits at both ends (Kahan's formula); pi/2 where an input is 0."""
    one, two = np.linalg.norm(x, axis=-1, keepdims=True), np.linalg.norm(y, axis=-1, keepdims=True)
    both = (one > 0) & (two > 0)
    u, v = (np.divide(each, size, out=np.zeros_like(each), where=size > 0) for each, size in ((x, one), (y, two)))
    p = 2 * np.arctan2(np.linalg.norm(u + v, axis=-1), np.linalg.norm(u - v, axis=-1))
    return np.where(both[..., 0], p, math.pi / 2)


def _integral(degree: int, p: Array) -> Array:
    """J_n at theta = pi - p."""
    if degree == 0:
        return p
    far = np.maximum(p, _NEAR)
    if degree == 1:
        plain = np.sin(far) - far * np.cos(far)
        terms = [(-1) ** (k + 1) * 2 * k / math.factorial(2 * k + 1) for k in range(1, _TERMS)]
        near = p
    else:
        plain = far * (2 + np.cos(2 * far)) - 1.5 * np.sin(2 * far)
        terms = [0.0, *((-1) ** k * (k - 1) / math.factorial(2 * k + 1) for k in range(2, _TERMS))]
        near = 2 * p
    series = sum(c * np.minimum(near, 1.0) ** (2 * k + 3) for k, c in enumerate(terms))
    return np.asarray(np.where(p < _NEAR, series, plain))


def exact(degree: int, products: list[Any]) -> Any:
    """K_n of the products x.x, x.y, y.y, with the digits of mpmath."""
    import mpmath

    xx, xy, yy = products
    if not (xx and yy):
        return mpmath.mpf(0) if degree else mpmath.mpf(1) / 2
    p = mpmath.pi - mpmath.acos(max(-1, min(1, xy / mpmath.sqrt(xx * yy))))
    value = p if degree == 0 else mpmath.sin(p) - p * mpmath.cos(p)
    return mpmath.sqrt(xx * yy) ** degree * value / mpmath.pi
