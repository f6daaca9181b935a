"""Arrays that NumPy cannot read in place: tensors of a device, tensors of 16 bits, arrays of JAX, for `choose`, `audit` and `fit`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rftheory import audit, choose
from rftheory.features import make

torch = pytest.importorskip("torch")
jax = pytest.importorskip("jax")

ROWS = np.random.default_rng(0).normal(size=(40, 3)) / 2


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


@pytest.mark.parametrize("kind", ["device", "jax"])
def test_lists_and_centres(kind: str) -> None:
    heads, options = [KINDS[kind](each) for each in (ROWS, 2 * ROWS)], {"kernel": "gaussian", "features": 16}
    rows = [np.asarray(each.detach().cpu() if hasattr(each, "cpu") else each, dtype=float) for each in heads]
    assert str(choose(heads, center=heads[0][0], **options)) == str(choose(rows, center=rows[0][0], **options))
    choice = choose(rows, **options)
    assert np.array_equal(choice.scaled(heads[1]), choice.scaled(rows[1]))


@pytest.mark.parametrize("kind", KINDS)
def test_choose(kind: str) -> None:
    own = KINDS[kind](ROWS)
    rows = np.asarray(own.detach().cpu().double() if hasattr(own, "cpu") else own, dtype=float)
    options: dict[str, Any] = {"kernel": "softmax", "features": 16}
    assert str(choose(own, 2 * own, **options)) == str(choose(rows, 2 * rows, **options))
    found, expected = (choose(each, **options).attention(each) for each in (own, rows))
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
