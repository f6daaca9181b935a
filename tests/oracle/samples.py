"""Means over normal numbers, and one sample that is a wave of one image: its moments, and that of a pair of a block."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
from mpmath import mp, mpf

DIGITS = 50
F = Fraction
Vector = tuple[Fraction, ...]


def number(value: Any) -> Any:
    return mpf(value.numerator) / value.denominator if isinstance(value, Fraction | int) else mpmath.mpmathify(value)


def dot(x: Sequence[Any], y: Sequence[Any]) -> Any:
    return mpmath.fsum(number(a) * number(b) for a, b in zip(x, y, strict=True))


def added(x: Sequence[Any], y: Sequence[Any], sign: int = 1) -> list[Any]:
    return [number(a) + sign * number(b) for a, b in zip(x, y, strict=True)]


def length(x: Sequence[Any]) -> Any:
    return mpmath.sqrt(dot(x, x))


def kernel(x: Vector, y: Vector, kind: str) -> Any:
    return mpmath.exp(dot(x, y) - (dot(x, x) + dot(y, y)) / 2 * (kind == "gaussian"))


# -- quadrature -----------------------------------------------------------------------------------------------------


def normal_mean(f: Callable[[Any], Any], steps: int = 5, reach: int = 28) -> Any:
    """``E f(g)`` for a standard normal g."""
    points = (mpf(k) / steps for k in range(-reach * steps, reach * steps + 1))
    return mpmath.fsum(mpmath.exp(-t * t / 2) * f(t) for t in points) / steps / mpmath.sqrt(2 * mp.pi)


def normal_mean_of_two(f: Callable[[Any, Any], Any], steps: int = 3, reach: int = 18) -> Any:
    """``E f(g, h)`` for two of them, which are independent."""
    return normal_mean(lambda t: normal_mean(lambda s: f(t, s), steps, reach), steps, reach)


# -- one sample -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wave:
    """``Z = level exp(rate |w|^2) wave(w.z)``, z of the length ``size``: what the definition of a family comes to at inputs."""

    level: Any
    rate: Any
    size: Any
    wave: str
    d: int
    #: ``2 cos(w.x + b) cos(w.y + b)`` in place of the wave, b uniform
    phase: bool = False

    def moment(self, power: int) -> Any:
        """``E Z^power``, by the coordinate along z and the others."""
        rate = power * self.rate
        others = normal_mean(lambda t: mpmath.exp(rate * t * t)) ** (self.d - 1) if rate else 1
        along = normal_mean(lambda t: mpmath.exp(rate * t * t) * self._power(self.size * t, power))
        return self.level**power * others * along

    def _power(self, image: Any, power: int) -> Any:
        if not self.phase:
            return getattr(mpmath, self.wave)(image) ** power
        # exact on a grid for a trigonometric polynomial of degree 4; a shift of b takes w.y away
        angles = [2 * mp.pi * k / 16 for k in range(16)]
        return mpmath.fsum((2 * mpmath.cos(image + b) * mpmath.cos(b)) ** power for b in angles) / 16

    def pair(self, cosine: Fraction, conjugate: bool = False) -> Any:
        """``E Z_1 Z_2`` of two projections of a block, the series of the module docstring; a phase of its own leaves cos(w.z).

        With ``conjugate`` that of Z_2 is taken, of complex numbers.
        """
        total, quiet, terms = mpf(0), 0, list[Any]()
        with mp.workdps(2 * DIGITS):
            while quiet < 6:
                degree = len(terms)
                terms.append(self._coefficient(degree) * self.size**degree * length_moment(self.d, degree, self.rate))
                others = [mpmath.conj(term) for term in terms] if conjugate else terms
                more = mpmath.fsum(
                    terms[i] * others[degree - i] * number(normal_pair(i, degree - i, cosine))
                    for i in range(degree + 1)
                    if terms[i] and terms[degree - i]
                ) / length_moment(self.d, degree)  # fmt: skip
                total += more
                quiet = 0 if abs(more) > mpf(10) ** -(2 * DIGITS) * abs(total) else quiet + 1
        return self.level * (mpmath.conj(self.level) if conjugate else self.level) * total

    def _coefficient(self, k: int) -> Any:
        """Of the power series of the wave."""
        if self.wave != "exp" and k % 2:
            return 0
        return (-1 if self.wave == "cos" and k % 4 else 1) / mpmath.factorial(k)


def length_moment(d: int, k: int, rate: Any = 0) -> Any:
    """``E r^k exp(rate r^2)`` of a chi length in R^d."""
    half = mpf(d + k) / 2
    return mpf(2) ** (mpf(k) / 2) * mpmath.gamma(half) / mpmath.gamma(mpf(d) / 2) / (1 - 2 * rate) ** half


@cache
def normal_pair(i: int, j: int, cosine: Fraction) -> Fraction:
    """``E G_1^i G_2^j`` of correlation c, by Isserlis: some couples across, the others within."""
    if (i + j) % 2 or (i % 2 and not cosine):
        return F(0)
    total, most = F(0), min(i, j) if cosine else 0
    for across in range(i % 2, most + 1, 2):
        within = [(size - across) // 2 for size in (i, j)]
        ways = math.comb(i, across) * math.comb(j, across) * math.factorial(across)
        for size, couples in zip((i, j), within, strict=True):
            ways *= math.factorial(size - across) // (2**couples * math.factorial(couples))
        total += ways * cosine**across
    return total
