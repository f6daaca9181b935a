r"""Brackets ``m MSE`` of one wave under a geometry, without the factor of the norms (`mse`), with n partners per projection.

The pair moments: positive features rho = E exp((w_1 + w_2).(x + y)); hyperbolic ones the average of rho at the cosines c and
-c; Fourier features E cos(w_1.z) cos(w_2.z), cosine features with random phases likewise. With v = |x + y|, z = |x - y|:

    positive     e^(2 v^2) - e^(v^2) - n (e^(v^2) - rho)
    hyperbolic   (e^(v^2) - 1)^2/2 + n ((rho(c) + rho(-c))/2 - e^(v^2))
    Fourier      (1 - e^(-z^2))^2/2 + n (rho_F - e^(-z^2))

*GERF* with a real number A < 1/8, of either sign s. ``exp(2A |w|^2)`` turns a chi length r of density ``r^(d-1) e^(-r^2/2)``
into one of density ``r^(d-1) e^(-(1-4A) r^2/2)``, which is ``chi_d/sqrt(1-4A)``, and ``B`` multiplies it by ``sqrt(1-4A)``: whatever
the angle between two projections, their pair moment is the one at A = 0, of positive features for s = +1 and of Fourier
features for s = -1. A changes E Z^2 alone:

    s = +1   e^(v^2) (e^g - 1) - n (e^(v^2) - rho),                     g = log T + v^2/(1-8A)
    s = -1   bracket at A = 0 + ((T-1)(1 + D) + D - e^(-2 z^2))/2,      D = e^(-2 (1-4A) z^2/(1-8A))

with ``T = (1 + 16 A^2/(1-8A))^(d/2)``. Where the terms nearly cancel (m = d, small v) the bracket is a series of its own
(`pair_series`). Far out no series is needed. With t = v^2/2 and N = d/2, rounded up, ``1F1(d; d/2; x)`` is at most
``e^x (1 + x/N)^N`` (for even d its terms are ``binomial(N, k) x^k/(N)_k`` times e^x; it grows with d), so that

    rho(c) <= e^x (1 + x/N)^N,    x = t (1 + max(c, 0)),

which beside ``e^(v^2)``, or hyperbolic ``e^(2 v^2)/(2 n)``, is below 2^-57 from moderate lengths on. For rho_F see `fourier_far`.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from rftheory.families.gerf_moments import added_moment, log_tail
from rftheory.inputs.arrays import Array
from rftheory.mechanisms import pair_series
from rftheory.mechanisms.fourier_far import end_of_series, far_pairs

#: a bracket below this part of its first term is taken from a series of its own
_CANCELS = 0.5
#: by what factor a bracket may be below its terms before it is refused: 6 bits
_LOST = 64.0
#: |A| below this part of v leaves v^2 and its coefficients unchanged: 8d A^2 is below 2^-60 v^2/d^2 for d <= 2^20
_UNNOTICED = 2.0**-64
#: what is e^-42 of something is below 2^-57 of an eighth of it
_NEGLIGIBLE = 42.0
#: z^2/2 up to which the series of Fourier features is taken at most
_LONGEST_SERIES = 400.0


# -- A = 0: brackets, relative to e^(2 v^2) for growing features ------------------------------------------------------


def _rise(v: Array) -> Array:
    """``log(1 - e^(-v^2))``."""
    # below, the logarithm is that of a square which may be 0 in float64
    return np.where(v < 1e-9, 2 * np.log(v), np.log(-np.expm1(-np.square(np.maximum(v, 1e-9)))))


def _log_most(d: int, cosine: Fraction, v: Array) -> Array:
    """A bound of the logarithm of the pair moment rho at an angle."""
    half, x = math.ceil(d / 2), np.square(v) / 2 * float(1 + max(cosine, Fraction(0)))
    return np.asarray(x + half * np.log1p(x / half))


def _gap(d: int, cosine: Fraction, v: Array) -> Array:
    """``1 - rho e^(-v^2)``, for cosines <= 0; the series is for lengths at which rho matters."""
    matters, gap = _log_most(d, cosine, v) > np.square(v) - _NEGLIGIBLE, np.ones_like(v)
    gap[matters] = np.exp(pair_series.gap(d, cosine).log(v[matters]) - np.square(v[matters]))
    return gap


def _positive(d: int, cosine: Fraction, n: Fraction, v: Array) -> Array:
    square, log = np.square(v), _rise(v)
    if n:
        single = np.exp(log)
        bracket = single - float(n) * np.exp(-square) * _gap(d, cosine, v)
        cancels = bracket <= single * _CANCELS
        log[~cancels] = np.log(bracket[~cancels])
        log[cancels] = pair_series.positive_error(d, cosine, n).log(v[cancels]) - 2 * square[cancels]
    return log + 2 * square


def hyperbolic(d: int, cosine: Fraction, n: Fraction, v: Array) -> Array:
    square, log = np.square(v), 2 * _rise(v) - math.log(2)
    if n:
        single = np.exp(log)
        bracket = single - float(n) * np.exp(-square)
        cancels = bracket <= single * _CANCELS
        # n rho beside e^(2 v^2)/8, which the first term exceeds where nothing cancels
        matters = ~cancels & (math.log(n) + _log_most(d, abs(cosine), v) > 2 * square - _NEGLIGIBLE)
        pairs = pair_series.even_conformity(d, cosine).log(v[matters]) if matters.any() else 0.0
        bracket[matters] += float(n) * np.exp(pairs - 2 * square[matters])
        log[~cancels] = np.log(bracket[~cancels])
        log[cancels] = pair_series.even_error(d, cosine, n, 1).log(v[cancels]) - 2 * square[cancels]
    return log + 2 * square


def _fourier(d: int, cosine: Fraction, n: Fraction, z: Array) -> Array:
    log = 2 * _rise(z) - math.log(2)
    if n:
        near = np.square(z) / 2 < end_of_series(d, cosine, n)
        longest = float(np.square(z[near]).max(initial=0.0)) / 2
        if longest > _LONGEST_SERIES:
            raise ArithmeticError(
                f"length must have z^2/2 <= {_LONGEST_SERIES:g} for Fourier features at cosine = {cosine}, got {longest:g}"
            )
        log[near] = pair_series.even_error(d, cosine, n, -1).log(z[near])
        log[~near] = np.log(0.5 + float(n) * far_pairs(d, cosine, np.square(z[~near]) / 2))
    return log


# -- A != 0 -----------------------------------------------------------------------------------------------------------


def growing(A: Array, d: int, cosine: Fraction, n: Fraction, v: Array) -> Array:
    """s = +1, for one A for each v."""
    log = _positive(d, cosine, n, v)
    changed = np.abs(A) > _UNNOTICED * v
    if not changed.any():
        return log
    v, A, square = v[changed], A[changed], np.square(v[changed])
    width = 1 - 8 * A
    # everything is divided by e^(2 v^2 + less) = e^(v^2 + g), the leading term
    g, single = added_moment(A, 1, d, square)
    less = log_tail(8 * A, width, d, np.log1p) + 8 * A * square / width
    direct = single - float(n) * np.exp(-g) * _gap(d, cosine, v) if n else single
    # or as the bracket at A = 0, less what A saves, unless that is nearly all
    near = np.maximum(less, -30.0)
    base = np.where(less == near, np.exp(log[changed] - 2 * square - near), np.nan)
    total = _steadier((single, direct), (base, base - np.expm1(-near)))
    log[changed] = np.log(total) + 2 * square + less
    return log


def oscillating(A: Array, d: int, cosine: Fraction, n: Fraction, z: Array) -> Array:
    """s = -1, for one A for each z."""
    log = _fourier(d, cosine, n, z)
    changed = A != 0
    if not changed.any():
        return log
    level, change = added_moment(A[changed], -1, d, np.square(z[changed]))
    base = np.exp(log[changed] - level)
    total = base + change
    log[changed] = np.log(_steadier((base, total), (change, total))) + level
    return log


def _steadier(*ways: tuple[Array, Array]) -> Array:
    """Of one number as several sums, each with its first term, the one that loses least.

    Raises:
        ArithmeticError: if each loses more than `_LOST`.
    """
    losses = [
        np.divide(first, total, out=np.where(first == total, 1.0, np.inf), where=total > 0) for first, total in ways
    ]
    best = np.argmin(losses, axis=0)
    worst = float(np.choose(best, losses).max(initial=0.0))
    if not worst <= _LOST:
        raise ArithmeticError(f"the variance and the gain of the coupling cancel to 1 in {worst:.0f}")
    return np.asarray(np.choose(best, [total for _, total in ways]))
