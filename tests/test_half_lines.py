"""Integrals over half lines and the line against SymPy's, means of powers of a length, and what does not converge."""

import pytest
import sympy as sp

from rftheory.vocabulary import PAIR, Projection, d, x_norm
from rftheory.numbers.balls import UnsupportedExpression, enclose
from rftheory.rules.nodes import Expectation

T, V = sp.Symbol("t", positive=True), sp.Symbol("v", real=True)
START = sp.Symbol("a", positive=True)
POINT = {START: sp.Rational(3, 2)}
W = Projection("w")
LENGTH = W.squared_length(d)

CONVERGENT = [
    sp.Integral((T - START) * sp.exp(-T), (T, START, sp.oo)),
    sp.Integral(T**3 * sp.exp(-START * T), (T, 1, sp.oo)),
    sp.Integral(sp.exp(-T) * sp.cos(3 * T), (T, 0, sp.oo)),
    sp.Integral(sp.exp(-T) / sp.sqrt(T), (T, 0, sp.oo)),
    sp.Integral(sp.exp(-(V**2) / 2) * sp.cos(V), (V, -sp.oo, sp.oo)),
    sp.Integral(V * sp.exp(-(V**2)), (V, -sp.oo, sp.oo)),
]


@pytest.mark.parametrize("node", CONVERGENT, ids=str)
def test_half_lines_from_anywhere_and_the_line(node: sp.Integral) -> None:
    found = enclose(node, POINT)
    assert found.overlaps(enclose(node.doit(), POINT)) and found.radius() < sp.Rational(1, 10**20)


def test_a_kink_on_a_half_line() -> None:
    found = enclose(sp.Integral(sp.Max(0, T - START) * sp.exp(-T), (T, 0, sp.oo)), POINT)
    assert found.overlaps(enclose(sp.exp(-START), POINT)) and found.radius() < sp.Rational(1, 10**20)


@pytest.mark.parametrize(
    "node",
    [
        sp.Integral(V, (V, -sp.oo, sp.oo)),
        sp.Integral(sp.exp(-V), (V, -sp.oo, sp.oo)),
        sp.Integral(sp.exp(T), (T, START, sp.oo)),
        sp.Integral(T, (T, START, sp.oo)),
    ],
    ids=str,
)
def test_sides_of_a_line_do_not_cancel_where_one_diverges(node: sp.Integral) -> None:
    with pytest.raises(UnsupportedExpression, match="converge"):
        enclose(node, POINT)


@pytest.mark.parametrize(
    ("sample", "value"),
    [
        (1 / LENGTH, 1 / (d - 2)),
        (W.dot(PAIR.x) ** 2 / LENGTH, x_norm**2 / d),
        (sp.Abs(W.dot(PAIR.x)) / sp.sqrt(LENGTH), x_norm * sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma((d + 1) / 2))),
        (W.dot(PAIR.x) ** 4 / (d * LENGTH**2 - LENGTH**2), 3 * x_norm**4 / (d * (d + 2) * (d - 1))),
        (W.dot(PAIR.x) ** 2 * sp.sqrt(LENGTH), x_norm**2 * sp.sqrt(2) * sp.gamma((d + 3) / 2) / sp.gamma(d / 2 + 1)),
    ],
    ids=["inverse", "cosine", "size of the cosine", "fourth power", "root"],
)
def test_powers_of_a_length(sample: sp.Expr, value: sp.Expr) -> None:
    for dimension in (3, 4, 9):
        point = {d: sp.Integer(dimension), x_norm: sp.Rational(5, 4)}
        found = enclose(Expectation(sample), point)
        assert found.overlaps(enclose(value, point)) and found.relative_radius() < sp.Rational(1, 10**20)
        assert not found.overlaps(enclose(value * sp.Rational(10001, 10000), point))


def test_an_inverse_length_has_no_mean_in_two_dimensions() -> None:
    with pytest.raises(UnsupportedExpression, match="converge"):
        enclose(Expectation(1 / LENGTH), {d: sp.Integer(2)})
    root = enclose(Expectation(1 / sp.sqrt(LENGTH)), {d: sp.Integer(2)})
    assert root.overlaps(enclose(sp.sqrt(sp.pi / 2), {})) and root.relative_radius() < sp.Rational(1, 10**20)
