r"""The distribution function of ``|w - c|^2``, w ~ N(0, I_d), ``|c|^2 = nu``, in balls.

    F(x) = sum_j p_j P(d/2 + j, x/2),    p_j = exp(-nu/2) (nu/2)^j / j!

with the regularised incomplete gamma function P. It decreases in its first argument, and
``P(s, x) = P(s + 1, x) + x^s exp(-x) / Gamma(s + 1)`` has positive terms only, so that the values for all j follow from
that for the last one, without cancellation. What is cut off after j = J is at most ``P(d/2 + J, x/2) sum_(j>J) p_j``,
and ``sum_(j>J) p_j <= p_J q / (1 - q)`` with ``q = nu / (2 (J + 1)) < 1``.

*From the definition*, for integers d, without the mixture: along c the ball reaches from ``nu^(1/2) - x^(1/2)`` to
``nu^(1/2) + x^(1/2)``, and across it the other d - 1 coordinates have the central law. At ``nu^(1/2) + x^(1/2) sin(phi)``
the integrand is entire in phi.
"""

from __future__ import annotations

import mpmath
from flint import acb, arb, ctx

from rftheory.numbers.ball_arithmetic import Ball, between, hypergeometric, nonnegative_root
from rftheory.numbers.walker import UnsupportedExpression
from rftheory.numbers.work import quadrature

#: more components than this are refused
_MOST_TERMS = 200_000


def distribution(x: Ball, dimension: Ball, square: Ball) -> arb:
    """The ball of F(x).

    Raises:
        UnsupportedExpression: for complex arguments, d <= 0 or nu < 0, and where too many terms are needed.
    """
    if not (isinstance(x, arb) and isinstance(dimension, arb) and isinstance(square, arb)):
        raise UnsupportedExpression("the distribution function of a squared distance at complex arguments")
    if not dimension > 0 or square < 0:
        raise UnsupportedExpression(f"d must be > 0 and nu >= 0, got d = {dimension} and nu = {square}")
    if x <= 0:
        return arb(0)
    if not x > 0:
        # F increases in x and vanishes at zero
        return between(arb(0), _mixture(x.abs_upper(), dimension, square).abs_upper())
    return _mixture(x, dimension, square)


def _mixture(x: arb, dimension: arb, square: arb) -> arb:
    half, argument, shape = square / 2, x / 2, dimension / 2
    if half.is_zero():
        return argument.gamma_lower(shape, regularized=1)
    weights, rest = _weights(half)
    last = len(weights) - 1
    component = argument.gamma_lower(shape + last, regularized=1)
    total = weights[last] * component + between(arb(0), rest * component)
    # x^s exp(-x) / Gamma(s + 1) at s = shape + j, for j = last - 1, ..., 0
    step = (argument.log() * (shape + last) - argument).exp() * (shape + last + 1).rgamma()
    for j in range(last - 1, -1, -1):
        step = step * (shape + j + 1) / argument
        component = component + step
        total = total + weights[j] * component
    return total.min(arb(1))


def from_definition(x: arb, dimension: int, square: arb) -> arb:
    """The ball of F(x) for d >= 1, x > 0 and nu >= 0, by one quadrature over the coordinate along c."""
    half, shape, centre, reach = x / 2, arb(dimension - 1) / 2, nonnegative_root(square), x.sqrt()
    front = half**shape * (shape + 1).rgamma() * reach / (2 * arb.pi()).sqrt()

    def integrand(phi: acb, _analytic: bool) -> acb:
        cosine = phi.cos()
        along = centre + reach * phi.sin()
        across = acb(hypergeometric([shape], [shape + 1], -half * cosine * cosine)) if dimension > 1 else acb(1)
        return front * (-along * along / 2).exp() * cosine**dimension * across

    right = acb.pi() / 2
    return quadrature(integrand, -right, right, "the probability of a ball").real.max(arb(0)).min(arb(1))


def _weights(half: arb) -> tuple[list[arb], arb]:
    """The weights p_0, ..., p_J, and a bound of the sum of all others, small against the largest weight."""
    weight = (-half).exp()
    weights, largest = [weight], weight
    goal = arb(2) ** (-ctx.prec - 8)
    for j in range(1, _MOST_TERMS):
        weight = weight * half / j
        weights.append(weight)
        largest = largest.max(weight)
        quotient = half / (j + 1)
        if quotient < 1:
            rest = weight * quotient / (1 - quotient)
            if rest < goal * largest:
                return weights, rest
    raise UnsupportedExpression(f"more than {_MOST_TERMS} components of a noncentral law with nu = {2 * half}")


def multiprecision(context: mpmath.MPContext, x: object, dimension: object, square: object) -> object:
    """F(x) in mpmath, by the sum as it stands (an estimate: it stops when terms no longer count)."""
    if not x > 0:  # type: ignore[operator]
        return context.mpf(0)
    half, argument, shape = (context.mpf(v) / 2 for v in (square, x, dimension))
    weight, total, j = context.exp(-half), context.mpf(0), 0
    while True:
        term = weight * context.gammainc(shape + j, 0, argument, regularized=True)
        total += term
        if j > half and term <= total * context.eps:
            return total
        j += 1
        weight = weight * half / j
