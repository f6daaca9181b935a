"""Scales that are wrong by any factor are named from small inputs, and where nothing is named the law of w.x is described."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from rftheory._audit import Report, audit
from rftheory.cli import main
from tests import faulty_samplers as samplers
from tests.audited import named, only_steps_of

_FEW: dict[str, Any] = {"d": 5, "m": 6, "calls": 300}
_SCALED = "inputs or projections are multiplied by"
_KINDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "positive": (samplers.positive, {"claims": "positive", "kernel": "softmax"}),
    "trigonometric": (samplers.trigonometric, {"claims": "trigonometric", "kernel": "gaussian"}),
    "hyperbolic": (samplers.hyperbolic, {"claims": "hyperbolic", "kernel": "softmax"}),
    "bounded": (samplers.damped(-0.05, 1), {"claims": "gerf(A=-0.05, s=1)", "kernel": "gaussian"}),
}


def _scaled(kind: str, scale: float, dtype: Any = float, law: Any = samplers.iid, **options: Any) -> Any:
    made, claimed = _KINDS[kind]
    call = samplers.map_of(lambda x, w: made((scale * x).astype(dtype), w).astype(dtype), law, dtype)
    return call, {**claimed, **options}


def _cosines(inputs: Any, m: int, seed: int) -> Any:
    rng = np.random.default_rng(seed)
    return samplers.cosines(1.29 * inputs, rng.standard_normal((m, inputs.shape[1])), rng.uniform(0, 2 * np.pi, m))


_ROOTLESS = samplers.map_of(lambda x, w: np.sqrt(len(w)) * samplers.trigonometric(1.6 * x, w), samplers.iid)
_FORGOTTEN = {"d^(-1/2)": 7**-0.5, "d^(-1/4)": 7**-0.25, "2 pi": 2 * np.pi, "1/sqrt(2)": 0.5**0.5}
#: any scale, to two percent, and those that people forget by their names
_MADE: dict[str, tuple[tuple[Any, dict[str, Any]], str]] = {
    **{
        f"{kind} by {scale:.3g}": (_scaled(kind, scale, dtype), f"{_SCALED} ~{scale}")
        for kind, scale, dtype in (
            ("trigonometric", 1 / 970, np.float32), ("trigonometric", 0.06, float), ("trigonometric", 1.37, np.float32),
            ("trigonometric", 3.3, float), ("trigonometric", 950.0, np.float32), ("positive", 1 / 970, np.float32),
            ("positive", 0.81, float), ("positive", 1.4427, np.float32), ("positive", 23.0, float), ("positive", 950.0, float),
            ("hyperbolic", 1.7, float), ("bounded", 0.6, float),
        )
    },
    **{
        f"{kind} by {name}": (_scaled(kind, scale, d=7), f"{_SCALED} {name}")
        for kind in ("positive", "trigonometric")
        for name, scale in _FORGOTTEN.items()
    },
    "phases": ((_cosines, {"claims": "random-phase-cosine", "kernel": "gaussian"}), f"{_SCALED} ~1.29"),
    "blocks": (
        _scaled("trigonometric", 0.43, law=samplers.orthogonal, claims="trigonometric x orthogonal"), f"{_SCALED} ~0.43",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", _MADE)
def test_any_scale_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (call, options), wanted = _MADE[name]
    with np.errstate(all="ignore"):
        report = named(wanted, monkeypatch, call, **{**_FEW, **options})
    assert "~" in wanted or report.mistakes == (wanted,)


def test_a_scale_is_named_beside_another_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    only_steps_of([_SCALED, "1/sqrt(m) is missing"], monkeypatch)
    report = audit(_ROOTLESS, claims="trigonometric", kernel="gaussian", **_FEW)
    (amount,) = re.findall(r"1/sqrt\(m\) is missing, and .* by about ([\d.]+)$", report.mistakes[0])
    assert float(amount) == pytest.approx(1.6, rel=0.02)


def _described(law: Any, patch: pytest.MonkeyPatch) -> Report:
    """What small inputs show of a law that is none of the wrong ones; that of another mistake is looked for elsewhere."""
    only_steps_of(["the projections are "], patch)
    report = audit(samplers.map_of(samplers.trigonometric, law), claims="trigonometric", kernel="gaussian", **_FEW)
    assert not report.passed and not report.mistakes, str(report)
    return report


def test_the_law_of_images_is_described_where_nothing_is_known_to_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    # half of the projections are four times as long as the others
    report = _described(lambda r, m, d: samplers.iid(r, m, d) * np.where(r.random((m, 1)) < 0.5, 2, 0.5), monkeypatch)
    variance, kurtosis = (float(each) for each in re.findall(r"(?:variance|kurtosis) ([\d.]+)", report.described))
    assert variance == pytest.approx((4 + 0.25) / 2, rel=0.1)
    assert kurtosis == pytest.approx(3 * ((16 + 1 / 16) / 2) / (2.125) ** 2, rel=0.2)
    assert "no dependence on the direction" in report.described
    assert "what small inputs show" in str(report) and "closest" not in str(report)


def test_a_dependence_on_the_direction_is_described(monkeypatch: pytest.MonkeyPatch) -> None:
    report = _described(lambda r, m, d: samplers.iid(r, m, d) * np.where(np.arange(d) == 2, 1.7, 1), monkeypatch)
    assert re.search(r"depends on the direction: .* (2\.\d+|3) along 3", report.described), report.described


def test_findings_that_no_draws_explain_leave_amounts_and_couples_untold() -> None:
    # a third of the rows, by turns: no scale is wrong
    right = samplers.map_of(samplers.trigonometric, samplers.iid)
    report = audit(lambda x, m, s: right(x, m, s) * (1 + 0.2 * len(x) % 3), claims="trig", kernel="gaussian", **_FEW)
    assert "rows" in {each.what for each in report.findings} and report.mistakes == ()


# -- the verdict comes first --------------------------------------------------------------------------------------------


def _wide(inputs: Any, m: int, seed: int) -> Any:
    return samplers.map_of(lambda x, w: samplers.trigonometric(1.5 * x, w), samplers.iid)(inputs, m, seed)


def test_the_verdict_is_told_before_the_mistake_is_looked_for() -> None:
    told: list[Report] = []
    options = {"claims": "trigonometric", "kernel": "gaussian", "d": 4, "m": 4, "calls": 150}
    report = audit(_wide, verdict=told.append, **options)
    (first,) = told
    assert first.findings == report.findings and not first.explanations and report.explanations
    assert str(report).startswith(str(first))
    quick = audit(_wide, diagnose=False, **options)
    assert quick.findings == report.findings and not quick.explanations and not quick.described


def test_the_command_prints_the_verdict_first() -> None:
    arguments = ["audit", "tests.test_audit_near:_wide", "--claims", "trigonometric", "--kernel", "gaussian"]
    few = ["--d", "4", "--m", "4", "--calls", "150"]
    found = CliRunner().invoke(main, [*arguments, *few])
    assert found.exit_code == 1 and "looking for the mistake" in found.stderr
    assert found.stdout.index("unbiasedness") < found.stdout.index("known mistakes that fit")
    quick = CliRunner().invoke(main, [*arguments, *few, "--no-diagnose"])
    assert quick.exit_code == 1 and found.stdout.startswith(quick.stdout) and not quick.stderr
