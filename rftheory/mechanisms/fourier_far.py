r"""The pair moment of Fourier features far out, where its series is not taken, as a function of t = z^2/2.

``rho_F`` is the average of ``1F1(d; d/2; -t (1 + c sin phi))`` over the angle and the signs of c. For even d it is below
``e^(-x)``, x = t (1 - |c|)/2 (Laguerre polynomials times ``e^(-x/2)`` are bounded so), and for odd d but for a power of t alone.

*Odd d.* With n = d/2, from the asymptotic expansion of 1F1,

    rho_F ~ C sum_s T_s E (1 + c sin phi)^(-d-s) t^(-d-s),   C = Gamma(n)/Gamma(-n),   T_s = (d)_s (n + 1)_s/s!,

up to its smallest term; ``E (1 + c sin phi)^(-r)``, averaged over the signs of c, is the series of positive terms
``sum_i (r)_(2i)/(2i)! (n)_i/(n + 1/2)_i c^(2i)``.

*The plane, c = -1.* There 1F1(2; 1; -x) = (1 - x) e^-x, and with y = 1 - sin phi rho_F is half of

    int_0^1 (1 - y) (1 - t y) e^(-t y)/(y (2 - y))^(1/2) dy ~ sum_j b_j Gamma(j + 1/2) (1/2 - j) t^(-j - 1/2)

by Watson's lemma, b_j the coefficients of (1 - y) (2 - y)^(-1/2); what is left out of it, and the average at c = +1, is below
2^-57 from t = 60 on.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

import numpy as np
from scipy import special

from rftheory.inputs.arrays import Array

#: terms at most, for odd d and in the plane
_TERMS, _PLANE_TERMS = 40, 20
#: odd dimensions; in higher ones the power is below 2^-70 where the series ends
_ODD = range(3, 17, 2)
#: where the expansion in the plane holds
_PLANE = 60.0
#: -log of what is negligible
_NEGLIGIBLE = 41.0


def end_of_series(d: int, cosine: Fraction, partners: Fraction) -> float:
    """t up to which the series is taken."""
    if d == 2 and cosine == -1:
        return _PLANE
    return 2 * (_NEGLIGIBLE + math.log(max(1.0, float(partners)))) / max(1 - abs(float(cosine)), 1e-300)


def far_pairs(d: int, cosine: Fraction, t: Array) -> Array:
    """rho_F for t beyond the series, of the shape of t."""
    plane = d == 2 and cosine == -1
    coefficients = _plane() if plane else _odd(d, cosine) if d in _ODD else np.zeros(1)
    return np.asarray(np.polynomial.polynomial.polyval(1 / t, coefficients) * t ** -(0.5 if plane else float(d)))


@lru_cache(maxsize=64)
def _odd(d: int, cosine: Fraction) -> Array:
    """``C T_s E (1 + c sin phi)^(-d-s)`` up to the smallest term at the end of the series."""
    end, s = end_of_series(d, cosine, Fraction(1)), np.arange(_TERMS)
    factors = np.cumprod(np.concatenate([[1.0], (d + s[:-1]) * (d / 2 + 1 + s[:-1]) / s[1:]]))
    means = np.array([_mean_power(d, float(cosine), d + r) for r in range(_TERMS)])
    coefficients = special.gamma(d / 2) / special.gamma(-d / 2) * factors * means
    return np.asarray(coefficients[: 1 + int(np.argmin(np.abs(coefficients) * end ** -s.astype(float)))])


def _mean_power(d: int, cosine: float, r: int) -> float:
    total, term, i = 0.0, 1.0, 0
    while term > total * 2.0**-60:
        total += term
        term *= (
            cosine**2 * (r + 2 * i) * (r + 2 * i + 1) / ((2 * i + 1) * (2 * i + 2)) * (d / 2 + i) / (d / 2 + 0.5 + i)
        )
        i += 1
    return total


@lru_cache(maxsize=1)
def _plane() -> Array:
    j = np.arange(_PLANE_TERMS)
    # of (1 - y/2)^(-1/2)
    binomial = np.concatenate([[1.0], np.cumprod((2 * j[1:] - 1) / (2 * j[1:]) / 2)])
    b = (binomial - np.concatenate([[0.0], binomial[:-1]])) / math.sqrt(2)
    return np.asarray(b * special.gamma(j + 0.5) * (0.5 - j) / 2)
