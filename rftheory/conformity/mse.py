r"""Logarithms of the mean squared error of m features under a coupling, for many pairs of inputs at once.

A projection has n partners in its block on average (`geometry.Geometry.partners`; different blocks are independent), so that

    MSE = (E Z^2 - K^2)/m + (n/m) (E Z_1 Z_2 - K^2) = exp(level) bracket / m.

The pair moments: positive features rho; hyperbolic ones the average of rho at the cosines c and -c; Fourier features as
`fourier` says, cosine features with random phases likewise; GERF as without A (`generalized`). Where the terms of the
bracket nearly cancel (m = d, small v) it is a series of positive terms of its own.

Far out no series is needed. With t = v^2/2, angles of cosine c, n partners and N = d/2, rounded up, ``1F1(d; d/2; x)`` is at most
``e^x (1 + x/N)^N`` (for even d its terms are ``binomial(N, k) x^k/(N)_k`` times e^x; it grows with d), so that

    rho(c) <= e^x (1 + x/N)^N,    x = t (1 + max(c, 0)),

which beside ``e^(v^2)``, or hyperbolic ``e^(2 v^2)/(2 n)``, is below 2^-57 from moderate lengths on.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from rftheory.arrays import Array, check_count, real_array
from rftheory.conformity.conformities import check_length, expm1_of_square, exponential_of_square
from rftheory.conformity.generalized import NEGLIGIBLE, gap_of, growing_error, log_most, oscillating_error
from rftheory.conformity.geometry import geometry_of
from rftheory.conformity.pair_series import (
    even_conformity_series,
    hyperbolic_error_series,
    positive_error_series,
)
from rftheory.conformity.scaled import Scaled
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometry import Geometry
from rftheory.families.family import Family

#: a bracket below this part of its first term is taken from a series of its own
_CANCELS = 0.5
#: lengths beyond this are refused: exponents of 2 are integers of 64 bits
_LONGEST = 1e8


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
            kernel. Whether there are inputs of such norms and length is not checked: `comparison.log_mse_of_inputs`
            takes the inputs themselves.
        kernel: which kernel the estimator is for, "gaussian" or "softmax".

    Returns:
        log MSE, ``-inf`` where the estimator is exact; 1e-12 of relative accuracy of the MSE for lengths <= 100 (for GERF
        with A != 0: of its logarithm), and of norms as far as the logarithm can tell.

    Raises:
        ValueError: for other families, couplings, kernels, norms that are negative or not finite, m < 1, d = 1 for the
            simplex, more than one block where the coupling has ``blocks=False``, and acute angles where the terms have
            no one sign (positive features, GERF with s = +1).
        ArithmeticError: for GERF where the variance and the gain of the coupling cancel to 1 in 64.
    """
    squares = _check_norm("x_norm", x_norm) ** 2 + _check_norm("y_norm", y_norm) ** 2
    if kernel not in ("gaussian", "softmax"):
        raise ValueError(f"kernel must be gaussian or softmax, got {kernel!r}")
    log = mse_bracket(family, coupling, m, d, length).log() - np.log(check_count("m", m))
    factor = (0 if family.oscillates else -2) + (kernel == "softmax")
    try:
        return factor * squares + log
    except ValueError:
        raise ValueError(
            f"length, x_norm and y_norm must broadcast, got the shapes {np.shape(length)}, {np.shape(x_norm)}, "
            f"{np.shape(y_norm)}"
        ) from None


def mse_bracket(family: Family, coupling: Coupling | Geometry | str, m: int, d: int, length: ArrayLike) -> Scaled:
    """``m MSE`` without the factor of the norms: for the softmax kernel ``exp(-|x|^2 - |y|^2)`` (trigonometric: + +).

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
    lengths = check_length("z" if family.oscillates else "v", length, _LONGEST)
    v = lengths.ravel()
    if cosine > 0 and n and wave == "exp":
        raise ValueError(f"cosine must be at most 0 for {type(family).__name__} features, got {cosine}")
    A = family.rates(v, d) / 2
    if (wave == "cosh" or family.auxiliary) and A.any():
        raise ValueError(
            f"no closed form of the pair moment of {wave} samples with |w|^2 in the exponent, got {family!r}"
        )
    if wave == "cosh":
        bracket = _hyperbolic(d, cosine, n, v)
    elif wave == "exp":
        bracket = growing_error(A, d, cosine, n, v, lambda lengths: _positive(d, cosine, n, lengths))
    else:
        bracket = oscillating_error(A, d, cosine, n, v)
        if family.auxiliary:
            # the phases leave E Z_1 Z_2 and add 1/2 to E Z^2
            bracket = bracket + Scaled.of(np.full(v.shape, 0.5))
    return Scaled(bracket.mantissa.reshape(lengths.shape), bracket.exponent.reshape(lengths.shape))


def _positive(d: int, cosine: Fraction, n: Fraction, v: Array) -> Scaled:
    """``e^(2 v^2) - e^(v^2) - n (e^(v^2) - rho)``."""
    exponential = exponential_of_square(v)
    single = exponential * expm1_of_square(v, exponential)
    if n == 0:
        return single
    bracket = single - gap_of(d, cosine, v) * float(n)
    cancels = (bracket - single * _CANCELS).mantissa < 0
    if cancels.any():
        bracket = bracket.replaced(cancels, positive_error_series(d, cosine, n).at_half_square(v[cancels]))
    return bracket


def _hyperbolic(d: int, cosine: Fraction, n: Fraction, v: Array) -> Scaled:
    """``(e^(v^2) - 1)^2/2 + n ((rho(c) + rho(-c))/2 - e^(v^2))``."""
    exponential = exponential_of_square(v)
    excess = expm1_of_square(v, exponential)
    single = excess * excess * 0.5
    if n == 0:
        return single
    bracket = single - exponential * float(n)
    cancels = (bracket - single * _CANCELS).mantissa < 0
    # n rho beside e^(2 v^2)/8, which the first term exceeds where nothing cancels
    matters = ~cancels & (math.log(n) + log_most(d, abs(cosine), v) > 2 * np.square(v) - NEGLIGIBLE)
    if matters.any():
        pair = even_conformity_series(d, cosine).at_half_square(v[matters])
        bracket = bracket.replaced(matters, bracket[matters] + pair * float(n))
    return bracket.replaced(cancels, hyperbolic_error_series(d, cosine, n).at_half_square(v[cancels]))


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
