"""Sums of rows and outputs of attention: one draw against plain arithmetic and theory, large exponents."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
import pytest
from choosing import attended
from scipy.special import logsumexp

from rftheory._choose.row_sums import Exact, errors_of, log_kernel
from rftheory.couplings.simplex import Simplex
from rftheory.families.family import Kernel
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.poisson import Poisson
from rftheory.families.proposals.data import EmpiricalData
from rftheory.families.shifted import Shifted
from rftheory.features.drawing import Fitted
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo.bars import bounded_interval
from rftheory.montecarlo.chunks import Powers

_EPS = np.finfo(float).eps
_KERNELS: tuple[Kernel, ...] = ("softmax", "gaussian")


@pytest.mark.parametrize("kernel", _KERNELS)
@pytest.mark.parametrize("size", [1e-3, 0.5, 30.0])
def test_exact_sums_and_outputs_do_not_depend_on_the_blocks(
    size: float, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    x, y, values = attended(0, 7, 40, 5, size)
    logs = log_kernel(x, y, kernel)
    weights = np.exp(logs - logsumexp(logs, axis=1, keepdims=True))
    monkeypatch.setattr("rftheory._choose.row_sums._WEIGHTS", 3 * len(y))
    exact = Exact.of(x, y, values, kernel)
    # an exponent is off by d + 3 roundings of its terms, a sum by one for each key
    reach = (np.abs(x).max() + np.abs(y).max()) ** 2 * 5
    off = 4 * _EPS * (8 * (1 + reach) + len(y))
    np.testing.assert_allclose(exact.log_sums, logsumexp(logs, axis=1), rtol=0, atol=off)
    np.testing.assert_allclose(exact.output, weights @ values, rtol=0, atol=4 * off * np.abs(values).max())


_MAPS = {
    "trigonometric": Fitted(Mechanism("trigonometric", "orthogonal")),
    "random phase": Fitted(Mechanism("random-phase-cosine")),
    "positive": Fitted(Mechanism("positive", "simplex")),
    "GERF, complex": Fitted(Mechanism(GeneralizedExponential(0.02 + 0.05j, -1, 4))),
    "geometric+": Fitted(Mechanism(Shifted(Geometric(0.6), (-3.0,) * 4))),
    "centred": Fitted(Mechanism("positive", "simplex"), np.array([0.5, -1.0, 0.25, 2.0])),
    "hybrid": Fitted(Mechanism(coupling="orthogonal", hybrid="angular"), np.full(4, 0.125), 3),
    "proposal": Fitted(
        Mechanism(
            GeneralizedExponential(0, 1), proposal=EmpiricalData(((0.5, 0.25, 0.0, 1.0), (-0.5, 0.125, 0.0, -1.0)))
        )
    ),
}


@pytest.mark.parametrize("kernel", _KERNELS)
@pytest.mark.parametrize("name", _MAPS)
def test_a_draw_is_that_of_the_feature_maps(name: str, kernel: Kernel) -> None:
    maps, m = _MAPS[name], 6
    x, y, values = attended(7, 15, 300, 4)
    exact = Exact.of(x, y, values, kernel)
    seed = np.random.SeedSequence([3, 5], spawn_key=(2, 1))
    drawn = errors_of(maps.feature_map(kernel, seed, m, 4), exact)
    phi, psi = maps.draw(np.random.default_rng(np.random.SeedSequence([3, 5], spawn_key=(2, 1))), m, x, y)
    rows, columns = (np.exp(np.square(part).sum(axis=1) / 2 * (kernel == "softmax")) for part in (x, y))
    estimates = rows[:, None] * (phi @ psi.T) * columns
    sums, output = estimates.sum(axis=1), estimates @ values / estimates.sum(axis=1)[:, None]
    # exponents are below 100 in size: each feature is off by less than 1000 roundings, relative to the sum of the sizes
    off = 4000 * _EPS * (rows[:, None] * (np.abs(phi) @ np.abs(psi).T) * columns).sum(axis=1) / np.abs(sums)
    np.testing.assert_array_less(np.abs(drawn.ratios / (sums / np.exp(exact.log_sums)) - 1), off)
    wrong, whole = np.linalg.norm(output - exact.output, axis=1), np.linalg.norm(exact.output, axis=1)
    slack = 10 * off.max() * (1 + np.abs(output).max() * math.sqrt(len(y)) / whole.min())
    assert abs(drawn.rows.max() - (wrong / whole).max()) <= slack
    assert abs(drawn.output - np.linalg.norm(wrong) / np.linalg.norm(whole)) <= slack


def test_exponents_of_thousands_are_those_of_exact_arithmetic() -> None:
    generator = np.random.default_rng(6)
    x, y = 40 * generator.standard_normal((3, 2)), 40 * generator.standard_normal((5, 2))
    exact = Exact.of(x, y, generator.standard_normal((5, 2)), "softmax")
    seed = np.random.SeedSequence(9)
    drawn = errors_of(_MAPS["positive"].feature_map("softmax", seed, 3, 2), exact)
    assert np.abs(exact.log_sums).max() > 1000
    w = Simplex().draw(np.random.default_rng(np.random.SeedSequence(9)), 3, 2)
    with mpmath.workdps(60):
        for query, ratio in zip(x, drawn.ratios, strict=True):
            estimate, total = mpmath.mpf(0), mpmath.mpf(0)
            for key in y:
                total += mpmath.exp(_dot(query, key))
                logs = [_dot(each, query) + _dot(each, key) for each in w]
                squares = (_dot(query, query) + _dot(key, key)) / 2
                estimate += sum(mpmath.exp(log - squares) for log in logs) / 3
            true = estimate / total
            # exponents are at most 10^4 in size, and the ratio itself may be beyond float64
            if ratio:
                assert abs(mpmath.log(ratio) - mpmath.log(true)) < 1e5 * _EPS
            else:
                assert mpmath.log(true) < -740
    assert np.isfinite(drawn.output)


def _dot(first: Array, second: Array) -> Any:
    return mpmath.fsum(mpmath.mpf(float(a)) * mpmath.mpf(float(b)) for a, b in zip(first, second, strict=True))


def test_a_denominator_of_zero_is_an_infinite_error() -> None:
    # the first coordinate of all inputs is zero: counts other than 0 there make all features vanish
    x, y = np.array([[0.0, 1.0]]), np.array([[0.0, 0.5], [0.0, -0.5]])
    exact = Exact.of(x, y, np.array([[1.0], [2.0]]), "softmax")
    for k in range(20):
        seed = np.random.SeedSequence(k)
        counts = Poisson(3.0).draw(np.random.default_rng(seed), 1, 2)
        drawn = errors_of(Fitted(Mechanism(Poisson(3.0))).feature_map("softmax", seed, 1, 2), exact)
        assert (drawn.ratios[0] == 0) == (counts[0, 0] > 0) == (drawn.output == math.inf)


def test_row_sums_are_unbiased_with_the_variance_of_the_joint_moments() -> None:
    """Waves: cos a cos b is half of cos(a - b) + cos(a + b). Proved intervals, each wrong with probability at most 1e-6."""
    draws, m, alpha = 3000, 4, 1e-6
    x, y, _ = attended(3, 1, 9, 3, 0.6)
    exact, maps = Exact.of(x, y, np.zeros((9, 1)), "gaussian"), Fitted(Mechanism("trigonometric"))
    seeds = np.random.SeedSequence(11).spawn(draws)
    ratios = np.array([errors_of(maps.feature_map("gaussian", seed, m, 3), exact).ratios[0] for seed in seeds])
    kernel = np.exp(log_kernel(x, y, "gaussian"))[0]
    weights, most = kernel / kernel.sum(), len(y) / kernel.sum()
    assert 1 in bounded_interval(_powers(ratios), -most, most, alpha)
    errors = bounded_interval(_powers((ratios - 1) ** 2), 0, (1 + most) ** 2, alpha)
    moments = [np.exp(-np.square(each).sum(axis=-1) / 2) for each in (y[:, None] - y, 2 * x - y[:, None] - y)]
    covariances = sum(moments) / 2 / (kernel[:, None] * kernel) - 1
    variance = float(weights @ covariances @ weights) / m
    assert variance in errors
    # one projection, or independent errors of keys, would be seen
    assert float(np.square(weights) @ np.diag(covariances)) / m not in errors
    assert variance * m not in errors


def _powers(values: Array) -> Powers:
    sums = [float(np.power(values, k).sum()) for k in range(1, 5)]
    return Powers(len(values), *sums, float(np.abs(values).max()))
