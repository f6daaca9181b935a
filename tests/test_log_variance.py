"""Log-variances in float64 against balls at the exact values of the inputs, up to d = 4096 and norms of 100."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.poisson import Poisson
from rftheory.inputs import coordinates
from rftheory.inputs.kernels import SPLIT, d, gaussian_kernel, offset, v2, z2
from rftheory.mechanisms.mse import log_variance
from rftheory.numbers.balls import ball
from tests.tolerances import CLOSED

EXPONENTIAL = {
    "trigonometric": GeneralizedExponential(0, -1),
    "positive": GeneralizedExponential(0, 1),
    "real A": GeneralizedExponential(sp.Rational(-1, 3), 1),
    "real A, s = -1": GeneralizedExponential(sp.Rational(-1, 3), -1),
    "A near 1/8": GeneralizedExponential(sp.Rational(124, 1000), 1),
    "a small complex A": GeneralizedExponential(sp.Rational(1, 10**6) * (1 + sp.I), -1),
    "complex A": GeneralizedExponential(-0.1 + 0.3j, 1),
    "complex A, s = -1": GeneralizedExponential(-0.1 + 0.05j, -1),
    "OPRF": OptimalPositive(square=SPLIT.z.square),
}
DISCRETE = {
    "Poisson": Poisson(sp.Rational(1, 2)),
    "geometric": Geometric(sp.Rational(1, 3)),
    "geometric, p near 1": Geometric(1 - sp.Rational(1, 10**4)),
}


def inputs(dimension: int, norm: float, rows: int = 2) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(np.random.SeedSequence([dimension, int(norm * 1000)]))
    x, y = generator.standard_normal((2, rows, dimension))
    return tuple(norm * u / np.linalg.norm(u, axis=1, keepdims=True) for u in (x, y))


def exact(x: np.ndarray) -> list[Fraction]:
    return [Fraction(float(e)) for e in x]


def rational(value: Fraction) -> sp.Rational:
    return sp.Rational(value.numerator, value.denominator)


def invariants(x: np.ndarray, y: np.ndarray) -> dict[sp.Symbol, sp.Expr]:
    pairs = list(zip(exact(x), exact(y), strict=True))
    values = {
        v2: sum((a + b) ** 2 for a, b in pairs),
        z2: sum((a - b) ** 2 for a, b in pairs),
        offset: sum(a * a - b * b for a, b in pairs),
    }
    return {**{symbol: rational(value) for symbol, value in values.items()}, d: sp.Integer(len(x))}


def printed_log_variance(expr: sp.Expr, point: dict, precision: int) -> float:
    """The logarithm of the printed form, which cancels: with bits enough for that."""
    value = ball(sp.log(expr), point, precision)
    # far below what is promised of the numbers that are compared with it
    assert value.rad() < 1e-20
    return float(value.mid())


@pytest.mark.parametrize(("dimension", "norm"), [(3, 1e-6), (4096, 0.01), (3, 1.0), (4096, 100.0)])
@pytest.mark.parametrize("name", EXPONENTIAL)
def test_generalized_exponential_features(name: str, dimension: int, norm: float) -> None:
    family, (x, y) = EXPONENTIAL[name], inputs(dimension, norm, rows=1 if dimension > 3 else 2)
    form = family.second_moment(SPLIT.x, SPLIT.y) - gaussian_kernel(SPLIT.x, SPLIT.y) ** 2
    # |1 - 4A| and the like are balls: enough bits for e^-40000 beside 1
    expected = [
        printed_log_variance(form, invariants(*pair), 60_000 if norm > 10 else 512) for pair in zip(x, y, strict=True)
    ]
    assert log_variance(family, x, y) == pytest.approx(expected, rel=CLOSED, abs=0)


@pytest.mark.parametrize(("dimension", "norm"), [(3, 0.01), (64, 1.0), (3, 100.0)])
@pytest.mark.parametrize("name", DISCRETE)
def test_discrete_features(name: str, dimension: int, norm: float) -> None:
    family, (x, y) = DISCRETE[name], inputs(dimension, norm, rows=1)
    kernel = coordinates.gaussian_kernel()
    point = {d: sp.Integer(dimension)}
    for base, row in ((coordinates.x, x[0]), (coordinates.y, y[0])):
        point[base.label] = sp.Tuple(*map(rational, exact(row)))
    form = family.second_moment(coordinates.x, coordinates.y) - kernel**2
    expected = printed_log_variance(form, point, 2048)
    assert log_variance(family, x, y) == pytest.approx([expected], rel=CLOSED, abs=0)


def test_no_variance_is_minus_infinity() -> None:
    x = np.array([[1.0, 2.0]])
    assert log_variance(EXPONENTIAL["positive"], x, -x)[0] == -np.inf
    assert log_variance(EXPONENTIAL["OPRF"], x, -x)[0] == -np.inf
    assert log_variance(EXPONENTIAL["trigonometric"], x, x)[0] == -np.inf


def test_a_naive_evaluation_misses_the_tolerance() -> None:
    """The control: the printed difference in float64 loses what the terms keep."""
    x, y = inputs(64, 0.01)
    family = EXPONENTIAL["trigonometric"]
    square = ((x - y) ** 2).sum(axis=1)
    naive = np.log((1 + np.exp(-2 * square)) / 2 - np.exp(-square))
    assert (np.abs(naive / log_variance(family, x, y) - 1) > CLOSED).any()
