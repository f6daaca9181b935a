r"""Rigorous expectations over several members of an orthogonal frame, without the closed forms that they are to check.

Given the lengths r_i, ``sum_i c_i w_i`` is a vector of length ``(sum_i c_i^2 r_i^2)^(1/2)`` in a uniform direction, so
that ``E exp(sum_i c_i w_i.u) = E 0F1(; d/2; u^2 sum_i c_i^2 r_i^2 / 4)`` (`rules.sphere`).

*Equal rates a, c_i = +-1:* ``sum_i r_i^2 = t^2`` has the chi law of kd degrees. The integral over t of ``t^(kd-1)
exp(-b t^2) 0F1(; d/2; u^2 t^2/4)``, b = 1/2 - Re a, is cut off at T: with ``|0F1| <= exp(r t)``, r = |Re u|, what is
left is at most ``T^(kd-1) exp(-b T^2 + r T) / (2 b T - r - (kd-1)/T)``, the logarithm of that bound being concave.

*Two members with any real rates:* in polar coordinates ``r = t (cos(phi), sin(phi))`` the radial integral at a given phi
is the one above with k = 2 and the rate ``a_1 cos^2 + a_2 sin^2``, a multiple of 1F1; one integral over phi is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from flint import acb, arb, ctx

from rftheory.numbers.ball_arithmetic import Ball, around_zero, ball_key, demoted, exact_integer, hypergeometric
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression
from rftheory.numbers.work import Memory, kept, quadrature
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.gaussian import bilinear_square
from rftheory.rules.orthogonal import FrameTerm, frame_terms

_MEMORY: Memory = {}


def frame_expectation(node: FrameExpectation, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> Ball:
    """The ball of a `FrameExpectation` at the precision of flint's context.

    Raises:
        UnsupportedExpression: for samples that are not exponentials of one direction, rates that do not converge,
            d < 2, and more than two members with different rates or images.
    """
    key = (node, tuple(ball_key(v) for v in environment.values()))
    return kept(_MEMORY, key, lambda: _value(node, sub), node)


def _value(node: FrameExpectation, sub: SubEvaluator) -> Ball:
    d = exact_integer(sub(node.dimension))
    if d is None or d < 2:
        raise UnsupportedExpression(f"a frame in dimension {node.dimension}, which is not an integer >= 2 here")
    try:
        terms = list(frame_terms(node))
    except ValueError as reason:
        raise UnsupportedExpression(str(reason)) from reason
    total: Ball = arb(0)
    for term in terms:
        if len(term.rates) > d:
            raise UnsupportedExpression(f"{len(term.rates)} orthogonal projections in R^{d}")
        total = demoted(total + sub(term.coefficient) * _moment(term, d, sub))
    return acb(total).real if node.is_extended_real else total


def _moment(term: FrameTerm, d: int, sub: SubEvaluator) -> Ball:
    square = sub(bilinear_square(term.direction)) if term.direction else arb(0)
    if len(set(term.rates)) == 1 and all(ratio in (1, -1) for ratio in term.ratios):
        return _radial(len(term.rates), d, sub(term.rates[0]), square)
    if len(term.rates) == 2:
        (first, second), (scale, other) = ([sub(part) for part in parts] for parts in (term.rates, term.ratios))
        return _two_rates(d, _real(first), _real(second), square, scale, other)
    raise UnsupportedExpression(f"more than two members of a frame with different exponents: {term}")


def _real(value: Ball) -> arb:
    if isinstance(value, acb):
        raise UnsupportedExpression(f"a complex rate {value} of |w|^2")
    return value


def _radial(members: int, d: int, rate: Ball, square: Ball) -> Ball:
    """``E exp(a t^2) 0F1(; d/2; u^2 t^2 / 4)`` over t of the chi law with ``members * d`` degrees of freedom."""
    b, growth = arb(1) / 2 - acb(rate).real, _growth(square)
    if not b > 0:
        raise UnsupportedExpression(f"the rate {rate} of |w|^2 is not seen to converge here")
    power, half = members * d - 1, arb(d) / 2
    end = _end(b, growth, power)
    exponent, quarter = acb(rate) - arb(1) / 2, acb(square) / 4

    def integrand(t: acb, _analytic: bool) -> acb:
        return t**power * (exponent * t * t).exp() * (quarter * t * t).hypgeom_0f1(half)

    value = quadrature(integrand, acb(0), acb(end), "the length of a sum over a frame")
    slope = 2 * b * end - growth - power / end
    left = end**power * (growth * end - b * end**2).exp() / slope
    if not slope > 0:
        return acb("nan")
    shape = arb(members * d) / 2
    constant = arb(2) ** (1 - shape) / shape.gamma()
    if isinstance(rate, arb) and isinstance(square, arb):
        return constant * (value.real + around_zero(left))
    return demoted(constant * (value + acb(around_zero(left), around_zero(left))))


def _growth(square: Ball) -> arb:
    """The r of ``|0F1(; d/2; u^2 t^2 / 4)| <= exp(r t)``: the mean of ``exp(u t cos(phi))`` gives r = |Re u|."""
    if isinstance(square, arb) and square <= 0:
        return arb(0)
    return arb(abs(acb(square).sqrt().real).abs_upper())


def _end(b: arb, growth: arb, power: int) -> arb:
    """An exact T beyond which less than about 2^-precision of the peak is left."""
    bits = ctx.prec * arb.const_log2() + 8
    peak = (growth + (growth**2 + 8 * b * power).sqrt()) / (4 * b)
    # the logarithm of the bound has a curvature of at least 2b
    reach = (peak + (bits / b).sqrt()).abs_upper().ceil()
    return arb(reach.mid())


def _two_rates(d: int, first: arb, second: arb, square: Ball, scale: Ball, other: Ball) -> Ball:
    gaps = 1 - 2 * first, 1 - 2 * second
    if not (gaps[0] > 0 and gaps[1] > 0):
        raise UnsupportedExpression(f"the rates {first}, {second} of |w|^2 are not seen to converge here")
    constant = 2 * arb(d).gamma() / (arb(d) / 2).gamma() ** 2
    upper, lower = acb(d), acb(d) / 2

    def integrand(phi: acb, _analytic: bool) -> acb:
        cosine, sine = phi.cos() ** 2, phi.sin() ** 2
        spread = gaps[0] * cosine + gaps[1] * sine
        argument = acb(square) * (scale**2 * cosine + other**2 * sine) / (2 * spread)
        return (phi.sin() * phi.cos()) ** (d - 1) / spread**d * acb(hypergeometric([upper], [lower], argument))

    value = demoted(constant * quadrature(integrand, acb(0), acb.pi() / 2, "the angle of two lengths of a frame"))
    real = all(isinstance(part, arb) for part in (square, scale, other))
    return acb(value).real if real else value
