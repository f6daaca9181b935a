"""The diagnosis of an audit: each known mistake is put into a right implementation, and its words are asked for.

With other parameters and sizes than those of the draws by which it is known; amounts that may be any are told to a few percent.
Inputs of one length take a third of the time; two mistakes are seen by several lengths only.
"""

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

Row = tuple[str, tuple[Any, ...], dict[str, Any]]
_ONE: dict[str, Any] = {"lengths": (1.0,)}
_SEVERAL: dict[str, Any] = {"lengths": (0.5, 1.0, 1.5)}
_SOFTMAX: dict[str, Any] = {"claims": "positive", "kernel": "softmax", "d": 4, "m": 4, "calls": 240, **_ONE}
_GAUSSIAN: dict[str, Any] = {**_SOFTMAX, "claims": "trigonometric", "kernel": "gaussian"}
_COSINES: dict[str, Any] = {**_GAUSSIAN, "claims": "random-phase-cosine"}
#: more than one block, the last of which is not full
_BLOCKS: dict[str, Any] = {"claims": "positive x orthogonal", "m": 6}
_ORTHOGONAL: dict[str, Any] = {"claims": "positive x orthogonal", "d": 8, "m": 8, "calls": 400}
_SIX: dict[str, Any] = {"d": 6, "m": 6, "rel": 0.1}
#: what a scale takes to be told to two percent
_SCALE: dict[str, Any] = {"d": 5, "m": 6, "calls": 300, **_ONE}
_iid = samplers.iid


def _exponentials(wanted: str, law: Any = _iid, features: Any = samplers.positive, **more: Any) -> Row:
    return wanted, (samplers.map_of(features, law),), {**_SOFTMAX, **more}


def _waves(wanted: str, law: Any = _iid, features: Any = samplers.trigonometric, **more: Any) -> Row:
    return wanted, (samplers.map_of(features, law),), {**_GAUSSIAN, **more}


def _factor(wanted: str, factor: Callable[[Any, int], Any]) -> Row:
    features = samplers.with_factor(samplers.positive, factor)
    return _exponentials(wanted, samplers.orthogonal, features, **{**_ORTHOGONAL, "calls": 160})


# -- laws of projections and phases ----------------------------------------------------------------------------------------


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


def _one_length_in_a_block(r: Any, m: int, d: int) -> Any:
    return samplers.blocks(m, d, lambda: samplers.haar(r, d) * samplers.chi(r, 1, d))


def _phased(wanted: str, law: Callable[[np.random.Generator, int], Any], **more: Any) -> Row:
    def call(inputs: Any, m: int, seed: int) -> Any:
        r = np.random.default_rng(seed)
        return samplers.cosines(inputs, r.standard_normal((m, inputs.shape[1])), law(r, m))

    return wanted, (call,), {**_COSINES, **more}


def _without_a_factor(inputs: Any, m: int, seed: int) -> Any:
    return np.sqrt(m / 2) * samplers.cosines(inputs, *_right_phases(seed, m, inputs.shape[1]))


def _scaled_phases(inputs: Any, m: int, seed: int) -> Any:
    return samplers.cosines(1.29 * inputs, *_right_phases(seed, m, inputs.shape[1]))


def _right_phases(seed: int, m: int, d: int) -> tuple[Any, Any]:
    r = np.random.default_rng(seed)
    return r.standard_normal((m, d)), r.uniform(0, 2 * np.pi, m)


# -- what is done to exponents, and pieces in another order ----------------------------------------------------------------


def _clamped(low: float, high: float) -> Callable[..., Any]:
    def features(x: Any, w: Any) -> Any:
        return np.exp(np.clip(x @ w.T - (x**2).sum(1, keepdims=True) / 2, low, high)) / np.sqrt(len(w))

    return features


def _unsquared(x: Any, w: Any) -> Any:
    return np.exp(x @ w.T - np.linalg.norm(x, axis=1, keepdims=True) / 2) / np.sqrt(len(w))


def _arranged(arranged: Callable[..., Any]) -> Any:
    """Right waves for the queries, others for the keys."""

    def features(inputs: Any, projections: Any) -> Any:
        image = inputs @ projections.T
        return arranged(np.cos(image), np.sin(image)) / np.sqrt(len(projections))

    return samplers.map_of(samplers.trigonometric, _iid), samplers.map_of(features, _iid)


def _stabilised(axis: Any, whole: bool = False) -> Any:
    return samplers.map_of(samplers.stabilised(axis, whole), _iid)


def _sides(scale: float) -> Any:
    """The queries alone carry the scale."""
    return tuple(samplers.map_of(lambda x, w, by=by: samplers.positive(by * x, w), _iid) for by in (scale, 1 / scale))


