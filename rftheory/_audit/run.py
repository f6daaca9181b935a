"""`audit`: someone else's random features against the theory that they claim."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

import numpy as np

from rftheory._audit.calls import Calls, collect, first_findings
from rftheory._audit.contract import Audited, BadFeatures, FeatureMap, load
from rftheory._audit.diagnosis import diagnose
from rftheory._audit.inputs import Probes
from rftheory._audit.levels import FALSE_ALARM, least_draws, mean_plan
from rftheory._audit.near import look
from rftheory._audit.power import reference_spots, sensitivity
from rftheory._audit.projections import TESTS, examine
from rftheory._audit.reference import Law, statistics
from rftheory._audit.report import Explanation, Finding, Report
from rftheory._audit.settings import claim_of, epsilon_of, lengths_of, scale_of, sizes_of, up_to_of
from rftheory._audit.tests import Judge
from rftheory.execution.executors import Workers, open_executor
from rftheory.execution.linear_algebra import one_thread
from rftheory.inputs.arrays import Array, check_count, check_seed
from rftheory.inputs.bandwidths import Bandwidth
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.mixtures.kernels import chosen_kernel
from rftheory.montecarlo.intervals import check_share

#: lengths |x + y| or |x - y| of the pairs: a bias of 0.5% is seen at the first two, a wrong law of the lengths at the last
LENGTHS = (0.5, 1.0, 1.5)
_FEWEST, _MOST = 1000, 2000
#: findings that no draws of features explain, so that no amount and no couple of mistakes does
_UNEXPLAINED = {"determinism", "seeds", "rows", "feature count", "dependence of seeds", "projections, two sides"}
Progress = Callable[[int, int], None]


def audit(
    queries: FeatureMap | str,
    keys: FeatureMap | str | None = None,
    *,
    claims: str | Mechanism | Any = "positive",
    kernel: str | None = None,
    d: int = 64,
    m: int | Sequence[int] | None = None,
    bandwidth: Bandwidth | None = None,
    temperature: float | None = None,
    precision: str | None = None,
    error: float = 0.005,
    calls: int | None = None,
    lengths: Sequence[float] = LENGTHS,
    false_alarm: float = FALSE_ALARM,
    up_to: str = "nothing",
    batch: Sequence[int] = (),
    seed: int = 0,
    executor: str | Executor = "threads",
    workers: int | None = None,
    progress: Progress | None = None,
    diagnose: bool = True,
    verdict: Callable[[Report], None] | None = None,
) -> Report:
    """Test a callable ``(inputs, m, seed) -> features`` against a claimed mechanism.

    >>> import numpy as np
    >>> def positive(inputs, m, seed):
    ...     w = np.random.default_rng(seed).standard_normal((m, inputs.shape[1]))
    ...     return np.exp(inputs @ w.T - np.square(inputs).sum(axis=1, keepdims=True) / 2) / np.sqrt(m)
    >>> audit(positive, claims="positive", kernel="softmax", d=4, calls=240).passed
    True
    >>> audit(lambda *given: 1.5 * positive(*given), claims="positive", kernel="softmax", d=4, calls=240).passed
    False

    Args:
        queries: the map of both sides, or of the queries; ``"module:callable"`` will do. See `contract` for what it may return.
        keys: the map of the keys, if it is another one.
        claims: the mechanism, by its name, such as "positive x orthogonal" or "gerf(A=-1/10) x simplex", or a `Mechanism` or family;
            projections are iid, orthogonal or simplex. "unknown" tests unbiasedness alone.
        kernel: "gaussian", "softmax", or a mixture of Gaussian kernels such as "matern(5/2)"; it may follow from a
            bandwidth or a temperature, and else must be given.
        d: dimension of the inputs.
        m: numbers of projections; by default d/2, d and 2d, which have a part of a block, one block and two.
        bandwidth: what inputs of the Gaussian kernel ``exp(-|x - y|^2/(2 bandwidth^2))`` are divided by: a number, one for each
            coordinate, or a covariance matrix.
        temperature: of the softmax kernel ``exp(x.y/temperature)``.
        precision: "float64", "float32", "float16" or "bfloat16": of what features are made, if that is coarser than the numbers that
            are returned.
        error: relative bias, as an average over directions at length <= 1, that is caught with probability 0.999 if ``calls``, for each
            m, is not given. It takes between 1000 and 2000 calls; `Report.sensitivity` says what was reached.
        lengths: |x + y| or |x - y| of the pairs, increasing.
        false_alarm: probability of any finding if the claim holds.
        up_to: what may be wrong: "nothing"; "row", a factor of each row of features, such as a maximum that is taken off; "attention", the
            factors that normalised attention does not show. With "attention" the callable takes ``(queries, keys, values, m, seed)`` and
            returns outputs, of shape (L, columns of the values). Laws are compared with draws of the claimed mechanism alone.
        batch: leading axes that inputs and features have, such as (batches, heads); each place is looked at in its turn.
        seed: of the audit; callables get consecutive seeds from a number that follows from it.
        executor, workers: where the callables are called, and how many calls are made at a time, as
            `execution.executors.open_executor` takes them; in one thread by default, for callables may keep a state. The report
            does not depend on it if they keep none.
        progress: called with the calls done and all of them.
        diagnose: whether the mistake is looked for, if there are findings; that takes longer than to find them.
        verdict: called with the report as soon as that is complete but for the diagnosis.

    Returns:
        The report; nothing is raised for features that deviate.

    Raises:
        ExecutionError: if there is no such cluster, or workers are lost again and again.
        ValueError: for a callable that cannot be loaded or sent to the workers, unknown families, couplings and kernels, and
            numbers out of range.
    """
    begun, seed = time.perf_counter(), check_seed(seed)
    chosen = chosen_kernel(kernel, bandwidth, temperature)
    claim = claim_of(claims, chosen, check_count("d", d))
    sizes, alarm = sizes_of(m, d), check_share("false_alarm", false_alarm)
    of_queries = load(queries) if isinstance(queries, str) else queries
    of_keys = load(keys) if isinstance(keys, str) else keys
    open_factor = up_to_of(up_to, claim, keys is not None)
    scale = scale_of(claim.kernel, bandwidth, temperature, d)
    audited = Audited(
        of_queries,
        of_keys,
        scale,
        open_factor == "attention",
        tuple(check_count("batch", n) for n in batch),
        epsilon_of(precision),
    )
    generator = np.random.default_rng(np.random.SeedSequence([seed, 0xA7]))
    judge = Judge(
        Probes(claim, lengths_of(lengths), seed, up_to=open_factor), alarm, generator, 1 if keys is None else 2
    )
    tests = sum(judge.tests(size) + (TESTS if claim.mechanism is not None else 0) for size in sizes)
    judge.alpha = alarm / tests
    count = _needed(judge, sizes, check_share("error", error)) if calls is None else check_count("calls", calls)
    _check_calls(judge, count, tests)
    report = Report(
        str(claim), d, sizes, count, tests, alarm, claim.mechanism is not None, (), notes=_notes(judge.probes)
    )
    at_a_time = 1 if executor == "threads" and workers is None else workers
    findings: list[Finding] = []
    done: list[Calls] = []
    with one_thread():
        with open_executor(executor, at_a_time) as opened:
            try:
                ticks = _Ticks(progress, count * len(sizes))
                done = _called(audited, judge.probes, report, seed, opened, ticks, findings)
                report = _judged(report, judge, done, findings)
            except BadFeatures as failure:
                found = Finding(failure.what, str(failure), details=failure.details)
                report = replace(report, findings=(*findings, found))
        if calls is None:
            report = replace(report, notes=(*report.notes, *_not_reached(report, error)))
        report = replace(report, seconds=time.perf_counter() - begun)
        if verdict is not None:
            verdict(report)
        if diagnose and report.explicable:
            report = _diagnosed(report, judge, done, audited, _first_seed(seed))
    return replace(report, seconds=time.perf_counter() - begun)


def _first_seed(seed: int) -> int:
    """Of the calls of the first m."""
    return int(np.random.SeedSequence([seed, 0x5E]).generate_state(1)[0]) >> 2


def _called(
    audited: Audited,
    probes: Probes,
    report: Report,
    seed: int,
    workers: Workers,
    ticks: _Ticks,
    findings: list[Finding],
) -> list[Calls]:
    """All calls, of each m; ``findings`` gets what the first ones tell.

    Raises:
        BadFeatures: for calls that give no features.
    """
    first = _first_seed(seed)
    done: list[Calls] = []
    for k, size in enumerate(report.m):
        findings += [each for each in first_findings(audited, probes, size, first) if each not in findings]
        done.append(collect(audited, probes, size, report.calls, first + k * report.calls, workers, ticks))
    return done


def _judged(report: Report, judge: Judge, done: list[Calls], findings: list[Finding]) -> Report:
    """The report with what the calls tell."""
    probes, generator = judge.probes, judge.generator
    claim = probes.claim
    done, coarse = [judge.coarse(each) for each in done], done
    notes = report.notes
    if any(each.rounding > other.rounding for each, other in zip(done, coarse, strict=True)):
        notes += (
            "features are float64, but they agree with the theory to float32 only, which is taken for a rounding",
        )
    for each in done:
        findings += each.findings
        plain = claim.mechanism is None or claim.profile.mixture is None
        if each.projections is not None and not plain:
            notes += (f"exposed projections are not tested for the kernel {claim.kernel}: features are",)
        if each.projections is not None and claim.mechanism is not None and plain:
            found, told = examine(claim, each.projections, each.m, judge.alpha, each.epsilon, generator)
            findings += found
            notes += tuple(told)
    references: dict[int, Array] = {}
    if claim.mechanism is not None:
        references = {each.m: statistics(Law(), probes, each.m, report.calls, generator) for each in done}
    findings += judge.findings(done, references)
    # the same at another m says nothing new
    findings = list({finding.what: finding for finding in reversed(findings)}.values())[::-1]
    seen = tuple(
        sensitivity(probes, judge.alpha, each.m, references[each.m], each.drift, each.projections is not None)
        for each in done
        if each.m in references
    )
    return replace(report, findings=tuple(findings), sensitivity=seen, notes=notes)


def _diagnosed(report: Report, judge: Judge, done: list[Calls], audited: Audited, first: int) -> Report:
    """The report with the mistakes that explain it, or else with what small inputs show."""
    probes, size, generator = judge.probes, max(report.m), judge.generator
    plain = probes.claim.mechanism is None or probes.claim.profile.mixture is None
    # what is seen at small distances are the moments of lengths, of which mixtures may have none
    near = look(audited, probes, size, report.calls, first) if plain else None
    found: tuple[Explanation, ...] = ()
    # where no calls could be made but for small inputs, only a scale can be told
    if probes.claim.mechanism is not None and (done or (near is not None and not near.agrees(1.0))):
        rounding = max((judge.coarse(each).rounding for each in done), default=0.0)
        statistics_of = {each.m: each.statistics for each in done}
        simple = any(finding.what in _UNEXPLAINED for finding in report.findings)
        found = diagnose(probes, statistics_of, generator, rounding, near, judge.sides == 2, simple)
    described = near.described(generator) if near is not None and not found else ""
    return replace(report, explanations=found, described=described)


class _Ticks:
    """Counts calls."""

    def __init__(self, progress: Progress | None, total: int):
        self.progress, self.total, self.done = progress, total, 0

    def __call__(self, more: int) -> None:
        self.done += more
        if self.progress is not None:
            self.progress(self.done, self.total)


def _needed(judge: Judge, sizes: Sequence[int], error: float) -> int:
    """Calls of each m."""
    if judge.probes.claim.mechanism is None:
        return _MOST
    if judge.probes.relative:
        return _FEWEST
    for count in np.unique(np.geomspace(_FEWEST, _MOST, 16).astype(int)):
        if all(
            mean_plan(s.variance(0, m), int(count), judge.alpha).difference <= error
            for m in sizes
            for s in reference_spots(judge.probes)
        ):
            return int(count)
    return _MOST


def _check_calls(judge: Judge, count: int, tests: int) -> None:
    """Raises a ValueError, before any call is made, for so few that means are never off."""
    if judge.probes.relative:
        return
    # without a claim variances are taken from half of them
    least = least_draws(judge.alpha) * (1 if judge.probes.claim.mechanism is not None else 2)
    if count < least:
        raise ValueError(
            f"calls must be at least {least} for {tests} tests at level {judge.alpha:.2g} each, got {count}"
        )


def _not_reached(report: Report, error: float) -> Iterator[str]:
    """That the bias that was asked for takes more calls: what is detected falls with the root of their number."""
    bias = max((each.bias for each in report.sensitivity), default=0.0)
    if bias > error:
        calls = float(f"{report.calls * (bias / error) ** 2:.1e}")
        yield f"a bias of {100 * error:g}% is not excluded for sure: that takes about {calls:.0f} calls for each m"


def _notes(probes: Probes) -> tuple[str, ...]:
    if probes.relative:
        factors = {"row": "a factor of each row", "attention": "the normalisation of attention"}[probes.up_to]
        return (f"estimates are tested up to {factors}, by comparison with draws of the claimed mechanism",)
    if probes.claim.mechanism is None:
        return ("no mechanism is claimed, so only unbiasedness is tested, with variances from half of the calls",)
    return ()
