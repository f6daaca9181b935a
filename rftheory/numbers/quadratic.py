r"""Expectations of ``exp(a |w|^2 + w.u + i n b)`` by quadrature, without the closed form that they are to check.

The coordinates of w in an orthonormal frame are independent: one integral ``E exp(a g^2 + alpha g)`` for each direction
of u and ``(E exp(a g^2))^(d - k)`` for the d - k others (`gaussian_integrals.exponential_moment`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp
from flint import acb, arb

from rftheory.numbers.ball_arithmetic import Ball, demoted
from rftheory.numbers.forms import FormGeometry
from rftheory.numbers.gaussian_integrals import exponential_moment
from rftheory.numbers.integrand import ExponentialTerm
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression
from rftheory.numbers.work import quadrature
from rftheory.rules.nodes import Form

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
        found = frame_slopes({form: acb(sub(c)) for form, c in coefficients}, geometry)
        if found is None:
            raise UnsupportedExpression("a vanishing complex direction")
        slopes = found
    value: Ball = arb(1)
    for slope in slopes:
        value = value * exponential_moment(slope, 0, a)
    rest = dimension - len(slopes)
    whole = rest.unique_fmpz()
    if whole is None:
        raise UnsupportedExpression(f"the dimension {dimension} is not an integer here")
    return demoted(value * exponential_moment(arb(0), 0, a) ** int(whole))


def frame_slopes(coefficients: Mapping[Form, acb], geometry: FormGeometry) -> list[Ball] | None:
    """The coordinates of ``p + iq`` in an orthonormal frame of p and q; None if neither is seen not to vanish."""
    p, q = ({f: getattr(coefficients.get(f, acb(0)), part) for f in geometry.forms} for part in ("real", "imag"))
    first, second = geometry.length(p), geometry.length(q)
    if all(value.is_zero() for value in q.values()):
        return [first]
    if all(value.is_zero() for value in p.values()):
        return [acb(0, second)]
    product, area = geometry.dot(p, q), geometry.area(p, q)
    if first > 0:
        return [acb(first, product / first), acb(0, area / first)]
    return [acb(product / second, second), area / second] if second > 0 else None


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
