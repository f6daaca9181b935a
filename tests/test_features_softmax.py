"""Query and key maps for the softmax kernel, and attention."""

from __future__ import annotations

import numpy as np
import pytest
from feature_maps import DATA, FAMILIES, ROUNDED, X, Y, products, size_of
from hypothesis import given, settings
from hypothesis import strategies as st
from tolerances import ulps

from rftheory.features import make


# which some of these have
@pytest.mark.filterwarnings("ignore:the estimated denominators:RuntimeWarning")
@pytest.mark.parametrize(
    ("name", "parameters"), [*FAMILIES, ("poisson", {"rate": 0.3}), ("shifted", {}), ("angular", {"n": 2})], ids=repr
)
def test_scales_and_attention(name, parameters) -> None:
    features = make(name, m=6, kernel="softmax", temperature=3.0, seed=4, **parameters).fit(X, keys=Y)
    queries, keys = features.queries(X), features.keys(Y)
    again = (queries.features @ keys.features.T) * np.exp(queries.log_scale + keys.log_scale.T)
    plain, size = products(features), size_of(features)
    assert np.allclose(again, plain, rtol=0, atol=ROUNDED * size)
    assert len(np.unique(keys.log_scale)) == 1
    values = DATA.normal(size=(6, 2))
    for causal, weights, sizes in ((False, plain, size), (True, np.tril(plain), np.tril(size))):
        expected = weights @ values / weights.sum(axis=1, keepdims=True)
        # numerator and denominator have errors relative to their sizes
        condition = sizes.sum(axis=1, keepdims=True) / np.abs(weights.sum(axis=1, keepdims=True))
        slack = ROUNDED * condition * (np.abs(values).max() + np.abs(expected))
        assert (np.abs(features.attention(X, Y, values, causal=causal) - expected) <= slack).all()


@pytest.mark.parametrize("name", ["positive", "hyperbolic", "oprf", "trigonometric"])
@settings(max_examples=6, deadline=None)
@given(norm=st.floats(1, 500), seed=st.integers(0, 100))
def test_nothing_overflows(name, norm, seed) -> None:
    source = np.random.default_rng(seed)
    q, k = source.normal(size=(2, 70, 4)) * norm
    features = make(name, m=8, kernel="softmax", seed=seed).fit(q, keys=k)
    for found in (features.queries(q), features.keys(k)):
        assert np.isfinite(found.features).all() and np.isfinite(found.log_scale).all()
        assert np.abs(found.features).max() <= 1
        if name != "trigonometric":
            assert (found.features >= 0).all()
    values = source.normal(size=(70, 3))
    if name != "trigonometric":
        for causal in (False, True):
            out = features.attention(q, k, values, causal=causal)
            # averages with nonnegative weights, each rounded
            assert (out <= values.max(axis=0) + ulps(1000)).all() and (out >= values.min(axis=0) - ulps(1000)).all()


def test_long_causal_attention_sees_no_later_key() -> None:
    q, k = DATA.normal(size=(2, 150, 3))
    values = DATA.normal(size=(150, 2))
    features = make("positive", m=16, kernel="softmax", seed=0).fit(q)
    out = features.attention(q, k, values, causal=True)
    assert np.allclose(out[:1], values[:1], rtol=ulps(10))
    later = k.copy()
    later[100:] *= 40
    assert np.allclose(features.attention(q, later, values, causal=True)[:100], out[:100], rtol=0, atol=ulps(1e4))
    assert np.allclose(features.attention(q, k, values)[-1], out[-1], rtol=0, atol=ulps(1e4))
    assert not np.allclose(features.attention(q, k, values)[0], out[0])
