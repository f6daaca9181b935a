"""Sums of rows and outputs of attention: exact ones, one draw against plain arithmetic and theory, large exponents."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import logsumexp

from rftheory.arrays import Array
from rftheory.choosing.row_sums import Exact, errors_of, log_kernel
from rftheory.couplings.simplex import Simplex
from rftheory.families.family import Family, Kernel
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.poisson import Poisson
from rftheory.families.positive import Positive
from rftheory.families.shifted import Shifted
from rftheory.families.trigonometric import Trigonometric
from rftheory.features.drawing import Fitted
from rftheory.features.maps import FeatureMap
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo.bars import bounded_interval, catoni_interval
from rftheory.montecarlo.chunks import Powers
from rftheory.proposals.data import EmpiricalData

_EPS = np.finfo(float).eps
_KERNELS: tuple[Kernel, ...] = ("softmax", "gaussian")


def _rows(seed: int, queries: int, keys: int, d: int, size: float = 0.5, width: int = 3) -> tuple[Array, Array, Array]:
    generator = np.random.default_rng(seed)
    x, y = size * generator.standard_normal((queries, d)), size * generator.standard_normal((keys, d))
    return x, y, generator.standard_normal((keys, width))


def _gaussian(x: Array, y: Array) -> Array:
    return np.exp(-np.square(x[:, None] - y[None]).sum(axis=-1) / 2)


# -- exact attention --------------------------------------------------------------------------------------------------


@given(
    seed=st.integers(0, 2**32 - 1),
    queries=st.integers(1, 6),
    keys=st.integers(1, 40),
    d=st.integers(1, 5),
    size=st.floats(1e-3, 30),
    kernel=st.sampled_from(_KERNELS),
)
@settings(max_examples=60, deadline=None)
def test_exact_sums_and_outputs_do_not_depend_on_the_blocks(
    seed: int, queries: int, keys: int, d: int, size: float, kernel: Kernel
) -> None:
    x, y, values = _rows(seed, queries, keys, d, size)
    logs = log_kernel(x, y, kernel)
    weights = np.exp(logs - logsumexp(logs, axis=1, keepdims=True))
    with pytest.MonkeyPatch.context() as patch:
        # one or few keys at a time
        patch.setattr("rftheory.choosing.row_sums._WEIGHTS", 3 * queries)
        exact = Exact.of(x, y, values, kernel)
    # an exponent is off by d + 3 roundings of its terms, a sum by one for each key
    reach = (np.abs(x).max() + np.abs(y).max()) ** 2 * d
    off = 4 * _EPS * ((d + 3) * (1 + reach) + keys)
    np.testing.assert_allclose(exact.log_sums, logsumexp(logs, axis=1), rtol=0, atol=off)
    assert exact.output is not None
    np.testing.assert_allclose(exact.output, weights @ values, rtol=0, atol=4 * off * np.abs(values).max())
    np.testing.assert_allclose(exact.weights(slice(0, keys)).sum(axis=1), 1, rtol=4 * off)


class _Perfect:
    """Features that are exact: the kernel with each of the keys, and which key it is."""

    def __init__(self, keys: Array, kernel: Kernel):
        self.keys, self.kernel = keys, kernel

    def log_features(self, inputs: Array, _: None, side: str, change: float) -> tuple[Array | None, Array]:
        size = change * np.square(inputs).sum(axis=1, keepdims=True)
        if side == "x":
            return None, log_kernel(inputs, self.keys, self.kernel) + size
        return (inputs[:, None] == self.keys[None]).all(axis=-1) * 1.0, size


@pytest.mark.parametrize("kernel", _KERNELS)
@pytest.mark.parametrize("with_values", [True, False])
@pytest.mark.parametrize("size", [0.5, 20.0])
def test_exact_attention_has_no_error(kernel: Kernel, with_values: bool, size: float) -> None:
    x, y, values = _rows(1, 20, 150, 4, size)
    exact = Exact.of(x, y, values if with_values else None, kernel)
    drawn = errors_of(FeatureMap(_Perfect(y, kernel), None, kernel, 4), exact)
    largest = np.abs(log_kernel(x, y, kernel)).max() + np.square(y).sum(axis=1).max()
    off = 40 * _EPS * (largest + len(y))
    np.testing.assert_allclose(drawn.ratios, 1, rtol=0, atol=off)
    lengths = (
        1.0
        if exact.output is None
        else np.abs(values).max() * math.sqrt(3) / np.linalg.norm(exact.output, axis=1).min()
    )
    assert drawn.output <= drawn.worst <= off * lengths * len(y) ** 0.5


def test_a_wrong_kernel_is_no_exact_attention() -> None:
    x, y, _ = _rows(1, 20, 150, 4)
    drawn = errors_of(FeatureMap(_Perfect(y, "softmax"), None, "gaussian", 4), Exact.of(x, y, None, "softmax"))
    assert drawn.output > 0.1
    assert np.abs(drawn.ratios - 1).min() > 0.01


# -- one draw against plain arithmetic --------------------------------------------------------------------------------

_MAPS = {
    "trigonometric": Fitted(Mechanism("trigonometric", "orthogonal")),
    "random phase": Fitted(Mechanism("random-phase-cosine")),
    "positive": Fitted(Mechanism("positive", "simplex")),
    "hyperbolic": Fitted(Mechanism("hyperbolic")),
    "GERF": Fitted(Mechanism(GeneralizedExponential(-0.1, 1, 4), "orthogonal")),
    "GERF, complex": Fitted(Mechanism(GeneralizedExponential(0.02 + 0.05j, -1, 4))),
    "Poisson": Fitted(Mechanism(Poisson(0.5)), np.full(4, 0.25)),
    "geometric+": Fitted(Mechanism(Shifted(Geometric(0.6), (-3.0,) * 4))),
    "centred": Fitted(Mechanism("positive", "simplex"), np.array([0.5, -1.0, 0.25, 2.0])),
    "hybrid": Fitted(Mechanism(coupling="orthogonal", hybrid="angular"), np.full(4, 0.125), 3),
    "proposal": Fitted(
        Mechanism(
            GeneralizedExponential(0, 1), proposal=EmpiricalData(((0.5, 0.25, 0.0, 1.0), (-0.5, 0.125, 0.0, -1.0)))
        )
    ),
}


def _plain(maps: Fitted, exact: Exact, m: int, seed: np.random.SeedSequence) -> tuple[Array, Array, Array]:
    """Ratios and outputs from feature maps of the Gaussian kernel, and the condition of the sums."""
    phi, psi = maps.draw(np.random.default_rng(seed), m, exact.x, exact.y)
    rows, columns = (np.ones(len(part)) for part in (phi, psi))
    if exact.kernel == "softmax":
        rows, columns = (np.exp(np.square(part).sum(axis=1) / 2) for part in (exact.x, exact.y))
    estimates = rows[:, None] * (phi @ psi.T) * columns
    sizes = (rows[:, None] * (np.abs(phi) @ np.abs(psi).T) * columns).sum(axis=1)
    sums = estimates.sum(axis=1)
    values = np.eye(len(exact.y)) if exact.values is None else exact.values
    return sums / np.exp(exact.log_sums), estimates @ values / sums[:, None], sizes / np.abs(sums)


@pytest.mark.parametrize("kernel", _KERNELS)
@pytest.mark.parametrize("with_values", [True, False])
@pytest.mark.parametrize("name", _MAPS)
def test_a_draw_is_that_of_the_feature_maps(name: str, with_values: bool, kernel: Kernel) -> None:
    maps, m = _MAPS[name], 6
    x, y, values = _rows(7, 15, 300, 4)
    exact = Exact.of(x, y, values if with_values else None, kernel)
    seed = np.random.SeedSequence([3, 5], spawn_key=(2, 1))
    drawn = errors_of(maps.feature_map(kernel, seed, m, 4), exact)
    ratios, output, condition = _plain(maps, exact, m, np.random.SeedSequence([3, 5], spawn_key=(2, 1)))
    # exponents are below 100 in size: each feature is off by less than 1000 roundings, relative to the sum of the sizes
    off = 4000 * _EPS * condition
    np.testing.assert_array_less(np.abs(drawn.ratios / ratios - 1), off)
    reference = exact.weights(slice(0, len(y))) if exact.output is None else exact.output
    wrong, whole = np.linalg.norm(output - reference, axis=1), np.linalg.norm(reference, axis=1)
    slack = 10 * off.max() * (1 + np.abs(output).max() * math.sqrt(len(y)) / whole.min())
    assert abs(drawn.worst - (wrong / whole).max()) <= slack
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


# -- draws against theory ---------------------------------------------------------------------------------------------


def _covariances(family: Family, x: Array, y: Array) -> Array:
    """``E Z_j Z_k/(K_j K_k) - 1`` of one projection, for one query x and all keys, of the Gaussian kernel."""
    first, second = y[:, None], y[None]
    kernel = _gaussian(x[None], y)[0]
    scale = kernel[:, None] * kernel[None]
    if isinstance(family, Trigonometric):
        # cos a cos b is half of cos(a - b) + cos(a + b)
        moments = [np.exp(-np.square(part).sum(axis=-1) / 2) for part in (first - second, 2 * x - first - second)]
        return sum(moments) / 2 / scale - 1
    # exp(w.(2x + y_j + y_k) - 2|x|^2 - |y_j|^2 - |y_k|^2)
    squares = 2 * x @ x + np.square(first).sum(axis=-1) + np.square(second).sum(axis=-1)
    return np.exp(np.square(2 * x + first + second).sum(axis=-1) / 2 - squares) / scale - 1


def _variance(family: Family, x: Array, y: Array, m: int) -> float:
    """Of D_hat/D: ``sum_jk P_j P_k cov_jk / m`` for independent projections."""
    kernel = _gaussian(x[None], y)[0]
    weights = kernel / kernel.sum()
    return float(weights @ _covariances(family, x, y) @ weights) / m


def _ratios(family: Family, x: Array, y: Array, m: int, draws: int) -> Array:
    exact, maps = Exact.of(x[None], y, None, "gaussian"), Fitted(Mechanism(family))
    seeds = np.random.SeedSequence(11).spawn(draws)
    short = replace(exact, values=np.zeros((len(y), 1)), output=np.zeros((1, 1)))
    return np.array([errors_of(maps.feature_map("gaussian", s, m, len(x)), short).ratios[0] for s in seeds])


def test_row_sums_are_unbiased_with_the_variance_of_the_joint_moments() -> None:
    # proved intervals, each wrong with probability at most 1e-6
    draws, m, alpha = 4000, 4, 1e-6
    x, y, _ = _rows(3, 1, 9, 3, 0.6)
    ratios = _ratios(Trigonometric(), x[0], y, m, draws)
    most = len(y) / _gaussian(x, y).sum()
    assert np.abs(ratios).max() <= most * (1 + 1e-12)
    assert 1 in bounded_interval(_powers(ratios), -most, most, alpha)
    errors = bounded_interval(_powers((ratios - 1) ** 2), 0, (1 + most) ** 2, alpha)
    variance = _variance(Trigonometric(), x[0], y, m)
    assert variance in errors
    # one projection more, or independent errors of keys, would be seen
    kernel = _gaussian(x, y)[0]
    weights = kernel / kernel.sum()
    alone = float(np.square(weights) @ np.diag(_covariances(Trigonometric(), x[0], y))) / m
    assert alone not in errors
    assert variance * m not in errors


def test_row_sums_of_positive_features_are_unbiased() -> None:
    draws, m, alpha = 2000, 4, 1e-6
    x, y, _ = _rows(3, 1, 9, 3, 0.25)
    ratios = _ratios(Positive(), x[0], y, m, draws)
    variance = _variance(Positive(), x[0], y, m)
    interval = catoni_interval(ratios, np.ones(draws), variance, alpha)
    assert 1 in interval
    # a factor that is off by a fifth would be seen
    assert 1 not in catoni_interval(1.2 * ratios, np.ones(draws), 1.44 * variance, alpha)


def _powers(values: Array) -> Powers:
    sums = [float(np.power(values, k).sum()) for k in range(1, 5)]
    return Powers(len(values), *sums, float(np.abs(values).max()))
