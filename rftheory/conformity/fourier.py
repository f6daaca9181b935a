r"""Mean squared errors of Fourier features, ``m MSE = (1 - e^(-z^2))^2/2 + n (rho_F - e^(-z^2))``, in float64.

``rho_F = E cos(w.z) cos(w'.z)`` of two projections of a block, and n partners per projection (Reid et al. 2023, (74)). As a
function of t = z^2/2 this is ``F(t) = sum_k N_k (-t)^k/k!`` with the nonnegative N_k of hyperbolic features. It changes by orders
of magnitude (for m = d it is about 3 z^4/(2d + 4) near 0), so it is expanded itself, around the middles of cells, from balls
of enough bits; the first cell holds F(t)/t^2.

Error bound (proved, for each cell, relative to F): the polynomials have degree J = 32 and ``|F^(j)(t)| <= (2n + 2) 4^j`` for
t >= 0, because ``rho_F = E cos(..)`` and its derivatives in t are largest at 0; evaluation and rounding of the coefficients
cost (2J + 4) u times the sum of the sizes of the terms, divided by what is left of the value.

Large z. ``|1F1(d; d/2; -t)|`` is at most ``e^(-t/2)`` for even d (Laguerre polynomials are bounded so), and at most
``1F1((d-1)/2; d/2; -t/2)`` for odd d >= 3, where the Bessel function of order d/2 - 1 is an average over Bessel functions
of order (d-3)/2 (Sonine) and the Laguerre bound holds below the average. Where these make n rho_F negligible, F = 1/2 to
2^-57; where they do not (d = 2, small odd d) there is an expansion in 1/t (`fourier_far`), and at nearly parallel angles that
no coupling has, values one by one from the integral over the angle, in balls.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

import numpy as np
from flint import arb, arb_mat, arb_poly, ctx

from rftheory.arrays import Array
from rftheory.conformity.balls import fourier_pair
from rftheory.conformity.coefficients import rational
from rftheory.conformity.expansion import UNIT, number
from rftheory.conformity.fourier_far import far_pairs
from rftheory.conformity.pair_series import even_error_numerators
from rftheory.conformity.scaled import Scaled, exact_square

DEGREE = 32
LENGTH = 0.5
#: tables end here at the latest
_LAST = 200
_NEGLIGIBLE = arb(2) ** -57
_PRECISION = 128
#: values that are taken one by one in balls, of some milliseconds each
_MOST_BALLS = 256


@dataclass
class FourierError:
    """m MSE of Fourier features of the Gaussian kernel, as a function of z = |x - y|."""

    d: int
    cosine: Fraction
    partners: Fraction
    _known: list[arb] = field(default_factory=list, init=False)
    _errors: dict[int, float] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.end = next((t for t in range(20, _LAST, 5) if self._rest(t) < _NEGLIGIBLE), None)
        self._far = None if self.end else far_pairs(self.d, self.cosine, self.partners)
        # from here on the integral over the angle is quick; for larger d at larger t only
        self.last = self.end or (self._far.start if self._far else 60 if self.d < 9 else _LAST)
        self._table = np.full((DEGREE + 1, int(self.last / LENGTH)), np.nan)

    def at(self, z: Array) -> Scaled:
        """m MSE for z of any shape."""
        lengths = np.asarray(z, dtype=float).ravel()
        square, error, exponent = exact_square(lengths)
        shift = np.maximum(exponent - 1, -2000).astype(np.int32)
        t, rest = np.ldexp(square, shift), np.ldexp(error, shift)
        inside = t < self.last
        result = np.full(len(t), 0.5)
        cells = (t[inside] / LENGTH).astype(np.int64)
        self._find(cells)
        steps = (t[inside] - (cells + 0.5 * (cells > 0)) * LENGTH) + rest[inside]
        result[inside] = self._polynomials(cells, steps)
        power = np.zeros(len(t), dtype=np.int64)
        small = t < LENGTH
        result[small] *= (square + error)[small] ** 2
        power[small] = 2 * (exponent - 1)[small]
        if self._far is not None:
            result[~inside] += float(self.partners) * self._far.at(t[~inside])
        elif self.end is None:
            beyond = np.flatnonzero(~inside)
            if len(beyond) > _MOST_BALLS:
                raise ArithmeticError(
                    f"cosine = {self.cosine}, d = {self.d}: no fast form beyond z^2/2 = {self.last:g}"
                )
            for row in beyond:
                result[row] = self._by_balls(float(lengths[row]))
        scaled = Scaled.of(result, power)
        return Scaled(scaled.mantissa.reshape(np.shape(z)), scaled.exponent.reshape(np.shape(z)))

    def error_bound(self, z: Array) -> Array:
        """The proved relative error of `at`, first order in the unit roundoff."""
        t = np.square(np.asarray(z, dtype=float)) / 2
        cells = np.where(t < self.last, t / LENGTH, -1).astype(np.int64)
        self._find(np.unique(cells[cells >= 0]))
        return np.vectorize(lambda cell: self._errors.get(cell, 2.0**-50), otypes=[float])(cells)

    def _polynomials(self, cells: Array, steps: Array) -> Array:
        value = self._table[DEGREE].take(cells)
        for coefficients in self._table[DEGREE - 1 :: -1]:
            value = value * steps + coefficients.take(cells)
        return value

    def _find(self, cells: Array) -> None:
        for cell in np.unique(cells[np.isnan(self._table[0, cells])]):
            self._table[:, cell] = self._cell(int(cell))

    def _cell(self, cell: int) -> Array:
        right = (cell + 1) * LENGTH
        if not self._known:
            make = even_error_numerators(self.d, self.cosine, self.partners, _bits(self.last))
            self._known = make(_count(self.last))
        with ctx.workprec(_bits(right)):
            terms = self._polynomial()
            values = terms[2 : DEGREE + 3] if cell == 0 else _around(terms, (cell + 0.5) * LENGTH)
            self._note(cell, values)
            return np.array([number(value) for value in values])

    def _polynomial(self) -> list[arb]:
        terms, factor = [], arb(1)
        for k, value in enumerate(self._known):
            terms.append(value * factor)
            factor = -factor / (k + 1)
        return terms

    def _note(self, cell: int, values: list[arb]) -> None:
        """Keep the error bound of a cell: the largest over pieces of it; one that is not small is never silent."""
        width = arb(LENGTH) / (2 if cell else 1)
        # derivatives of F, or in the first cell the terms of F/t^2 themselves
        cut = (2 * rational(self.partners) + 2) * (4 * width) ** (DEGREE + 1) / (arb(DEGREE) + 2).gamma() * 2
        if cell == 0:
            cut = cut * 16 / (DEGREE + 2)
        worst = max(_errors(arb_poly(values), arb_poly([abs(v) for v in values]), width, cell > 0, cut))
        if not worst < 1e-11:
            raise ArithmeticError(f"cell {cell}: the error bound {worst} is not small")
        self._errors[cell] = worst

    # -- large z ------------------------------------------------------------------------------------------------

    def _rest(self, t: float) -> arb:
        """A bound of the distance of F from 1/2 beyond t."""
        n, reach = rational(self.partners), arb(t) * rational(1 - abs(self.cosine)) / 2
        near = (1 + n) * (-2 * arb(t)).exp()
        if not self.partners:
            return near
        if self.d % 2 == 0:
            return near + n * (-reach).exp()
        if self.d == 1:
            return arb(1)
        return near + n * _odd_bound(self.d, reach)

    def _by_balls(self, z: float) -> float:
        for precision in (_PRECISION, 2 * _PRECISION, 4 * _PRECISION):
            with ctx.workprec(precision):
                t = rational(Fraction(z) ** 2 / 2)
                kernel = (-2 * t).exp()
                pair = fourier_pair(self.d, self.cosine, t)
                value = (1 - kernel) ** 2 / 2 + rational(self.partners) * (pair - kernel)
            if value.rad() < arb(2) ** -56:
                return number(value)
        raise ArithmeticError(f"z = {z}: the ball {value} is too wide")


def _odd_bound(d: int, x: arb) -> arb:
    """``1F1((d-1)/2; d/2; -x) = e^-x 1F1(1/2; d/2; x)`` for x > 0, from above."""
    count = 8 * math.ceil(float(x.upper())) + 64
    total, term = arb(0), arb(1)
    for k in range(count):
        total += term
        term = term * x * (2 * k + 1) / ((d + 2 * k) * (k + 1))
    # ratios are below x/count <= 1/8 from there on
    return (-x).exp() * (total + 2 * term)


def _around(terms: list[arb], middle: float) -> list[arb]:
    """``sum_k binomial(k, j) terms_k middle^(k - j)`` for j up to the degree."""
    powers, power = [], arb(1)
    for term in terms:
        powers.append([term * power])
        power = power * middle
    sums = _binomials(len(terms)) * arb_mat(powers)
    return [sums[j, 0] / arb(middle) ** j for j in range(DEGREE + 1)]


@lru_cache(maxsize=4)
def _binomials(count: int) -> arb_mat:
    return arb_mat([[math.comb(k, j) for k in range(count)] for j in range(DEGREE + 1)])


def _count(t: float) -> int:
    """How many terms are taken: the others are below ``(n + 1) (4 t)^k/k! <= (n + 1) (4 e t/k)^k <= (n + 1) 1.5^-k``."""
    return int(17 * t) + 300


def _bits(t: float) -> int:
    """Bits for terms of size e^(4t)."""
    return int(6 * t) + _PRECISION


def _errors(polynomial: arb_poly, sizes: arb_poly, width: arb, both: bool, cut: arb) -> Iterator[float]:
    """Relative error bounds on 64 pieces of [0, width], and of [-width, 0]; infinite where F is not told from 0."""
    pieces, slope = 64, polynomial.derivative()
    radius = width / (2 * pieces)
    for piece in range(-pieces if both else 0, pieces):
        middle = (2 * piece + 1) * radius
        ball = radius * arb(0, 1)
        least = polynomial(middle) + slope(middle + ball) * ball
        error = sizes(abs(middle) + radius) * (UNIT * (2 * DEGREE + 8)) + cut
        yield float((error / least).abs_upper()) if least > 0 else np.inf


@lru_cache(maxsize=64)
def fourier_error(d: int, cosine: Fraction, partners: Fraction) -> FourierError:
    """m MSE of Fourier features."""
    return FourierError(d, cosine, partners)
