r"""Means of products of exponentials over two projections at a fixed angle, each with a complex vector of its own.

The members of a block have independent chi_d lengths r_1, r_2, unit directions with cosine c and a uniform rotation O. So
``E exp(w_1.u + w_2.v)`` given the lengths is ``E exp(tr(O M))`` for a matrix M of rank two, the hypergeometric function 0F1(; d/2) of
the 2x2 matrix with

    trace  t = (U r_1^2 + V r_2^2 + 2 c X r_1 r_2)/4,      determinant  (U V - X^2)(1 - c^2) r_1^2 r_2^2/16,

with the bilinear products ``U = u.u``, ``V = v.v``, ``X = u.v``. By Muirhead (1975), with h = d/2,

    0F1 = sum_k det^k/(k! (h - 1/2)_k (h)_(2k)) 0F1(; h + 2k; t).

Multiplied out, with ``E r^(2s) = 2^s G(s)`` and ``G(s) = Gamma(h + s)/Gamma(h)``,

    E exp(w_1.u + w_2.v) = sum_k ((U V - X^2)(1 - c^2)/4)^k/(k! (h - 1/2)_k (h)_(2k))
        sum_(i,j,l) G(k + i + l/2) G(k + j + l/2) (U/2)^i (V/2)^j (c X)^l / ((h + 2k)_(i+j+l) i! j! l!).

A factor ``exp(a |w|^2)`` makes r^2 a chi-square over ``g = 1 - 2a``, with the factor ``g^(-d/2)`` before the mean (for complex a with
Re g > 0 by continuation): it divides u by the root of g.

*What is left.* The terms with ``n = 2k + i + j + l`` are the mean of ``(w_1.u + w_2.v)^(2n)/(2n)!``. With s the larger of |u|^2, |v|^2
(Hermitian) that is at most ``s^n E (r_1 + r_2)^(2n)/(2n)! <= s^n (d)_n/((1/2)_n n!)``, as ``(r_1 + r_2)^2 <= 2 (r_1^2 + r_2^2)``, and the
ratio of one bound to the next, ``s (d + n)/((n + 1)(n + 1/2))``, falls with n.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import mpmath
from flint import acb, arb, ctx

from rftheory.numbers.angles import length_moments, triple_sum
from rftheory.numbers.ball_arithmetic import around_zero
from rftheory.numbers.ball_parts import rational
from rftheory.numbers.enclosure import radius_of

#: an mpmath number, real or complex (mpmath carries no types)
Number = Any
#: precisions (bits) that are tried, until cancellation leaves a ball with enough digits
_PRECISIONS = (224, 448, 896)
_ACCURATE = arb(2) ** -160
_UPWARDS = 1 + arb(2) ** -40
#: longer series are refused
_MOST_TERMS = 600
#: bits below the last one of a sum
_SPARE = 20


def pair_mean(u: Sequence[Number], v: Sequence[Number], spreads: tuple[Number, Number], cosine: Fraction) -> Number:
    """``E exp(a |w_1|^2 + w_1.u + b |w_2|^2 + w_2.v)`` to 48 digits, at the precision of mpmath.

    Args:
        u, v: complex vectors of R^d, not zero.
        spreads: ``1 - 2a`` and ``1 - 2b``, of positive real parts.
        cosine: between two projections of the block.
    """
    roots = [mpmath.sqrt(spread) for spread in spreads]
    scales = [spreads[0], spreads[1], roots[0] * roots[1]]
    products = [mpmath.fsum(e * f for e, f in zip(s, t, strict=True)) for s, t in ((u, u), (v, v), (u, v))]
    sizes = [mpmath.fsum(abs(e) ** 2 for e in s) / abs(g) for s, g in zip((u, v), spreads, strict=True)]
    for precision in _PRECISIONS:
        with ctx.workprec(precision):
            first, second, both = (to_ball(product / scale) for product, scale in zip(products, scales, strict=True))
            # the size is rounded up by far more than its last digit
            found = pair_exponential(first, second, both, to_ball(max(sizes)).real * _UPWARDS, len(u), cosine)
            if radius_of(found) <= abs(found) * _ACCURATE:
                return to_number(found) * mpmath.power(scales[2], -len(u))
    raise ValueError(f"a mean of two coupled projections cancels: {found}")


def to_ball(number: Number) -> acb:
    """The ball of an mpmath number, as exact as its digits."""
    return acb(*(_real_ball(part) for part in (mpmath.re(number), mpmath.im(number))))


def _real_ball(number: Number) -> arb:
    sign, man, exponent, _ = mpmath.mpf(number)._mpf_
    return (-1) ** sign * arb(int(man)) * arb(2) ** exponent


def to_number(ball: acb | arb) -> Number:
    """The middle of a ball."""
    if isinstance(ball, acb):
        return mpmath.mpc(to_number(ball.real), to_number(ball.imag))
    man, exponent = ball.mid().man_exp()
    return mpmath.mp.make_mpf(mpmath.libmp.from_man_exp(int(man), int(exponent)))


def pair_exponential(first: acb, second: acb, both: acb, size: arb, d: int, cosine: Fraction) -> acb:
    """``E exp(w_1.u + w_2.v)`` over two members of a block of projections of R^d.

    Args:
        first, second, both: the bilinear products ``u.u``, ``v.v`` and ``u.v``.
        size: at least the larger of ``|u|^2`` and ``|v|^2``, Hermitian.
        cosine: between the two.
    """
    c, half = rational(cosine), arb(d) / 2
    count, left = _count(size, d)
    growth, slopes = length_moments(d, 2 * count), (first / 2, second / 2)
    determinant = (first * second - both * both) * ((1 - c * c) / 4)
    total, front = acb(0), acb(1)
    # in R^1 and of parallel projections there is no plane
    planes = 0 if d == 1 or abs(cosine) == 1 else count // 2
    for k in range(planes + 1):
        part = front * triple_sum(slopes, both * c, growth[2 * k :], half + 2 * k, count - 2 * k)
        total += part
        # far below the last bit of a sum whose terms fall faster than any power
        if k == planes or abs(part) <= abs(total) * arb(2) ** (-ctx.prec - _SPARE):
            break
        front *= determinant / ((k + 1) * (half - arb(1) / 2 + k) * (half + 2 * k) * (half + 2 * k + 1))
    return total + acb(around_zero(left), around_zero(left))


def _count(size: arb, d: int) -> tuple[int, arb]:
    """How many n are summed, and a bound of the others (see the module docstring)."""
    bound, goal = arb(1), arb(2) ** (-ctx.prec)
    for n in range(_MOST_TERMS):
        ratio = size * (d + n) / ((n + 1) * (n + arb(1) / 2))
        if 2 * ratio < 1 and 2 * bound < goal:
            return n, 2 * bound.abs_upper()
        bound = (bound * ratio).abs_upper()
    raise ValueError(f"the series of two projections has not converged after {_MOST_TERMS} terms")
