"""The calls of what is audited: what must hold in every single call, and the statistics of many."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from rftheory._audit.contract import Audited, BadFeatures, Drawn
from rftheory._audit.inputs import Probes
from rftheory._audit.projections import BEYOND, SINGLE
from rftheory._audit.report import Finding
from rftheory.execution.executors import Workers
from rftheory.execution.ordered import ordered
from rftheory.inputs.arrays import Array

#: features of several small calls are looked at together
_ENTRIES = 1 << 18
#: standard deviations of independent roundings that are not exceeded, among a million of them
_LIKELY = 6.0
#: calls that one worker makes one after the other
PART = 32


@dataclass(frozen=True)
class Calls:
    """What n calls of one m gave.

    Attributes:
        statistics: shape (n, sets, arrangements, 3).
        lines: shape (n, directions).
        marks: one number of each call and side, that shows whether calls depend on each other; shape (n, sides).
        projections: shape (n, m, d), or None if not exposed.
        epsilon: of the floating-point type.
        rounding: how far floating-point numbers of this type may take a ratio K_hat/K from its exact value; ``drift``: means of it.
        findings: what fails in single calls.
    """

    m: int
    statistics: Array
    lines: Array
    marks: Array
    projections: Array | None
    epsilon: float
    rounding: float
    drift: float
    findings: tuple[Finding, ...]


def first_findings(audited: Audited, probes: Probes, m: int, seed: int) -> Iterator[Finding]:
    """Shape and type of the features, determinism under the seed, and that rows do not depend on each other."""
    inputs, first = probes.inputs, audited.draw(probes.inputs, m, seed)
    others = [audited.draw(inputs, m, seed + k) for k in range(3)]
    # each input is left out once: one of them alone may move the others, as the largest does a maximum
    parts = [slice(0, None, 2), slice(1, None, 2)]
    depend = "the other inputs"
    if probes.claim.fitted is not None:
        # on what they are they depend by right, but not on their order
        parts, depend = [slice(None, None, -1)], "the order of the inputs"
    halves = [(which, audited.draw(inputs[which], m, seed)) for which in parts]
    epsilon = max(SINGLE, *(few.epsilon for _, few in halves))
    rounding = rounding_of(epsilon, halves[0][1].x.shape[1], probes)
    for number, (side, features) in enumerate(first.sides.items()):
        if not features.any():
            raise BadFeatures(
                "zero features", f"all features{side} are 0 (m = {m}, seed = {seed}): exponentials underflow"
            )
        same = [each.digests[number] == first.digests[number] for each in others]
        if not np.array_equal(list(others[0].sides.values())[number], features):
            yield Finding("determinism", f"two calls with the seed {seed} give different features{side} (m = {m})")
            return
        if all(same):
            raise BadFeatures(
                "seed ignored", f"the seeds {seed}, {seed + 1} and {seed + 2} give the same features{side} (m = {m})"
            )
        off = max(_moved(probes, features[which], list(few.sides.values())[number]) for which, few in halves)
        if off > rounding:
            text = f"features{side} depend on {depend} of the call: by {off:.2g}, relative to the largest (m = {m})"
            yield Finding("rows", text)


def _moved(probes: Probes, many: Array, few: Array) -> float:
    """How far features of some inputs are off those in a call of these alone; 0 for weights of attention, which are as many as keys."""
    if probes.up_to == "row":
        many, few = probes.unit_rows(many), probes.unit_rows(few)
    return float(np.abs(few - many).max() / np.abs(many).max()) if few.shape == many.shape else 0.0


class _Call(NamedTuple):
    """One call; marks and digests are those of each side."""

    marks: list[float]
    digests: tuple[bytes, ...]
    projections: Array | None
    findings: tuple[Finding, ...]
    epsilon: float
    length: int


#: statistics and lines as in `Calls`, and the calls one by one
_Part = tuple[Array, Array, list[_Call]]


def _part(audited: Audited, probes: Probes, m: int, seed: int, count: int, begin: int, number: int) -> _Part:
    """A part of so many calls with consecutive seeds, numbered from ``begin`` on."""
    found, waiting, calls = [], [], []
    numbers = range((begin + number) * PART, min((begin + number + 1) * PART, count))
    for call in numbers:
        drawn = audited.draw(probes.inputs, m, seed + call)
        waiting.append(drawn)
        if call == numbers[-1] or len(waiting) * drawn.x.size > _ENTRIES:
            found.append(_statistics(probes, waiting))
            waiting = []
        # a number that any change of the projections changes
        marks = [float(each[-1].sum()) for each in drawn.sides.values()]
        single = tuple(_single(probes, drawn, m, seed + call))
        calls.append(_Call(marks, drawn.digests, drawn.projections, single, drawn.epsilon, drawn.x.shape[1]))
    statistics, lines = (np.concatenate(each) for each in zip(*found, strict=True))
    return statistics, lines, calls


class Collected:
    """The calls of one m, of which more and more are made."""

    def __init__(self, audited: Audited, probes: Probes, m: int, seed: int):
        self.audited, self.probes, self.m, self.seed = audited, probes, m, seed
        self._parts: list[_Part] = []

    def until(self, count: int, workers: Workers, tick: Callable[[int], None]) -> Calls:
        """The first ``count`` calls, with consecutive seeds; ``tick`` is told how many more are done."""
        probes, begin = self.probes, len(self._parts)
        more = partial(_part, self.audited, probes, self.m, self.seed, count, begin)
        for _, part in ordered(more, -(-count // PART) - begin, workers):
            self._parts.append(part)
            tick(len(part[-1]))
        calls = [call for *_, own in self._parts for call in own]
        exposed = [call.projections for call in calls if call.projections is not None]
        epsilon = max(call.epsilon for call in calls)
        rounding = rounding_of(epsilon, max(call.length for call in calls), probes)
        return Calls(
            self.m, np.concatenate([part[0] for part in self._parts]), np.concatenate([part[1] for part in self._parts]),
            np.array([call.marks for call in calls]), np.stack(exposed) if len(exposed) == count else None, epsilon, rounding,
            drift_of(epsilon, rounding, probes), tuple(self._findings(calls)),
        )  # fmt: skip

    def _findings(self, calls: list[_Call]) -> Iterable[Finding]:
        """Of single calls, the first of each kind, and whether different seeds give the same features."""
        findings: dict[str, Finding] = {}
        seen: dict[tuple[int, bytes], int] = {}
        for number, call in enumerate(calls, self.seed):
            for side, digest in enumerate(call.digests):
                earlier = seen.setdefault((side, digest), number)
                if earlier != number:
                    which = "" if len(call.digests) == 1 else f" of the {('queries', 'keys')[side]}"
                    text = f"the seeds {earlier} and {number} give the same features{which} (m = {self.m})"
                    findings.setdefault("seeds", Finding("seeds", text))
            for finding in call.findings:
                findings.setdefault(finding.what, finding)
        return findings.values()


def _statistics(probes: Probes, drawn: list[Drawn]) -> tuple[Array, Array]:
    sizes = {each.x.shape[1] for each in drawn}
    if len(sizes) > 1:
        raise BadFeatures(
            "feature count", f"the number of features depends on the seed: {', '.join(map(str, sorted(sizes)))}"
        )
    x = np.stack([each.x for each in drawn])
    if probes.up_to == "attention":
        return probes.statistics_and_lines(x, None)
    return probes.statistics_and_lines(x, x if drawn[0].y is drawn[0].x else np.stack([each.y for each in drawn]))


def _single(probes: Probes, drawn: Drawn, m: int, seed: int) -> Iterator[Finding]:
    claim = probes.claim
    wanted = 0 if claim.mechanism is None else claim.profile.features(m)
    if claim.mechanism is not None and probes.up_to != "attention" and drawn.x.shape[1] != wanted:
        yield Finding("feature count", f"{drawn.x.shape[1]} features for m = {m}; the claimed mechanism has {wanted}")
    if drawn.apart > 4 * max(SINGLE, drawn.epsilon):
        text = f"the two sides expose different projections: they differ by {drawn.apart:.2g} of the largest (m = {m}, seed = {seed})"
        yield Finding("projections, two sides", text)
    least = min(drawn.x.min(), drawn.y.min())
    if claim.positive and not least > 0:
        yield Finding("positivity", f"a feature is {least:.4g}, and all must be > 0 (m = {m}, seed = {seed})")


def rounding_of(epsilon: float, length: int, probes: Probes) -> float:
    """How far roundings may take K_hat/K in one call; waves are small beside their factor exp(z^2/2).

    To float32 it is a bound: of images w.x in d steps on both sides and of a sum of F products. For coarser types no bound of the worst
    says anything; sums of these are made in float32, and what is rounded to them (inputs, projections, images, features, on both sides)
    is off by half of the spacing at most and independently, so that it is `_LIKELY` standard deviations.
    """
    d = probes.claim.dimension
    longest = float(np.linalg.norm(probes.inputs, axis=1).max())
    scale = math.exp(max(probes.lengths) ** 2 / 2)
    if epsilon <= SINGLE:
        return epsilon * (2 * d * (math.sqrt(d) + BEYOND) * longest + length + 16) * scale
    # images: sqrt(3) roundings of a number of the size |x| on each side; features: one on each side
    deviation = epsilon / math.sqrt(12) * math.sqrt(2 * (3 * longest**2 + 1))
    return _LIKELY * deviation * (scale if probes.claim.waves else 1.0)


def drift_of(epsilon: float, rounding: float, probes: Probes) -> float:
    """How far roundings may take means of K_hat/K.

    Of types coarser than float32 what is rounded independently leaves means as they are; inputs are the same in all calls, and are off
    by a relative epsilon/2, as is a constant factor on each side.
    """
    if epsilon <= SINGLE:
        return rounding + moved_by(probes)
    return epsilon * (1 + max(probes.lengths) ** 2) + moved_by(probes)


def moved_by(probes: Probes) -> float:
    """How far projections in single precision take K_hat/K: each is off by a few units, ``|dw.z| <= 4 epsilon |w| |z|``.

    Estimates that are exact whatever is drawn do not move.
    """
    z = max(probes.lengths)
    return 4 * SINGLE * (math.sqrt(probes.claim.dimension) + BEYOND) * z * math.exp(z**2 / 2)
