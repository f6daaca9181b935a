"""A slice of the single changes of certificates of statements; the full run is ``benchmarks/sabotage.py``."""

from __future__ import annotations

import hashlib
import random
import re

import pytest

from benchmarks.sabotage import ROOT, Sample, chunk, outcome
from rftheory.statements.certificates import Kept
from tests.kernel.sabotage import KINDS


@pytest.fixture(scope="module", params=["rules/jensen", "hrf/eq_88"])
def sample(request: pytest.FixtureRequest) -> Sample:
    """A certificate that is kept: of means, and of roots."""
    spec, certificate = Kept.beside(ROOT / "proofs" / f"{request.param}.py").read()
    return Sample(request.param, certificate.decode(), spec.decode())


def test_no_single_change_proves_another_statement(sample: Sample) -> None:
    counts, reasons, others, _ = chunk((sample, 1, 40))
    assert others == []
    assert len({kind for kind, _ in counts}) > 12
    refused = sum(count for (_, result), count in counts.items() if result == "refused")
    assert refused >= 32, counts
    assert len(reasons) > 8, reasons


def test_outcomes_are_told_apart(sample: Sample) -> None:
    assert outcome(sample, sample.certificate, sample.spec) == ("harmless", "")
    assert outcome(sample, sample.certificate[:-1], sample.spec)[0] == "refused"
    variable = re.findall(r"\(var (\w+) ", sample.spec)[0]
    renamed = re.sub(rf"\b{variable}\b", "q" * len(variable), sample.spec)
    assert outcome(sample, *_with_spec(sample, renamed)) == ("names", "")
    other = Sample(
        "", sample.certificate.replace(_goal(sample), "other", 1), sample.spec.replace(_goal(sample), "other", 1)
    )
    assert outcome(sample, *_with_spec(other, other.spec, sample.spec))[0] == "other"


def _goal(sample: Sample) -> str:
    return sample.spec.split("\n", 1)[0].removeprefix("(theorem ")


def _with_spec(sample: Sample, spec: str, old: str | None = None) -> tuple[str, str]:
    """A certificate that names the hash of another specification."""
    before, after = (hashlib.sha256(text.encode()).hexdigest() for text in (old or sample.spec, spec))
    return sample.certificate.replace(before, after), spec


def test_every_kind_of_change_is_made(sample: Sample) -> None:
    rng = random.Random(0)
    for kind, change in KINDS:
        assert any(
            change(sample.certificate, sample.spec, rng) != (sample.certificate, sample.spec) for _ in range(30)
        ), kind
