"""The search for counterexamples, logarithms of values and mpmath values."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import sympy as sp

from rftheory.inputs.kernels import EQUAL_PAIR, m, n, r, softmax_kernel, theta
from rftheory.numbers.at_points import log_value
from rftheory.numbers.balls import compare
from rftheory.numbers.multiprecision import value
from rftheory.numbers.search import find_violation
from rftheory.rules.nodes import Projection, SampleMean, mean_squared_error
from rftheory.statements.domain import Domain, Range

R = sp.Rational
x = sp.Symbol("x", positive=True)
a = sp.Symbol("a", real=True)
HALF_LINE = Domain((Range(x, 0, None, "()"),))
SPHERE = Domain(
    (Range(r, 1, None, "[)"), Range(theta, 0, sp.pi), Range(m, 1, None, integer=True), Range(n, 1, None, integer=True))
)
GAP = sp.exp(2 * r**2 * sp.sin(theta / 2) ** 2) * (1 - sp.exp(-4 * r**2 * sp.sin(theta / 2) ** 2))
WORST = sp.exp(2 * r**2) * (1 - sp.exp(-4 * r**2))

FALSE = {
    "in the middle": (x**3, ">=", x**2, HALF_LINE),
    "for large parameters": (sp.exp(x / 100), "<=", 1000 + x**5, HALF_LINE),
    "for tiny parameters": (sp.sqrt(x), "<=", 1000 * x + 1000 * x**2, HALF_LINE),
    "in a narrow window": (sp.Abs(sp.log(x / 1000)), ">=", R(1, 1000), HALF_LINE),
    "close to an end": (sp.cos(theta), ">", -1 + R(1, 10**9), SPHERE),
    "on the sphere": (GAP, "<", WORST * R(9, 10), SPHERE),
    "an integer": ((n - 17) ** 2, ">", 0 * n + R(1, 2), SPHERE),
    "on the whole line": (a**2, ">=", a - R(1, 5), Domain((Range(a),))),
    "cancelling": (1 - sp.exp(-x), "<=", x * (1 - R(1, 10**6)), HALF_LINE),
}
OPPOSITE = {"<=": ">", "<": ">", ">=": "<", ">": "<"}


@pytest.mark.parametrize("name", FALSE)
def test_false_inequalities_are_violated(name: str) -> None:
    left, relation, right, domain = FALSE[name]
    point = find_violation(left, relation, right, domain, seed=1, budget=500)
    assert point is not None and domain.contains(point)
    assert compare(left, right, point) == OPPOSITE[relation]
    assert all(len(str(v)) <= 24 for v in point.values())
    assert point == find_violation(left, relation, right, domain, seed=1, budget=500)


@pytest.mark.parametrize(
    ("left", "relation", "right", "domain"),
    [
        (1 - sp.exp(-x), "<=", x, HALF_LINE),
        (GAP, "<=", WORST, SPHERE),
        (sp.log(x), "<=", x - 1, HALF_LINE),
        (x**3, ">=", x**2, Domain((Range(x, 1, None, "[)"),))),
        (sp.sin(theta), "<=", theta, SPHERE),
    ],
    ids=str,
)
def test_true_inequalities_are_not(left: sp.Expr, relation: str, right: sp.Expr, domain: Domain) -> None:
    assert find_violation(left, relation, right, domain, seed=2, budget=300) is None


def test_expectations_are_searched_too() -> None:
    positive = SampleMean(sp.exp(-(r**2)) * sp.cosh(Projection("w").dot(EQUAL_PAIR.z)), m)
    left = mean_squared_error(positive, softmax_kernel(EQUAL_PAIR.x, EQUAL_PAIR.y))
    point = find_violation(left, "<=", sp.Integer(2), SPHERE, seed=0, budget=30)
    assert point is not None and compare(left, sp.Integer(2), point) == ">"


def test_logarithms_do_not_overflow_or_cancel() -> None:
    sign, log = log_value(sp.exp(5000 * x) * (1 - sp.exp(-x)), {x: np.array([1e-300, 1.0, 2.0])})
    assert np.all(sign == 1) and np.all(np.isfinite(log))
    assert abs(log[0] - np.log(1e-300)) <= np.finfo(float).eps * abs(log[0])
    sign, log = log_value(a * x, {a: np.array([[-1.0], [0.0]]), x: np.array([1.0, 2.0])})
    assert sign.shape == (2, 2) and np.all(sign[0] == -1) and np.all(log[1] == -np.inf)


def test_logarithms_refuse_what_is_not_real() -> None:
    assert np.isnan(log_value(sp.sqrt(a), {a: np.array([-1.0])})[0][0])
    assert np.isnan(log_value(sp.I * x, {x: np.array([1.0])})[1][0])


def test_mpmath_keeps_to_its_own_context() -> None:
    before = mpmath.mp.prec, mpmath.mp.dps
    digits = 60
    found = value(sp.gamma(R(1, 3)) * sp.zeta(2) / sp.zeta(2), {}, digits)
    assert (mpmath.mp.prec, mpmath.mp.dps) == before
    assert mpmath.nstr(found, digits) == str(sp.N(sp.gamma(R(1, 3)), digits))
