r"""Logarithms of the mean squared error of m features under a coupling, for many pairs of inputs at once, in float64.

A projection has n partners in its block on average (`Geometry.partners`; different blocks are independent), so that

    MSE = (E Z^2 - K^2)/m + (n/m) (E Z_1 Z_2 - K^2) = exp(level) bracket / m.

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
from numpy.typing import ArrayLike

from rftheory.arrays import Array, check_count, check_inputs, paired, real_array
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometries import geometry_of
from rftheory.couplings.geometry import Geometry
from rftheory.families.family import Family, HasVariance
from rftheory.families.gerf_moments import added_moment, log_tail
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
#: lengths beyond this are refused
_LONGEST = 1e8
#: lengths of conformities beyond this are refused: tables grow as the square
_MOST = 64.0
#: z^2/2 up to which the series of Fourier features is taken at most
_LONGEST_SERIES = 400.0
#: stands for 0 in limits: its square is beyond the last bit of every bracket, divided by its first term
_NEARLY_NOTHING = 2.0**-300


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
        family: any with a known wave (`Family.wave`): positive, hyperbolic, trigonometric, random-phase cosine, OPRF (for
            each v its optimal A, if made without a square), GERF with a real number A < 1/8.
        coupling: independent, orthogonal or simplex projections, by name or object, or a `Geometry`.
        m: how many projections; one block, a truncated one (m < d), or several (m > d, whether or not d divides m).
        length: v = |x + y|; for features of waves (trigonometric, cosine, GERF with s = -1) z = |x - y|. Any shape, in
            [0, 1e8].
        x_norm, y_norm: norms of the inputs, which broadcast with ``length``; they do not matter for waves and the Gaussian
            kernel. Whether there are inputs of such norms and length is not checked: `log_mse_of_inputs` takes the inputs
            themselves.
        kernel: which kernel the estimator is for, "gaussian" or "softmax".

    Returns:
        log MSE, ``-inf`` where the estimator is exact; tested to 1e-11 of relative accuracy of the MSE against balls (for
        GERF with A != 0: of its logarithm), and of lengths and norms as far as the logarithm can tell.

    Raises:
        ValueError: for other families, couplings, kernels, norms that are negative or not finite, m < 1, d = 1 for the
            simplex, more than one block where the coupling has ``blocks=False``, and acute angles where the terms have
            no one sign (positive features, GERF with s = +1).
        ArithmeticError: for GERF where the variance and the gain of the coupling cancel to 1 in 64, and for Fourier features of
            nearly parallel projections at long distances.
    """
    squares = _check_norm("x_norm", x_norm) ** 2 + _check_norm("y_norm", y_norm) ** 2
    if kernel not in ("gaussian", "softmax"):
        raise ValueError(f"kernel must be gaussian or softmax, got {kernel!r}")
    log = log_bracket(family, coupling, m, d, length) - np.log(check_count("m", m))
    factor = (0 if family.oscillates else -2) + (kernel == "softmax")
    try:
        return np.asarray(factor * squares + log)
    except ValueError:
        raise ValueError(
            f"length, x_norm and y_norm must broadcast, got the shapes {np.shape(length)}, {np.shape(x_norm)}, "
            f"{np.shape(y_norm)}"
        ) from None


def log_mse_of_inputs(
    family: Family,
    coupling: Coupling | Geometry | str,
    m: int,
    x: ArrayLike,
    y: ArrayLike,
    kernel: str = "gaussian",
) -> Array:
    """log MSE of the estimator of m projections, pair by pair: `log_mse` at the lengths of given inputs.

    Args:
        x, y: shapes (L, d), paired row by row; or (d,), one pair.

    Returns:
        shape (L,), or a number for one pair.

    Raises:
        ValueError: for inputs of other shapes or not finite, and as `log_mse`.
    """
    first, second = paired(x, y)
    sides = first - second if family.oscillates else first + second, first, second
    # lengths beyond float64 are infinite, and refused
    with np.errstate(over="ignore"):
        length, x_norm, y_norm = (np.linalg.norm(side, axis=1) for side in sides)
    log = log_mse(family, coupling, m, first.shape[1], length, x_norm, y_norm, kernel)
    return log if np.ndim(x) > 1 else log[0]


def log_variance(family: HasVariance, x: ArrayLike, y: ArrayLike) -> Array:
    """log Var of one sample of the estimator of the Gaussian kernel, pair by pair; divide the variance by m for m samples.

    Args:
        family: GERF with a number A (complex, too), OPRF (of each pair if made without a square), Poisson or geometric features.
        x, y: shapes (L, d), paired row by row.

    Returns:
        shape (L,), ``-inf`` where the variance is zero.

    Raises:
        ValueError: for inputs of wrong shape or not finite, other families, parameters out of range, an infinite variance, and
            inputs whose products are beyond float64.
    """
    first, second = check_inputs(x, "x"), check_inputs(y, "y")
    if first.shape != second.shape:
        raise ValueError(f"x and y must have the same shape (L, d), got {first.shape} and {second.shape}")
    if not isinstance(family, HasVariance):
        raise ValueError(f"family must be GERF or discretely induced, with a known variance, got {family!r}")
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        logs = family.log_variance(first, second)
    if not (logs < np.inf).all():
        raise ValueError("x and y must have products within the range of float64")
    return logs


