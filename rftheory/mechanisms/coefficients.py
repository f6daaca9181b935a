r"""The coefficients ``A_k`` of conformities ``rho = sum_k A_k t^k/k!``, t = v^2/2, in balls.

With s = 1 + c sin(phi) (`closed_forms`) ``A_k = (d)_k/(d/2)_k M_k``, ``M_k = E s^k``. The integral of the derivative of
``cos(phi) sin(phi)^d s^k`` over (0, pi) vanishes; with sin(phi) = (s - 1)/c it reads

    (d+k+1) M_(k+2) = (2d+2+3k) M_(k+1) - (d+1+3k - (d+k) c^2) M_k + k (1 - c^2) M_(k-1).

It loses digits (its solutions grow as 1, (1+c)^k and (1-c)^k, and for c < 0 the moments are not the largest), so it runs
in balls of enough bits; what comes out is calculated again with more wherever a ball turns out too wide.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from operator import mul

from flint import arb, ctx

from rftheory.numbers.ball_parts import rational

#: bits of the coefficients that are asked for
BITS = 80


def _angle_moments(d: int, cosine: Fraction) -> Iterator[arb]:
    """``M_0, M_1, ...`` at the working precision (the balls grow as `_lost_bits` says)."""
    c = rational(cosine)
    mean = (arb(d + 1) / 2).gamma() ** 2 / ((arb(d) / 2).gamma() * (arb(d) / 2 + 1).gamma())
    last, middle, first = arb(1), 1 + c * mean, 1 + 2 * c * mean + c**2 * d / (d + 1)
    # in integers: products of long balls with short numbers are cheap
    p, q = cosine.numerator**2, cosine.denominator**2
    yield last
    for k in itertools.count(1):
        yield middle
        rates = (2 * d + 2 + 3 * k) * q, (d + 1 + 3 * k) * q - (d + k) * p, k * (q - p)
        following = rates[0] * first - rates[1] * middle + rates[2] * last
        last, middle, first = middle, first, following / ((d + k + 1) * q)


def _growth_factors(d: int) -> Iterator[arb]:
    """``(d)_k/(d/2)_k`` for k = 0, 1, ..."""
    factor = arb(1)
    for k in itertools.count():
        yield factor
        factor = factor * (2 * (d + k)) / (d + 2 * k)


def _lost_bits(count: int) -> int:
    """How many bits the recurrence loses at most, about: radii grow as the sums of the sizes of its terms."""
    # the largest root of s^3 = 3 s^2 + 3 s + 1 is 3.85 < 4
    return 2 * count + 64


@lru_cache(maxsize=32)
def angle_coefficients(d: int, cosine: Fraction, count: int, precision: int) -> tuple[arb, ...]:
    """``A_0, ..., A_(count-1)`` to about ``precision`` bits."""
    with ctx.workprec(precision + (_lost_bits(count) if cosine else 0)):
        factors, moments = _growth_factors(d), itertools.repeat(arb(1)) if cosine == 0 else _angle_moments(d, cosine)
        products = map(mul, factors, moments)
        return tuple(_rounded(value, precision) for value in itertools.islice(products, count))


def _rounded(value: arb, precision: int) -> arb:
    """The ball in fewer bits: thousands of long ones need not be kept."""
    with ctx.workprec(precision):
        return value * 1


def even_coefficients(d: int, cosine: Fraction, count: int, precision: int) -> tuple[arb, ...]:
    """The coefficients of the average of the conformities at c and -c."""
    if cosine == 0:
        return angle_coefficients(d, cosine, count, precision)
    pair = [angle_coefficients(d, sign * cosine, count, precision) for sign in (1, -1)]
    with ctx.workprec(precision):
        return tuple((a + b) / 2 for a, b in zip(*pair, strict=True))


def accurate(make: Callable[[int], list[arb]], start: int, precision: int = 2 * BITS) -> list[arb]:
    """Balls of at least `BITS` correct bits from index ``start`` on, by calculating with more and more.

    Raises:
        ArithmeticError: if that takes more than 2^20 bits.
    """
    while precision < 1 << 20:
        values = make(precision)
        if all(value.rel_accuracy_bits() >= BITS for value in values[start:]):
            return values
        precision *= 2
    raise ArithmeticError("coefficients are not told from zero with 2^20 bits")
