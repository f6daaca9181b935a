r"""Rigorous expectations over two projections at a fixed angle, from the moments of their two lengths.

Given the lengths, ``c_1 w_1 + c_2 w_2`` has the squared length ``l^2 = c_1^2 r_1^2 + c_2^2 r_2^2 + 2 c c_1 c_2 r_1 r_2`` and a uniform
direction, so that with ``E exp(a r^2) r^p = g^(-(d+p)/2) 2^(p/2) G(p/2)``, ``g = 1 - 2a``, ``G(s) = Gamma(d/2 + s)/Gamma(d/2)``,

    E exp(a_1 r_1^2 + a_2 r_2^2) 0F1(; d/2; u^2 l^2/4)
        = (g_1 g_2)^(-d/2) sum_n 1/(d/2)_n sum_(i+j+k=n) G(i + k/2) G(j + k/2) z_1^i z_2^j x^k / (i! j! k!),

``z_i = u^2 c_i^2/(2 g_i)`` and ``x = c u^2 c_1 c_2/(g_1 g_2)^(1/2)``: the square of l is multiplied out, nothing is known of polar
coordinates. With ``t = max |u^2 c_i^2|/(2 Re g_i)`` and ``(r_1 + r_2)^2 <= 2 (r_1^2 + r_2^2)`` the n-th term is at most
``(2t)^n (d)_n/((d/2)_n n!)``, which falls at least by half with each n >= 8t.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp
from flint import acb, acb_poly, arb, arb_poly, ctx

from rftheory.numbers.ball_arithmetic import Ball, absolute, around_zero, ball_key, demoted, exact_integer
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression
from rftheory.numbers.work import Memory, kept, spend
from rftheory.rules.angles import AngleExpectation, angle_terms
from rftheory.rules.gaussian import bilinear_square
from rftheory.rules.orthogonal import FrameTerm

_MEMORY: Memory = {}
#: longer series are refused
_MOST_TERMS = 6_000
#: terms of a double series that are charged as one evaluation
_TERMS = 200


def angle_expectation(node: AngleExpectation, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> Ball:
    """The ball of an `AngleExpectation` at the precision of flint's context.

    Raises:
        UnsupportedExpression: for samples that are not exponentials of one direction, rates that do not converge, d < 2,
            and a cosine that may be outside [-1, 1].
    """
    key = (node, tuple(ball_key(v) for v in environment.values()))
    return kept(_MEMORY, key, lambda: _value(node, sub), node)


def _value(node: AngleExpectation, sub: SubEvaluator) -> Ball:
    d, cosine = exact_integer(sub(node.dimension)), sub(node.cosine)
    if d is None or d < 2:
        raise UnsupportedExpression(f"an angle in dimension {node.dimension}, which is not an integer >= 2 here")
    if not isinstance(cosine, arb) or abs(cosine) > 1:
        raise UnsupportedExpression(f"the cosine {node.cosine} is not in [-1, 1] here")
    try:
        terms = list(angle_terms(node))
    except ValueError as reason:
        raise UnsupportedExpression(str(reason)) from reason
    total: Ball = arb(0)
    for term in terms:
        total = demoted(total + sub(term.coefficient) * _moment(term, d, cosine, sub))
    return acb(total).real if node.is_extended_real else total


def _moment(term: FrameTerm, d: int, cosine: arb, sub: SubEvaluator) -> Ball:
    square = sub(bilinear_square(term.direction)) if term.direction else arb(0)
    gaps = [1 - 2 * sub(rate) for rate in term.rates]
    scales = [sub(ratio) for ratio in term.ratios]
    real_gaps = [acb(gap).real for gap in gaps]
    if not all(gap > 0 for gap in real_gaps):
        raise UnsupportedExpression(f"the rates {term.rates} of |w|^2 are not seen to converge here")
    roots = [demoted(gap.sqrt()) for gap in gaps]
    slopes = [demoted(square * scale**2 / (2 * gap)) for scale, gap in zip(scales, gaps, strict=True)]
    cross = demoted(cosine * square * scales[0] * scales[1] / (roots[0] * roots[1]))
    reach = [absolute(square * s**2) / (2 * gap) for s, gap in zip(scales, real_gaps, strict=True)]
    power = demoted((roots[0] * roots[1]) ** (-d))
    # the bound of the tail is about the terms without the factor of the rates, which may be smaller in absolute value
    spread = absolute(power) / (real_gaps[0] * real_gaps[1]).sqrt() ** (-d)
    value, tail = _series(d, slopes, cross, reach[0].max(reach[1]))
    tail = tail / spread
    if isinstance(value, acb):
        return demoted(power * (value + acb(around_zero(tail), around_zero(tail))))
    return demoted(power * (value + around_zero(tail)))


def _series(d: int, slopes: list[Ball], cross: Ball, reach: arb) -> tuple[Ball, arb]:
    """The sum of the terms up to some n, and a bound of the others."""
    count, tail = _count(d, reach)
    # the sum is double; so many of its terms take the time of one evaluation
    spend(count * count // _TERMS, "a double series")
    return triple_sum(slopes, cross, length_moments(d, 2 * count), arb(d) / 2, count), tail


def triple_sum(slopes: Sequence[Ball], cross: Ball, growth: Sequence[arb], lower: arb, count: int) -> Ball:
    """``sum_(n < count) 1/(lower)_n sum_(i+j+k=n) growth[2i + k] growth[2j + k] z_1^i z_2^j x^k/(i! j! k!)``.

    Args:
        slopes: z_1 and z_2; ``cross``: x.
        growth: at least 2 count numbers.
    """
    first, second = (_weights(slope, count) for slope in slopes)
    same = slopes[0] is slopes[1] or ball_key(slopes[0]) == ball_key(slopes[1])
    sums: list[Ball] = [arb(0)] * count
    weight: Ball = arb(1)
    for k in range(count):
        left = _polynomial([growth[2 * i + k] * first[i] for i in range(count - k)])
        right = left if same else _polynomial([growth[2 * i + k] * second[i] for i in range(count - k)])
        product = left * right
        for n in range(k, count):
            sums[n] = sums[n] + weight * product[n - k]
        weight = weight * cross / (k + 1)
        if weight.is_zero():
            break
    total: Ball = arb(0)
    rising = arb(1)
    for n, part in enumerate(sums):
        total = total + part / rising
        rising = rising * (lower + n)
    return total


def _count(d: int, reach: arb) -> tuple[int, arb]:
    """How many terms are summed, and twice the bound of the next one."""
    bound, n = arb(1), 0
    # the value is at least of the order exp(-2 reach); what is left should be small beside it
    goal = arb(2) ** (-ctx.prec)
    least = 8 * reach.abs_upper()
    while not (n >= least and 2 * bound < goal):
        bound = bound * 2 * reach * (d + n) / ((arb(d) / 2 + n) * (n + 1))
        n += 1
        if n > _MOST_TERMS:
            raise UnsupportedExpression(f"a series of more than {_MOST_TERMS} terms")
    return n, 2 * bound


def length_moments(d: int, count: int) -> list[arb]:
    """G(s) for s = 0, 1/2, 1, ..., count/2 + 1/2, by ``G(s + 1) = (d/2 + s) G(s)``."""
    half = arb(d) / 2
    values = [arb(1), (half + arb(1) / 2).gamma() / half.gamma()]
    for n in range(count):
        values.append(values[n] * (half + arb(n) / 2))
    return values


def _weights(slope: Ball, count: int) -> list[Ball]:
    """``z^i/i!``."""
    values: list[Ball] = [arb(1)]
    for i in range(1, count):
        values.append(values[-1] * slope / i)
    return values


def _polynomial(coefficients: list[Ball]) -> arb_poly | acb_poly:
    real = [c for c in coefficients if isinstance(c, arb)]
    return arb_poly(real) if len(real) == len(coefficients) else acb_poly([acb(c) for c in coefficients])
