"""What an audit says that it would have found with probability 0.999 is planted into right samplers, at the size that it says, and found.

Each error of the sentence with every family and with every coupling, and over all errors every family with every coupling: a miss has
a probability of 1e-3 at most. Seeds are fixed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from rftheory._audit import Report, audit
from rftheory._audit.inputs import Probes
from rftheory._audit.report import _ALTERNATIVES, Sensitivity
from rftheory._audit.settings import claim_of
from tests import faulty_samplers as samplers
from tests.audited import whats

pytestmark = pytest.mark.usefixtures("undiagnosed")
_FAMILIES: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "positive": (samplers.positive, {"claims": "positive", "kernel": "softmax"}),
    "hyperbolic": (samplers.hyperbolic, {"claims": "hyperbolic", "kernel": "softmax"}),
    "trigonometric": (samplers.trigonometric, {"claims": "trigonometric", "kernel": "gaussian"}),
    "random phases": (samplers.cosines, {"claims": "random-phase-cosine", "kernel": "gaussian"}),
    "bounded positive": (samplers.damped(-0.05, 1), {"claims": "gerf(A=-0.05, s=1)", "kernel": "gaussian"}),
    "damped waves": (samplers.damped(-0.04, -1), {"claims": "gerf(A=-0.04, s=-1)", "kernel": "gaussian"}),
}


def _by_turns(error: int) -> Any:
    """Every family, with couplings by turns that begin elsewhere for each error."""
    couplings = tuple(samplers.COUPLINGS)
    cases = [(family, couplings[(number + error) % len(couplings)]) for number, family in enumerate(_FAMILIES)]
    return pytest.mark.parametrize(("family", "coupling"), cases)


_D, _M = 6, 12
_OPTIONS: dict[str, Any] = {"d": _D, "m": _M, "calls": 200, "lengths": (1.0,)}


def _claimed(family: str, coupling: str) -> dict[str, Any]:
    claimed = _FAMILIES[family][1]
    return {**claimed, "claims": f"{claimed['claims']} x {coupling}"}


def _audited(
    family: str,
    coupling: str,
    projections: Callable[[Any, np.random.Generator], Any] = lambda w, rng: w,
    features: Callable[[Any], Any] = lambda made: made,
    phases: Callable[[Any, np.random.Generator], Any] = lambda b, rng: b,
    **options: Any,
) -> Report:
    """Right features but for what is done to the projections, the phases and the features."""
    made = _FAMILIES[family][0]

    def call(inputs: Any, _: int, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        w = projections(samplers.COUPLINGS[coupling](rng, _M, inputs.shape[1]), rng)
        if made is samplers.cosines:
            return features(made(inputs, w, phases(rng.uniform(0, 2 * np.pi, _M), rng)))
        return features(made(inputs, w))

    return audit(call, **{**_OPTIONS, **_claimed(family, coupling), **options})


@cache
def _promised(family: str, coupling: str) -> Sensitivity:
    """Of a right sampler, which passes."""
    report = _audited(family, coupling)
    assert report.passed, str(report)
    (seen,) = report.sensitivity
    for name, (short, _) in _ALTERNATIVES.items():
        none = getattr(seen, name) == math.inf
        assert none == (short in report.excluded.partition("no size is sure to be found of")[2])
    return seen


def _signs(size: float) -> list[float]:
    return [1 + size, 1 - size] if size < 1 else [1 + size]


@_by_turns(0)
def test_a_bias_is_found(family: str, coupling: str) -> None:
    for factor in _signs(_promised(family, coupling).bias):
        report = _audited(family, coupling, features=lambda made, by=factor: made * math.sqrt(by))
        assert "unbiasedness" in whats(report), str(report)


@_by_turns(1)
def test_wrong_lengths_are_found(family: str, coupling: str) -> None:
    size = _promised(family, coupling).lengths
    assert size is not None and size < 0.5
    for factor in _signs(size):
        report = _audited(family, coupling, lambda w, _, by=factor: by * w)
        assert not report.passed, str(report)


@_by_turns(2)
def test_wrong_directions_are_found(family: str, coupling: str) -> None:
    size = _promised(family, coupling).line
    assert size is not None
    assert size < 0.5
    along = 1 + np.eye(_D)[2] * size, 1 - np.eye(_D)[4] * size
    for each in along:
        report = _audited(family, coupling, lambda w, _, by=each: by * w)
        assert not report.passed, str(report)


def _exact(kernel: str, inputs: Any) -> Callable[[Any], Any]:
    """Features of these inputs whose products are the kernel."""
    log = inputs @ inputs.T
    if kernel == "gaussian":
        log -= (np.diag(log) + np.diag(log)[:, None]) / 2
    values, vectors = np.linalg.eigh(np.exp(log))
    root = vectors * np.sqrt(np.maximum(values, 0))
    places = {row.tobytes(): k for k, row in enumerate(inputs)}
    return lambda some: root[[places[row.tobytes()] for row in some]]


@_by_turns(3)
def test_larger_and_smaller_squared_errors_are_found(family: str, coupling: str) -> None:
    size, made = _promised(family, coupling).square, _FAMILIES[family][0]
    claimed = _claimed(family, coupling)
    probes = Probes(claim_of(claimed["claims"], claimed["kernel"], _D), _OPTIONS["lengths"], 0)
    exact = _exact(claimed["kernel"], probes.inputs)

    def side(factor: float, sign: float) -> Any:
        """Features with the error of the kernel multiplied by the factor, as products of the two sides."""

        def call(inputs: Any, m: int, seed: int) -> Any:
            rng = np.random.default_rng(seed)
            w = samplers.COUPLINGS[coupling](rng, m, _D)
            phases = (rng.uniform(0, 2 * np.pi, m),) if made is samplers.cosines else ()
            return np.hstack(
                [np.sqrt(factor) * made(inputs, w, *phases), sign * abs(1 - factor) ** 0.5 * exact(inputs)]
            )

        return call

    options = {**_OPTIONS, **claimed}
    larger, smaller = math.sqrt(1 + size), 1 / math.sqrt(1 + size)
    for report in (audit(side(larger, 1), side(larger, -1), **options), audit(side(smaller, 1), **options)):
        assert "squared errors" in whats(report), str(report)
        assert "unbiasedness" not in whats(report)


@_by_turns(4)
def test_projections_that_are_used_twice_are_found(family: str, coupling: str) -> None:
    size = _promised(family, coupling).twice
    assert size is not None
    if size == math.inf:
        return
    copies = math.ceil(_M * size)

    def copied(w: Any, _: Any) -> Any:
        w[_M - copies :] = w[:copies]
        return w

    def same(b: Any, _: Any) -> Any:
        b[_M - copies :] = b[:copies]
        return b

    report = _audited(family, coupling, copied, phases=same)
    assert "squared errors" in whats(report), str(report)


@pytest.mark.parametrize("coupling", samplers.COUPLINGS)
def test_wrong_phases_are_found(coupling: str) -> None:
    size = _promised("random phases", coupling).phases
    assert size is not None and size < 0.3
    for wrong in (0.0, np.pi / 2):
        report = _audited(
            "random phases", coupling, phases=lambda b, rng, at=wrong: np.where(rng.random(b.shape) < size, at, b)
        )
        assert "unbiasedness" in whats(report), str(report)


def test_the_sentence_has_no_error_that_is_not_planted_here() -> None:
    planted = {"bias", "lengths", "line", "square", "twice", "phases"}
    assert set(_ALTERNATIVES) == planted
    assert _promised("trigonometric", "iid").phases is None


@pytest.mark.parametrize("coupling", ["iid", "orthogonal"])
@pytest.mark.parametrize("family", ["positive", "trigonometric"])
def test_a_bias_is_found_up_to_a_factor_of_each_row(family: str, coupling: str) -> None:
    right = _audited(family, coupling, up_to="row")
    (seen,) = right.sensitivity
    assert right.passed and seen.line is None
    # of rows of length 1 the kernel is exp(-s^2 |x - y|^2/2) for inputs multiplied by s
    for ratio in _signs(seen.bias):
        scale = math.sqrt(1 - 2 * math.log(ratio))
        made = _FAMILIES[family][0]
        call = samplers.map_of(lambda x, w, by=scale, made=made: made(by * x, w), samplers.COUPLINGS[coupling])
        assert not audit(call, up_to="row", **{**_OPTIONS, **_claimed(family, coupling)}).passed
