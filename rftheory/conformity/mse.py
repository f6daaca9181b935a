r"""Logarithms of the mean squared error of m features under a coupling, for many pairs of inputs at once.

A projection has n partners in its block on average (`geometry.Geometry.partners`; different blocks are independent), so that

    MSE = (E Z^2 - K^2)/m + (n/m) (E Z_1 Z_2 - K^2) = exp(level) bracket / m.

The pair moments: positive features rho; hyperbolic ones the average of rho at the cosines c and -c; GERF with real A and s = +1
rho again, because exp(2A |w|^2) only rescales the lengths, whatever the angle; Fourier features as `fourier` says. Where the
terms of the bracket nearly cancel (m = d, small v) it is a series of positive terms of its own.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.conformity.conformities import check_length, exponential_of_square
from rftheory.conformity.fourier import fourier_error
from rftheory.conformity.geometry import Geometry, geometry_of
from rftheory.conformity.pair_series import (
    conformity_series,
    gap_series,
    hyperbolic_error_series,
    positive_error_series,
)
from rftheory.conformity.scaled import Scaled, exact_square
from rftheory.couplings.coupling import Coupling
from rftheory.families.arrays import Array, check_count
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric

#: a bracket below this part of its first term is taken from a series of its own
_CANCELS = 0.5
#: how many digits a bracket of GERF may lose before it is refused (a factor)
_LOST = 64.0


def log_mse(
    family: Family,
    coupling: Coupling | Geometry | str,
    m: int,
    d: int,
    length: ArrayLike,
    x_norm: ArrayLike = 0.0,
    y_norm: ArrayLike = 0.0,
    kernel: str = "gaussian",
) -> Array:
    """log MSE of the estimator of m projections in R^d.

    Args:
        family: `Positive`, `Hyperbolic`, `Trigonometric`, `OptimalPositive` (for each v its optimal A, if made without a
            square), or `GeneralizedExponential` with a real number A < 1/8 and s = +1.
        coupling: independent, orthogonal or simplex projections, by name or object, or a `Geometry`.
        length: v = |x + y|; for trigonometric features z = |x - y|. Any shape, in [0, 256].
        x_norm, y_norm: norms of the inputs, which broadcast with ``length``; they do not matter for trigonometric features of
            the Gaussian kernel.
        kernel: which kernel the estimator is for, "gaussian" or "softmax".

    Returns:
        log MSE, ``-inf`` where the estimator is exact; 1e-12 of relative accuracy of the MSE for lengths <= 100 (for GERF
        with A != 0: of its logarithm), and of norms as far as the logarithm can tell.

    Raises:
        ValueError: for other families, couplings, kernels, negative norms, m < 1, d = 1 for the simplex.
    """
    norms = [_check_norm(name, value) for name, value in (("x_norm", x_norm), ("y_norm", y_norm))]
    squares = norms[0] ** 2 + norms[1] ** 2
    if kernel not in ("gaussian", "softmax"):
        raise ValueError(f"kernel must be gaussian or softmax, got {kernel!r}")
    softmax = kernel == "softmax"
    if isinstance(family, Trigonometric):
        level = squares if softmax else 0 * squares
    else:
        level = -squares if softmax else -2 * squares
    return level + mse_bracket(family, coupling, m, d, length).log() - np.log(check_count("m", m))


def mse_bracket(family: Family, coupling: Coupling | Geometry | str, m: int, d: int, length: ArrayLike) -> Scaled:
    """``m MSE`` without the factor of the norms: for the softmax kernel ``exp(-|x|^2 - |y|^2)`` (trigonometric: + +).

    Arguments and errors as `log_mse`.
    """
    geometry = geometry_of(coupling, d)
    n = geometry.partners(m)
    if isinstance(family, Trigonometric):
        return fourier_error(d, geometry.cosine, n).at(check_length("z", length))
    lengths = check_length("v", length)
    v = lengths.ravel()
    if isinstance(family, Positive):
        bracket = _positive(d, geometry.cosine, n, v)
    elif isinstance(family, Hyperbolic):
        bracket = _hyperbolic(d, geometry.cosine, n, v)
    elif isinstance(family, GeneralizedExponential):
        bracket = _generalized(_parameter(family, v, d), d, geometry.cosine, n, v)
    else:
        raise ValueError(f"no closed form of the pair moment of {type(family).__name__} features")
    return Scaled(bracket.mantissa.reshape(lengths.shape), bracket.exponent.reshape(lengths.shape))


def _positive(d: int, cosine: Fraction, n: Fraction, v: Array) -> Scaled:
    """``e^(2 v^2) - e^(v^2) - n (e^(v^2) - rho)``."""
    exponential = exponential_of_square(v)
    single = exponential * _expm1_of_square(v, exponential)
    if n == 0:
        return single
    if cosine > 0:
        raise ValueError(f"cosine must be at most 0, got {cosine}")
    bracket = single - gap_series(d, cosine).at_half_square(v) * float(n)
    cancels = (bracket - single * _CANCELS).mantissa < 0
    if cancels.any():
        bracket = bracket.replaced(cancels, positive_error_series(d, cosine, n).at_half_square(v[cancels]))
    return bracket


def _hyperbolic(d: int, cosine: Fraction, n: Fraction, v: Array) -> Scaled:
    """``(e^(v^2) - 1)^2/2 + n ((rho(c) + rho(-c))/2 - e^(v^2))``."""
    exponential = exponential_of_square(v)
    excess = _expm1_of_square(v, exponential)
    single = excess * excess * 0.5
    if n == 0:
        return single
    bracket = single - exponential * float(n)
    cancels = (bracket - single * _CANCELS).mantissa < 0
    if not cancels.all():
        rest = v[~cancels]
        pair = conformity_series(d, cosine).at_half_square(rest) + conformity_series(d, -cosine).at_half_square(rest)
        bracket = bracket.replaced(~cancels, bracket[~cancels] + pair * float(n / 2))
    return bracket.replaced(cancels, hyperbolic_error_series(d, cosine, n).at_half_square(v[cancels]))


def _expm1_of_square(v: Array, exponential: Scaled) -> Scaled:
    """``e^(v^2) - 1``."""
    square, error, exponent = exact_square(v)
    small = np.square(v) < 1
    # e^s - 1 = s (e^s - 1)/s, without underflow of s
    s = np.ldexp(square, np.maximum(exponent, -1000).astype(np.int32))
    s = np.where(small, s, 0.0)
    quotient = np.divide(np.expm1(s), s, out=np.ones_like(s), where=s > 0)
    near = Scaled.of((square + error) * quotient, exponent)
    return (exponential - Scaled.of(np.ones_like(v))).replaced(small, near[small])


def _generalized(parameter: Array, d: int, cosine: Fraction, n: Fraction, v: Array) -> Scaled:
    """``e^(v^2) (e^g - 1) - n (e^(v^2) - rho)``, g = (d/2) log(1 + 16 A^2/(1 - 8A)) + v^2/(1 - 8A)."""
    width = 1 - 8 * parameter
    tail = d / 2 * np.log1p(16 * parameter**2 / width)
    g, less = tail + np.square(v) / width, tail + 8 * parameter * np.square(v) / width
    exponential = exponential_of_square(v)
    single = exponential * _expm1(g)
    if n == 0:
        return single
    direct = single - gap_series(d, cosine).at_half_square(v) * float(n)
    # or as the bracket at A = 0, less what A saves
    base, change = _positive(d, cosine, n, v), exponential * exponential * _expm1(less)
    other = base + change
    loss, second_loss = _loss(single, direct), _loss(base, other)
    worst = float(np.minimum(loss, second_loss).max(initial=0.0))
    if not worst <= _LOST:
        raise ArithmeticError(f"the variance and the gain of the coupling cancel to 1 in {worst:.0f}")
    better = second_loss < loss
    return direct.replaced(better, other[better])


def _expm1(x: Array) -> Scaled:
    far = np.abs(x) > 1
    return (Scaled.exp(np.where(far, x, 0.0)) - Scaled.of(np.ones_like(x))).replaced(~far, Scaled.of(np.expm1(x[~far])))


def _loss(part: Scaled, total: Scaled) -> Array:
    """By what factor a sum is below its first term."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(total.mantissa > 0, part.mantissa / total.mantissa, np.inf)
        loss = np.ldexp(ratio, np.clip(part.exponent - total.exponent, -1000, 1000).astype(np.int32))
    return np.where((part.mantissa == 0) & (total.mantissa == 0), 1.0, loss)


