"""The calls of an audit, the tests of them, and what they tell: until all are made, or until the first deviation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from rftheory._audit.calls import PART, Calls, Collected, first_findings, moved_by
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


class Trial:
    """What is called, the tests, and the calls so far.

    Args:
        alarm: probability of any finding if the claim holds.
        error: the bias to be caught, where no number of ``calls`` for each m is given.
        stop: whether it ends at the first deviation.
    """

    def __init__(
        self, audited: Audited, probes: Probes, sizes: tuple[int, ...], alarm: float, seed: int, error: float,
        calls: int | None, stop: bool,
    ):  # fmt: skip
        claim = probes.claim
        known, generator = claim.mechanism is not None, np.random.default_rng(np.random.SeedSequence([seed, 0xA7]))
        self.audited, self.judge = audited, Judge(probes, alarm, generator, audited.sides)
        tests = sum(self.judge.tests(size) + TESTS * known for size in sizes)
        self.report = Report(str(claim), claim.dimension, sizes, 0, tests, alarm, known, (), notes=_notes(probes))
        #: of the calls of the first m
        self.seed = int(np.random.SeedSequence([seed, 0x5E]).generate_state(1)[0]) >> 2
        self._error = error if calls is None else None
        #: after how many calls it is looked, and at what share of the level
        self.looks = self._looks(calls, stop)
        self.done: list[Calls] = []
        self._references: dict[int, Array] = {}

    def _at_level(self, share: float) -> float:
        """Of each test, if all of them share so much of the false alarm."""
        self.judge.alpha = share * self.report.false_alarm / self.report.tests
        return self.judge.alpha

    def _looks(self, calls: int | None, stop: bool) -> list[tuple[int, float]]:
        # without a claim variances are taken from half of them
        times = 1 if self.report.proved else 2

        def least(share: float) -> int:
            return times * least_draws(self._at_level(share))

        def looked(count: int) -> list[tuple[int, float]]:
            return looks(count, PART, least) if stop else [(count, 1.0)]

        if self._error is not None:
            self._at_level(looked(_MOST)[-1][1])
            count = _needed(self.judge, self.report.m, self._error)
        else:
            count = check_count("calls", calls)  # type: ignore[arg-type]
        if count < least(1.0) and not self.judge.probes.relative:
            raise ValueError(
                f"calls must be at least {least(1.0)} for {self.report.tests} tests at level {self.judge.alpha:.2g} each, got {count}"
            )
        return looked(count)

    def judged(self, workers: Workers, progress: Progress | None) -> Report:
        """The report of all calls, or of those until the first deviation."""
        probes, most = self.judge.probes, self.looks[-1][0]
        of_sizes = [Collected(self.audited, probes, m, self.seed + k * most) for k, m in enumerate(self.report.m)]
        report, made, first = replace(self.report, calls=most), 0, dict[Finding, None]()

        def tick(more: int) -> None:
            nonlocal made
            made += more
            if progress is not None:
                progress(made, most * len(of_sizes))

        try:
            for each in of_sizes:
                first |= dict.fromkeys(first_findings(self.audited, probes, each.m, self.seed))
            for count, share in self.looks:
                self._at_level(share)
                self.done = [each.until(count, workers, tick) for each in of_sizes]
                report = self._with_findings(replace(self.report, calls=count), first)
                if report.findings:
                    break
        except BadFeatures as failure:
            found = Finding(failure.what, str(failure), details=failure.details)
            return replace(report, findings=(*first, found))
        notes = report.notes
        if report.calls < most:
            notes += (f"stopped at the first deviation, after {report.calls} of {most} calls for each m",)
        seen = self._sensitivity()
        bias = max((each.bias for each in seen), default=0.0)
        if self._error is not None and bias > self._error:
            # what is detected falls with the root of the number of calls
            wanted = float(f"{report.calls * (bias / self._error) ** 2:.1e}")
            text = f"a bias of {100 * self._error:g}% is not excluded for sure: that takes about {wanted:.0f} calls for each m"
            notes += (text,)
        return replace(report, notes=notes, sensitivity=seen)

    def _with_findings(self, report: Report, first: Iterable[Finding]) -> Report:
        """The report with what the calls so far tell, beside what the first ones did."""
        judge, claim, findings = self.judge, self.judge.probes.claim, [*first]
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
        findings += judge.findings(done, self._references)
        # the same at another m says nothing new
        findings = list({finding.what: finding for finding in reversed(findings)}.values())[::-1]
        return replace(report, findings=tuple(findings), notes=notes)

    def _draw(self, m: int, count: int) -> None:
        """As many draws of the claimed mechanism as there are calls."""
        probes, known = self.judge.probes, [self._references[m]] if m in self._references else []
        missing = count - sum(map(len, known))
        self._references[m] = np.concatenate([*known, statistics(Law(), probes, m, missing, self.judge.generator)])

    def _sensitivity(self) -> tuple[Sensitivity, ...]:
        probes, alpha, drawn = self.judge.probes, self.judge.alpha, self._references
        return tuple(
            sensitivity(probes, alpha, each.m, drawn[each.m], each.drift, each.projections is not None)
            for each in self.done
            if each.m in drawn
        )


def _needed(judge: Judge, sizes: Sequence[int], error: float) -> int:
    """Calls of each m."""
    if judge.probes.claim.mechanism is None:
        return _MOST
    if judge.probes.relative:
        return _FEWEST
    # roundings of projections may hide so much on each side
    hidden = 2 * moved_by(judge.probes)
    for count in np.unique(np.geomspace(_FEWEST, _MOST, 16).astype(int)):
        if all(
            mean_plan(s.variance(0, m), int(count), judge.alpha).difference + hidden <= error
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
