"""Rigorous definite integrals: against closed forms that the quadrature does not use, and what it must refuse."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory.evidence.comparison import RELATIVE_RADIUS
from rftheory.numbers.balls import UnsupportedExpression, enclose

t = sp.Symbol("t", positive=True)
a = sp.Symbol("a", real=True)

CLOSED_FORMS = [
    (sp.Integral(sp.exp(-(t**2) / 2), (t, 0, sp.oo)), sp.sqrt(sp.pi / 2), {}),
    (sp.Integral(3 * t**a * sp.exp(-2 * t**2), (t, 0, sp.oo)), None, {a: sp.Rational(-9, 10)}),
    (sp.Integral(3 * t**a * sp.exp(-2 * t**2), (t, 0, sp.oo)), None, {a: sp.Integer(40)}),
    (sp.Integral(sp.sin(t) ** a, (t, 0, sp.pi)), 5 * sp.pi / 16, {a: sp.Integer(6)}),
    (sp.Integral(sp.exp(sp.I * t), (t, 0, sp.pi)), 2 * sp.I, {}),
]


@pytest.mark.parametrize(("integral", "closed", "point"), CLOSED_FORMS)
def test_encloses_the_closed_form(integral: sp.Integral, closed: sp.Expr | None, point: dict) -> None:
    if closed is None:
        closed = 3 * sp.gamma((a + 1) / 2) / (2 * 2 ** ((a + 1) / 2))
    found = enclose(integral, point, RELATIVE_RADIUS)
    assert found.overlaps(enclose(closed, point, RELATIVE_RADIUS))
    assert found.relative_radius() <= RELATIVE_RADIUS


@pytest.mark.parametrize(
    ("integral", "point"),
    [
        (sp.Integral(sp.sin(t) ** a, (t, 0, sp.pi)), {a: sp.Rational(1, 2)}),
        (sp.Integral(sp.log(t), (t, 1, 2)), {}),
        (sp.Integral(sp.exp(-t), (t, 0, sp.oo)), {}),
        (sp.Integral(t**a * sp.exp(-(t**2)), (t, 0, sp.oo)), {a: sp.Integer(-1)}),
        (sp.Integral(sp.exp(-(t**2)), (t, 1, sp.oo)), {}),
        (sp.Integral(t * a, (t, 0, 1), (a, 0, 1)), {}),
    ],
    ids=str,
)
def test_refuses_other_integrals(integral: sp.Integral, point: dict) -> None:
    with pytest.raises(UnsupportedExpression):
        enclose(integral, point, RELATIVE_RADIUS)
