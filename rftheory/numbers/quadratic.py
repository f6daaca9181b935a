r"""Expectations of ``exp(a |w|^2 + w.u + i n b)`` by quadrature, without the closed form that they are to check.

The coordinates of w in an orthonormal frame are independent: one integral ``E exp(a g^2 + alpha g)`` for each direction
of u and ``(E exp(a g^2))^(d - k)`` for the d - k others. With ``kappa = 1 - 2a``, Re kappa > 0, the integrand is entire
and decays in every horizontal strip, so the path may be shifted through its saddle ``alpha / kappa`` (Cauchy); in units
of ``1 / sqrt(Re kappa)`` it then grows as `gaussian_integrals.trapezoid` asks, with the twist |Im kappa| / Re kappa.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp
from flint import acb, arb

from rftheory.numbers.ball_arithmetic import Ball, ball_key, demoted
from rftheory.numbers.forms import FormGeometry
from rftheory.numbers.gaussian_integrals import near, trapezoid
from rftheory.numbers.integrand import ExponentialTerm
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression
from rftheory.numbers.work import Memory, kept, quadrature
from rftheory.rules.nodes import Form

_MEMORY: Memory = {}
Coefficients = Sequence[tuple[Form, sp.Expr]]


def _one_multiplier(coefficients: Coefficients) -> tuple[sp.Expr, dict[Form, sp.Expr]] | None:
    """``u = beta * (a real combination)`` as beta and the combination; None if it is not seen to be of this kind."""
    if not coefficients:
        return sp.Integer(0), {}
    first = coefficients[0][1]
    ratios = {form: sp.Integer(1) if c == first else sp.cancel(c / first) for form, c in coefficients}
    return (first, ratios) if all(r.is_extended_real for r in ratios.values()) else None


def quadratic_moment(
    a: Ball, dimension: Ball, coefficients: Coefficients, geometry: FormGeometry, sub: SubEvaluator
) -> Ball:
    """``E exp(a |w|^2 + w.u)`` of one projection in balls."""
    single = _one_multiplier(coefficients)
    if single is not None:
        multiplier, ratios = single
        lengths = {form: sub(r) for form, r in ratios.items()}
        slopes = [demoted(sub(multiplier) * geometry.length(lengths))] if coefficients else []
    else:
        slopes = _frame_slopes({form: acb(sub(c)) for form, c in coefficients}, geometry)
    value: Ball = arb(1)
    for slope in slopes:
        value = value * _line_moment(a, slope)
    rest = dimension - len(slopes)
    whole = rest.unique_fmpz()
    if whole is None:
        raise UnsupportedExpression(f"the dimension {dimension} is not an integer here")
    return demoted(value * _line_moment(a, arb(0)) ** int(whole))


def _frame_slopes(coefficients: Mapping[Form, acb], geometry: FormGeometry) -> list[Ball]:
    """The coordinates of ``p + iq`` in an orthonormal frame of p and q."""
    p, q = ({f: getattr(coefficients.get(f, acb(0)), part) for f in geometry.forms} for part in ("real", "imag"))
    first, second = geometry.length(p), geometry.length(q)
    product, area = geometry.dot(p, q), geometry.area(p, q)
    if first > 0:
        return [acb(first, product / first), acb(0, area / first)]
    if second > 0:
        return [acb(product / second, second), area / second]
    raise UnsupportedExpression("a vanishing complex direction")


def _line_moment(a: Ball, alpha: Ball) -> Ball:
    """``E exp(a g^2 + alpha g)`` for g ~ N(0, 1)."""
    keys = ball_key(a), ball_key(alpha)
    value = acb(kept(_MEMORY, keys, lambda: _line_integral(*keys), "E exp(a g^2 + b g)"))
    return value.real if isinstance(a, arb) and isinstance(alpha, arb) else value


def _line_integral(a_key: tuple, alpha_key: tuple) -> acb:
    if None in a_key or None in alpha_key:
        return acb("nan")
    a, alpha = (acb(*(arb((p[0], p[1]), (p[2], p[3])) for p in key)) for key in (a_key, alpha_key))
    kappa = 1 - 2 * a
    if not kappa.real > 0:
        raise UnsupportedExpression(f"E exp(a |w|^2 + ...) is not seen to converge: a = {a.str(10)}")
    saddle = alpha / kappa
    shift = acb(near(saddle.real), near(saddle.imag))
    unit = 1 / kappa.real.sqrt()
    density = unit / (2 * arb.pi()).sqrt()

    def integrand(t: arb) -> acb:
        g = t * unit + shift
        return density * ((alpha - kappa * g / 2) * g).exp()

    off_saddle = abs(alpha - kappa * shift) * unit
    at_saddle = density * abs(((alpha - kappa * shift / 2) * shift).exp())
    return acb(trapezoid(integrand, at_saddle, off_saddle, off_saddle, abs(kappa.imag) / kappa.real))


def phase_moment(rate: Ball) -> Ball:
    """``E exp(rate b)`` for b uniform on [0, 2 pi)."""
    turn = 2 * arb.pi()
    return quadrature(lambda b, analytic: (rate * b).exp() / turn, acb(0), acb(turn), "a random phase")


def in_multiprecision(
    terms: Sequence[ExponentialTerm], rows: Mapping[Form, Sequence[Any]], sub: SubEvaluator, context: Any
) -> Any:
    """The same with mpmath: ``rows`` are the coordinates of the vectors in a frame, for one projection."""
    total = context.mpc(0)
    for term in terms:
        value = context.mpc(sub(term.coefficient))
        width = max((len(row) for row in rows.values()), default=0)
        slopes = [context.mpc(0)] * width
        for form, c in term.exponent:
            for k, entry in enumerate(rows[form]):
                slopes[k] += sub(c) * entry
        for length, c in term.squares:
            value *= _line_mean(context, sub(c), context.mpc(0)) ** (int(sub(length.dimension)) - width)
        a = sub(term.squares[0][1]) if term.squares else context.mpf(0)
        for slope in slopes:
            value *= _line_mean(context, a, slope)
        for _, c in term.phases:
            rate, turn = sub(c), 2 * context.pi
            value *= context.quad(lambda b, rate=rate: context.exp(rate * b), context.linspace(0, turn, 9)) / turn
        total += value
    return total


def _line_mean(context: Any, a: Any, alpha: Any) -> Any:
    kappa = 1 - 2 * context.mpc(a)
    if not kappa.real > 0:
        raise UnsupportedExpression(f"E exp(a |w|^2 + ...) does not converge: a = {a}")
    saddle = alpha / kappa
    # on the shifted line the integrand is a Gaussian: the trapezoidal rule errs by exp(-decay^2/2)
    decay = context.sqrt(2 * context.prec * context.log(2))
    unit = 1 / context.sqrt(kappa.real)
    step = 2 * context.pi * unit / (decay * abs(kappa) / kappa.real)
    count = int(decay * unit / step) + 2
    points = (step * k + saddle for k in range(-count, count + 1))
    return step * context.fsum(context.exp((alpha - kappa * g / 2) * g) for g in points) / context.sqrt(2 * context.pi)
