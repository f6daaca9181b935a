"""The gallery of audits: transcriptions are audited again, and what the page says is what is recorded."""

from __future__ import annotations

import importlib.util
import re
import runpy
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.audits import effects, gallery
from tests import faulty_samplers as samplers

ROOT = Path(__file__).parent.parent
ROWS, RECORDED = gallery.rows(), gallery.results()
TRANSCRIBED = [name for name, row in ROWS.items() if not row.is_run]
#: enough for what the transcriptions deviate by, at half of the calls that are recorded
_CALLS = {"expplus-lengths": 2000, "spectraformer-qmc": 1000}


@pytest.mark.parametrize("name", TRANSCRIBED)
def test_the_verdict_on_a_transcription_is_the_recorded_one(name: str) -> None:
    # another seed than that of the record
    report = ROWS[name].audited(diagnose=False, seed=7, calls=_CALLS.get(name, 500))
    assert report.passed == RECORDED[name]["passed"], str(report)


def test_every_row_is_recorded_and_told_as_it_is() -> None:
    assert list(RECORDED) == list(ROWS)
    for name, row in ROWS.items():
        assert RECORDED[name]["passed"] == (not row.fault or row.advice), name
        assert bool(row.fault) == bool(RECORDED[name]["effect"]) == bool(row.effect), name
        assert bool(row.title) == bool(row.ask) and (row.fault or not row.title), name
        # a fault that has no issue to file is known where it was
        assert not row.fault or row.title or row.status, name


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.title])
def test_the_reproduction_in_an_issue_shows_the_deviation(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    row = ROWS[name]
    if row.is_run and not importlib.util.find_spec(row.package.replace("-", "_")):
        pytest.skip(f"{row.package} is not installed")
    with warnings.catch_warnings():
        # other packages have theirs
        warnings.simplefilter("ignore" if row.is_run else "error")
        exec(compile(row.reproduction(), name, "exec"), {})  # noqa: S102 - our own file
    printed = capsys.readouterr().out.splitlines()
    assert printed
    for line in printed:
        found, right = (float(each) for each in re.findall(r": (-?[\d.]+(?:e-?\d+)?)", line))
        assert "should be" in line and abs(found - right) > 0.05 * max(abs(right), 1), line


def test_an_issue_says_what_was_run() -> None:
    issue = runpy.run_path(str(ROOT / "tools" / "audits.py"))["issue"]
    for name, row in ROWS.items():
        if row.title:
            text = "\n".join(issue(row, RECORDED[name]))
            assert row.file and row.files() in text and RECORDED[name]["version"] in text
            assert ("I ran " in text) == row.is_run and ("transcription" in text) != row.is_run
            assert row.known in text and text.count("```") == 2


def test_the_page_is_that_of_the_record() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "audits.py"))["page"]
    assert (ROOT / "docs" / "audits.md").read_text(encoding="utf-8") == page(ROWS, RECORDED)


@pytest.mark.usefixtures("undiagnosed")
def test_a_row_that_disagrees_with_its_audit_is_refused() -> None:
    wrong = ROWS["rbf-sampler-3656"]
    with pytest.raises(ValueError, match="a fault is found"):
        replace(wrong, fault="", effect={}).judged()


@pytest.mark.parametrize("factor", [1.0, 1.2])
def test_plain_averages_see_a_factor_and_nothing_else(factor: float) -> None:
    features = samplers.map_of(samplers.with_factor(samplers.trigonometric, lambda x, m: np.sqrt(factor)), samplers.iid)
    told = effects.ratio(features, features, "gaussian", d=4, m=16, calls=1500)
    assert told.startswith("none seen") == (factor == 1.0), told
