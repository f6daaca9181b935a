"""Arrays of PyTorch and JAX, also those that NumPy cannot read in place: maps and gradients, and `choose`, `audit` and `fit`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rftheory import audit, choose
from rftheory.features import make

torch = pytest.importorskip("torch")
jax = pytest.importorskip("jax")

SOURCE = np.random.default_rng(0)
X = SOURCE.normal(size=(2, 7, 5)) / 2
VALUES = SOURCE.normal(size=(2, 7, 3))
CASES = [
    ("positive", "simplex", {}),
    ("random-phase-cosine", "hadamard", {}),
    ("gerf", "iid", {"A": 0.1, "s": -1}),
    ("oprf", "iid", {}),
    ("favor-sharp", "simplex", {}),
]
#: of float32: exponents are at most 20, and sums of 7 terms
SINGLE = 7 * 20 * float(np.finfo(np.float32).eps)


def library(name: str) -> Any:
    """Arrays of float32, and the gradient of a sum."""
    if name == "jax":
        return SimpleNamespace(
            array=lambda rows: jax.numpy.asarray(rows, dtype="float32"),
            gradient=lambda f, at: jax.grad(lambda u: f(u).sum())(at),
        )

    def gradient(f, at):
        leaf = at.clone().requires_grad_()
        f(leaf).sum().backward()
        return leaf.grad

    return SimpleNamespace(array=lambda rows: torch.tensor(rows, dtype=torch.float32), gradient=gradient)


# JAX compiles each map: a wave with phases, an exponential, and one with a matrix and a balance of its sides
@pytest.mark.parametrize(
    ("of", "name", "coupling", "parameters"),
    [(of, *case) for of, cases in (("torch", CASES), ("jax", (CASES[0], CASES[1], CASES[4]))) for case in cases],
    ids=repr,
)
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


# -- what NumPy cannot read in place ------------------------------------------------------------------------------------

ROWS = np.random.default_rng(0).normal(size=(12, 3)) / 2


class OnDevice(torch.Tensor):
    """A tensor that, as one of a GPU, gives no numbers to NumPy before it is copied."""

    @classmethod
    def __torch_function__(cls, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if function in (torch.Tensor.numpy, torch.Tensor.__array__):
            raise TypeError(
                "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor first."
            )
        if function is torch.Tensor.cpu:
            return args[0].as_subclass(torch.Tensor).clone()
        return super().__torch_function__(function, types, args, kwargs or {})


def _on_device(rows: Any) -> Any:
    return torch.tensor(rows).as_subclass(OnDevice)


KINDS: dict[str, Any] = {
    "device": _on_device,
    "gradient": lambda rows: torch.tensor(rows).requires_grad_(),
    "torch": torch.tensor,
    "bfloat16": lambda rows: torch.tensor(rows).bfloat16(),
    "jax": lambda rows: jax.numpy.asarray(rows),
}


def test_the_stand_in_is_refused_by_numpy() -> None:
    with pytest.raises(TypeError, match="cuda:0"):
        np.asarray(_on_device(ROWS))
    with pytest.raises(TypeError, match="cuda:0"):
        (2 * _on_device(ROWS)).numpy()


# each of two kinds is asked of one of two ways into `choose`: what gives its numbers otherwise is read by one function, test_fit
@pytest.mark.usefixtures("unserved")
def test_lists_and_centres() -> None:
    heads, options = [KINDS["jax"](each) for each in (ROWS, 2 * ROWS)], {"kernel": "gaussian", "features": 16}
    rows = [np.asarray(each, dtype=float) for each in heads]
    assert str(choose(heads, center=heads[0][0], **options)) == str(choose(rows, center=rows[0][0], **options))
    choice = choose(rows, **options)
    assert np.array_equal(choice.scaled(heads[1]), choice.scaled(rows[1]))


@pytest.mark.usefixtures("unserved")
def test_choose() -> None:
    own = KINDS["device"](ROWS)
    rows = np.asarray(own.detach().cpu().double(), dtype=float)
    options: dict[str, Any] = {"kernel": "softmax", "features": 16, "attention": {"draws": 8}}
    one, other = (choose(each, 2 * each, **options) for each in (own, rows))
    assert str(one) == str(other)
    found, expected = (choice.attention(each, 2 * each, draws=8) for choice, each in ((one, own), (other, rows)))
    assert str(found) == str(expected)


@pytest.mark.parametrize("kind", KINDS)
def test_fit(kind: str) -> None:
    own = KINDS[kind](ROWS)
    rows = np.asarray(own.detach().cpu().double() if hasattr(own, "cpu") else own, dtype=float)
    one, other = (make("oprf", m=4, bandwidth="median", seed=0).fit(each, keys=2 * each) for each in (own, rows))
    assert one.parameters_ == other.parameters_ and one.bandwidth_ == other.bandwidth_
    assert np.array_equal(one.center_, other.center_)


@pytest.mark.parametrize("kind", ["device", "gradient", "torch", "jax"])
def test_audit_takes_features_as_they_come(kind: str) -> None:
    def features(inputs: Any, m: int, seed: int) -> Any:
        made = make("positive", m=m, kernel="softmax", seed=seed).fit(inputs)
        return KINDS[kind](made.transform(inputs))

    assert audit(features, kernel="softmax", d=3, m=4, calls=60).passed
