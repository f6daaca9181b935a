"""Audits of dense exponential features (FAVOR#), whose matrices are the best ones for the queries and keys of a call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rftheory._audit import audit
from rftheory.families.favor_sharp import FavorSharp
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.mechanisms.profile import Profile
from tests import faulty_samplers as samplers
from tests.audited import only_steps_of, whats

_D = 6
_OPTIONS: dict[str, Any] = {"claims": "favor-sharp", "kernel": "gaussian", "d": _D, "m": _D, "calls": 600}
#: A and the diagonal of Psi
Fit = Callable[[Any, Any], tuple[Any, Any]]


def _least(v: Any) -> Any:
    """A of the least log E Z^2 in one dimension, as Likhosherstov et al. (2023) print it."""
    return (1 - 2 * v - np.sqrt((2 * v + 1) ** 2 + 8 * v)) / 16


def _psi(x: Any, y: Any) -> Any:
    return ((y**2).mean(0) / (x**2).mean(0)) ** 0.25


def _matrix(x: Any, y: Any, psi: Any) -> Any:
    z = ((x * psi)[:, None] + (y / psi)[None]).reshape(-1, x.shape[1])
    values, vectors = np.linalg.eigh(z.T @ z / len(z))
    return (vectors * _least(values)) @ vectors.T


def _right(x: Any, y: Any) -> tuple[Any, Any]:
    return _matrix(x, y, _psi(x, y)), _psi(x, y)


def _of_psi(psi: Callable[[Any, Any], Any]) -> Fit:
    return lambda x, y: (_matrix(x, y, psi(x, y)), psi(x, y))


def _sampler(fit: Fit, law: Any = samplers.iid, shift: float = 0.0) -> Any:
    """Features of both sides by the formulas of the paper."""

    def call(queries: Any, keys: Any, m: int, seed: int) -> Any:
        w = law(np.random.default_rng(seed), m, _D)
        a, psi = fit(queries, keys)
        values, vectors = np.linalg.eigh(1 - 4 * a if np.ndim(a) == 0 else np.eye(_D) - 4 * a)
        b = (vectors * np.sqrt(values)) @ vectors.T
        made = []
        for u, v in ((queries, queries * psi), (keys, keys / psi)):
            log = v @ b @ w.T + np.einsum("mi,ij,mj->m", w, a, w) - ((u**2).sum(1) + (v**2).sum(1))[:, None] / 2
            made.append(np.exp(log + shift) * np.prod(values) ** 0.25 / np.sqrt(m))
        return made[0], made[1], w

    return call


@given(st.integers(0, 10**6))
def test_joint_moments_are_those_of_second_moments(seed: int) -> None:
    """``Var Z/K^2`` on the diagonal; elsewhere ``E Z_1 Z_2``, by the quadrature of one coordinate where A and Psi are diagonal."""
    rng = np.random.default_rng(seed)
    values, psi = rng.uniform(-1, 0.05, 2), rng.uniform(0.7, 1.4, 2)
    family, (x, y) = FavorSharp(np.diag(values), psi), rng.uniform(-1, 1, (2, 3, 2))
    found = family.log_joint_moments(x, y)
    variance = np.exp(family.log_variance(x, y) + np.square(x - y).sum(axis=1))
    np.testing.assert_allclose(np.expm1(found.diagonal()), variance, rtol=1e-9)
    nodes, weights = np.polynomial.hermite_e.hermegauss(120)
    weights, z = weights / np.sqrt(2 * np.pi), x * psi + y / psi
    ratios = np.sqrt(1 - 4 * values) * np.exp(
        2 * values * nodes[:, None, None] ** 2 + nodes[:, None, None] * np.sqrt(1 - 4 * values) * z - z**2 / 2
    )
    np.testing.assert_allclose(
        np.exp(found), np.einsum("n,nil,njl->ijl", weights, ratios, ratios).prod(axis=-1), rtol=1e-7
    )


@pytest.mark.parametrize("coupling", samplers.COUPLINGS)
def test_the_best_matrices_pass_with_every_coupling(coupling: str) -> None:
    options = {**_OPTIONS, "claims": f"favor-sharp x {coupling}", "calls": 240, "m": (3, 6)}
    report = audit(_sampler(_right, samplers.COUPLINGS[coupling]), **options, diagnose=False)
    assert report.passed, str(report)
    assert "matrices, the best for the inputs of a call" in report.claim and report.proved


#: what is fitted, and what is named
_WRONG: dict[str, tuple[Any, str]] = {
    "no matrix": (_sampler(lambda x, y: (np.zeros((_D, _D)), _psi(x, y))), "A is 0: Psi alone is fitted"),
    "no balance": (_sampler(_of_psi(lambda x, y: np.ones(_D))), "Psi is missing"),
    "inverse": (_sampler(_of_psi(lambda x, y: 1 / _psi(x, y))), "Psi is the inverse of the best one"),
    "number": (
        _sampler(lambda x, y: (np.eye(_D) * _oprf(x, y), np.ones(_D))), "A is one number, and Psi is missing, as of OPRF",
    ),
}  # fmt: skip


def _oprf(x: Any, y: Any) -> float:
    square = 4 * np.square((x[:, None] + y) / 2).sum(-1).mean()
    return float((1 - (2 * square + _D + np.sqrt((2 * square + _D) ** 2 + 8 * _D * square)) / (2 * _D)) / 8)


@pytest.mark.parametrize("name", _WRONG)
def test_other_matrices_are_found_and_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    call, words = _WRONG[name]
    only_steps_of([words], monkeypatch)
    # averages scatter where inputs are long
    lengths = (0.5, 1.0, 1.5) if name == "no matrix" else (1.0,)
    report = audit(call, **_OPTIONS, lengths=lengths)
    assert any(words in each for each in report.mistakes), str(report)
    # without A averages scatter beyond what the claimed variance allows, which is no bias
    assert "best for these data" in whats(report) and "unbiasedness" not in whats(report)
    assert ("scatter of averages" in whats(report)) == (name == "no matrix")


@pytest.mark.usefixtures("undiagnosed")
def test_what_is_biased_is_found_and_a_given_matrix_is_not_fitted() -> None:
    assert "unbiasedness" in whats(audit(_sampler(_right, shift=0.02), **_OPTIONS))
    a, psi = np.diag(np.linspace(-0.3, 0.05, _D)), np.linspace(0.8, 1.2, _D)
    given = {**_OPTIONS, "claims": Mechanism(FavorSharp(a, psi)), "calls": 240}
    assert audit(_sampler(lambda x, y: (a, psi)), **given).passed
    assert not audit(_sampler(lambda x, y: (a[::-1, ::-1], psi)), **given).passed
    assert Profile(given["claims"], _D).covariances(np.eye(_D), np.eye(_D)) is not None