_RIGHT = samplers.map_of(samplers.positive, _iid)
_MADE: list[Row] = [
    # the largest exponent taken off
    ("w.x over the features of each row", (_stabilised(1),), _SOFTMAX),
    ("w.x over the rows", (_stabilised(0),), _SOFTMAX),
    ("w.x over all rows and features", (_stabilised((0, 1)),), _SOFTMAX),
    ("the exponent over all rows and features", (_stabilised((0, 1), True),), _SOFTMAX),
    ("of each row (queries) and over all (keys)", (_stabilised(1), _stabilised((0, 1))), _SOFTMAX),
    ("the exponent over all rows and features of the keys alone", (_RIGHT, _stabilised((0, 1), True)), _SOFTMAX),
    # what is added to it, and limits
    _exponentials("1e-01 is added to the exponentials", features=lambda x, w: samplers.positive(x, w) + 0.1 / np.sqrt(len(w))),
    _exponentials("1e-03 is added to the features", features=lambda x, w: samplers.positive(x, w) + 1e-3),
    _exponentials(
        "is added to the features ~0.05", samplers.orthogonal, lambda x, w: samplers.positive(x, w) + 0.05,
        **{**_ORTHOGONAL, "d": 5, "m": (5, 10), "calls": 160},
    ),
    _exponentials("exponents are clamped ~0.6", features=_clamped(-math.inf, 0.6), **_SIX),
    _exponentials("exponents are clamped ~0.7", features=_clamped(-0.7, 0.7), **_SIX),
    _exponentials("clamped at 0", features=_clamped(-math.inf, 0.0), **_SIX),
    _exponentials("|x|/2 stands in the place of |x|^2/2", features=_unsquared, **_SIX),
    # factors
    _factor("a factor exp(-|x|^2/2) is missing", lambda x, m: samplers.half_square(x)),
    _factor("a factor exp(-|x|^2/2) is once too often", lambda x, m: 1 / samplers.half_square(x)),
    _factor("1/sqrt(m) is missing", lambda x, m: np.sqrt(m)),
    _factor("doubled", lambda x, m: np.sqrt(2)),
    _factor("halved", lambda x, m: np.sqrt(0.5)),
    _exponentials(
        "the features have a factor of about ~1.003", samplers.orthogonal, lambda x, w: 1.003 * samplers.positive(x, w),
        **{**_ORTHOGONAL, "d": 5, "m": 5, "calls": 160},
    ),
    # phases
    ("the factor sqrt(2/m) is missing", (_without_a_factor,), _COSINES),
    _phased("the phases are missing", lambda r, m: 0.0),
    _phased("one phase is shared", lambda r, m: r.uniform(0, 2 * np.pi)),
    _phased("the phases are uniform in (0, 1)", lambda r, m: r.random(m)),
    _phased("standard normal, not", lambda r, m: r.standard_normal(m), calls=2000, **_SEVERAL),
    _phased("uniform between 0 and about 2", lambda r, m: r.uniform(0, 2.2, m), calls=500),
    # the two sides
    ("sine and cosine are in another order", _arranged(lambda c, s: np.concatenate([s, c], axis=1)), _GAUSSIAN),
    ("stand side by side on one", _arranged(lambda c, s: np.stack([c, s], axis=2).reshape(len(c), -1)), _GAUSSIAN),
    ("sines and cosines are those of different projections", (_split,), {**_GAUSSIAN, **_SIX}),
    ("scaled differently, queries by d^(-1/4)", _sides(6**-0.25), {**_SOFTMAX, **_SIX}),
    ("scaled differently, queries by ~0.5", _sides(0.5), {**_SOFTMAX, **_SIX, "calls": 400}),
    (
        "A of the keys ~2.5",
        tuple(samplers.map_of(samplers.damped(a, 1), _iid) for a in (-0.06, -0.15)),
        {**_GAUSSIAN, **_SIX, "claims": "gerf(A=-0.06, s=1)", "calls": 700, "m": 12, "lengths": (1.0, 1.5)},
    ),
    # lengths
    _exponentials("the length sqrt(d)", samplers.fixed_lengths, **_BLOCKS),
    _exponentials("the length sqrt(m)", lambda r, m, d: samplers.unit_rows(r, m, d) * np.sqrt(m), **_BLOCKS),
    _exponentials(
        "lengths have m degrees of freedom", lambda r, m, d: samplers.unit_rows(r, m, d) * samplers.chi(r, m, m), **_BLOCKS
    ),
    _exponentials(
        "lengths are shared by the projections of a block", _one_length_in_a_block, **{**_BLOCKS, "m": 12, "calls": 400}
    ),
    _exponentials("wrong axis", samplers.wrong_axis, **_ORTHOGONAL),
    _exponentials("one degree of freedom", samplers.one_degree, **_ORTHOGONAL),
    _exponentials("unit vectors", samplers.unit_rows, **_ORTHOGONAL),
    _exponentials("one length is shared", samplers.one_length, **_ORTHOGONAL),
    _waves("features of a Matern kernel with nu = 3/2", _student(3), **{**_SIX, "calls": 800}),
    # directions, and whole projections
    _exponentials("not Haar: the rows", samplers.not_haar, **_ORTHOGONAL),
    _exponentials("not Haar", samplers.not_haar_rows, **{**_ORTHOGONAL, "calls": 1000}),
    _exponentials("block of projections is used again", samplers.reused_block, **{**_ORTHOGONAL, "m": 16}),
    _exponentials("are iid ones", _iid, **_ORTHOGONAL, **_SEVERAL),
    _exponentials("are simplex ones", samplers.simplex, **_ORTHOGONAL),
    _exponentials("in pairs w and -w", _pairs, **_SIX),
    _exponentials("truncated normal", _truncated, **_SIX),
    _waves("weights of nn.Linear", lambda r, m, d: r.uniform(-(d**-0.5), d**-0.5, (m, d)), **_SIX),
    _waves("signs 1 and -1", lambda r, m, d: 1.0 - 2 * r.integers(2, size=(m, d)), **_SIX),
    _waves("uniform in (0, 1)", lambda r, m, d: r.random((m, d)), **_SIX),
    _waves("kernel exp(-|x - y|_1)", lambda r, m, d: r.standard_cauchy((m, d)), **_SIX),
    _waves("quasi-random points are transposed", _sobol(True), **_SIX),
    _waves("projections are quasi-random points", _sobol(False), **_SIX),
    _waves("cut from a larger rotation", _cut, **_SIX),
    _exponentials("planes (i, j) in which i = j is allowed", _in_planes, **{**_SIX, "claims": "positive x orthogonal"}),
    _waves(
        "multiplied by sqrt(2), and all projections have the length sqrt(d)",
        samplers.fixed_lengths, lambda x, w: samplers.trigonometric(np.sqrt(2) * x, w),
        **{**_SIX, "claims": "trigonometric x orthogonal", "m": 8},
    ),
    # scales
    _exponentials(
        "projections, but not inputs, are multiplied by ~0.8", samplers.orthogonal, lambda x, w: samplers.positive(x, 0.8 * w),
        **{**_ORTHOGONAL, "d": 5, "m": 5, "calls": 160},
    ),
    ("inputs or projections are multiplied by ~1.29", (_scaled_phases,), {**_COSINES, **_SCALE}),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "calls", "options"), _MADE, ids=[wanted for wanted, *_ in _MADE])
