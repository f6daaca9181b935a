"""Branch and bound: what is reported as proved is true, and what is false or undecided is not reported as proved."""

from __future__ import annotations

import pytest
import sympy as sp
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.inputs.kernels import n, r, theta
from rftheory.numbers.balls import compare, enclose
from rftheory.numbers.boxes import certify
from rftheory.numbers.intervals import INTERVALS, Interval
from rftheory.numbers.walker import compile_for

R = sp.Rational
x, y = sp.symbols("x y", real=True)
_W = 2 * r**2 * sp.sin(theta / 2) ** 2

TRUE = [
    (x**2 - x + R(251, 1000), {x: (-1, 2)}, True),
    (100 * (y - x**2) ** 2 + (1 - x) ** 2 + R(1, 100), {x: (-2, 2), y: (-2, 2)}, True),
    (theta - sp.sin(theta), {theta: (0, sp.pi)}, False),
    (sp.exp(x) - 1 - x, {x: (0, 2)}, False),
    (1 + sp.cos(theta), {theta: (0, sp.pi)}, False),
    (sp.sin(theta) / theta - R(1, 2), {theta: (R(1, 10**6), sp.pi / 2)}, True),
    (n * x + 1 - x**n, {n: (1, 12), x: (0, 1)}, True),
    (sp.Abs(x) + sp.sqrt(1 + x) - R(1, 2), {x: (-1, 1)}, True),
    # the left side is largest at theta = pi: part of Lemma 3.4
    (
        sp.exp(2 * r**2) * (1 - sp.exp(-4 * r**2)) - sp.exp(_W) * (1 - sp.exp(-2 * _W)),
        {r: (1, 3), theta: (0, sp.pi)},
        False,
    ),
]


@pytest.mark.parametrize(("expr", "box", "strict"), TRUE, ids=[str(t[0])[:40] for t in TRUE])
def test_true_inequalities_are_certified(expr: sp.Expr, box: dict, strict: bool) -> None:
    found = certify(expr, box, strict)
    assert found.proved and found.violation is None and found.boxes <= 2000
    middle = {s: (low + sp.sympify(high)) / 2 for s, (low, high) in box.items()}
    assert all(s.is_integer is not True or middle.update({s: sp.Integer(box[s][0])}) is None for s in box)
    assert compare(expr, found.lower_bound, middle) != "<"


@pytest.mark.parametrize(("expr", "box", "strict"), [t for t in TRUE if not t[2]], ids=lambda v: str(v)[:30])
def test_equality_on_the_boundary_is_not_strict(expr: sp.Expr, box: dict, strict: bool) -> None:
    assert not certify(expr, box, strict=True, max_boxes=500).proved


@pytest.mark.parametrize(
    ("expr", "box"),
    [
        (x**2 - x + R(249, 1000), {x: (-1, 2)}),
        (x - x**3 / 7 - sp.sin(x) + R(1, 10**6), {x: (0, 2)}),
        (sp.sin(theta) / theta - R(65, 100), {theta: (R(1, 10**6), sp.pi / 2)}),
        (n - 7 * x, {n: (1, 9), x: (0, 1)}),
        # poles inside: monotone on both sides, and negative on one
        (1 / x, {x: (-1, 2)}),
        (sp.atan(1 / x) + 1, {x: (-1, 2)}),
        (sp.tan(x) + 5, {x: (1, 2)}),
    ],
    ids=str,
)
def test_false_inequalities_are_violated(expr: sp.Expr, box: dict) -> None:
    found = certify(expr, box)
    assert not found.proved
    assert found.violation is not None and compare(expr, sp.Integer(0), found.violation) == "<"


def test_running_out_of_boxes_is_not_a_proof() -> None:
    tight = (x - R(1, 3)) ** 2 * (1 + y**2)
    found = certify(tight, {x: (0, 1), y: (0, 1)}, strict=True, max_boxes=300)
    assert not found.proved and found.boxes <= 300 and found.lower_bound is None


def test_integers_may_be_relaxed() -> None:
    assert certify(n + x, {n: (1, 10**6), x: (0, 1)}, relax_integers=True).proved


FUNCTIONS = [
    sp.sin(x) * sp.cos(2 * x), sp.exp(-x) - sp.exp(x / 3), x**3 - x**2, sp.Abs(x) * sp.sign(x + 1), sp.sqrt(x**2 + 1),
    1 / (2 + sp.sin(x)), sp.tanh(x) + sp.atan(x) * sp.cosh(x), sp.log(3 + sp.cos(x)), sp.acos(x / 10), (x**2) ** sp.pi,
    sp.Max(x, 1 - x) * sp.Min(x, 2), sp.gamma(x**2 + 1), (1 + x**2) ** R(-2, 3), sp.besseli(1, x), 1 - sp.exp(-(x**2)),
]  # fmt: skip
fractions = st.fractions(-4, 4, max_denominator=20)


@pytest.mark.parametrize("expr", FUNCTIONS, ids=str)
@settings(max_examples=5, deadline=None)
@given(ends=st.tuples(fractions, fractions), share=st.fractions(0, 1, max_denominator=9))
def test_intervals_contain_the_values_inside(expr: sp.Expr, ends: tuple, share: object) -> None:
    low, high = sorted(ends)
    inside = low + (high - low) * share
    with ctx.workprec(100):
        low_ball, high_ball = (arb(e.numerator) / e.denominator for e in (low, high))
        found = compile_for(expr, (x,), INTERVALS)(Interval(low_ball.lower(), high_ball.upper()))
    at = enclose(expr, {x: R(inside.numerator, inside.denominator)}).value
    assert not at < found.low and not at > found.high
