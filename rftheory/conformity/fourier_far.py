r"""The pair moment of Fourier features far out, where it falls as a power of t = z^2/2 only: odd d, and opposite pairs in the plane.

``rho_F`` is the average of ``g(t (1 + c sin phi))`` over the angle and the signs of c, with n = d/2 and, by Kummer's transformation,

    g(x) = 1F1(d; n; -x) = E a_N,   a_k = (-n)_k/(n)_k,   N ~ Poisson(x).

*Odd d.* Gauss's sum gives, for k > n, a series of terms of one sign

    a_k = C sum_s T_s k!/(k + d + s)!,    C = Gamma(n)/Gamma(-n),   T_s = (d)_s (n + 1)_s/s!,

and ``E N!/(N + r)! = P(N >= r) x^-r``. So g(x) is ``C sum_(s<S) T_s x^(-d-s)`` but for three things: terms beyond S, of which each
falls with k; the ``|a_k| <= 1`` with k < n; and ``P(N < n + d + s)`` of each term. N grows with x, so that all three fall with x:
their sum at the least x bounds the error everywhere beyond (`_odd_error`). The averages of ``(1 + c sin phi)^-r`` are series of
positive terms.

*The plane, c = -1.* There g(x) = (1 - x) e^-x, and with y = 1 - sin phi the average is half of

    int_0^1 (1 - y) (1 - t y) e^(-t y)/(y (2 - y))^(1/2) dy ~ sum_j b_j Gamma(j + 1/2) (1/2 - j) t^(-j - 1/2)

by Watson's lemma; what is left out of it, and the average at c = +1, is below 2^-57 from t = 60 on (``|b_j| <= 2^(1-j)``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy import special

from rftheory.arrays import Array

#: numbers of terms that are tried for odd d
_MOST_TERMS = 48
#: from here on the expansion in the plane holds, and with so many terms
_PLANE, _PLANE_TERMS = 60.0, 20
#: places from which on an expansion is looked for
_STARTS = range(40, 201, 5)
_SMALL = 2.0**-57


@dataclass(frozen=True, eq=False)
class Far:
    """``rho_F = t^-power sum_j coefficients_j t^-j`` from t = start on, to 2^-57/partners."""

    start: float
    power: float
    coefficients: Array

    def at(self, t: Array) -> Array:
        """rho_F for t >= start, of the shape of t."""
        return np.polynomial.polynomial.polyval(1 / t, self.coefficients) * t**-self.power


def far_pairs(d: int, cosine: Fraction, partners: Fraction) -> Far | None:
    """The expansion of pairs at an angle; None if there is none from t = 200 on, or for even d."""
    if d == 2 and cosine == -1:
        return _plane()
    share, room = 1 - abs(float(cosine)), _SMALL / max(1.0, float(partners))
    if d % 2 == 0 or d == 1 or share == 0:
        return None
    for start in _STARTS:
        least = min(range(1, _MOST_TERMS), key=lambda count: _odd_error(d, start * share, count))
        if _odd_error(d, start * share, least) < room:
            return Far(float(start), float(d), _odd_coefficients(d, float(cosine), least))
    return None


def _constant(d: int) -> float:
    """C; it changes its sign with every other odd d."""
    return float(special.gammasgn(-d / 2) * math.exp(math.lgamma(d / 2) - math.lgamma(-d / 2)))


def _log_terms(d: int, count: int) -> Array:
    """log T_s for s < count."""
    s = np.arange(count - 1)
    return np.concatenate([[0.0], np.cumsum(np.log((d + s) * (d / 2 + 1 + s) / (s + 1)))])


def _odd_error(d: int, x: float, count: int) -> float:
    """A bound of the error of ``count`` terms at every argument from x on."""
    n, s = d / 2, np.arange(count)
    first, last = (d + 1) // 2, int(x + 12 * math.sqrt(x)) + 64
    k = np.arange(first, last)
    weights = np.exp(k * math.log(x) - x - special.gammaln(k + 1))
    whole = np.exp(special.gammaln(k - n) - special.gammaln(k + n))
    logs = _log_terms(d, count) + special.gammaln(k[:, None] + 1) - special.gammaln(k[:, None] + 1 + d + s)
    # differences of rounded sums; a part of 1e-13 of the value is never told
    beyond = np.maximum(whole - np.exp(logs).sum(axis=1), whole * 1e-13)
    terms = np.exp(_log_terms(d, count) - (d + s) * math.log(x)) * special.gammaincc(first + d + s, x)
    size = abs(_constant(d))
    return float(size * ((weights * beyond).sum() + terms.sum()) + special.gammaincc(first, x))


def _odd_coefficients(d: int, cosine: float, count: int) -> Array:
    """``C T_s E (1 + c sin phi)^(-d-s)``, averaged over the signs of c."""
    means = [_mean_power(d, cosine, d + s) for s in range(count)]
    return _constant(d) * np.exp(_log_terms(d, count)) * np.array(means)


def _mean_power(d: int, cosine: float, r: int) -> float:
    """``E (1 + c sin phi)^-r`` averaged over the signs of c: ``sum_i (r)_(2i)/(2i)! (n)_i/(n + 1/2)_i c^(2i)``."""
    total, term, i = 0.0, 1.0, 0
    while term > total * 2.0**-60:
        total += term
        term *= (
            cosine**2 * (r + 2 * i) * (r + 2 * i + 1) / ((2 * i + 1) * (2 * i + 2)) * (d / 2 + i) / (d / 2 + 0.5 + i)
        )
        i += 1
    return total


def _plane() -> Far:
    j = np.arange(_PLANE_TERMS)
    # of (1 - y/2)^(-1/2)
    binomial = np.concatenate([[1.0], np.cumprod((2 * j[1:] - 1) / (2 * j[1:]) / 2)])
    b = (binomial - np.concatenate([[0.0], binomial[:-1]])) / math.sqrt(2)
    return Far(_PLANE, 0.5, b * special.gamma(j + 0.5) * (0.5 - j) / 2)
