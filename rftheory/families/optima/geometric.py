r"""The parameter p of geometric features that gives the least variance, certified.

With r = (1 - p)^(-1/2) the logarithm of the second moment is, up to terms without p,

    -d log(1 - r^-2) + sum_l log I_0(2 s_l r),    s_l = |x_l y_l|,

convex in log r, with the derivative ``sum_l z_l I_1(z_l)/I_0(z_l) - 2d/(r^2 - 1)``, z_l = 2 s_l r (proved in the
statement on the open questions). It tends to infinity at both ends unless all s_l vanish: there is one minimum, where
the derivative vanishes. The odds r^2 - 1 = p/(1 - p) are the variable here: they keep their accuracy at both ends.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb, ctx
from numpy.typing import ArrayLike
from scipy.optimize import brentq
from scipy.special import i0e, i1e

from rftheory.inputs.arrays import Array, check_inputs

#: working precision, in bits
PRECISION = 128
#: relative half-widths of the enclosure that are tried
_WIDTHS = tuple(Fraction(1, 2**k) for k in (44, 40, 36, 30, 24, 16))
#: odds p/(1 - p) further out than this are refused
_MOST_ODDS = 1e12


@dataclass(frozen=True)
class GeometricOptimum:
    """The best p: it lies in [low, high] (rigorous, exact ends), ``p`` is a float inside.

    ``log_factor`` is the logarithm of ``p^-d prod_l I_0(2 s_l (1 - p)^(-1/2))`` there: the least second moment of one
    sample is ``exp(log_factor - |x|^2 - |y|^2)``.
    """

    p: float
    low: Fraction
    high: Fraction
    log_factor: float


def optimal_geometric(x: ArrayLike, y: ArrayLike) -> GeometricOptimum:
    """The p in (0, 1) of least variance (13).

    Args:
        x, y: two inputs of shape (d,); or data sets of shapes (L, d) and (M, d), whose averages of |x_l y_l| over all
            pairs of rows stand for the products, as (14) proposes.
    """
    with ctx.workprec(PRECISION):
        balls = products(x, y)
        s = np.array([float(ball.mid()) for ball in balls])
        if not s.any():
            raise ValueError("p has no best value in (0, 1): all products x_l y_l are zero, p -> 1 is the limit")
        odds = best_odds(s)
        low, high = _certified_odds(balls, Fraction(odds))
    p = Fraction(odds) / (1 + Fraction(odds))
    return GeometricOptimum(float(p), low / (1 + low), high / (1 + high), float(log_factor(s, odds)))


def slope(balls: list[arb], odds: arb) -> arb:
    """The derivative in log r at given odds: it increases from -oo to oo."""
    rise = 2 * (1 + odds).sqrt()
    return sum((z * z.bessel_i(1) / z.bessel_i(0) for z in (ball * rise for ball in balls)), -2 * len(balls) / odds)


def best_odds(s: Array) -> float:
    """The best odds p/(1 - p) for products s_l >= 0, not all 0, of shape (d,), in float64."""

    def derivative(log_odds: float) -> float:
        z = 2 * s * math.sqrt(1 + math.exp(log_odds))
        return float((z * i1e(z) / i0e(z)).sum()) - 2 * len(s) * math.exp(-log_odds)

    reach = math.log(_MOST_ODDS)
    if derivative(-reach) >= 0 or derivative(reach) <= 0:
        raise ValueError(f"the best p is within 1e-12 of 0 or 1: the products |x_l y_l| sum to {s.sum()}")
    return math.exp(brentq(derivative, -reach, reach, xtol=1e-14, rtol=1e-15))


def _certified_odds(balls: list[arb], odds: Fraction) -> tuple[Fraction, Fraction]:
    """Odds at which the derivative is certainly negative and certainly positive, as close as balls decide."""
    for width in _WIDTHS:
        low, high = odds * (1 - width), odds * (1 + width)
        if slope(balls, _ball(low)) < 0 and slope(balls, _ball(high)) > 0:
            return low, high
    raise RuntimeError(f"no enclosure of the best odds near {float(odds)}")


def _ball(value: Fraction) -> arb:
    return arb(value.numerator) / value.denominator


def log_factor(products: Array, odds: float) -> Array:
    """``log p^-d prod_l I_0(2 s_l (1 - p)^(-1/2))`` for products s_l >= 0 of shape (..., d) and the odds p/(1 - p); shape (...)."""
    z = 2 * products * math.sqrt(1 + odds)
    return np.asarray(products.shape[-1] * math.log1p(1 / odds) + (np.log(i0e(z)) + z).sum(axis=-1))


def _checked_rows(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """Two vectors of shape (d,), or two data sets of shapes (L, d) and (M, d), as data sets."""
    sides = [np.asarray(side, dtype=float) for side in (x, y)]
    rows = [check_inputs(s[None] if s.ndim == 1 else s, name) for s, name in zip(sides, "xy", strict=True)]
    if rows[0].shape[1] != rows[1].shape[1]:
        raise ValueError(f"x and y must have the same dimension, got {rows[0].shape[1]} and {rows[1].shape[1]}")
    return rows[0], rows[1]


def products(x: ArrayLike, y: ArrayLike) -> list[arb]:
    """Balls of s_l = |x_l y_l|, for data sets of their averages over all pairs of rows, in O((L + M) d) by (14)."""
    sides = []
    for rows in _checked_rows(x, y):
        # a correctly rounded sum is within 2^-53 of the sum, relatively
        totals = [math.fsum(abs(column).tolist()) for column in rows.T]
        rounding = arb(1, 0) if len(rows) == 1 else arb(1, 2.0**-52)
        sides.append([arb(total) * rounding / len(rows) for total in totals])
    return [a * b for a, b in zip(*sides, strict=True)]