def mse_ratio(
    family: Family,
    coupling: Coupling | Geometry | str,
    reference: Coupling | Geometry | str,
    m: int,
    d: int,
    length: ArrayLike,
) -> Array:
    """MSE under a coupling, divided by the one under another: of both kernels, and whatever the norms of the inputs are.

    Args:
        length: v or z as in `log_mse`. At 0, where both estimators may be exact, the ratio is its limit.

    Returns:
        the shape of ``length``.

    Raises:
        ValueError: as `log_mse`.
    """
    lengths = check_length("length", length)
    lengths = np.where(lengths == 0, _NEARLY_NOTHING, lengths)
    logs = [log_bracket(family, each, m, d, lengths) for each in (coupling, reference)]
    return np.asarray(np.exp(logs[0] - logs[1]))


def log_conformity(coupling: Coupling | Geometry | str, v: ArrayLike, d: int) -> Array:
    """log rho of two projections of a block in R^d, shape of v; v^2 if they are independent.

    Raises:
        ValueError: for v outside [0, 64], couplings without a closed form, and d = 1 for the simplex.
    """
    geometry, v = geometry_of(coupling, check_count("d", d)), check_length("v", v, _MOST)
    return np.square(v) if geometry.block == 1 else pair_series.conformity(d, geometry.cosine).log(v)


def check_length(name: str, value: ArrayLike, most: float = _LONGEST) -> Array:
    """Lengths |x + y| or |x - y| of any shape.

    Raises:
        ValueError: unless they are in [0, most].
    """
    array = real_array(name, value)
    wrong = ~((array >= 0) & (array <= most))
    if wrong.any():
        raise ValueError(f"{name} must be in [0, {most:g}], got {array[wrong].flat[0]}")
    return array


def log_bracket(family: Family, coupling: Coupling | Geometry | str, m: int, d: int, length: ArrayLike) -> Array:
    """log of ``m MSE`` without the factor of the norms: for the softmax kernel ``exp(-|x|^2 - |y|^2)`` (waves: + +).

    Arguments and errors as `log_mse`.
    """
    if not isinstance(family, Family) or family.wave is None:
        raise ValueError(
            f"no closed form of the pair moment of the family {family!r}; there is one for families of one wave "
            "(trigonometric, random-phase cosine, positive, hyperbolic, GERF)"
        )
    wave, geometry = family.wave, geometry_of(coupling, d)
    if isinstance(coupling, Coupling):
        coupling.check_size(m, d)
    cosine, n = geometry.cosine, geometry.partners(m)
    lengths = check_length("z" if family.oscillates else "v", length)
    v = lengths.ravel()
    if cosine > 0 and n and wave == "exp":
        raise ValueError(f"cosine must be at most 0 for {type(family).__name__} features, got {cosine}")
    A = family.rates(v, d) / 2
    if (wave == "cosh" or family.auxiliary) and A.any():
        raise ValueError(
            f"no closed form of the pair moment of {wave} samples with |w|^2 in the exponent, got {family!r}"
        )
    # beyond float64 a rate is infinite, and so is what it is multiplied with
    with np.errstate(divide="ignore", under="ignore"):
        if wave == "cosh":
            log = _hyperbolic(d, cosine, n, v)
        elif wave == "exp":
            log = _growing(A, d, cosine, n, v)
        else:
            log = _oscillating(A, d, cosine, n, v)
            if family.auxiliary:
                # the phases leave E Z_1 Z_2 and add 1/2 to E Z^2
                log = np.log(np.exp(log) + 0.5)
    return np.asarray(log.reshape(lengths.shape))


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


def _hyperbolic(d: int, cosine: Fraction, n: Fraction, v: Array) -> Array:
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


def _growing(A: Array, d: int, cosine: Fraction, n: Fraction, v: Array) -> Array:
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


def _oscillating(A: Array, d: int, cosine: Fraction, n: Fraction, z: Array) -> Array:
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


def _check_norm(name: str, value: ArrayLike) -> Array:
    """Norms of inputs, of any shape.

    Raises:
        ValueError: unless they are finite and >= 0.
    """
    array = real_array(name, value)
    wrong = ~(np.isfinite(array) & (array >= 0))
    if wrong.any():
        raise ValueError(f"{name} must be finite and >= 0, got {array[wrong].flat[0]}")
    return array
