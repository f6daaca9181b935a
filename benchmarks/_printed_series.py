r"""The double series (24) of Reid et al. (2023) in float64 as it is printed, to see where it breaks.

    rho = sqrt(pi)/(Gamma(d/2) 2^(d-1)) sum_k Gamma(k+d)/Gamma(k+d/2) v^(2k)/2^k
          sum_(p<=k) (-1/(d-1))^p Gamma((d+p)/2)/Gamma((d+p+1)/2) / ((k-p)! p!)

Three things break it. The inner sum alternates: at d = 2 its terms exceed it by up to 2^k. Gamma functions of 172 and more
are infinite, so at most the terms k < 172 - d can be taken, which is none from d = 172 on. Powers and sums overflow.
`printed_error` against `conformities.conformity`, one digit, and what causes it (ok: below 1e-15):

    v       2      4      6      8      10     12     16
    d = 2   ok     7e-12  8e-07  3e+00  9e+08  nan    nan    cancellation, overflow
    d = 6   ok     3e-15  4e-14  1e-11  2e-10  nan    nan    cancellation, overflow
    d = 64  ok     ok     ok     ok     1e-07  2e-02  1e+00  the last finite gamma function
    d = 160 6e-04  8e-01  1e+00  1e+00  1e+00  1e+00  1e+00  the same
    d = 172 inf    inf    inf    inf    inf    inf    inf    no finite gamma function
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import factorial, gamma

from rftheory.arrays import Array, check_count
from rftheory.conformity.conformities import check_length, conformity


def printed_simplex_series(v: ArrayLike, d: int, terms: int | None = None) -> Array:
    """(24) summed as it stands to k < terms (by default all whose gamma functions are finite), in float64.

    Returns ``nan`` or ``inf`` where it breaks, and digits of no value where it cancels or is cut short.

    Raises:
        ValueError: unless d >= 2, terms >= 1 and v is in [0, 256].
    """
    if check_count("d", d) < 2:
        raise ValueError(f"d must be >= 2 for a simplex, got {d}")
    terms = max(1, 172 - d) if terms is None else check_count("terms", terms)
    k, p = np.arange(terms, dtype=float)[:, None], np.arange(terms, dtype=float)
    square = np.square(check_length("v", v))[..., None] / 2
    with np.errstate(over="ignore", invalid="ignore", divide="ignore", under="ignore"):
        ratios = gamma((d + p) / 2) / gamma((d + p + 1) / 2)
        signs = np.power(-1 / (d - 1), p)
        inner = np.where(p <= k, signs * ratios / (factorial(np.maximum(k - p, 0)) * factorial(p)), 0.0).sum(axis=1)
        outer = gamma(k[:, 0] + d) / gamma(k[:, 0] + d / 2) * square ** k[:, 0]
        return np.sqrt(np.pi) / (gamma(d / 2) * np.float64(2.0) ** (d - 1)) * (outer * inner).sum(axis=-1)


def printed_error(v: ArrayLike, d: int) -> Array:
    """By how much `printed_simplex_series` is off, relative to rho; ``inf`` or ``nan`` where it is not finite.

    Raises:
        ValueError: as `printed_simplex_series`.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        return np.abs(printed_simplex_series(v, d) / conformity("simplex", v, d).value() - 1)
