r"""Logarithms of the mean squared error of m features under a coupling, for many pairs of inputs at once, in float64.

A projection has n partners in its block on average (`Geometry.partners`; different blocks are independent), so that

    MSE = (E Z^2 - K^2)/m + (n/m) (E Z_1 Z_2 - K^2) = exp(level) bracket / m.

The brackets, and with them the proofs, stand in `brackets`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometries import geometry_of
from rftheory.couplings.geometry import Geometry
from rftheory.families.family import Family, HasVariance
from rftheory.inputs.arrays import Array, check_count, check_inputs, paired, real_array
from rftheory.mechanisms import brackets, pair_series

#: lengths beyond this are refused
_LONGEST = 1e8
#: lengths of conformities beyond this are refused: tables grow as the square
_MOST = 64.0
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
    """
    lengths = check_length("length", length)
    lengths = np.where(lengths == 0, _NEARLY_NOTHING, lengths)
    logs = [log_bracket(family, each, m, d, lengths) for each in (coupling, reference)]
    return np.asarray(np.exp(logs[0] - logs[1]))


def log_conformity(coupling: Coupling | Geometry | str, v: ArrayLike, d: int) -> Array:
    """log rho of two projections of a block in R^d, shape of v; v^2 if they are independent."""
    geometry, v = geometry_of(coupling, check_count("d", d)), check_length("v", v, _MOST)
    return np.square(v) if geometry.block == 1 else pair_series.conformity(d, geometry.cosine).log(v)


def check_length(name: str, value: ArrayLike, most: float = _LONGEST) -> Array:
    """Lengths |x + y| or |x - y| of any shape."""
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
            log = brackets.hyperbolic(d, cosine, n, v)
        elif wave == "exp":
            log = brackets.growing(A, d, cosine, n, v)
        else:
            log = brackets.oscillating(A, d, cosine, n, v)
            if family.auxiliary:
                # the phases leave E Z_1 Z_2 and add 1/2 to E Z^2
                log = np.log(np.exp(log) + 0.5)
    return np.asarray(log.reshape(lengths.shape))


def _check_norm(name: str, value: ArrayLike) -> Array:
    """Norms of inputs, of any shape."""
    array = real_array(name, value)
    wrong = ~(np.isfinite(array) & (array >= 0))
    if wrong.any():
        raise ValueError(f"{name} must be finite and >= 0, got {array[wrong].flat[0]}")
    return array
