"""Maps without randomness (elu + 1, relu, Hedgehog, Taylor expansions): how far attention by such features is from that of the kernel.

No law is claimed, so nothing is tested but that the map is one: that it gives the same features in all calls, of each row alone, and rows
of attention with positive sums. What it costs is measured at rows that are given, or at stated ones: normal queries and keys, scaled so
that x.y has the standard deviations `_SPREADS`. The weights of attention are ``P_ij = K(x_i, y_j)/sum_k K(x_i, y_k)``; uniform ones, of a
map that knows nothing, are measured beside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from rftheory._audit.contract import Audited, BadFeatures, FeatureMap, parameters_of
from rftheory._audit.projections import SINGLE
from rftheory._audit.report import Finding, Report
from rftheory._audit.settings import takes_both
from rftheory.families.mixtures.kernels import log_kernel
from rftheory.inputs.arrays import Array, check_inputs
from rftheory.inputs.bandwidths import Scale, divided
from rftheory.printing import folded

#: standard deviations of x.y, numbers of queries, keys and columns of values
_SPREADS = (0.25, 1.0, 2.0, 4.0)
_QUERIES, _KEYS, _VALUES = 96, 128, 16


@dataclass(frozen=True)
class Distance:
    """From attention of the kernel, in units of that.

    Attributes:
        at: the rows, in words.
        kernel: relative error of the matrix of the kernel in the Frobenius norm, up to the best constant factor.
        rows: total variation between the weights of a query, the mean over the queries; ``worst_row`` the largest.
        outputs: relative error of the outputs in the Frobenius norm, for the values.
        uniform_rows, uniform_outputs: the same of uniform weights.
    """

    at: str
    kernel: float
    rows: float
    worst_row: float
    outputs: float
    uniform_rows: float
    uniform_outputs: float


@dataclass(frozen=True, repr=False)
class Measured(Report):
    """The errors of a map without randomness; findings say where it is no such map."""

    distances: tuple[Distance, ...] = ()
    features: int = 0

    @property
    def verdict(self) -> str:
        """The report."""
        lines = [f"claimed: {self.claim}", f"d = {self.d}; {self.features} features"]
        for each in self.distances:
            worse = ", no better than those" if each.outputs >= each.uniform_outputs else ""
            told = (
                f"kernel, up to a factor: off by {each.kernel:.2%}",
                f"rows of attention: total variation {each.rows:.3f} (uniform weights: {each.uniform_rows:.3f}), "
                f"at most {each.worst_row:.3f}",
                f"outputs: off by {each.outputs:.1%} (uniform weights: {each.uniform_outputs:.1%}){worse}",
            )
            lines += ["", *folded(f"{each.at}:"), *(line for text in told for line in folded(text, "  "))]
        right = folded("no randomness, rows that do not depend on each other, and sums of attention that are > 0")
        return "\n".join([*lines, "", *([self.told] if self.findings else right)])


def measured(
    maps: Sequence[FeatureMap],
    kernel: str,
    d: int,
    m: int,
    seed: int,
    inputs: Sequence[ArrayLike] | None,
    **audited: Any,
) -> Measured:
    """The report of one map of both sides, one of each, or one that takes both; none of them need take m and a seed.

    Args:
        inputs: queries and keys, and values if wanted, of shapes (L, d), (N, d) and (N, D), as the map gets them.
        audited: of `Audited`: the scale between these units and those of the kernel, and axes of batches.
    """
    empty = np.empty((0, d))
    sides = _with_all(maps[0]), _with_all(maps[1]) if len(maps) == 2 else None
    called = Audited(*sides, **audited, beside=(empty, empty) if takes_both(maps, False) else None)
    findings: list[Finding] = []
    distances, features = [], 0
    try:
        for at, x, y, values in _rows(d, seed) if inputs is None else [_given(inputs, d, called.scale)]:
            phi, psi, few = _features(called, np.concatenate([x, y]), len(x), m, seed)
            features = phi.shape[1]
            findings += [found for found in few if found.what not in {each.what for each in findings}]
            estimates, log = phi @ psi.T, np.stack([log_kernel(kernel, row, y) for row in x])
            if not (estimates.sum(axis=1) > 0).all():
                bad = int((estimates.sum(axis=1) <= 0).sum())
                text = f"{bad} of {len(x)} rows of attention have a sum that is not > 0, at {at}: they cannot be normalised"
                findings.append(Finding("row sums", text))
                continue
            distances.append(_distance(at, estimates, log, values))
    except BadFeatures as failure:
        findings.append(Finding(failure.what, str(failure), details=failure.details))
    claim = f"features without randomness, {kernel} kernel"
    return Measured(claim, d, (m,), 2, 0, 0.0, True, tuple(findings), distances=tuple(distances), features=features)


def _with_all(function: FeatureMap) -> FeatureMap:
    """The same with m and a seed, which such maps need not take."""
    if len(parameters_of(function)) in (1, 2) and parameters_of(function)[1:2] != ("m",):
        return lambda *given: function(*given[:-2])
    return function


def _features(called: Audited, rows: Array, queries: int, m: int, seed: int) -> tuple[Array, Array, list[Finding]]:
    """Of the queries and of the keys, and what is wrong with them."""
    first, again, few = (called.draw(*given) for given in ((rows, m, seed), (rows, m, seed + 1), (rows[::2], m, seed)))
    findings = []
    sides = zip(first.sides.items(), again.sides.values(), few.sides.values(), strict=True)
    for (name, whole), other, some in sides:
        if not np.array_equal(whole, other):
            text = f"features{name} change from call to call: what is random has a law, which is to be claimed"
            findings.append(Finding("determinism", text))
        off = float(np.abs(whole[::2] - some).max() / np.abs(whole).max()) if whole.any() else 0.0
        # sums of d products, and an exponential of them
        if off > 8 * rows.shape[1] * max(SINGLE, first.epsilon):
            text = f"features{name} depend on the other inputs of the call: by {off:.2g}, relative to the largest"
            findings.append(Finding("rows", text))
    return first.x[:queries], first.y[queries:], findings


def _rows(d: int, seed: int) -> Iterator[tuple[str, Array, Array, Array]]:
    generator = np.random.default_rng(np.random.SeedSequence([seed, 0xDE]))
    x, y, values = (generator.standard_normal(shape) for shape in ((_QUERIES, d), (_KEYS, d), (_KEYS, _VALUES)))
    for spread in _SPREADS:
        scale = (spread / d**0.5) ** 0.5
        text = f"{_QUERIES} queries and {_KEYS} keys, normal, x.y of standard deviation {spread:g}"
        yield text, scale * x, scale * y, values


def _given(inputs: Sequence[ArrayLike], d: int, scale: Scale) -> tuple[str, Array, Array, Array]:
    if not 1 <= len(inputs) <= 3:
        raise ValueError(f"inputs must be queries, keys and values, got {len(inputs)} arrays")
    names = ("queries", "keys", "values")
    rows = [check_inputs(each, name) for name, each in zip(names, inputs, strict=False)]
    x, y = rows[0], rows[min(1, len(rows) - 1)]
    values = rows[2] if len(rows) == 3 else np.eye(len(y))
    if x.shape[1] != d or y.shape[1] != d or len(values) != len(y):
        shapes = ", ".join(f"{name} {each.shape}" for name, each in zip(names, rows, strict=False))
        raise ValueError(f"inputs must be queries (L, {d}), keys (N, {d}) and values (N, D), got {shapes}")
    return f"the {len(x)} queries and {len(y)} keys that are given", divided(x, scale), divided(y, scale), values


def _distance(at: str, estimates: Array, log: Array, values: Array) -> Distance:
    # the factor of the least squares; the kernel in units of its largest value
    exact = np.exp(log - log.max())
    norm, square = np.linalg.norm(exact), float((estimates**2).sum())
    best = float((estimates * exact).sum()) / square if square else 0.0
    weights, made = special.softmax(log, axis=1), estimates / estimates.sum(axis=1, keepdims=True)
    uniform = np.full_like(weights, 1 / weights.shape[1])

    def outputs(of: Array) -> float:
        return float(np.linalg.norm((of - weights) @ values) / np.linalg.norm(weights @ values))

    rows, none = (np.abs(of - weights).sum(axis=1) / 2 for of in (made, uniform))
    return Distance(
        at=at,
        kernel=float(np.linalg.norm(best * estimates - exact) / norm),
        rows=float(rows.mean()),
        worst_row=float(rows.max()),
        outputs=outputs(made),
        uniform_rows=float(none.mean()),
        uniform_outputs=outputs(uniform),
    )
