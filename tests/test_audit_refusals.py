"""What is no feature map is told in words, options that make no audit are refused, and the command passes and fails by its status."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rftheory._audit import audit
from rftheory._audit.inputs import Probes
from rftheory._audit.run import LENGTHS
from rftheory._audit.settings import claim_of
from tests import faulty_samplers as samplers
from tests.audited import whats

# what deviates is named by what was found, not by the mistake that explains it
pytestmark = pytest.mark.usefixtures("undiagnosed")


# -- what is no feature map -----------------------------------------------------------------------------------------


def _good(inputs: Any, m: int, seed: int) -> Any:
    return samplers.map_of(samplers.positive, samplers.iid)(inputs, m, seed)


def _raises(inputs: Any, m: int, seed: int) -> Any:
    raise RuntimeError("out of features")


def _writes(inputs: Any, m: int, seed: int) -> Any:
    features = _good(inputs, m, seed)
    inputs[:] = 0
    return features


_INPUTS = Probes(claim_of("positive", "softmax", 4), LENGTHS, 0).inputs
_STATE = np.random.default_rng(0)
_BROKEN: dict[str, tuple[Any, str, str]] = {
    "transposed": (lambda x, m, s: _good(x, m, s).T, "shape", "must give features of shape"),
    "complex": (lambda x, m, s: _good(x, m, s) + 0j, "complex", "got complex numbers"),
    "integer": (lambda x, m, s: _good(x, m, s).astype(int), "dtype", "floating-point"),
    "objects": (lambda x, m, s: np.where(_good(x, m, s) < 0, 0.0, None), "dtype", "None among them"),
    "text": (lambda x, m, s: "features", "dtype", "floating-point"),
    "not finite": (lambda x, m, s: _good(x, m, s) * np.nan, "not finite", "nan of input 0, feature 0"),
    "ignores its seed": (lambda x, m, s: _good(x, m, 1), "seed ignored", "the same features"),
    "raises": (_raises, "exception", "RuntimeError: out of features"),
    "three parts": (lambda x, m, s: (1, 2, 3), "shape", "got 3 parts"),
    "wrong projections": (lambda x, m, s: (_good(x, m, s), np.ones(3)), "projections", "projections of shape (8, 8)"),
    "writes": (_writes, "inputs changed", "writes into its inputs"),
    "global state": (lambda x, m, s: _good(x, m, int(_STATE.integers(2**30))), "determinism", "different features"),
    "half of the seeds": (lambda x, m, s: _good(x, m, s // 2), "seeds", "give the same features"),
    "rows depend": (lambda x, m, s: _good(x, m, s) * (1 + 1e-3 * len(x)), "rows", "depend on the other inputs"),
    "too many": (lambda x, m, s: _good(x, 2 * m, s), "feature count", "16 features for m = 8"),
    "negative": (lambda x, m, s: -_good(x, m, s), "positivity", "all must be > 0"),
}


@pytest.mark.parametrize("name", _BROKEN)
def test_what_is_no_feature_map_is_a_finding(name: str) -> None:
    call, what, words = _BROKEN[name]
    report = audit(call, kernel="softmax", d=8, m=8, calls=64)
    found = {finding.what: finding.message for finding in report.findings}
    assert words in found[what]
    assert ("out of features" in "".join(f.details for f in report.findings)) == (name == "raises")


_KEYS: dict[str, tuple[Any, str, str]] = {
    "global state": (lambda x, m, s: _good(x, m, int(_STATE.integers(2**30))), "determinism", "features of the keys"),
    "ignore their seed": (lambda x, m, s: _good(x, m, 1), "seed ignored", "the same features of the keys"),
    "half of the seeds": (lambda x, m, s: _good(x, m, s // 2), "seeds", "the same features of the keys"),
    "rows depend": (lambda x, m, s: _good(x, m, s) * (1 + 1e-3 * len(x)), "rows", "features of the keys depend"),
    "consecutive": (lambda x, m, s: _good(x, m, s // 2) * (1 + 1e-9 * (s % 2)), "dependence of seeds", "of the keys"),
}


@pytest.mark.parametrize("name", _KEYS)
def test_keys_are_tested_as_queries_are(name: str) -> None:
    call, what, words = _KEYS[name]
    found = {each.what: each.message for each in audit(_good, call, kernel="softmax", d=4, m=4, calls=160).findings}
    assert words in found[what]


@pytest.mark.parametrize("place", range(6))
def test_one_input_that_moves_the_others_is_seen_wherever_it_stands(place: int) -> None:
    def call(inputs: Any, m: int, seed: int) -> Any:
        moving = np.asarray(_INPUTS[place * 7])
        return _good(inputs, m, seed) * (1.5 if (inputs == moving).all(axis=1).any() else 1.0)

    assert "rows" in whats(audit(call, kernel="softmax", d=4, m=4, calls=64))


def test_two_sides_expose_one_set_of_projections() -> None:
    def call(inputs: Any, m: int, seed: int) -> Any:
        projections = samplers.iid(np.random.default_rng(seed), m, inputs.shape[1])
        return samplers.positive(inputs, projections), projections

    def turned(inputs: Any, m: int, seed: int) -> Any:
        features, projections = call(inputs, m, seed)
        return features, -projections

    assert audit(call, call, kernel="softmax", d=4, m=4, calls=64).passed
    assert whats(audit(call, turned, kernel="softmax", d=4, m=4, calls=64)) == {"projections, two sides"}
