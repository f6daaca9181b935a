r"""The double series (24) of Reid et al. (2023) in float64 as it is printed, to see where it breaks.

    rho = sqrt(pi)/(Gamma(d/2) 2^(d-1)) sum_k Gamma(k+d)/Gamma(k+d/2) v^(2k)/2^k
          sum_(p<=k) (-1/(d-1))^p Gamma((d+p)/2)/Gamma((d+p+1)/2) / ((k-p)! p!)

Three things break it. The inner sum alternates: at d = 2 its terms exceed it by up to 2^k. Gamma functions of 172 and more
are infinite, so at most the terms k < 171 - d can be taken, which is none from d = 171 on. Powers and sums overflow.
Relative errors measured against `conformities.conformity`, and what causes them:

    v       2      4      6      8      10     12     16
    d = 2   4e-16  7e-12  8e-7   3      9e8    inf    nan     cancellation, overflow
    d = 6   7e-16  3e-15  4e-14  1e-11  2e-10  nan    nan     cancellation, overflow
    d = 64  1e-16  6e-16  7e-16  9e-16  3e-7   3e-2   1       the last finite gamma function
    d = 160 2e-3   0.9    1      1      1      1      1       the same
    d = 171 and more: nan everywhere
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import factorial, gamma

from rftheory.families.arrays import Array


def printed_simplex_series(v: ArrayLike, d: int, terms: int | None = None) -> Array:
    """(24) summed as it stands to k < terms (by default all whose gamma functions are finite), in float64.

    Returns ``nan`` or ``inf`` where it breaks, and digits of no value where it cancels or is cut short.

    Raises:
        ValueError: for d < 2.
    """
    if d < 2:
        raise ValueError(f"d must be >= 2 for a simplex, got {d}")
    terms = max(1, 171 - d) if terms is None else terms
    k, p = np.arange(terms, dtype=float)[:, None], np.arange(terms, dtype=float)
    square = np.square(np.asarray(v, dtype=float))[..., None] / 2
    with np.errstate(over="ignore", invalid="ignore", divide="ignore", under="ignore"):
        ratios = gamma((d + p) / 2) / gamma((d + p + 1) / 2)
        signs = np.power(-1 / (d - 1), p)
        inner = np.where(p <= k, signs * ratios / (factorial(np.maximum(k - p, 0)) * factorial(p)), 0.0).sum(axis=1)
        outer = gamma(k[:, 0] + d) / gamma(k[:, 0] + d / 2) * square ** k[:, 0]
        return np.sqrt(np.pi) / (gamma(d / 2) * np.float64(2.0) ** (d - 1)) * (outer * inner).sum(axis=-1)
