"""The calls of what is audited: what must hold in every single call, and the statistics of many."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from rftheory.arrays import Array
from rftheory.auditing.claim import Claim
from rftheory.auditing.contract import Audited, BadFeatures, Drawn
from rftheory.auditing.probes import Probes
from rftheory.auditing.report import Finding

#: a length of a projection is beyond sqrt(d) by more than this with probability e^-50
_BEYOND = 10.0
#: features of several small calls are looked at together
_ENTRIES = 1 << 16


@dataclass(frozen=True)
class Calls:
    """What n calls of one m gave.

    Attributes:
        statistics: shape (n, sets, arrangements, 3).
        marks: one number of each call, that shows whether calls depend on each other; shape (n,).
        projections: shape (n, m, d), or None if not exposed.
        epsilon: of the floating-point type.
        rounding: how far floating-point numbers of this type may take a ratio K_hat/K from its exact value.
        findings: what fails in single calls.
    """

    m: int
    statistics: Array
    marks: Array
    projections: Array | None
    epsilon: float
    rounding: float
    findings: tuple[Finding, ...]


def first_findings(audited: Audited, probes: Probes, m: int, seed: int) -> Iterator[Finding]:
    """Shape and type of the features, determinism under the seed, and that rows do not depend on each other.

    Raises:
        BadFeatures: for calls that give no features.
    """
    inputs, first = probes.inputs, audited.draw(probes.inputs, m, seed)
    if not np.array_equal(audited.draw(inputs, m, seed).x, first.x):
        yield Finding("determinism", f"two calls with the seed {seed} give different features (m = {m})")
        return
    if all(audited.draw(inputs, m, seed + 1 + k).digest == first.digest for k in range(2)):
        raise BadFeatures(
            "seed ignored", f"the seeds {seed}, {seed + 1} and {seed + 2} give the same features (m = {m})"
        )
    few = audited.draw(inputs[:: max(1, len(inputs) // 5)], m, seed)
    many = first.x[:: max(1, len(inputs) // 5)]
    if few.x.shape == many.shape:
        off = float(np.abs(few.x - many).max() / np.abs(many).max())
        if off > rounding_of(max(float(np.finfo(few.dtype).eps), float(np.finfo(np.float32).eps)), few, probes):
            text = f"features of an input depend on the other inputs of the call: by {off:.2g}, relative to the largest (m = {m})"
            yield Finding("rows", text)


def collect(audited: Audited, probes: Probes, m: int, count: int, seed: int, tick: Callable[[], None]) -> Calls:
    """The statistics of ``count`` calls with consecutive seeds.

    Raises:
        BadFeatures: for calls that give no features.
    """
    claim = probes.claim
    found, waiting, marks, exposed = [], [], [], []
    digests: dict[bytes, int] = {}
    findings: dict[str, Finding] = {}
    rounding = epsilon = 0.0
    for number in range(count):
        drawn = audited.draw(probes.inputs, m, seed + number)
        waiting.append(drawn)
        if number + 1 == count or len(waiting) * drawn.x.size > _ENTRIES:
            found.append(_statistics(probes, waiting))
            waiting = []
        # a number that any change of the projections changes
        marks.append(float(drawn.x[-1].sum()))
        if drawn.projections is not None:
            exposed.append(drawn.projections)
        epsilon = max(epsilon, float(np.finfo(drawn.dtype).eps))
        rounding = max(rounding, rounding_of(epsilon, drawn, probes))
        for finding in _single(claim, drawn, m, seed + number, digests):
            findings.setdefault(finding.what, finding)
        tick()
    projections = np.stack(exposed) if len(exposed) == count else None
    return Calls(m, np.concatenate(found), np.array(marks), projections, epsilon, rounding, tuple(findings.values()))


def _statistics(probes: Probes, drawn: list[Drawn]) -> Array:
    sizes = {each.x.shape[1] for each in drawn}
    if len(sizes) > 1:
        raise BadFeatures(
            "feature count", f"the number of features depends on the seed: {', '.join(map(str, sorted(sizes)))}"
        )
    x = np.stack([each.x for each in drawn])
    return probes.statistics(x, x if drawn[0].y is drawn[0].x else np.stack([each.y for each in drawn]))


def _single(claim: Claim, drawn: Drawn, m: int, seed: int, digests: dict[bytes, int]) -> Iterator[Finding]:
    earlier = digests.setdefault(drawn.digest, seed)
    if earlier != seed:
        yield Finding("seeds", f"the seeds {earlier} and {seed} give the same features (m = {m})")
    if claim.family is not None and drawn.x.shape[1] != claim.family.feature_length(m):
        wanted = claim.family.feature_length(m)
        yield Finding("feature count", f"{drawn.x.shape[1]} features for m = {m}; the claimed mechanism has {wanted}")
    least = min(drawn.x.min(), drawn.y.min())
    if claim.positive and not least > 0:
        yield Finding("positivity", f"a feature is {least:.4g}, and all must be > 0 (m = {m}, seed = {seed})")


def rounding_of(epsilon: float, drawn: Drawn, probes: Probes) -> float:
    """Of images w.x in d steps on both sides and of a sum of F products; waves are small beside their factor exp(z^2/2)."""
    d = probes.claim.dimension
    longest = float(np.linalg.norm(probes.inputs, axis=1).max())
    images = 2 * d * (math.sqrt(d) + _BEYOND) * longest
    scale = math.exp(max(probes.lengths) ** 2 / 2)
    return epsilon * (images + drawn.x.shape[1] + 16) * scale
