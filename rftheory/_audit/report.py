"""What an audit found: findings in words, what was tested at which rates, and which known mistakes fit."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from rftheory.montecarlo.intervals import LEAST_LOG10, power_above
from rftheory.printing import Printed, folded

#: errors by this factor are not told of as caught
_HARDLY = 10.0
#: findings about errors, which mistakes explain
_EXPLAINED = {
    "zero features",
    "exact pairs",
    "unbiasedness",
    "scatter of averages",
    "single directions",
    "symmetry",
    "squared errors",
    "averages over directions",
}
#: attributes of `Sensitivity` in the order in which they are told of: the name of the error, and the error of a size
_ALTERNATIVES = {
    "bias": ("a bias", "a bias of {} (at length {length}, on average over directions)"),
    "lengths": ("wrong lengths", "all lengths of projections off by {}"),
    "line": ("wrong directions", "projections longer or shorter by {} along one of the directions"),
    "phases": ("wrong phases", "phases b with |E cos 2b| of {}"),
    "square": ("squared errors", "squared errors all larger or smaller by a factor of {}"),
    "twice": ("dependence", "{} of the projections used twice"),
}


@dataclass(frozen=True)
class Finding:
    """One deviation.

    Attributes:
        what: the property that fails: "unbiasedness", "mean squared error", "determinism", ...
        message: the deviation, where and by how much.
        log10_level: of the test that rejected; None where nothing is random.
        details: a traceback, or "".
    """

    what: str
    message: str
    log10_level: float | None = None
    details: str = ""


@dataclass(frozen=True)
class Sensitivity:
    """What an audit could see at one number of projections: errors caught with probability 0.999.

    Attributes:
        bias: relative error of the kernel, on average over a set of directions, at ``length``.
        square: by what all squared errors, multiplied, are larger or smaller: a factor, less 1.
        lengths: relative error of all lengths of projections.
        line: relative error of projections along one of the directions.
        phases: |E cos 2b| of phases b.
        twice: share of the projections that are used twice, in the place of as many others.

    Each is infinite if no size is caught for sure, and None where nothing is promised.
    """

    m: int
    length: float
    bias: float
    square: float
    lengths: float | None = None
    line: float | None = None
    phases: float | None = None
    twice: float | None = None


@dataclass(frozen=True)
class Explanation:
    """Known mistakes, one or two at once, that explain findings about errors: draws with these are not told from the calls.

    Attributes:
        share: of the deviation that they explain, between 0 and 1 (see `diagnosis`).
    """

    words: str
    share: float


@dataclass(frozen=True, repr=False)
class Report(Printed):
    """The outcome of an audit.

    Attributes:
        claim: the claim in words.
        d, m: dimension of the inputs; numbers of projections that were asked for.
        calls: number of calls of the callable for each m.
        tests: number of tests that share ``false_alarm``, the probability of any finding if the features are as claimed.
        proved: whether that probability is a proved bound; without a claimed law it is asymptotic in the number of calls.
        findings: deviations that were found; empty if there are none.
        explanations: known mistakes that may have been made, the best first.
        described: the law of the images w.x in words, where nothing that is known explains the deviation (`near`).
        notes: what was not tested, and why.
        seconds: time taken; not part of `to_json`'s repeatable entries.
    """

    claim: str
    d: int
    m: tuple[int, ...]
    calls: int
    tests: int
    false_alarm: float
    proved: bool
    findings: tuple[Finding, ...]
    explanations: tuple[Explanation, ...] = ()
    described: str = ""
    sensitivity: tuple[Sensitivity, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether nothing deviates."""
        return not self.findings

    @property
    def explicable(self) -> bool:
        """Whether there are findings that known mistakes may explain."""
        return any(finding.what in _EXPLAINED for finding in self.findings)

    @property
    def mistakes(self) -> tuple[str, ...]:
        """Known mistakes whose own draws are not told from the calls; they say what may be wrong."""
        return tuple(each.words for each in self.explanations)

    @property
    def excluded(self) -> str:
        """One line: from what size on errors are found with probability 0.999, for the number of projections that shows least."""
        if not self.sensitivity:
            return ""
        told, left = [], []
        for name, (short, text) in _ALTERNATIVES.items():
            sizes = [size for each in self.sensitivity if (size := getattr(each, name)) is not None]
            if not sizes:
                continue
            size = max(sizes)
            if size >= _HARDLY:
                left.append(short)
                continue
            # two digits without an exponent, rounded up: what is said is promised
            words = f"{1 + _up(size):.4g}" if name == "square" else f"{100 * _up(size):g}%"
            told.append(text.format(words, length=f"{self.sensitivity[0].length:g}"))
        line = f"found with probability 0.999: {', '.join(told)}, or more; what is smaller is not excluded"
        return line + (f"; no size is sure to be found of: {', '.join(left)}" if left else "")

    def to_json(self) -> dict[str, Any]:
        """Everything; numbers that are infinite are None."""
        document = {"passed": self.passed, **asdict(self), "mistakes": list(self.mistakes)}
        for row in document["findings"]:
            row["log10_level"] = None if row["log10_level"] is None else max(row["log10_level"], LEAST_LOG10)
        for row in document["sensitivity"]:
            row.update({key: None for key, size in row.items() if size == math.inf})
        return document

    def __str__(self) -> str:
        """The report at 80 columns."""
        return "\n\n".join(part for part in (self.verdict, self.diagnosis) if part)

    @property
    def verdict(self) -> str:
        """The report without a diagnosis."""
        sizes = ", ".join(map(str, self.m))
        lines = folded(f"claimed: {self.claim}")
        lines += folded(f"d = {self.d}, m = {sizes}; {self.calls} calls for each m")
        kind = "proved" if self.proved else "for many calls, not proved: no law is claimed"
        lines += folded(
            f"{self.tests} tests; all of them pass with probability 1 - {self.false_alarm:g} if the claim holds ({kind})"
        )
        lines += folded(self.excluded)
        lines += [line for note in self.notes for line in folded(f"note: {note}")]
        return "\n".join([*lines, "", self.told])

    @property
    def told(self) -> str:
        """The findings."""
        if self.passed:
            return "nothing deviates"
        count = len(self.findings)
        lines = [f"{count} finding{'s' * (count != 1)}"]
        for finding in self.findings:
            level = "" if finding.log10_level is None else f" [level below 1e{power_above(finding.log10_level)}]"
            lines += folded(f"{finding.what}: {finding.message}{level}", "  ")
            lines += [f"    | {line}" for line in finding.details.rstrip().splitlines()]
        return "\n".join(lines)

    @property
    def diagnosis(self) -> str:
        """Which known mistakes fit, or what the law of w.x looks like; "" where neither was looked for, or can be told."""
        lines: list[str] = []
        if self.explanations:
            lines.append("known mistakes that fit")
            for each in self.explanations:
                lines += folded(f"{each.words} [accounts for {100 * each.share:.0f}% of the deviation]", "  ")
        elif self.described:
            lines = ["no known mistake fits; what small inputs show", *folded(self.described, "  ")]
        return "\n".join(lines)


def _up(size: float) -> float:
    """Two digits, rounded up."""
    unit = 10.0 ** (math.floor(math.log10(size)) - 1) if size > 0 else 1.0
    return float(f"{math.ceil(size / unit * (1 - 1e-12)) * unit:.12g}")