def test_mistakes_are_named(
    wanted: str, calls: tuple[Any, ...], options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    # what fits leaves little to explain, and is told first
    assert named(wanted, monkeypatch, *calls, **options).explanations[0].share > 0.9


# -- scales ----------------------------------------------------------------------------------------------------------------

_KINDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "positive": (samplers.positive, {"claims": "positive", "kernel": "softmax"}),
    "trigonometric": (samplers.trigonometric, {"claims": "trigonometric", "kernel": "gaussian"}),
    "hyperbolic": (samplers.hyperbolic, {"claims": "hyperbolic", "kernel": "softmax"}),
    "bounded": (samplers.damped(-0.05, 1), {"claims": "gerf(A=-0.05, s=1)", "kernel": "gaussian"}),
}


@pytest.mark.parametrize(
    ("kind", "scale", "told"),
    [
        # any one, to two percent
        ("trigonometric", 1 / 970, ""), ("trigonometric", 1.37, ""), ("trigonometric", 950.0, ""), ("positive", 1 / 970, ""),
        ("positive", 0.81, ""), ("positive", 950.0, ""), ("hyperbolic", 1.7, ""), ("bounded", 0.6, ""),
        # those that people forget, by their names
        ("positive", 7**-0.5, "d^(-1/2)"), ("trigonometric", 7**-0.25, "d^(-1/4)"), ("positive", 2 * np.pi, "2 pi"),
        ("trigonometric", 0.5**0.5, "1/sqrt(2)"),
    ],
)  # fmt: skip
def test_any_scale_is_named(kind: str, scale: float, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made, claimed = _KINDS[kind]
    # waves, and features that are nearly constant, in single precision
    dtype = np.float32 if not told and (kind == "trigonometric" or scale < 0.01) else np.float64
    call = samplers.map_of(lambda x, w: made((scale * x).astype(dtype), w).astype(dtype), _iid, dtype)
    wanted = f"inputs or projections are multiplied by {told or f'~{scale}'}"
    with np.errstate(all="ignore"):
        report = named(wanted, monkeypatch, call, **{**_SCALE, **claimed, "d": 7 if told else 5})
    assert not told or report.mistakes == (wanted,)
