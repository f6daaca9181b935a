"""Right code as people write it passes, whatever its types, its factorisation, and the order of its features."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from rftheory._audit import audit
from rftheory.testing import assert_estimates
from tests import faulty_samplers as samplers

pytestmark = pytest.mark.usefixtures("undiagnosed")
_Rng = np.random.default_rng
_SOFTMAX: dict[str, Any] = {"claims": "positive", "kernel": "softmax"}
_GAUSSIAN: dict[str, Any] = {"claims": "trigonometric", "kernel": "gaussian"}
_POSITIVE_BLOCKS: dict[str, Any] = {**_SOFTMAX, "claims": "positive x orthogonal"}
_WAVES_OF_BLOCKS: dict[str, Any] = {**_GAUSSIAN, "claims": "trigonometric x orthogonal"}
_PHASES: dict[str, Any] = {"claims": "random-phase-cosine", "kernel": "gaussian"}


def _of(make: Any, features: Any = samplers.positive) -> Any:
    """Projections whose directions come in blocks from this, with independent lengths."""
    return samplers.map_of(features, lambda r, m, d: samplers.blocks(m, d, lambda: make(r, d)) * samplers.chi(r, m, d))


def _columns(r: Any, d: int) -> Any:
    q, triangle = np.linalg.qr(r.standard_normal((d, d)), mode="reduced")
    return (q * np.sign(np.diag(triangle))).T


def _svd(r: Any, d: int) -> Any:
    u, _, v = np.linalg.svd(r.standard_normal((d, d)))
    return u @ v


def _simplex(r: Any, m: int, d: int) -> Any:
    """Corners from the SVD of the matrix that takes the mean off."""
    corners = np.eye(d) - 1 / d
    u, s, v = np.linalg.svd(corners)
    corners = (u * s) @ v * np.sqrt(d / (d - 1))
    return samplers.blocks(m, d, lambda: corners @ _svd(r, d)) * samplers.chi(r, m, d)


def _tempered(x: Any, m: int, seed: int) -> Any:
    """Both sides are divided by d^(1/4)."""
    w = _Rng(seed).standard_normal((m, x.shape[1]))
    return samplers.positive(x / x.shape[1] ** 0.25, w)


def _lists(x: Any, m: int, seed: int) -> Any:
    source = random.Random(seed)
    w = [[source.gauss(0, 1) for _ in x[0]] for _ in range(m)]
    return [
        [float(np.exp(sum(a * b for a, b in zip(row, each, strict=True)) - (row @ row) / 2) / m**0.5) for each in w]
        for row in x
    ]


def _beside(x: Any, w: Any) -> Any:
    image, half = x @ w.T, (x**2).sum(1, keepdims=True) / 2
    return np.stack([np.exp(image - half), np.exp(-image - half)], axis=2).reshape(len(x), -1) / np.sqrt(2 * len(w))


def _phased(wave: Any, period: float, permuted: bool = False) -> Any:
    def call(x: Any, m: int, seed: int) -> Any:
        r = _Rng(seed)
        made = np.sqrt(2 / m) * wave(x @ r.standard_normal((m, x.shape[1])).T + r.uniform(0, period, m))
        return made[:, r.permutation(m)] if permuted else made

    return call


def _exposed(features: Any, law: Any) -> Any:
    def call(x: Any, m: int, seed: int) -> Any:
        w = law(_Rng(seed), m, x.shape[1])
        return features(x, w), w

    return call


_iid = samplers.iid
_RIGHT: dict[str, tuple[Any, dict[str, Any]]] = {
    "float16": (samplers.map_of(lambda x, w: samplers.positive(x, w).astype(np.float16), _iid, np.float16), _SOFTMAX),
    "d^(-1/4) on both sides": (_tempered, {"claims": "positive", "temperature": 8**0.5}),
    "ragged blocks": (_of(samplers.haar), {**_POSITIVE_BLOCKS, "m": 13}),
    "short blocks": (_of(samplers.haar), {**_POSITIVE_BLOCKS, "d": 12, "m": 5}),
    "reduced QR": (_of(_columns), {**_POSITIVE_BLOCKS}),
    "SVD": (_of(_svd), {**_POSITIVE_BLOCKS}),
    "columns without signs, cosines": (
        _of(lambda r, d: samplers.signless(r, d).T, samplers.trigonometric), {**_WAVES_OF_BLOCKS},
    ),
    "simplex by SVD": (samplers.map_of(samplers.positive, _simplex), {**_SOFTMAX, "claims": "positive x simplex"}),
    "positive, Gaussian": (
        samplers.map_of(lambda x, w: samplers.positive(x, w) / samplers.half_square(x), _iid),
        {"claims": "positive", "kernel": "gaussian"},
    ),
    "sine first, with a bandwidth": (
        samplers.map_of(lambda x, w: np.roll(samplers.trigonometric(x / 1.7, w), len(w), axis=1), _iid),
        {"claims": "trigonometric", "bandwidth": 1.7},
    ),
    "permuted sines with phases": (_phased(np.sin, 2 * np.pi, True), _PHASES),
    "phases in (0, pi)": (_phased(np.cos, np.pi), _PHASES),
    "lists": (_lists, {**_SOFTMAX, "d": 4, "m": 4}),
    "cosh side by side": (samplers.map_of(_beside, _iid), {"claims": "hyperbolic", "kernel": "softmax"}),
}  # fmt: skip


@pytest.mark.parametrize("name", _RIGHT)
def test_right_code_passes(name: str) -> None:
    call, options = _RIGHT[name]
    assert_estimates(call, **{"d": 8, "m": 8, "calls": 120, **options})


# -- signs of projections under waves ----------------------------------------------------------------------------------


def _unsigned(r: Any, m: int, d: int) -> Any:
    return samplers.blocks(m, d, lambda: samplers.signless(r, d).T) * samplers.chi(r, m, d)


def test_signs_of_exposed_projections_are_no_error_of_waves() -> None:
    call = _exposed(samplers.trigonometric, _unsigned)
    report = audit(call, d=6, m=6, calls=300, **_WAVES_OF_BLOCKS)
    assert report.passed, str(report)
    assert any("positive in" in note and "no error" in note for note in report.notes)
    # what else is wrong with them is an error, and signs are one of exponentials
    wrong = audit(_exposed(samplers.trigonometric, samplers.iid), d=6, m=6, calls=300, **_WAVES_OF_BLOCKS)
    assert "projections, angles in a block" in {each.what for each in wrong.findings}
    wrong = audit(_exposed(samplers.positive, _unsigned), d=6, m=6, calls=300, **_POSITIVE_BLOCKS)
    assert "projections, signs" in {each.what for each in wrong.findings}


# -- coarse numbers ----------------------------------------------------------------------------------------------------


def _rounded(array: Any) -> Any:
    """To the nearest bfloat16, in float32: ties to even."""
    bits = np.asarray(array, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000).astype(np.uint32).view(np.float32)


def _coarse(made: Any, scale: float = 1.0) -> Any:
    def call(x: Any, m: int, seed: int) -> Any:
        w = _rounded(_Rng(seed).standard_normal((m, x.shape[1])))
        return _rounded(made(_rounded(scale * x), w))

    return call


@pytest.mark.parametrize(("made", "claimed"), [(samplers.positive, _SOFTMAX), (samplers.trigonometric, _GAUSSIAN)])
def test_features_that_are_made_in_bfloat16_pass_if_that_is_said(made: Any, claimed: dict[str, Any]) -> None:
    options = {"d": 8, "m": 8, "calls": 300, **claimed}
    assert not audit(_coarse(made), **options).passed
    assert_estimates(_coarse(made), precision="bfloat16", **options)
    assert not audit(_coarse(made, 1.3), precision="bfloat16", **options).passed
    assert not audit(lambda *given: 1.2 * _coarse(made)(*given), precision="bfloat16", **options).passed


class _Brain:
    """A tensor of a type that NumPy has not."""

    dtype = "torch.bfloat16"

    def __init__(self, array: Any):
        self._array = array

    def float(self) -> Any:
        return self._array

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise TypeError("Got unsupported ScalarType BFloat16")


def test_tensors_of_bfloat16_are_read_and_judged_to_their_precision() -> None:
    options = {"d": 8, "m": 8, "calls": 200, **_SOFTMAX}
    assert_estimates(lambda *given: _Brain(_coarse(samplers.positive)(*given)), **options)
    assert not audit(lambda *given: _Brain(_coarse(samplers.positive, 0.7)(*given)), **options).passed


def test_the_least_number_of_calls_is_said_before_any_is_made() -> None:
    made: list[int] = []

    def call(inputs: Any, m: int, seed: int) -> Any:
        made.append(seed)
        return samplers.map_of(samplers.positive, samplers.iid)(inputs, m, seed)

    with pytest.raises(ValueError, match=r"calls must be at least (\d+) for") as refused:
        audit(call, d=4, m=4, calls=5, **_SOFTMAX)
    assert not made
    least = int(str(refused.value).split("at least ")[1].split()[0])
    assert audit(call, d=4, m=4, calls=least, **_SOFTMAX).passed
    with pytest.raises(ValueError, match=f"at least {least} "):
        audit(call, d=4, m=4, calls=least - 1, **_SOFTMAX)