def _parameter(family: GeneralizedExponential, v: Array, d: int) -> Array:
    """A of GERF, for each v.

    Raises:
        ValueError: unless it is real and below 1/8, and s = +1.
    """
    if isinstance(family, OptimalPositive) and sp.sympify(family.square).free_symbols:
        return optimal_parameters(np.square(v), d)
    if family.s != 1 or family.A.free_symbols or not family.A.is_extended_real:
        raise ValueError(f"GERF must have s = +1 and a real number A, got s = {family.s}, A = {family.A}")
    value = float(family.A)
    if not value < 0.125:
        raise ValueError(f"A must be < 1/8 for a finite variance, got {value}")
    return np.full(v.shape, value)


def optimal_parameters(square: Array, d: int) -> Array:
    """`families.optimal_positive.optimal_parameter` in float64, without cancellation: ``1/rho* - 1 = (root + 2 v^2 - d)/(2d)``."""
    w = 2 * square
    root = np.sqrt((w + d) ** 2 + 4 * d * w)
    excess = np.where(w < d, 8 * d * w / (root + np.abs(d - w)), root + w - d) / (2 * d)
    return -excess / 8


def _check_norm(name: str, value: ArrayLike) -> Array:
    array = np.asarray(value, dtype=float)
    if not (np.isfinite(array) & (array >= 0)).all():
        raise ValueError(f"{name} must be finite and >= 0, got {array[~(np.isfinite(array) & (array >= 0))].flat[0]}")
    return array
