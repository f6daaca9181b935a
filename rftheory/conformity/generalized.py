r"""Mean squared errors of GERF with a real number A < 1/8, of either sign, under couplings with independent lengths.

``exp(2A |w|^2)`` turns a chi length r of density ``r^(d-1) e^(-r^2/2)`` into one of density ``r^(d-1) e^(-(1-4A) r^2/2)``, which
is ``chi_d/sqrt(1-4A)``, and ``B`` multiplies it by ``sqrt(1-4A)``: whatever the angle between two projections, their pair
moment is the one at A = 0, of positive features for s = +1 and of Fourier features for s = -1. A changes E Z^2 alone:

    s = +1   m MSE = e^(v^2) (e^g - 1) - n (e^(v^2) - rho),                     g = log T + v^2/(1-8A), v = |x + y|
    s = -1   m MSE = m MSE at A = 0 + ((T-1)(1 + D) + D - e^(-2 z^2))/2,        D = e^(-2 (1-4A) z^2/(1-8A)), z = |x - y|

with ``T = (1 + 16 A^2/(1-8A))^(d/2)`` and n partners per projection (without the factor of the norms, as in `mse`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from rftheory.arrays import Array
from rftheory.conformity.conformities import expm1_of_square, exponential_of_square
from rftheory.conformity.fourier import fourier_error
from rftheory.conformity.pair_series import gap_series
from rftheory.conformity.scaled import Scaled
from rftheory.optima.formulas import log_tail

#: by what factor a bracket may be below its terms before it is refused: 6 bits
_LOST = 64.0
#: |A| below this part of v leaves v^2 and its coefficients unchanged: 8d A^2 is below 2^-60 v^2/d^2 for d <= 2^20
_UNNOTICED = 2.0**-64
#: what is e^-42 of something is below 2^-57 of an eighth of it
NEGLIGIBLE = 42.0


def log_most(d: int, cosine: Fraction, v: Array) -> Array:
    """A bound of the logarithm of the pair moment rho at an angle (`mse`)."""
    half, x = math.ceil(d / 2), np.square(v) / 2 * float(1 + max(cosine, Fraction(0)))
    return np.asarray(x + half * np.log1p(x / half))


def gap_of(d: int, cosine: Fraction, v: Array) -> Scaled:
    """``e^(v^2) - rho``, for cosines <= 0; the series is for lengths at which rho matters."""
    gap = exponential_of_square(v)
    matters = log_most(d, cosine, v) > np.square(v) - NEGLIGIBLE
    return gap.replaced(matters, gap_series(d, cosine).at_half_square(v[matters])) if matters.any() else gap


def growing_error(
    parameter: Array, d: int, cosine: Fraction, n: Fraction, v: Array, positive: Callable[[Array], Scaled]
) -> Scaled:
    """s = +1, for one A for each v; ``positive`` are the errors at A = 0 of an array of v."""
    bracket = positive(v)
    changed = np.abs(parameter) > _UNNOTICED * v
    if not changed.any():
        return bracket
    base, v, parameter = bracket[changed], v[changed], parameter[changed]
    width = 1 - 8 * parameter
    tail = log_tail(8 * parameter, width, d, np.log1p)
    g, less = tail + np.square(v) / width, tail + 8 * parameter * np.square(v) / width
    exponential = exponential_of_square(v)
    single = exponential * _expm1(g)
    if n == 0:
        return bracket.replaced(changed, single)
    direct = single - gap_of(d, cosine, v) * float(n)
    # or as the bracket at A = 0, less what A saves
    return bracket.replaced(changed, _steadier(single, direct, base, exponential * exponential * _expm1(less)))


def oscillating_error(parameter: Array, d: int, cosine: Fraction, n: Fraction, z: Array) -> Scaled:
    """s = -1, for one A for each z."""
    base = fourier_error(d, cosine, n).at(z) if n else _independent(z)
    changed = parameter != 0
    if not changed.any():
        return base
    parameter, square = parameter[changed], np.square(z[changed])
    width = 1 - 8 * parameter
    decay, shift = -2 * square * (1 - 4 * parameter) / width, -8 * parameter * square / width
    more = _expm1(log_tail(8 * parameter, width, d, np.log1p)) * (Scaled.exp(decay) + Scaled.of(np.ones_like(decay)))
    change = (more + Scaled.exp(-2 * square) * _expm1(shift)) * 0.5
    total = base[changed] + change
    _refuse(np.minimum(_loss(base[changed], total), _loss(change, total)))
    return base.replaced(changed, total)


def _independent(z: Array) -> Scaled:
    """``(1 - e^(-z^2))^2/2``."""
    exponential = exponential_of_square(z)
    excess = expm1_of_square(z, exponential) / exponential
    return excess * excess * 0.5


def _expm1(x: Array) -> Scaled:
    far = np.abs(x) > 1
    return (Scaled.exp(np.where(far, x, 0.0)) - Scaled.of(np.ones_like(x))).replaced(~far, Scaled.of(np.expm1(x[~far])))


def _steadier(single: Scaled, direct: Scaled, base: Scaled, change: Scaled) -> Scaled:
    """Of one number in two ways, as ``direct`` with the first term ``single`` or as a sum, the one that loses less."""
    other = base + change
    loss, second_loss = _loss(single, direct), _loss(base, other)
    _refuse(np.minimum(loss, second_loss))
    better = second_loss < loss
    return direct.replaced(better, other[better])


def _refuse(loss: Array) -> None:
    worst = float(loss.max(initial=0.0))
    if not worst <= _LOST:
        raise ArithmeticError(f"the variance and the gain of the coupling cancel to 1 in {worst:.0f}")


def _loss(part: Scaled, total: Scaled) -> Array:
    """By what factor a sum is below its first term."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(total.mantissa > 0, part.mantissa / total.mantissa, np.inf)
        loss = np.ldexp(ratio, np.clip(part.exponent - total.exponent, -1000, 1000).astype(np.int32))
    return np.where((part.mantissa == 0) & (total.mantissa == 0), 1.0, loss)
