"""The calls of an audit, the tests of them, and what they tell: until all are made, or until the first deviation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rftheory._audit.calls import PART, Calls, Collected, first_findings
from rftheory._audit.contract import Audited, BadFeatures
from rftheory._audit.inputs import Probes
from rftheory._audit.levels import least_draws, looks, mean_plan
from rftheory._audit.power import reference_spots, sensitivity
from rftheory._audit.projections import TESTS, examine
from rftheory._audit.reference import Law, statistics
from rftheory._audit.report import Finding, Report, Sensitivity
from rftheory._audit.tests import Judge
from rftheory.execution.executors import Workers
from rftheory.inputs.arrays import Array, check_count

_FEWEST, _MOST = 1000, 2000
Progress = Callable[[int, int], None]


@dataclass
class Trial:
    """What is called, the tests, and the calls so far.

    Attributes:
        seed: of the calls of the first m.
        stop: whether it ends at the first deviation.
        looks: after how many calls it is looked, and at what share of the level.
        findings: those that the first calls tell.
    """

    audited: Audited
    judge: Judge
    report: Report
    seed: int
    stop: bool
    looks: list[tuple[int, float]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    done: list[Calls] = field(default_factory=list)
    references: dict[int, Array] = field(default_factory=dict)

    @classmethod
    def of(cls, audited: Audited, probes: Probes, sizes: tuple[int, ...], alarm: float, seed: int, stop: bool) -> Trial:
        claim = probes.claim
        judge = Judge(probes, alarm, np.random.default_rng(np.random.SeedSequence([seed, 0xA7])), audited.sides)
        tests = sum(judge.tests(size) + (TESTS if claim.mechanism is not None else 0) for size in sizes)
        known = claim.mechanism is not None
        report = Report(str(claim), claim.dimension, sizes, 0, tests, alarm, known, (), notes=_notes(probes))
        return cls(audited, judge, report, int(np.random.SeedSequence([seed, 0x5E]).generate_state(1)[0]) >> 2, stop)

    def at_level(self, share: float) -> float:
        """Of each test, if all of them share so much of the false alarm."""
        self.judge.alpha = share * self.report.false_alarm / self.report.tests
        return self.judge.alpha

    def plan(self, error: float, calls: int | None) -> None:
        """How many calls are made for each m, and after which of them is looked."""
        probes, tests = self.judge.probes, self.report.tests
        # without a claim variances are taken from half of them
        times = 1 if probes.claim.mechanism is not None else 2

        def least(share: float) -> int:
            return times * least_draws(self.at_level(share))

        def looked(count: int) -> list[tuple[int, float]]:
            return looks(count, PART, least) if self.stop else [(count, 1.0)]

        if calls is None:
            self.at_level(looked(_MOST)[-1][1])
            count = _needed(self.judge, self.report.m, error)
        else:
            count = check_count("calls", calls)
        if count < least(1.0) and not probes.relative:
            raise ValueError(
                f"calls must be at least {least(1.0)} for {tests} tests at level {self.judge.alpha:.2g} each, got {count}"
            )
        self.looks = looked(count)

    def judged(self, workers: Workers, progress: Progress | None) -> Report:
        """The report of all calls, or of those until the first deviation."""
        probes, most = self.judge.probes, self.looks[-1][0]
        of_sizes = [Collected(self.audited, probes, m, self.seed + k * most) for k, m in enumerate(self.report.m)]
        report, made = replace(self.report, calls=most), 0

        def tick(more: int) -> None:
            nonlocal made
            made += more
            if progress is not None:
                progress(made, most * len(of_sizes))

        try:
            for each in of_sizes:
                first = first_findings(self.audited, probes, each.m, self.seed)
                self.findings += [found for found in first if found not in self.findings]
            for count, share in self.looks:
                self.at_level(share)
                self.done = [each.until(count, workers, tick) for each in of_sizes]
                report = self._with_findings(replace(self.report, calls=count))
                if report.findings:
                    break
        except BadFeatures as failure:
            found = Finding(failure.what, str(failure), details=failure.details)
            return replace(report, findings=(*self.findings, found))
        if report.calls < most:
            text = f"stopped at the first deviation, after {report.calls} of {most} calls for each m"
            report = replace(report, notes=(*report.notes, text))
        return replace(report, sensitivity=self._sensitivity())

    def _with_findings(self, report: Report) -> Report:
        """The report with what the calls so far tell."""
        judge, claim, findings = self.judge, self.judge.probes.claim, [*self.findings]
        done, notes = [judge.coarse(each) for each in self.done], report.notes
        if any(each.rounding > other.rounding for each, other in zip(done, self.done, strict=True)):
            notes += (
                "features are float64, but they agree with the theory to float32 only, which is taken for a rounding",
            )
        self.done = done
        for each in done:
            findings += each.findings
            if each.projections is not None and claim.mechanism is not None:
                if claim.profile.mixture is not None:
                    notes += (f"exposed projections are not tested for the kernel {claim.kernel}: features are",)
                    continue
                found, told = examine(claim, each.projections, each.m, judge.alpha, each.epsilon, judge.generator)
                findings += found
                notes += tuple(told)
            if claim.mechanism is not None:
                self._draw(each.m, report.calls)
        findings += judge.findings(done, self.references)
        # the same at another m says nothing new
        findings = list({finding.what: finding for finding in reversed(findings)}.values())[::-1]
        return replace(report, findings=tuple(findings), notes=notes)

    def _draw(self, m: int, count: int) -> None:
        """As many draws of the claimed mechanism as there are calls."""
        before = self.references.get(m)
        more = statistics(
            Law(), self.judge.probes, m, count - (0 if before is None else len(before)), self.judge.generator
        )
        self.references[m] = more if before is None else np.concatenate([before, more])

    def _sensitivity(self) -> tuple[Sensitivity, ...]:
        return tuple(
            sensitivity(
                self.judge.probes,
                self.judge.alpha,
                each.m,
                self.references[each.m],
                each.drift,
                each.projections is not None,
            )
            for each in self.done
            if each.m in self.references
        )


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


def _notes(probes: Probes) -> tuple[str, ...]:
    if probes.relative:
        factors = {"row": "a factor of each row", "attention": "the normalisation of attention"}[probes.up_to]
        return (f"estimates are tested up to {factors}, by comparison with draws of the claimed mechanism",)
    if probes.claim.mechanism is None:
        return ("no mechanism is claimed, so only unbiasedness is tested, with variances from half of the calls",)
    return ()
