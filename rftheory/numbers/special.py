"""Two functions of the theory in log space: ``0F1`` with a positive argument, and the logarithm of a mean."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from rftheory.inputs.arrays import Array

#: a term that adds less than half an ulp to the sum ends the series
_EPSILON = 2.0**-54
#: up to this b the library's function is accurate; above it under- and overflows
_MODERATE = 20
#: order of the Bessel function from which on the first term that Debye's expansion leaves out is below 1e-12
_LARGE = 200.0
#: beyond the t at which the library's Bessel function still has a value, and there Hankel's expansion is exact in float64
_FAR = 1e8
#: coefficients of its polynomials u_1, ..., u_4 (DLMF 10.41.10)
_DEBYE = tuple(
    np.array(numerators) / denominator
    for numerators, denominator in (
        ([0, 3, 0, -5], 24),
        ([0, 0, 81, 0, -462, 0, 385], 1152),
        ([0, 0, 0, 30375, 0, -369603, 0, 765765, 0, -425425], 414720),
        ([0, 0, 0, 0, 4465125, 0, -94121676, 0, 349922430, 0, -446185740, 0, 185910725], 39813120),
    )
)
#: where cosh(s)^(1-2b) < 1e-17 for all larger b, and enough nodes for cosines that do not cancel below 1e-17
_REACH, _NODES = 10.0, 401


def log_confluent_limit(half_dimension: ArrayLike, argument: ArrayLike) -> Array:
    """``log 0F1(; b; z)`` for z >= 0 without overflow, ``b = half_dimension > 0``; both of any shapes that broadcast.

    ``0F1(; b; t^2/4) = Gamma(b) (t/2)^(1-b) I_(b-1)(t)``; where the Bessel function underflows (t small against b) the
    series has few terms, and for large b Debye's expansion of it, uniform in t, needs few.
    """
    b, z = np.broadcast_arrays(np.asarray(half_dimension, dtype=float), np.asarray(argument, dtype=float))
    t = 2 * np.sqrt(z)
    order = b - 1
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        bessel = special.ive(order, t)
        closed = special.gammaln(b) - order * np.log(t / 2) + np.log(bessel) + t
    # cancellation in the closed form is harmless once the value itself is large
    other = ~np.isfinite(closed) | (bessel < 1e-250) | (z < 4 * b)
    uniform = other & (order >= _LARGE) & (z > b)
    closed = np.where(uniform, _log_uniform(np.where(uniform, order, _LARGE), t), closed)
    distant = other & ~uniform & (t > _FAR)
    closed = np.where(distant, _log_distant(np.where(distant, b, 1.0), np.where(distant, t, _FAR)), closed)
    use_series = other & ~uniform & ~distant
    return np.where(use_series, _log_series(b, np.where(use_series, z, 0.0)), closed)


def _log_distant(b: Array, t: Array) -> Array:
    """Hankel's expansion of the Bessel function (DLMF 10.40.1), four terms, at a t beyond the library's and an order below `_LARGE`."""
    square, term, total = 4 * (b - 1) ** 2, np.ones_like(t), np.ones_like(t)
    for k in range(1, 4):
        term = -term * (square - (2 * k - 1) ** 2) / (8 * k * t)
        total = total + term
    return special.gammaln(b) - (b - 1) * np.log(t / 2) + t - np.log(2 * np.pi * t) / 2 + np.log(total)


def _log_uniform(order: Array, t: Array) -> Array:
    """Debye's expansion of the Bessel function (Olver, DLMF 10.41.3) over Stirling's of Gamma, what cancels left out.

    With ``s = (1 + (t/n)^2)^(1/2)`` and n = b - 1 it is ``n (s - 1 - log((1 + s)/2)) - log(s)/2 + 1/(12 n) + log sum_k
    u_k(1/s)/n^k`` up to terms of the order n^(-5).
    """
    square = (t / order) ** 2
    excess = square / (1 + np.sqrt(1 + square))
    p = 1 / (1 + excess)
    terms = sum(np.polynomial.polynomial.polyval(p, u) / order**k for k, u in enumerate(_DEBYE, 1))
    stirling = 1 / (12 * order) - 1 / (360 * order**3)
    return order * (excess - np.log1p(excess / 2)) - np.log1p(square) / 4 + stirling + np.log1p(terms)


def _log_series(b: Array, z: Array) -> Array:
    """The series of 0F1, all terms positive, scaled by its running maximum."""
    log_scale, term, total = np.zeros_like(z), np.ones_like(z), np.ones_like(z)
    k = 0
    # from k (b + k) > 2 max z on the terms halve at least
    while np.any(term > _EPSILON * total):
        term = term * (z / ((k + 1) * (b + k)))
        total = total + term
        k += 1
        large = total > 1e200
        if np.any(large):
            scale = np.where(large, total, 1.0)
            log_scale, term, total = log_scale + np.log(scale), term / scale, total / scale
    return log_scale + np.log(total)


def oscillating_confluent_limit(half_dimension: float, argument: ArrayLike) -> Array:
    """``0F1(; b; -z)`` for z >= 0, the mean of ``cos(u.v)``, ``|v|^2 = 4z``, over directions u in R^(2b); absolute error ~1e-14.

    Below the turning point of the Bessel function ``J_(b-1)(2 sqrt(z))`` it lies between 0 and ``exp(-z/b)``.
    """
    b, z = half_dimension, np.asarray(argument, dtype=float)
    if b <= _MODERATE:
        return np.clip(special.hyp0f1(b, -z), -1.0, 1.0)
    t = 2 * np.sqrt(z)
    beyond = t >= b
    far = np.where(beyond, t, b)
    bessel = special.jv(b - 1, far) * np.exp(special.gammaln(b) - (b - 1) * np.log(far / 2))
    near = ~beyond & (z < 40 * b)
    values = np.where(beyond, bessel, 0.0)
    values[near] = _mean_cosine(b, t[near])
    return values


def _mean_cosine(b: float, length: Array) -> Array:
    """The mean of ``cos(length tanh s)`` under ``cosh(s)^(1-2b)``, trapezoidal: a coordinate of u is ``tanh s``."""
    s = np.linspace(-_REACH, _REACH, _NODES) / np.sqrt(2 * b - 1)
    mass = np.exp((1 - 2 * b) * np.log(np.cosh(s)))
    mass /= mass.sum()
    parts = [np.cos(block[:, None] * np.tanh(s)) @ mass for block in np.array_split(length, 1 + len(length) // 4096)]
    return np.concatenate(parts)


def log_mean(logs: Array, weights: Array, axis: int = -1) -> Array:
    """``log sum_i weights_i exp(logs_i)`` along an axis, for weights >= 0."""
    shape = [1] * logs.ndim
    shape[axis] = -1
    return np.asarray(special.logsumexp(logs, axis=axis, b=weights.reshape(shape)))
