"""Maps without randomness are measured by their error against attention of the kernel, and what is no such map is told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory._audit import audit
from rftheory._audit.deterministic import Measured
from tests import faulty_samplers as samplers
from tests.audited import whats
from tests.tolerances import ulps


def _measured(call: Any, keys: Any = None, **options: Any) -> Measured:
    report = audit(call, keys, **{"claims": "deterministic", "kernel": "softmax", "d": 6, **options})
    assert isinstance(report, Measured)
    return report


def _elu(x: Any) -> Any:
    return np.where(x > 0, x + 1, np.exp(np.minimum(x, 0)))


def _taylor(x: Any) -> Any:
    square = (x[:, :, None] * x[:, None]).reshape(len(x), -1)
    return np.concatenate([np.ones((len(x), 1)), x, square / np.sqrt(2)], axis=1)


def _hedgehog(x: Any) -> Any:
    return np.concatenate([np.exp(x), np.exp(-x)], axis=1)


def _exact(x: Any, y: Any, values: Any, made: Any) -> tuple[float, float]:
    """Total variation and the error of outputs, row by row."""
    variation, off, all_of_it = [], 0.0, 0.0
    for i, row in enumerate(x):
        weights = np.exp(y @ row) / np.exp(y @ row).sum()
        other = made[i] / made[i].sum()
        variation.append(np.abs(weights - other).sum() / 2)
        off += ((weights - other) @ values) @ ((weights - other) @ values)
        all_of_it += (weights @ values) @ (weights @ values)
    return float(np.mean(variation)), float(np.sqrt(off / all_of_it))


@given(st.integers(0, 2**32), st.sampled_from([_elu, _taylor, _hedgehog]), st.floats(0.2, 2))
@settings(max_examples=6, deadline=None)
def test_errors_at_given_rows_are_those_of_their_definition(seed: int, features: Any, scale: float) -> None:
    rng = np.random.default_rng(seed)
    x, y, values = (rng.standard_normal(shape) for shape in ((7, 6), (9, 6), (9, 3)))
    # inputs of the softmax kernel of temperature scale^2 are divided by the scale
    report = _measured(lambda rows: features(rows / scale), inputs=(x, y, values), temperature=scale**2)
    (found,) = report.distances
    wanted = _exact(x / scale, y / scale, values, features(x / scale) @ features(y / scale).T)
    # exponents of some tens, and sums of nine of their exponentials
    assert (found.rows, found.outputs) == pytest.approx(wanted, rel=ulps(1e5), abs=ulps(1e3))
    assert report.passed and f"total variation {found.rows:.3f}" in " ".join(str(report).split())


def test_features_whose_product_is_the_kernel_have_no_error() -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((8, 6))
    vectors = np.linalg.cholesky(np.exp(x @ x.T))

    def exact(rows: Any) -> Any:
        return vectors[[int(np.abs(x - row).sum(axis=1).argmin()) for row in rows]]

    (found,) = _measured(exact, inputs=(x,)).distances
    # the condition of the matrix of exponentials is that of its Cholesky factor squared
    assert max(found.kernel, found.rows, found.outputs) < ulps(1e4)
    # a factor of the features changes no attention
    (other,) = _measured(lambda rows: 3 * exact(rows), inputs=(x,)).distances
    assert max(other.kernel, other.rows, other.outputs) < ulps(1e4)


def test_expansions_are_right_where_inputs_are_small_and_useless_where_they_are_large() -> None:
    small, *_, large = _measured(_taylor).distances
    assert small.outputs < 0.1 * small.uniform_outputs and large.outputs > 0.5 * large.uniform_outputs
    first, second = ([each.outputs for each in _measured(f).distances] for f in (_taylor, _elu))
    assert first[0] < second[0]
    # uniform weights are no better than uniform weights
    assert "no better than those" in str(_measured(lambda rows: np.ones((len(rows), 1))))


@pytest.mark.parametrize(
    "call",
    [
        _elu,
        lambda inputs, m, seed: _elu(inputs),
        lambda queries, keys: (_elu(queries), _elu(keys)),
        lambda queries, keys, m, seed: (_elu(queries), _elu(keys)),
    ],
)
def test_maps_need_take_no_seed_and_may_take_both_sides(call: Any) -> None:
    assert _measured(call).distances == _measured(_elu, _elu).distances


_WRONG: dict[str, tuple[Any, str, str]] = {
    "random": (samplers.map_of(samplers.positive, samplers.iid), "determinism", "what is random has a law"),
    "by the batch": (lambda x: _elu(x - x.mean(0)), "rows", "depend on the other inputs"),
    "no sum": (lambda x: x, "row sums", "cannot be normalised"),
    "not finite": (lambda x: np.log(x - 10), "not finite", "nan"),
    "transposed": (lambda x: _elu(x).T, "shape", "must give features of shape"),
}


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("name", _WRONG)
def test_what_is_no_such_map_is_a_finding(name: str) -> None:
    call, what, words = _WRONG[name]
    report = _measured(call)
    assert not report.passed and what in whats(report)
    assert words in " ".join(str(report).split())
