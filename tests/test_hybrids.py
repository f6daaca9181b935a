"""Hybrids: the concatenated maps against the weighted sums they stand for, at the same projections."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

from rftheory.families.complex_exponential import ComplexExponential
from rftheory.families.hybrids.angular import Angular
from rftheory.families.hybrids.bipolar import Hybrid, bipolar
from rftheory.families.hybrids.clustered import ZeroOneMixture, cluster_matrix, gaussian_mixture
from rftheory.families.hybrids.concatenation import hybrid_length, hybrid_map
from rftheory.families.hybrids.gaussian import Gaussian
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric

M, N, D = 2, 3, 3
UNIT = np.finfo(float).eps
X, Y = np.random.default_rng(np.random.SeedSequence(3)).uniform(-0.6, 0.6, (2, 1, D))
SIGMA = sp.Rational(3, 2)
GAUSSIANS = [
    Gaussian(SIGMA, sp.Rational(1, 2), kind, printed) for kind in ("trigonometric", "positive") for printed in (0, 1)
]
CENTERS_X, CENTERS_Y = ((0.5, 0.3, -0.2), (-0.4, 0.1, 0.6)), ((0.4, -0.3, 0.2), (0.1, 0.5, 0.5))
MIXTURE = ZeroOneMixture(CENTERS_X, CENTERS_Y)
HYBRIDS = [
    bipolar(Hyperbolic(), Trigonometric(), Angular()),
    bipolar(Positive(), ComplexExponential(scalar=sp.I), GAUSSIANS[0]),
    Hybrid((Hyperbolic(), Positive(), Trigonometric()), (Angular(), Gaussian(SIGMA, sp.Rational(4, 5)))),
    gaussian_mixture(MIXTURE, Hyperbolic(), sp.Rational(3, 2)),
]


def projections(hybrid, seed=4):
    generator = np.random.default_rng(np.random.SeedSequence(seed))
    return generator.standard_normal((len(hybrid.bases), M, D)), generator.standard_normal((N, D))


@pytest.mark.parametrize("hybrid", HYBRIDS, ids=lambda h: f"p={len(h.coefficients)}")
def test_concatenated_map_is_the_weighted_sum(hybrid):
    omegas, taus = projections(hybrid)
    first, second = hybrid.features(X, omegas, taus, "x"), hybrid.features(Y, omegas, taus, "y")
    values = [(f.features(X, w, "x") * f.features(Y, w, "y")).sum() for f, w in zip(hybrid.bases, omegas, strict=True)]
    weights = [complex(c.constant) + (c.maps(X, taus, "x") * c.maps(Y, taus, "y")).sum() for c in hybrid.coefficients]
    expected = sum(w * v for w, v in zip([*weights, 1 - sum(weights)], values, strict=True))
    factored = hybrid.products(X, Y, omegas, taus)
    # both sides are sums of the same products; each product and each partial sum is rounded a few times
    operations = first.shape[-1] + 12
    rounding = operations * UNIT * (np.abs(first) * np.abs(second)).sum()
    assert abs((first * second).sum() - expected) <= rounding and abs(factored.item() - expected) <= rounding


def test_four_groups_of_blocks():
    # p = 1, two features for the first base, three for the second, four for the coefficient
    maps = hybrid_map([np.ones((1, 2)), np.ones((1, 3))], [np.ones((1, 4))], [0.25])
    root = np.sqrt(0.75)
    assert maps[0].tolist() == [0.5] * 2 + [1.0] * 8 + [root] * 3 + [1j] * 12
    assert hybrid_length([2, 3], [4], 1, 1) == maps.shape[-1]


@pytest.mark.parametrize("kind", ["complex", "real"])
def test_cluster_matrix_is_optimal(kind):
    first, second = np.array([0.5, -0.3, 0.2]), np.array([0.4, 0.6, -0.1])
    A = cluster_matrix(first, second, kind)
    loss = np.abs(A @ first + np.linalg.inv(A) @ second)
    if kind == "complex":
        assert (loss <= 8 * UNIT).all()
    else:
        assert (A.imag == 0).all()
        for factor in (0.99, 1.01):
            B = factor * A
            assert (np.abs(B @ first + np.linalg.inv(B) @ second) > loss).any()
    assert cluster_matrix([0.0, 0.0, 1.0], [0.0, 1.0, 0.0], kind, 50.0).diagonal().tolist() == (
        [1 + 1j, 50, (1 + 1j) / 50] if kind == "complex" else [1, 50, 1 / 50]
    )


def test_zero_one_mixture_uses_the_estimator_of_the_clusters():
    taus = np.random.default_rng(np.random.SeedSequence(8)).standard_normal((M, D))
    x, y = np.array(CENTERS_X[1])[None] + 0.01, np.array(CENTERS_Y[0])[None] - 0.01
    first, second = MIXTURE.features(x, taus, "x"), MIXTURE.features(y, taus, "y")
    assert first.shape == (1, 4 * M)
    active = MIXTURE.families[1][0]
    assert active != MIXTURE.families[0][0]
    value = (active.features(x, taus, "x") * active.features(y, taus, "y")).sum()
    assert (first * second).sum() == value
