r"""Expectations of ``exp(a |w|^2 + w.u + i n b)`` by quadrature, without the closed form that they are to check.

The coordinates of w in an orthonormal frame are independent: one integral ``E exp(a g^2 + alpha g)`` for each direction
of u and ``(E exp(a g^2))^(d - k)`` for the d - k others (`gaussian_integrals.exponential_moment`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy as sp
from flint import acb, arb

from rftheory.numbers.ball_arithmetic import Ball, demoted
from rftheory.numbers.forms import FormGeometry
from rftheory.numbers.gaussian_integrals import exponential_moment
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
