"""What an audit found: findings in words, what was tested at which rates, and which known mistakes fit."""

from __future__ import annotations

import math
import textwrap
from dataclasses import asdict, dataclass
from typing import Any

from rftheory.montecarlo.intervals import LEAST_LOG10, power_above

_WIDTH = 80
#: errors by this factor are not told of as caught
_HARDLY = 10.0


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
        square: relative error of the mean squared error, as a change of its scale; infinite if none is caught for sure.
        lengths: relative error of all lengths of projections; infinite if none is caught for sure.
    """

    m: int
    length: float
    bias: float
    square: float
    lengths: float = math.inf


@dataclass(frozen=True)
class Explanation:
    """Known mistakes, one or two at once, that explain findings about errors.

    Attributes:
        share: of the deviation that they explain, between 0 and 1 (see `diagnosis`).
        fits: whether draws with these mistakes are not told from the calls; if not, they only come closest.
    """

    words: str
    share: float
    fits: bool


@dataclass(frozen=True)
class Report:
    """The outcome of an audit.

    Attributes:
        claim: in words.
        d, m: dimension of the inputs; numbers of projections that were asked for.
        calls: of the callable, for each m.
        tests: how many tests share ``false_alarm``, the probability of any finding for what is as claimed.
        proved: whether that probability is proved; without a claimed law it holds for many calls only.
        findings: empty if nothing deviates.
        explanations: known mistakes that may have been made, the best first.
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
    sensitivity: tuple[Sensitivity, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether nothing deviates."""
        return not self.findings

    @property
    def mistakes(self) -> tuple[str, ...]:
        """Known mistakes whose own draws are not told from the calls; they say what may be wrong."""
        return tuple(each.words for each in self.explanations if each.fits)

    @property
    def excluded(self) -> str:
        """One line: from what size on errors are found with probability 0.999, for the number of projections that shows least."""
        if not self.sensitivity:
            return ""
        worst = {
            f"a bias of {{}} (at length {self.sensitivity[0].length:g})": max(each.bias for each in self.sensitivity),
            "all lengths of projections off by {}": max(each.lengths for each in self.sensitivity),
            "a mean squared error off by {}": max(each.square for each in self.sensitivity),
        }
        # two digits without an exponent
        told = [text.format(f"{float(f'{100 * size:.2g}'):g}%") for text, size in worst.items() if size < _HARDLY]
        left = [text.split(" {}")[0].split(" off by")[0] for text, size in worst.items() if size >= _HARDLY]
        line = f"found with probability 0.999: {', '.join(told)}, or more; what is smaller is not excluded"
        return line + (f"; no size is sure to be found of: {', '.join(left)}" if left else "")

    def to_json(self) -> dict[str, Any]:
        """Everything; numbers that are infinite are None."""
        document = {"passed": self.passed, **asdict(self), "mistakes": list(self.mistakes)}
        for row in document["findings"]:
            row["log10_level"] = None if row["log10_level"] is None else max(row["log10_level"], LEAST_LOG10)
        for row in document["sensitivity"]:
            row.update({key: row[key] if row[key] < 1e300 else None for key in ("square", "lengths")})
        return document

    def __str__(self) -> str:
        """The report at 80 columns."""
        sizes = ", ".join(map(str, self.m))
        lines = _wrapped(f"claimed: {self.claim}")
        lines += _wrapped(f"d = {self.d}, m = {sizes}; {self.calls} calls for each m")
        kind = "proved" if self.proved else "for many calls, not proved: no law is claimed"
        lines += _wrapped(
            f"{self.tests} tests; all of them pass with probability 1 - {self.false_alarm:g} if the claim holds ({kind})"
        )
        lines += _wrapped(self.excluded)
        lines += [line for note in self.notes for line in _wrapped(f"note: {note}")]
        lines.append("")
        if self.passed:
            return "\n".join([*lines, "nothing deviates"])
        count = len(self.findings)
        lines.append(f"{count} finding{'s' * (count != 1)}")
        for finding in self.findings:
            level = "" if finding.log10_level is None else f" [level below 1e{power_above(finding.log10_level)}]"
            lines += _wrapped(f"{finding.what}: {finding.message}{level}", "  ", "    ")
            lines += [f"    | {line}" for line in finding.details.rstrip().splitlines()]
        if self.explanations:
            fits = self.explanations[0].fits
            lines += [
                "",
                "known mistakes that fit" if fits else "no known mistake fits, nor do two at once; the closest",
            ]
            for each in self.explanations:
                lines += _wrapped(f"{each.words} [accounts for {100 * each.share:.0f}% of the deviation]", "  ", "    ")
        return "\n".join(lines)


def _wrapped(text: str, first: str = "", rest: str = "  ") -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
