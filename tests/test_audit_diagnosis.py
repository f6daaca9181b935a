"""What an audit says of what is wrong beside one known mistake: couples, scales, the law of w.x where nothing fits, and when it is told."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory._audit import Report, audit
from rftheory._audit.mistakes import MISTAKES
from rftheory._audit.reference import Law
from rftheory.cli import main
from tests import faulty_samplers as samplers
from tests.audited import audited_law, only_steps_of, whats

_WAVES: dict[str, Any] = {"claims": "trigonometric", "kernel": "gaussian"}
_FEW: dict[str, Any] = {**_WAVES, "d": 5, "m": 6, "calls": 300}


@given(st.floats(1e-9, 1e-2))
@settings(max_examples=3, deadline=None)
def test_any_factor_is_seen_where_estimates_are_exact(excess: float) -> None:
    options = {"m": 8, "calls": 64, "claims": "positive", "diagnose": False}
    report = audited_law(samplers.iid, lambda x, w: (1 + excess) * samplers.positive(x, w), **options)
    # what a computation in float32 explains is noted
    assert "exact pairs" in whats(report) or (excess < 1e-4 and "float32" in report.notes[0])


def test_every_mistake_changes_a_step_of_the_law() -> None:
    for mistake in MISTAKES:
        assert getattr(Law(), mistake.step) != mistake.value


_TWICE: dict[str, tuple[Any, Any, tuple[str, str]]] = {
    "norm and root": (
        samplers.with_factor(samplers.positive, lambda x, m: np.sqrt(m) * samplers.half_square(x)),
        samplers.iid,
        ("a factor exp(-|x|^2/2) is missing", "1/sqrt(m) is missing"),
    ),
    "stabilised, without a root": (
        samplers.stabilised(1, factor=lambda m: 1.0), samplers.iid, ("1/sqrt(m) is missing", "over the features of each row"),
    ),
    "fixed lengths, with a factor": (
        samplers.with_factor(samplers.positive, lambda x, m: np.sqrt(2)), samplers.fixed_lengths, ("doubled", "sqrt(d)"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", _TWICE)
def test_two_mistakes_at_once_are_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    features, law, wanted = _TWICE[name]
    # one of them among many couples
    others = ["is subtracted", "is added to the exponentials", "multiplied by 2 pi", "the length sqrt(d)"]
    only_steps_of([*wanted, *(others if name == "norm and root" else [])], monkeypatch)
    claims = f"positive x {'orthogonal' if law is samplers.fixed_lengths else 'iid'}"
    report = audit(samplers.map_of(features, law), kernel="softmax", claims=claims, d=4, m=4, calls=160)
    assert any(all(part in each for part in wanted) for each in report.mistakes), str(report)
    assert "accounts for" in " ".join(str(report).split())


def test_a_scale_is_named_beside_another_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    only_steps_of(["inputs or projections are multiplied by", "1/sqrt(m) is missing"], monkeypatch)
    rootless = samplers.map_of(lambda x, w: np.sqrt(len(w)) * samplers.trigonometric(1.6 * x, w), samplers.iid)
    (amount,) = re.findall(
        r"1/sqrt\(m\) is missing, and .* by about ([\d.]+)$", audit(rootless, **_FEW, lengths=(1.0,)).mistakes[0]
    )
    assert float(amount) == pytest.approx(1.6, rel=0.02)


# -- where nothing fits ----------------------------------------------------------------------------------------------------


def _moments(report: Report) -> list[float]:
    """Variance and kurtosis of w.x."""
    return [float(each) for each in re.findall(r"(?:variance|kurtosis) ([\d.]+)", report.described)]


def test_nothing_is_named_and_the_law_is_described_if_nothing_fits() -> None:
    # the kernel is nearly doubled, and a little more where inputs are long
    nearly = samplers.with_factor(
        samplers.trigonometric, lambda x, m: np.sqrt(1.9 + np.square(x).sum(1, keepdims=True) / 100)
    )
    report = audit(samplers.map_of(nearly, samplers.iid), **_WAVES, d=4, m=4, calls=400)
    assert not report.passed and not report.explanations
    assert "no known mistake fits; what small inputs show" in str(report)
    # of w.x itself nothing is wrong
    assert _moments(report) == pytest.approx([1, 3], rel=0.1)
    assert "no dependence on the direction" in report.described


def _described(law: Any, patch: pytest.MonkeyPatch) -> Report:
    """What small inputs show of a law that is none of the wrong ones; that of another mistake is looked for elsewhere."""
    only_steps_of(["the projections are "], patch)
    report = audit(samplers.map_of(samplers.trigonometric, law), **_FEW)
    assert not report.passed and not report.mistakes, str(report)
    return report


def test_the_law_of_images_is_described(monkeypatch: pytest.MonkeyPatch) -> None:
    # half of the projections are four times as long as the others
    report = _described(lambda r, m, d: samplers.iid(r, m, d) * np.where(r.random((m, 1)) < 0.5, 2, 0.5), monkeypatch)
    variance, kurtosis = _moments(report)
    assert variance == pytest.approx((4 + 0.25) / 2, rel=0.1)
    assert kurtosis == pytest.approx(3 * ((16 + 1 / 16) / 2) / (2.125) ** 2, rel=0.2)
    assert "no dependence on the direction" in report.described
    assert "what small inputs show" in str(report) and "closest" not in str(report)
    # one coordinate is stretched
    report = _described(lambda r, m, d: samplers.iid(r, m, d) * np.where(np.arange(d) == 2, 1.7, 1), monkeypatch)
    assert re.search(r"depends on the direction: .* (2\.\d+|3) along 3", report.described), report.described


def test_findings_that_no_draws_explain_leave_amounts_and_couples_untold() -> None:
    # a third of the rows, by turns: no scale is wrong
    right = samplers.map_of(samplers.trigonometric, samplers.iid)
    report = audit(lambda x, m, s: right(x, m, s) * (1 + 0.2 * len(x) % 3), **_FEW)
    assert "rows" in whats(report) and report.mistakes == ()


# -- the verdict comes first -----------------------------------------------------------------------------------------------


def _wide(inputs: Any, m: int, seed: int) -> Any:
    return samplers.map_of(lambda x, w: samplers.trigonometric(1.5 * x, w), samplers.iid)(inputs, m, seed)


def test_the_verdict_is_told_before_the_mistake_is_looked_for() -> None:
    told: list[Report] = []
    report = audit(_wide, verdict=told.append, **_WAVES, d=4, m=4, calls=150)
    (first,) = told
    assert first.findings == report.findings and not first.explanations and report.explanations
    assert str(report).startswith(str(first))
    quick = audit(_wide, diagnose=False, **_WAVES, d=4, m=4, calls=150)
    assert quick.findings == report.findings and not quick.explanations and not quick.described
    # and by the command
    asked = ["audit", "tests.test_audit_diagnosis:_wide", "--claims", "trigonometric", "--kernel", "gaussian"]
    asked += ["--d", "4", "--m", "4", "--calls", "150"]
    found = CliRunner().invoke(main, asked)
    assert found.exit_code == 1 and "looking for the mistake" in found.stderr
    assert found.stdout.index("unbiasedness") < found.stdout.index("known mistakes that fit")
    other = CliRunner().invoke(main, [*asked, "--no-diagnose"])
    assert other.exit_code == 1 and found.stdout.startswith(other.stdout) and not other.stderr
