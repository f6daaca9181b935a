"""`audit`: someone else's random features against the theory that they claim."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, get_args

import numpy as np

from rftheory import catalogue
from rftheory.arrays import Array, check_count
from rftheory.auditing.calls import Calls, collect, first_findings
from rftheory.auditing.claim import UNKNOWN, Claim
from rftheory.auditing.contract import Audited, BadFeatures, FeatureMap, load
from rftheory.auditing.diagnosis import diagnose
from rftheory.auditing.exposed import TESTS, examine
from rftheory.auditing.judged import Judge
from rftheory.auditing.levels import FALSE_ALARM, mean_plan
from rftheory.auditing.probes import Probes
from rftheory.auditing.reference import Variant, statistics
from rftheory.auditing.report import Finding, Report
from rftheory.conformity.geometry import geometry_of
from rftheory.couplings.coupling import Coupling
from rftheory.execution.executors import open_executor
from rftheory.execution.linear_algebra import one_thread
from rftheory.families.family import Family, Kernel

#: lengths |x + y| or |x - y| of the pairs: a bias of 0.5% is seen at the first two, a wrong law of the lengths at the last
LENGTHS = (0.5, 1.0, 1.5)
_FEWEST, _MOST = 1000, 2000
#: findings about errors, which mistakes explain
_EXPLAINED = {"exact pairs", "unbiasedness", "symmetry", "squared errors", "averages over directions"}
Progress = Callable[[int, int], None]


def audit(
    queries: FeatureMap | str,
    keys: FeatureMap | str | None = None,
    *,
    claims: str | Family = "positive",
    coupling: str | Coupling = "iid",
    kernel: str | None = None,
    d: int = 64,
    m: int | Sequence[int] | None = None,
    bandwidth: float = 1.0,
    temperature: float = 1.0,
    error: float = 0.005,
    calls: int | None = None,
    lengths: Sequence[float] = LENGTHS,
    false_alarm: float = FALSE_ALARM,
    seed: int = 0,
    executor: str | Executor = "threads",
    workers: int | None = None,
    progress: Progress | None = None,
    **parameters: Any,
) -> Report:
    """Test a callable ``(inputs, m, seed) -> features`` against a claimed mechanism.

    >>> import numpy as np
    >>> def positive(inputs, m, seed):
    ...     w = np.random.default_rng(seed).standard_normal((m, inputs.shape[1]))
    ...     return np.exp(inputs @ w.T - np.square(inputs).sum(axis=1, keepdims=True) / 2) / np.sqrt(m)
    >>> audit(positive, claims="positive", d=4, calls=1000).passed
    True
    >>> audit(lambda *given: 1.5 * positive(*given), claims="positive", d=4, calls=1000).passed
    False

    Args:
        queries: the map of both sides, or of the queries; ``"module:callable"`` will do. See `contract` for what it may return.
        keys: the map of the keys, if it is another one.
        claims: the family by name (`rftheory.catalogue`) or object, with ``parameters``; "unknown" tests unbiasedness alone.
        coupling: iid, orthogonal or simplex.
        kernel: "gaussian" or "softmax"; by default the one for which the family is written.
        d: dimension of the inputs.
        m: numbers of projections; by default d/2, d and 2d, which have a part of a block, one block and two.
        bandwidth: of the Gaussian kernel ``exp(-|x - y|^2/(2 bandwidth^2))``.
        temperature: of the softmax kernel ``exp(x.y/temperature)``.
        error: relative bias, as an average over directions at length <= 1, that is caught with probability 0.999 if ``calls``, for each
            m, is not given. It takes between 1000 and 2000 calls; `Report.sensitivity` says what was reached.
        lengths: |x + y| or |x - y| of the pairs, increasing.
        false_alarm: probability of any finding if the claim holds.
        seed: of the audit; callables get consecutive seeds from a number that follows from it.
        executor, workers: where the callables are called, and how many calls are made at a time, as
            `execution.executors.open_executor` takes them; in one thread by default, for callables may keep a state. The report
            does not depend on it if they keep none.
        progress: called with the calls done and all of them.

    Returns:
        The report; nothing is raised for features that deviate.

    Raises:
        ExecutionError: if there is no such cluster, or workers are lost again and again.
        ValueError: for a callable that cannot be loaded or sent to the workers, unknown families, couplings and kernels, and
            numbers out of range.
    """
    begun = time.perf_counter()
    audited = Audited(*(load(each) if isinstance(each, str) else each for each in (queries, keys)))  # type: ignore[arg-type]
    claim = _claim(claims, coupling, kernel, check_count("d", d), parameters)
    sizes = _sizes(m, d)
    scale = _scale(claim.kernel, bandwidth, temperature)
    if not 0 < false_alarm < 1:
        raise ValueError(f"false_alarm must be in (0, 1), got {false_alarm}")
    if not 0 < error < 1:
        raise ValueError(f"error must be in (0, 1), got {error}")
    probes = Probes(claim, _lengths(lengths), seed)
    if scale != 1:
        audited = _scaled(audited, scale)
    generator = np.random.default_rng(np.random.SeedSequence([seed, 0xA7]))
    first = int(np.random.SeedSequence([seed, 0x5E]).generate_state(1)[0]) >> 2
    judge = Judge(probes, false_alarm, generator)
    tests = sum(judge.tests(size, 1) + (TESTS if claim.family is not None else 0) for size in sizes)
    judge.alpha = false_alarm / tests
    count = check_count("calls", calls) if calls is not None else _needed(judge, sizes, error)
    count = max(count, 8)
    report = Report(str(claim), d, sizes, count, tests, false_alarm, claim.family is not None, (), notes=_notes(claim))
    findings: list[Finding] = []
    done: list[Calls] = []
    ticks = _Ticks(progress, count * len(sizes))
    at_a_time = 1 if executor == "threads" and workers is None else workers
    with one_thread(), open_executor(executor, at_a_time) as opened:
        try:
            for k, size in enumerate(sizes):
                findings += [each for each in first_findings(audited, probes, size, first) if each not in findings]
                done.append(collect(audited, probes, size, count, first + k * count, opened, ticks))
        except BadFeatures as failure:
            findings.append(Finding(failure.what, str(failure), details=failure.details))
            return replace(report, findings=tuple(findings), seconds=time.perf_counter() - begun)
        return replace(_judged(report, judge, done, findings), seconds=time.perf_counter() - begun)


def _judged(report: Report, judge: Judge, done: list[Calls], findings: list[Finding]) -> Report:
    """The report with what the calls tell."""
    probes, generator = judge.probes, judge.generator
    claim = probes.claim
    done, coarse = [replace(each, rounding=judge.effective_rounding(each)) for each in done], done
    notes = report.notes
    if any(each.rounding > other.rounding for each, other in zip(done, coarse, strict=True)):
        notes += (
            "features are float64, but they agree with the theory to float32 only, which is taken for a rounding",
        )
    for each in done:
        findings += [*each.findings, *_exposed(claim, each, judge.alpha)]
    references: dict[int, Array] = {}
    if claim.coupling is not None:
        right = Variant.of(claim.coupling)
        references = {each.m: statistics(right, probes, each.m, report.calls, generator) for each in done}
    findings += judge.findings(done, references)
    # the same at another m says nothing new
    findings = list({finding.what: finding for finding in reversed(findings)}.values())[::-1]
    found: tuple[str, ...] = ()
    if claim.family is not None and any(finding.what in _EXPLAINED for finding in findings):
        rounding = max(each.rounding for each in done)
        found = diagnose(probes, {each.m: each.statistics for each in done}, generator, rounding)
    seen = tuple(judge.sensitivity(size, reference) for size, reference in references.items())
    return replace(report, findings=tuple(findings), mistakes=found, sensitivity=seen, notes=notes)


class _Ticks:
    """Counts calls."""

    def __init__(self, progress: Progress | None, total: int):
        self.progress, self.total, self.done = progress, total, 0

    def __call__(self, more: int) -> None:
        self.done += more
        if self.progress is not None:
            self.progress(self.done, self.total)


def _claim(
    claims: str | Family, coupling: str | Coupling, kernel: str | None, d: int, parameters: dict[str, Any]
) -> Claim:
    if kernel is not None and kernel not in get_args(Kernel):
        raise ValueError(f"kernel must be one of {', '.join(get_args(Kernel))}, got {kernel!r}")
    if claims == UNKNOWN:
        if parameters:
            raise ValueError(f"parameters need a claimed family, got {', '.join(parameters)}")
        return Claim(None, None, kernel or "gaussian", d)  # type: ignore[arg-type]
    if isinstance(claims, str):
        known = catalogue.family_classes()
        named = {alias: kind for kind in known.values() for alias in catalogue.names_of(kind)}
        wanted = named.get(claims.strip().lower().replace("_", "-"))
        if wanted is not None and "dimension" in {name for name in wanted.__dataclass_fields__}:
            parameters = {"dimension": d, **parameters}
    family = catalogue.family(claims, **parameters) if isinstance(claims, str) else claims
    if not isinstance(family, Family) or family.reduction(d) is None:
        raise ValueError(
            f"claims must be a family with Gaussian projections and real parameters, or {UNKNOWN!r}, got {family!r}"
        )
    joint = catalogue.coupling(coupling) if isinstance(coupling, str) else coupling
    geometry_of(joint, d)
    return Claim(family, joint, kernel or family.kernel, d)  # type: ignore[arg-type]


def _sizes(m: int | Sequence[int] | None, d: int) -> tuple[int, ...]:
    if m is None:
        return tuple(dict.fromkeys((max(1, d // 2), d, 2 * d)))
    given = m if isinstance(m, Sequence) else (m,)
    if not given:
        raise ValueError("m must have at least one number of projections, got none")
    return tuple(dict.fromkeys(check_count("m", each) for each in given))


def _lengths(lengths: Sequence[float]) -> tuple[float, ...]:
    found = tuple(float(length) for length in lengths)
    if not found or not all(0 < length <= 4 for length in found) or list(found) != sorted(set(found)):
        raise ValueError(f"lengths must be increasing numbers in (0, 4], got {found}")
    return found


def _scale(kernel: str, bandwidth: float, temperature: float) -> float:
    """By what inputs are multiplied before they are passed."""
    for name, value, of in (("bandwidth", bandwidth, "gaussian"), ("temperature", temperature, "softmax")):
        if not (np.isfinite(value) and value > 0):
            raise ValueError(f"{name} must be a finite number > 0, got {value}")
        if value != 1 and kernel != of:
            raise ValueError(f"{name} belongs to the {of} kernel, and the kernel is {kernel}")
    return float(bandwidth * np.sqrt(temperature))


@dataclass(frozen=True)
class _Scaled:
    """A map of inputs that are multiplied first."""

    map: FeatureMap
    scale: float

    def __call__(self, inputs: Array, m: int, seed: int) -> Any:
        return self.map(self.scale * inputs, m, seed)


def _scaled(audited: Audited, scale: float) -> Audited:
    return Audited(_Scaled(audited.queries, scale), None if audited.keys is None else _Scaled(audited.keys, scale))


def _needed(judge: Judge, sizes: Sequence[int], error: float) -> int:
    """Calls of each m."""
    if judge.probes.claim.family is None:
        return _MOST
    for count in np.unique(np.geomspace(_FEWEST, _MOST, 16).astype(int)):
        if all(
            mean_plan(s.variance(0, m), int(count), judge.alpha).difference <= error
            for m in sizes
            for s in judge.reference_spots()
        ):
            return int(count)
    return _MOST


def _exposed(claim: Claim, calls: Calls, alpha: float) -> list[Finding]:
    if calls.projections is None or claim.coupling is None:
        return []
    return list(examine(claim, calls.projections, calls.m, alpha, calls.rounding))


def _notes(claim: Claim) -> tuple[str, ...]:
    if claim.family is None:
        return ("no mechanism is claimed, so only unbiasedness is tested, with variances from half of the calls",)
    return ()
