"""Arrays of PyTorch and JAX: the maps of numpy, and their gradients."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rftheory.features import make

SOURCE = np.random.default_rng(0)
X = SOURCE.normal(size=(2, 7, 5)) / 2
VALUES = SOURCE.normal(size=(2, 7, 3))
CASES = [
    ("positive", "simplex", {}),
    ("random-phase-cosine", "hadamard", {}),
    ("gerf", "iid", {"A": 0.1, "s": -1}),
    ("oprf", "iid", {}),
]
#: of float32: exponents are at most 20, and sums of 7 terms
SINGLE = 7 * 20 * float(np.finfo(np.float32).eps)


def library(name: str) -> Any:
    """Arrays of float32, and the gradient of a sum."""
    if name == "jax":
        jax = pytest.importorskip("jax")
        return SimpleNamespace(
            array=lambda rows: jax.numpy.asarray(rows, dtype="float32"),
            gradient=lambda f, at: jax.grad(lambda u: f(u).sum())(at),
        )
    torch = pytest.importorskip("torch")

    def gradient(f, at):
        leaf = at.clone().requires_grad_()
        f(leaf).sum().backward()
        return leaf.grad

    return SimpleNamespace(array=lambda rows: torch.tensor(rows, dtype=torch.float32), gradient=gradient)


@pytest.mark.parametrize(("name", "coupling", "parameters"), CASES, ids=repr)
@pytest.mark.parametrize("of", ["torch", "jax"])
def test_the_map_and_its_gradient(of: str, name: str, coupling: str, parameters: dict[str, Any]) -> None:
    space = library(of)
    features = make(name, coupling=coupling, m=6, seed=0, bandwidth=1.5, **parameters).fit(space.array(X))
    mapped = features.transform
    found = mapped(space.array(X))
    assert type(found) is type(space.array(X)) and found.dtype == space.array(X).dtype
    # what numpy has, at the rows in single precision
    rows = np.asarray(space.array(X)).astype(float)
    expected = np.stack([mapped(batch) for batch in rows])
    assert np.allclose(np.asarray(found), expected, rtol=0, atol=SINGLE * np.abs(expected).max())
    step = 1e-6 * np.eye(5)[2]
    slope = (sum(mapped(batch + step).sum() - mapped(batch - step).sum() for batch in rows)) / 2e-6
    gradient = np.asarray(space.gradient(mapped, space.array(X)))
    assert float(gradient[..., 2].sum()) == pytest.approx(slope, rel=1e-4, abs=1e-4 * float(np.abs(gradient).sum()))


@pytest.mark.parametrize("of", ["torch", "jax"])
def test_attention_in_batches(of: str) -> None:
    space = library(of)
    features = make("positive", m=6, kernel="softmax", temperature=2.0, seed=0).fit(X[0])
    rows = np.asarray(space.array(30 * X)).astype(float)
    expected = np.stack([features.attention(q, q[::-1], v) for q, v in zip(rows, VALUES, strict=True)])
    keys = space.array(rows[:, ::-1].copy())
    found = features.attention(space.array(rows), keys, space.array(VALUES))
    # weights are exponentials of differences of up to 10^4
    assert np.allclose(np.asarray(found), expected, rtol=0, atol=0.02)
    gradient = space.gradient(lambda q: features.attention(q, space.array(X), space.array(VALUES)), space.array(X))
    assert np.isfinite(np.asarray(gradient)).all() and np.asarray(gradient).any()
