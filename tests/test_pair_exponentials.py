"""Means of exponentials of two projections at an angle: averages over all angles, and the opposite one."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import acb, arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special

from rftheory.montecarlo.estimators.pair_exponentials import pair_exponential
from tests.tolerances import ulps

RNG = np.random.default_rng
BITS = 192
#: sums that are taken in float64, of terms of some hundreds
_ADDED = ulps(1e4)


def _pair(d: int, seed: int, size: float = 0.4) -> tuple[np.ndarray, np.ndarray]:
    x, y = RNG(seed).standard_normal((2, 1, d)) * size
    return x, y


def _mean(u: np.ndarray, v: np.ndarray, cosine: Fraction) -> acb:
    """E exp(w_1.u + w_2.v) from the vectors."""
    both = [[acb(e.real, e.imag) for e in vector] for vector in (u, v)]
    products = [
        sum((e * f for e, f in zip(s, t, strict=True)), acb(0)) for s, t in ((both[0],) * 2, (both[1],) * 2, both)
    ]
    size = max(float(np.square(np.abs(vector)).sum()) for vector in (u, v))
    return pair_exponential(*products, arb(size * (1 + 1e-9)), len(u), cosine)


@given(st.integers(2, 7), st.integers(0, 10**6))
@settings(deadline=None, max_examples=3)
def test_pairs_at_a_random_angle_are_independent(d: int, seed: int) -> None:
    """The cosine of two independent directions has a density (1 - c^2)^((d-3)/2): its average is that of independent projections."""
    real, imaginary = RNG(seed).standard_normal((2, 2, d)) / (2 * np.sqrt(d))
    u, v = real + 1j * imaginary
    # the mean is entire in c: a Gauss rule of 16 nodes has all digits of float64
    nodes, weights = special.roots_gegenbauer(16, d / 2 - 1) if d > 2 else special.roots_chebyt(16)
    with ctx.workprec(64):
        values = [complex(_mean(u, v, Fraction(c)).mid()) for c in nodes]
    found = np.dot(weights, values) / weights.sum()
    expected = np.exp((u @ u + v @ v) / 2)
    assert abs(found - expected) <= _ADDED * np.abs(values).max()
    # a control: one angle alone does not do
    assert abs(values[0] - expected) > 1e6 * _ADDED


@pytest.mark.parametrize("d", [2, 3, 8])
def test_opposite_projections_have_one_direction(d: int) -> None:
    """At cosine -1 the sum is ``(r_1 u - r_2 v).e``; for v = u its even moments are those of a difference of lengths."""
    (u,), _ = _pair(d, d)
    n = np.arange(60)
    lengths = np.exp(special.gammaln(d / 2 + n / 2) - special.gammaln(d / 2)) * 2 ** (n / 2)
    total = sum(
        (u @ u / 4) ** k
        / (special.factorial(k) * special.poch(d / 2, k))
        * sum(special.binom(2 * k, j) * (-1) ** j * lengths[j] * lengths[2 * k - j] for j in range(2 * k + 1))
        for k in range(20)
    )
    with ctx.workprec(BITS):
        found = complex(_mean(u.astype(complex), u.astype(complex), Fraction(-1)).mid())
    # alternating sums of numbers of up to some hundreds
    assert abs(found - total) <= _ADDED * 1e3
