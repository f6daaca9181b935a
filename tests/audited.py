"""Small audits of samplers, and what they find."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from rftheory._audit import Report, audit
from rftheory._audit.claim import Claim
from rftheory._audit.fitted import AMOUNTS, SCALE
from rftheory._audit.mistakes import Mistake, known
from tests import faulty_samplers as samplers

SMALL: dict[str, Any] = {"kernel": "softmax", "d": 8, "m": (8, 16), "calls": 160}


def audited_law(law: Callable[..., Any], features: Any = samplers.positive, **options: Any) -> Report:
    """Of features with projections of a law, which are claimed to be orthogonal."""
    return audit(samplers.map_of(features, law), **{"claims": "positive x orthogonal", **SMALL, **options})


def whats(report: Report) -> set[str]:
    """The properties that fail."""
    return {finding.what for finding in report.findings}


def only_steps_of(words: Iterable[str], patch: pytest.MonkeyPatch) -> None:
    """Diagnoses try mistakes of the steps of these mistakes alone, all of them if none has such words.

    They go through the known ones one by one, so that what mistakes of other steps fit says nothing of whether the one is found.
    """

    def few(claim: Claim, two_sided: bool, up_to: str = "nothing", among: Iterable[Mistake] = ()) -> Iterator[Mistake]:
        every = *known(claim, two_sided, up_to), *known(claim, two_sided, up_to, (*AMOUNTS, SCALE))
        steps = {each.step for each in every if any(part in each.told(claim) for part in words)}
        yield from (each for each in known(claim, two_sided, up_to, among) if not steps or each.step in steps)

    patch.setattr("rftheory._audit.diagnosis.known", few)


def named(wanted: str, patch: pytest.MonkeyPatch, *calls: Any, rel: float = 0.02, **options: Any) -> Report:
    """The report of an audit that names a mistake by these words, and its amount if that stands behind ~."""
    words, _, amount = wanted.partition(" ~")
    # two mistakes at once are told with a comma
    only_steps_of(words.split(", and "), patch)
    if not amount and "multiplied by" not in words:
        # where no scale is told, it need not be known to a third of a percent: one percent takes an eighth of the calls
        patch.setattr("rftheory._audit.near._IMAGES", 5_000)
    report = audit(*calls, **options)
    told = [mistake for mistake in report.mistakes if words in mistake]
    assert told, str(report)
    if amount:
        assert float(re.findall(r"about -?([\d.e+-]+)", told[0])[0]) == pytest.approx(float(amount), rel=rel)
    return report
