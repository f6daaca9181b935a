r"""Rigorous one-dimensional Gaussian integrals.

*Entire integrands.* Let F be entire with ``|F(t + iy)| <= C exp(a|t| + b|y| + (y^2 - t^2)/2)``. The trapezoidal rule
with step h over all multiples of h differs from the integral over the real line by at most
``2 M / (exp(2 pi c/h) - 1)``, where ``M >= int |F(t + iy)| dt`` for all ``|y| <= c`` (Trefethen and Weideman 2014,
Theorem 5.1). Here

    M = C exp(b c + c^2/2) 2 sqrt(2 pi) exp(a^2/2),

because ``int_0^oo exp(a t - t^2/2) dt <= sqrt(2 pi) exp(a^2/2)``. With another factor ``exp(rho|t y|)`` (a twist rho,
from a complex width) a becomes ``a + rho c`` in M. The terms beyond ``N h >= a`` decrease, so
what is cut off is at most ``2 C int_{Nh}^oo exp(a t - t^2/2) dt <= sqrt(2 pi) C exp(a^2/2) exp(-(N h - a)^2/2)``.

*Other integrands* (signs, absolute values) are integrated over ``[-L, 0]`` and ``[0, L]`` by `flint`'s rigorous
adaptive quadrature, with the same bound for the tails.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from flint import acb, arb, ctx, fmpq

from rftheory.numbers.ball_arithmetic import Ball, around_zero, ball_key, demoted
from rftheory.numbers.walker import UnsupportedExpression
from rftheory.numbers.work import Memory, kept, quadrature, spend

_MEMORY: Memory = {}
_ZERO = arb(0)

#: steps and ends of intervals are rounded to this many binary digits: exact numbers, of any convenient size
_GRID = 20
#: an integrand whose peaks are further apart is given up: the ball is then the whole plane
_MOST_STEPS = 100_000


def near(value: arb) -> arb:
    """An exact number near the middle of a ball."""
    scaled = (value.mid() * 2**_GRID).floor().unique_fmpz()
    return arb(fmpq(int(scaled), 2**_GRID))


def _decay() -> arb:
    """The t with ``exp(-t^2/2) = 2^-precision``."""
    return (2 * arb.const_log2() * ctx.prec).sqrt()


def cut_off_bound(constant: arb, rate: arb, end: arb) -> arb:
    """``2 C int_end^oo exp(a t - t^2/2) dt`` from above, for ``end >= a``."""
    return (2 * arb.pi()).sqrt() * constant * (rate**2 / 2 - (end - rate) ** 2 / 2).exp()


def discretisation_bound(constant: arb, rate: arb, turn: arb, step: arb, strip: arb) -> arb:
    """The error of the infinite trapezoidal rule, with the strip half-width ``c``; ``rate`` is that on the strip."""
    mass = 2 * (2 * arb.pi()).sqrt() * constant * (turn * strip + strip**2 / 2 + rate**2 / 2).exp()
    return 2 * mass / (2 * arb.pi() * strip / step).expm1()


def trapezoid(integrand: Callable[[arb], Ball], constant: arb, rate: arb, turn: arb, twist: arb | None = None) -> Ball:
    """The integral over the real line of an entire integrand with ``|F(t+iy)| <= C exp(a|t| + b|y| + (y^2-t^2)/2)``.

    With a twist rho the bound has the further factor ``exp(rho|t y|)``.
    """
    constant, rate, turn = constant.abs_upper(), rate.abs_upper(), turn.abs_upper()
    if not (constant.is_finite() and rate.is_finite() and turn.is_finite()):
        return acb("nan")
    decay = _decay()
    twist = arb(0) if twist is None else twist.abs_upper()
    # the strip of half-width decay/q makes both errors as small as the cut-off
    q = (1 + twist**2).sqrt()
    step, strip = near(2 * arb.pi() / (turn + rate * twist + decay * q)), decay / q
    if not (twist.is_finite() and step > 0):
        return acb("nan")
    steps = ((rate + decay) / step).mid().ceil().unique_fmpz()
    if steps is None or steps > _MOST_STEPS:
        return acb("nan")
    count = int(steps) + 1
    spend(2 * count + 1, "a Gaussian integral")
    total: Ball = arb(0)
    for k in range(-count, count + 1):
        total = total + integrand(step * k)
    on_strip = discretisation_bound(constant, rate + twist * strip, turn, step, strip)
    error = on_strip + cut_off_bound(constant, rate, step * count)
    return demoted(_widened(total * step, error))


def _widened(value: Ball, error: arb) -> Ball:
    slack = around_zero(error)
    return value + slack if isinstance(value, arb) else value + acb(slack, slack)


def adaptive(integrand: Callable[[acb, bool], acb], constant: arb, rate: arb) -> Ball:
    """The integral of an integrand with ``|F(t)| <= C exp(a|t| - t^2/2)`` on the line, of which only that is known."""
    end = near(rate.abs_upper() + _decay()) + 1
    halves = ((acb(-end), acb(0)), (acb(0), acb(end)))
    value = sum((quadrature(integrand, *half, "a Gaussian integral") for half in halves), acb(0))
    return _widened(demoted(value), cut_off_bound(constant.abs_upper(), rate.abs_upper(), end))


def exponential_moment(alpha: Ball, order: int = 0, a: Ball = _ZERO) -> Ball:
    """``E g^n exp(a g^2 + alpha g)`` for g ~ N(0, 1) and an order n, by quadrature on the line through the saddle of the integrand.

    With ``kappa = 1 - 2a``, Re kappa > 0, the integrand is entire and decays in every horizontal strip, so the path may be shifted by any
    complex s (Cauchy); s near the saddle ``alpha/kappa`` avoids the cancellation of an oscillating integrand. In units of
    ``1/sqrt(Re kappa)`` it grows as `trapezoid` asks, with the twist |Im kappa|/Re kappa. No closed form of the integral is used.

    Raises:
        UnsupportedExpression: unless Re kappa > 0 is seen.
    """
    if alpha.is_zero():
        alpha = arb(0)
    keys = ball_key(alpha), ball_key(a)
    value = kept(_MEMORY, (*keys, order), lambda: _exponential_moment(*keys, order), "E g^n exp(a g^2 + b g)")
    return acb(value).real if isinstance(alpha, arb) and isinstance(a, arb) else value


def _exponential_moment(alpha_key: tuple, a_key: tuple, order: int) -> Ball:
    if None in (*alpha_key, *a_key):
        return acb("nan")
    alpha, a = (acb(*(arb((p[0], p[1]), (p[2], p[3])) for p in key)) for key in (alpha_key, a_key))
    kappa = 1 - 2 * a
    if not kappa.real > 0:
        raise UnsupportedExpression(f"E exp(a |w|^2 + ...) is not seen to converge: a = {a.str(10)}")
    saddle, unit = alpha / kappa, 1 / kappa.real.sqrt()
    shift, density = acb(near(saddle.real), near(saddle.imag)), unit / (2 * arb.pi()).sqrt()

    def integrand(t: arb) -> acb:
        g = t * unit + shift
        return density * ((alpha - kappa * g / 2) * g).exp() * g**order

    # |g|^n <= n! exp(|g|), and |g| <= |s| + unit (|t| + |y|)
    powers = arb(math.factorial(order)) * (abs(shift) if order else arb(0)).exp()
    off_saddle = (abs(alpha - kappa * shift) + (1 if order else 0)) * unit
    at_saddle = density * abs(((alpha - kappa * shift / 2) * shift).exp()) * powers
    return trapezoid(integrand, at_saddle, off_saddle, off_saddle, abs(kappa.imag) / kappa.real)
