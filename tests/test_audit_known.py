"""Mistakes that people make with projections, phases and exponents are named, with other parameters and sizes than those of their draws."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats
from scipy.stats import qmc

from tests import faulty_samplers as samplers
from tests.audited import named

_SOFTMAX: dict[str, Any] = {"claims": "positive", "kernel": "softmax"}
_GAUSSIAN: dict[str, Any] = {"claims": "trigonometric", "kernel": "gaussian"}


def _split(x: Any, m: int, seed: int) -> Any:
    r = np.random.default_rng(seed)
    first, second = r.standard_normal((2, x.shape[1], m))
    return np.concatenate([np.cos(x @ first), np.sin(x @ second)], axis=1) / np.sqrt(m)


def _pairs(r: Any, m: int, d: int) -> Any:
    """w, -w, w', -w', ..."""
    return (r.standard_normal((m // 2, 1, d)) * np.array([1, -1])[:, None]).reshape(m, d)


def _truncated(r: Any, m: int, d: int) -> Any:
    return stats.truncnorm.rvs(-2, 2, size=(m, d), random_state=r)


def _student(degrees: int) -> Callable[..., Any]:
    return lambda r, m, d: r.standard_normal((m, d)) / np.sqrt(r.gamma(degrees / 2, 2 / degrees, (m, 1)))


def _sobol(transposed: bool) -> Callable[..., Any]:
    def law(r: Any, m: int, d: int) -> Any:
        rows, columns = (d, m) if transposed else (m, d)
        points = qmc.Sobol(columns, seed=r).random_base2(math.ceil(math.log2(rows)))[:rows]
        return stats.norm.ppf(points.T if transposed else points)

    return law


def _cut(r: Any, m: int, d: int) -> Any:
    return samplers.haar(r, max(m, d))[:m, :d] * np.sqrt(d)


def _in_planes(r: Any, m: int, d: int) -> Any:
    q = np.eye(d)
    for _ in range(d * math.ceil(math.log(d))):
        angle, (i, j) = np.pi * r.random(), sorted(r.choice(d, 2))
        first, second = q[i].copy(), q[j].copy()
        q[i] = np.cos(angle) * first + np.sin(angle) * second
        q[j] = np.cos(angle) * second - np.sin(angle) * first
    return samplers.blocks(m, d, lambda: q) * samplers.chi(r, m, d)


def _clamped(low: float, high: float) -> Callable[..., Any]:
    def features(x: Any, w: Any) -> Any:
        return np.exp(np.clip(x @ w.T - (x**2).sum(1, keepdims=True) / 2, low, high)) / np.sqrt(len(w))

    return features


def _unsquared(x: Any, w: Any) -> Any:
    return np.exp(x @ w.T - np.linalg.norm(x, axis=1, keepdims=True) / 2) / np.sqrt(len(w))


def _exponentials(law: Any, features: Any = samplers.positive, **more: Any) -> Any:
    return (samplers.map_of(features, law),), {**_SOFTMAX, **more}


def _waves(law: Any, features: Any = samplers.trigonometric, **more: Any) -> Any:
    return (samplers.map_of(features, law),), {**_GAUSSIAN, **more}


def _sides(scale: float) -> Any:
    """The queries alone carry the scale."""
    return tuple(
        samplers.map_of(lambda x, w, by=by: samplers.positive(by * x, w), samplers.iid) for by in (scale, 1 / scale)
    )


_iid = samplers.iid
_MADE: dict[str, tuple[tuple[Any, dict[str, Any]], str]] = {
    "split": (((_split,), _GAUSSIAN), "sines and cosines are those of different projections"),
    "antithetic": (_exponentials(_pairs), "in pairs w and -w"),
    "antithetic waves": (_waves(_pairs), "in pairs w and -w"),
    "nn.Linear": (_waves(lambda r, m, d: r.uniform(-(d**-0.5), d**-0.5, (m, d))), "weights of nn.Linear"),
    "truncated": (_exponentials(_truncated), "truncated normal"),
    "truncated waves": (_waves(_truncated, calls=800), "truncated normal"),
    "signs": (_waves(lambda r, m, d: 1.0 - 2 * r.integers(2, size=(m, d))), "signs 1 and -1"),
    "uniform": (_waves(lambda r, m, d: r.random((m, d))), "uniform in (0, 1)"),
    "Cauchy": (_waves(_student(1)), "features of a Matern kernel with nu = 1/2"),
    "Student, 3": (_waves(_student(3), calls=800), "features of a Matern kernel with nu = 3/2"),
    "Student, 5": (_waves(_student(5), calls=800), "features of a Matern kernel with nu = 5/2"),
    "Cauchy coordinates": (_waves(lambda r, m, d: r.standard_cauchy((m, d))), "kernel exp(-|x - y|_1)"),
    "transposed points": (_waves(_sobol(True)), "quasi-random points are transposed"),
    "points": (_waves(_sobol(False)), "projections are quasi-random points"),
    "cut": (_waves(_cut), "cut from a larger rotation"),
    "planes": (_exponentials(_in_planes, claims="positive x orthogonal"), "planes (i, j) in which i = j is allowed"),
    "clamped above": (_exponentials(_iid, _clamped(-math.inf, 0.6)), "exponents are clamped ~0.6"),
    "clamped": (_exponentials(_iid, _clamped(-0.7, 0.7)), "exponents are clamped ~0.7"),
    "no positive exponents": (_exponentials(_iid, _clamped(-math.inf, 0.0)), "clamped at 0"),
    "|x|": (_exponentials(_iid, _unsquared), "|x|/2 stands in the place of |x|^2/2"),
    "queries over sqrt(d)": ((_sides(6**-0.25), _SOFTMAX), "scaled differently, queries by d^(-1/4)"),
    "queries over 2": ((_sides(0.5), {**_SOFTMAX, "calls": 400}), "scaled differently, queries by ~0.5"),
    "another A": (
        (
            tuple(samplers.map_of(samplers.damped(a, 1), _iid) for a in (-0.06, -0.15)),
            {"claims": "gerf(A=-0.06, s=1)", "kernel": "gaussian", "calls": 2000, "m": 24, "lengths": (1.0, 1.5)},
        ),
        "A of the keys ~2.5",
    ),
    "sqrt(2) and equal lengths": (
        _waves(samplers.fixed_lengths, lambda x, w: samplers.trigonometric(np.sqrt(2) * x, w), claims="trigonometric x orthogonal", m=8),
        "multiplied by sqrt(2), and all projections have the length sqrt(d)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", _MADE)
def test_mistakes_are_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (calls, options), wanted = _MADE[name]
    # amounts are told to a few percent
    named(wanted, monkeypatch, *calls, rel=0.1, **{"d": 6, "m": 6, "calls": 240, **options})
