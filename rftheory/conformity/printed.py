r"""The double series (24) of Reid et al. (2023) in float64 as it is printed, to see where it breaks.

    rho = sqrt(pi)/(Gamma(d/2) 2^(d-1)) sum_k Gamma(k+d)/Gamma(k+d/2) v^(2k)/2^k
          sum_(p<=k) (-1/(d-1))^p Gamma((d+p)/2)/Gamma((d+p+1)/2) / ((k-p)! p!)

The inner sum alternates: its terms exceed their sum by up to ((1 + 1/(d-1))/(1 - 1/(d-1)))^k for large k, so digits are lost
from d = 2 on at moderate v. Gamma functions of 172 and more are infinite: d >= 343 never works, and neither do terms
beyond k + d = 171, that is v above about sqrt(171 - d). Where terms are infinite the sum is not a number.
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
        return np.sqrt(np.pi) / (gamma(d / 2) * 2.0 ** (d - 1)) * (outer * inner).sum(axis=-1)
