"""Rigorous definite integrals: against closed forms that the quadrature does not use, and what it must refuse."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory.inputs.kernels import PAIR, x_norm
from rftheory.judges.comparison import RELATIVE_RADIUS
from rftheory.numbers import work
from rftheory.numbers.balls import UnsupportedExpression, enclose
from rftheory.rules.nodes import Expectation, Projection

R = sp.Rational
t = sp.Symbol("t", positive=True)
a, v = sp.symbols("a v", real=True)
x = sp.Symbol("x")

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


# -- the limit of work ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("integrand", "expected"),
    [
        (v ** R(-1, 2), 2),
        (sp.sqrt(v) + 1, R(5, 3)),
        (sp.exp(v) / sp.sqrt(v), sp.sqrt(sp.pi) * sp.erfi(1)),
        (v ** (x - 1), 2),
        (v ** (x - 1) * (2 - v) ** 2, 8 - R(8, 3) + R(2, 5)),
    ],
)
def test_roots_at_zero_are_integrated(integrand: sp.Expr, expected: sp.Expr) -> None:
    found = enclose(sp.Integral(integrand, (v, 0, 1)), {x: R(1, 2)})
    assert found.overlaps(enclose(expected, {})) and found.relative_radius() <= R(1, 10**30)


def test_the_limit_does_not_depend_on_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    expr = Expectation(sp.Abs(Projection("w").dot(PAIR.x))) + sp.Integral(sp.exp(v), (v, 0, 1))
    point = {x_norm: R(5, 7)}
    first = enclose(expr, point)
    assert str(first) == str(enclose(expr, point))
    monkeypatch.setattr(work, "MOST_EVALUATIONS", 40)
    for _ in range(2):
        with pytest.raises(UnsupportedExpression, match="no enclosure after 40 evaluations"):
            enclose(expr, point)
