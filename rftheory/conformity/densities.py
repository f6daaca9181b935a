r"""Densities of the resultant length |w_1 + w_2| of two projections  (Reid et al. 2023, (18), (20)).

Independent projections: ``w^(d-1) e^(-w^2/4) / (2^(d-1) Gamma(d/2))``, a chi_d variable times sqrt(2). Orthogonal ones:
chi_2d. At another angle, c = cos(theta), (20) is a series of positive terms. With ``x = 2 r_1 r_2/(r_1 - r_2)^2`` for the
two lengths and ``u = (1+c) x/(1 + (1+c) x)`` it becomes, for -1 < c <= 1, q = (1-c)/2, z = w^2 c/(2 (1+c)),

    p(w) = 2^(5/2-2d) (1+c)^(1/2-d) / Gamma(d/2)^2  w^(2d-1) e^(-w^2/2) F,
    F = int_0^1 u^(d-1) (1-u)^(-1/2) (1 - q (1-u))^(-1/2) e^(zu) du
      = sum_n (1/2)_n/n! q^n T_n,    T_n = int_0^1 u^(d-1) (1-u)^(n-1/2) e^(zu) du = B(d, n+1/2) 1F1(d; d+n+1/2; z).

T_n falls with n and (1/2)_n/n! does too, so the terms beyond one of them are at most q/(1-q) times it, for every w. For
opposite directions (c = -1: the simplex in the plane) the length is |r_1 - r_2|, and ``s = r_1 r_2`` gives

    p(w) = 2 (Gamma(d)/(2^(d-1) Gamma(d/2)^2)) e^(-w^2/2) U(1/2, 3/2-d, w^2/4).

Every value is a ball first, of a radius below 2^-64 for the logarithm, so what is returned is rounded once.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from flint import arb, ctx
from numpy.typing import ArrayLike

from rftheory.arrays import Array, check_count, real_array
from rftheory.conformity.coefficients import rational
from rftheory.conformity.expansion import number
from rftheory.conformity.geometry import geometry_of
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometry import Geometry
from rftheory.numbers.ball_arithmetic import around_zero, hypergeometric

#: the radius of the balls of log-densities
_RADIUS = 2.0**-64
#: bits at first, and at most: logarithms of size w^2 and cancelling gamma functions need some more
_BITS, _MOST_BITS = 128, 1 << 16
#: lengths beyond this are refused
_LONGEST = 2**19
#: obtuse cosines beyond this are refused, -1 itself excepted: the series has about 60/(1+c) terms
_MOST_OBTUSE = Fraction(-99, 100)


def log_resultant_density(coupling: Coupling | Geometry | str, w: ArrayLike, d: int) -> Array:
    """log of the density of |w_1 + w_2| at w > 0 of any shape, for two projections of one block.

    The nearest float64 but for 2^-64: the density is known to half the distance of float64 numbers of the size of the
    logarithm, below 1e-12 for logarithms between -16384 and 16384.

    Raises:
        ValueError: unless 0 < w <= 2^19, for cosines in (-1, -99/100), and as `geometry.geometry_of`.
    """
    log = _log_density(coupling, d)
    return _rounded(log, _lengths(w))


def _lengths(w: ArrayLike) -> Array:
    lengths = real_array("w", w)
    wrong = ~((lengths > 0) & (lengths <= _LONGEST))
    if wrong.any():
        raise ValueError(f"w must be > 0 and at most {_LONGEST}, got {lengths[wrong].flat[0]}")
    return lengths


def _rounded(log: Callable[[arb], arb], lengths: Array) -> Array:
    balls = [_sharp(log, length) for length in lengths.ravel().tolist()]
    # far more bits than a float has: these alone are rounded, once, to the nearest
    with ctx.workprec(2 * _BITS):
        values = [number(value * 1) for value in balls]
    return np.array(values, dtype=float).reshape(lengths.shape)


# -- balls ------------------------------------------------------------------------------------------------------


def _log_density(coupling: Coupling | Geometry | str, d: int) -> Callable[[arb], arb]:
    """The logarithm as a function of w, at the working precision."""
    d = check_count("d", d)
    geometry = geometry_of(coupling, d)
    cosine = geometry.cosine
    if geometry.block == 1:
        return lambda w: _chi(w / arb(2).sqrt(), d) - arb(2).log() / 2
    if cosine == 0:
        return lambda w: _chi(w, 2 * d)
    if cosine == -1:
        return lambda w: _opposite(w, d)
    if cosine < _MOST_OBTUSE:
        raise ValueError(f"cosine must be -1 or at least {_MOST_OBTUSE} for a density of the resultant, got {cosine}")
    return lambda w: _angle(w, d, cosine)


def _chi(w: arb, degrees: int) -> arb:
    half = arb(degrees) / 2
    return (degrees - 1) * w.log() - w**2 / 2 - (half - 1) * arb(2).log() - half.lgamma()


def _opposite(w: arb, d: int) -> arb:
    confluent = (w**2 / 4).hypgeom_u(arb(1) / 2, arb(3) / 2 - d)
    return arb(d).lgamma() - 2 * (arb(d) / 2).lgamma() + (2 - d) * arb(2).log() - w**2 / 2 + confluent.log()


def _angle(w: arb, d: int, cosine: Fraction) -> arb:
    c, half = rational(cosine), arb(1) / 2
    front = (5 * half - 2 * d) * arb(2).log() + (half - d) * (1 + c).log() - 2 * (arb(d) / 2).lgamma()
    return front + (2 * d - 1) * w.log() - w**2 / 2 + _average(d, cosine, w**2 * c / (2 * (1 + c))).log()


def _average(d: int, cosine: Fraction, z: arb) -> arb:
    """F of the module's docstring."""
    q, half = rational((1 - cosine) / 2), arb(1) / 2
    factor, total, n = (arb(d).lgamma() + half.lgamma() - (d + half).lgamma()).exp(), arb(0), 0
    while True:
        term = factor * hypergeometric([arb(d)], [d + n + half], z).real
        total, rest = total + term, term * q / (1 - q)
        # a sum that is not known to be positive needs more bits, not more terms
        if rest < total * _RADIUS / 16 or not total > 0:
            return total + around_zero(rest)
        factor *= q * (n + half) ** 2 / ((n + 1) * (d + n + half))
        n += 1


def _sharp(log: Callable[[arb], arb], w: float) -> arb:
    """The logarithm to `_RADIUS`, with as many bits as that takes.

    Raises:
        ArithmeticError: if 2^16 bits are too few.
    """
    bits = _BITS
    while bits <= _MOST_BITS:
        with ctx.workprec(bits):
            value = log(arb(w))
            if value.is_finite() and value.rad() < _RADIUS / 2:
                return value
        bits *= 2
    raise ArithmeticError(f"the density at w = {w} is not known to {_RADIUS:.0e} with {_MOST_BITS} bits")
