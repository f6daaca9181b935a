r"""Series in t = v^2/2 that mean squared errors are made of, as splines of their logarithms in float64.

With ``A_k`` of `coefficients`, B_k their averages at c and -c, and n partners per projection (`Geometry.partners`)
``F(t) = sum_k N_k t^k/k!``, whose N_k are nonnegative and vanish below a first index:

    conformity                 rho                              A_k                                          0
    even conformity            average of rho at c and -c       B_k                                          0
    gap, c <= 0                exp(v^2) - rho                   2^k - A_k                                    1 or 2
    positive features          m MSE / exp(-|x|^2 - |y|^2)      4^k - 2^k - n (2^k - A_k)                    1
    hyperbolic features        m MSE / exp(-|x|^2 - |y|^2)      (4^k + 0^k)/2 - 2^k - n (2^k - B_k)          2

(softmax kernel). Fourier features are the last row at -t. There the terms cancel, so values at knots come from balls of
enough bits; between them a function that is even and smooth in v is a spline of degree 9: ``log F - first log t``, or for errors, which
have zeros close to 0 beside the real line, ``F e^(-4t)/t^first`` itself (Fourier: ``F/t^first``).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

import numpy as np
from flint import arb, arb_poly, ctx
from scipy.interpolate import make_interp_spline

from rftheory.inputs.arrays import Array
from rftheory.mechanisms.coefficients import accurate, angle_coefficients, even_coefficients
from rftheory.numbers.ball_parts import rational

#: knots per unit of v, and how many lie beyond either end
_KNOTS, _BEYOND, _DEGREE = 64, 10, 9
#: lengths of tables are powers of 2 from here on
_SHORTEST = 2.0


class Table:
    """``log F(v^2/2)``, or ``log F(-v^2/2)``, for v >= 0 up to any length; it grows as longer ones are asked for.

    Args:
        make: N_0, N_1, ... of so many A_k or B_k, in balls.
        coefficients: gives these, of a dimension, a cosine, a number and a precision.
        first: the first index with N_k > 0.
        rate: F grows as exp(rate t) at most.
        logs: whether the spline is of the logarithm.
        sign: of the argument.
    """

    def __init__(
        self,
        make: Callable[[tuple[arb, ...]], list[arb]],
        coefficients: Callable[[int, int], tuple[arb, ...]],
        first: int,
        rate: float,
        logs: bool = True,
        sign: int = 1,
    ):
        self._make, self._coefficients, self._first, self._rate = make, coefficients, first, rate
        self._logs, self._sign, self._end = logs, sign, -1.0

    def log(self, v: Array) -> Array:
        """log F, ``-inf`` at v = 0 where F vanishes there; shape of v."""
        longest = float(v.max(initial=0.0))
        if longest > self._end:
            self._end = 2.0 ** np.ceil(np.log2(max(_SHORTEST, longest)))
            knots = np.arange(-_BEYOND, int(self._end * _KNOTS) + _BEYOND + 1) / _KNOTS
            values = self._at(np.abs(knots))
            self._spline = make_interp_spline(knots, values, k=_DEGREE)
        found = self._spline(v)
        with np.errstate(divide="ignore"):
            if not self._logs:
                found = np.log(found) + (self._rate * np.square(v) / 2 if self._sign > 0 else 0.0)
            return found + (self._first * (2 * np.log(v) - np.log(2)) if self._first else 0.0)

    def _at(self, knots: Array) -> list[float]:
        """What the spline goes through."""
        most = self._rate * float(knots.max()) ** 2 / 2
        # terms beyond are below (e most/k)^k; alternating ones are not measured by their largest
        count = int(11 / 4 * most + 150 if self._sign < 0 else most + 14 * most**0.5 + 150)
        bits = int(1.5 * most + 128) if self._sign < 0 else 128

        def attempt(precision: int) -> list[arb]:
            values = self._coefficients(count, precision)
            with ctx.workprec(precision):
                return self._make(values)

        numerators = accurate(attempt, self._first, 2 * bits)[self._first :]
        with ctx.workprec(bits):
            factor, terms = arb(1) / arb(self._first).fac() if self._first else arb(1), []
            for k, numerator in enumerate(numerators, self._first + 1):
                terms.append(numerator * factor)
                factor = factor * self._sign / k
            polynomial = arb_poly(terms)
            found = []
            for t in (arb(v) ** 2 / 2 for v in knots.tolist()):
                value = polynomial(t)
                found.append(
                    value.log() if self._logs else value * (-self._rate * t).exp() if self._sign > 0 else value
                )
        return [float(value.mid()) for value in found]


@lru_cache(maxsize=64)
def conformity(d: int, cosine: Fraction) -> Table:
    """rho at a fixed angle."""
    return Table(list, lambda count, bits: angle_coefficients(d, cosine, count, bits), 0, _rate(cosine))


@lru_cache(maxsize=64)
def even_conformity(d: int, cosine: Fraction) -> Table:
    """The average of rho at the cosines c and -c."""
    return Table(list, lambda count, bits: even_coefficients(d, cosine, count, bits), 0, _rate(abs(cosine)))


@lru_cache(maxsize=64)
def gap(d: int, cosine: Fraction) -> Table:
    """exp(v^2) - rho for cosines <= 0."""

    def make(values: tuple[arb, ...]) -> list[arb]:
        return [arb(2) ** k - a for k, a in enumerate(values)]

    return Table(make, lambda count, bits: angle_coefficients(d, cosine, count, bits), 1 + (cosine == 0), 2)


@lru_cache(maxsize=64)
def positive_error(d: int, cosine: Fraction, partners: Fraction) -> Table:
    """m MSE of positive features of the softmax kernel, without the factor exp(-|x|^2 - |y|^2); cosine <= 0."""

    def make(values: tuple[arb, ...]) -> list[arb]:
        n = rational(partners)
        return [arb(4) ** k - arb(2) ** k - n * (arb(2) ** k - a) for k, a in enumerate(values)]

    return Table(make, lambda count, bits: angle_coefficients(d, cosine, count, bits), 1, 4, False)


@lru_cache(maxsize=64)
def even_error(d: int, cosine: Fraction, partners: Fraction, sign: int) -> Table:
    """m MSE of hyperbolic features as above; for sign = -1 of Fourier features of the Gaussian kernel."""

    def make(values: tuple[arb, ...]) -> list[arb]:
        n = rational(partners)
        return [(arb(4) ** k + (k == 0)) / 2 - arb(2) ** k - n * (arb(2) ** k - b) for k, b in enumerate(values)]

    return Table(make, lambda count, bits: even_coefficients(d, cosine, count, bits), 2, 4, False, sign)


def _rate(cosine: Fraction) -> float:
    return 2 * (1 + max(float(cosine), 0.0))
