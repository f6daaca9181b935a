"""Audits up to a scale: rows with factors, attention, batches and heads, tensors, and scikit-learn's random features."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rftheory._audit import audit
from rftheory._audit.calls import first_findings
from rftheory._audit.claim import Claim
from rftheory._audit.contract import Audited
from rftheory._audit.inputs import Probes
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.testing import assert_estimates
from tests import faulty_samplers as samplers
from tests.audited import named

_ROWS: dict[str, Any] = {
    "kernel": "softmax",
    "claims": "positive x orthogonal",
    "d": 4,
    "m": 4,
    "calls": 240,
    "up_to": "row",
}
_ATTENTION: dict[str, Any] = {**_ROWS, "up_to": "attention"}


#: the largest exponent of each row taken off, and that of all rows
_STABILISED, _ACROSS = samplers.stabilised(1), samplers.stabilised((0, 1))


def _attention(law: Callable[..., Any], scale: float = 1.0) -> Any:
    """Normalised attention as libraries of transformers compute it."""

    def call(queries: Any, keys: Any, values: Any, m: int, seed: int) -> Any:
        projections = law(np.random.default_rng(seed), m, queries.shape[1])
        x, y = _STABILISED(scale * queries, projections), _ACROSS(scale * keys, projections)
        return (x @ (y.T @ values)) / (x @ y.sum(axis=0))[:, None]

    return call


@pytest.mark.usefixtures("undiagnosed")
def test_features_with_a_factor_of_each_row_pass_up_to_it_only() -> None:
    call = samplers.map_of(_STABILISED, samplers.orthogonal)
    report = assert_estimates(call, **_ROWS)
    assert report.proved and "up to a factor of each row" in report.notes[0]
    assert not audit(call, **{**_ROWS, "up_to": "nothing"}).passed
    # a maximum over all rows makes the factors depend on the other rows, which are left open
    across = samplers.map_of(_ACROSS, samplers.orthogonal)
    assert audit(call, across, **_ROWS).passed
    probes = Probes(Claim(Mechanism("positive", "orthogonal"), "softmax", 4), (1.0,), 0, up_to="row")
    assert not list(first_findings(Audited(across), probes, 4, 0))
    (mixed,) = first_findings(Audited(lambda x, m, s: call(x, m, s) + 1e-3 * len(x)), probes, 4, 0)
    assert mixed.what == "rows"
    waves = samplers.map_of(lambda x, w: (1 + x[:, :1] ** 2) * samplers.trigonometric(x, w), samplers.orthogonal)
    assert audit(waves, **{**_ROWS, "claims": "trigonometric x orthogonal"}).passed


def test_normalised_attention_is_audited() -> None:
    report = assert_estimates(_attention(samplers.orthogonal), **_ATTENTION)
    assert "the normalisation of attention" in report.notes[0]


_WRONG = {"iid": "are iid ones", "fixed_lengths": "the length sqrt(d)", "wrong_axis": "on the wrong axis"}


@pytest.mark.parametrize(
    ("name", "up_to"), [("iid", "row"), ("wrong_axis", "row"), ("iid", "attention"), ("fixed_lengths", "attention")]
)
def test_wrong_projections_are_named_up_to_a_scale(name: str, up_to: str, monkeypatch: pytest.MonkeyPatch) -> None:
    law = getattr(samplers, name)
    call = samplers.map_of(_STABILISED, law) if up_to == "row" else _attention(law)
    options = {**_ROWS, "d": 8, "m": 8, "calls": 400, "up_to": up_to, "lengths": (1.0,)}
    assert not named(_WRONG[name], monkeypatch, call, **options).passed


def test_a_temperature_is_named_up_to_a_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    named("d^(1/4)", monkeypatch, _attention(samplers.orthogonal, 4**0.25), **_ATTENTION)
    assert audit(_attention(samplers.orthogonal, 4**-0.25), **_ATTENTION, temperature=2).passed


def test_what_is_added_is_named_up_to_a_scale() -> None:
    call = samplers.map_of(samplers.stabilised(1, added=0.01), samplers.orthogonal)
    report = audit(call, **{**_ROWS, "d": 8, "m": 8, "calls": 800})
    assert any("1e-02 is added" in mistake for mistake in report.mistakes)


@pytest.mark.usefixtures("undiagnosed")
@pytest.mark.parametrize("up_to", ["nothing", "row", "attention"])
def test_few_false_alarms_at_an_inflated_level(up_to: str) -> None:
    law = samplers.iid
    call = {
        "nothing": samplers.map_of(samplers.positive, law),
        "row": samplers.map_of(_STABILISED, law),
        "attention": _attention(law),
    }
    options: dict[str, Any] = {
        "kernel": "softmax",
        "d": 2,
        "m": 2,
        "calls": 64,
        "up_to": up_to,
        "lengths": (1.0,),
        "false_alarm": 0.05,
    }
    alarms = sum(not audit(call[up_to], seed=seed, **options).passed for seed in range(20))
    # at most 1 in 20 is expected, and 6 of 20 have a probability below 4e-4
    assert alarms < 6


def _heads(inputs: Any, m: int, seed: int) -> Any:
    """Batches and heads of their own projections, as (batch, heads, L, F)."""
    assert inputs.shape[:2] == (2, 3)
    projections = np.random.default_rng(seed).standard_normal((2, 3, m, inputs.shape[-1]))
    image = inputs @ projections.swapaxes(-1, -2)
    return np.exp(image - (inputs**2).sum(-1, keepdims=True) / 2) / np.sqrt(m), projections


def _one_bad_head(inputs: Any, m: int, seed: int) -> Any:
    features, projections = _heads(inputs, m, seed)
    features[1, 2] *= 1.5
    return features, projections


@pytest.mark.usefixtures("undiagnosed")
def test_batches_and_heads() -> None:
    options: dict[str, Any] = {"kernel": "softmax", "d": 4, "m": 4, "calls": 120}
    assert audit(_heads, batch=(2, 3), **options).passed
    assert not audit(_one_bad_head, batch=(2, 3), **options).passed
    single = samplers.map_of(samplers.positive, samplers.iid)
    assert audit(lambda *given: single(*given)[None, None], **options).passed
    assert "shape" in {each.what for each in audit(lambda *given: np.stack([single(*given)] * 2), **options).findings}


# -- libraries ------------------------------------------------------------------------------------------------------


def test_random_features_of_scikit_learn() -> None:
    sampler = pytest.importorskip("sklearn.kernel_approximation")

    def features(inputs: Any, m: int, seed: int) -> Any:
        # gamma = 1/2 is a bandwidth of 1, and seeds are below 2^32
        made = sampler.RBFSampler(gamma=0.5, n_components=m, random_state=seed % 2**32)
        return made.fit(inputs).transform(inputs)

    assert_estimates(features, claims="random-phase-cosine", kernel="gaussian", d=4, m=4, calls=200)
