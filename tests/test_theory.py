"""The table of theorems against draws: true claims hold, false ones are refuted, and draws against a true claim are an alarm."""

from __future__ import annotations

import dataclasses
import importlib.util
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rftheory.chains.claims import claims_of
from rftheory.judges.simulation_judge import checks_of
from rftheory.rules.propositions import Equality
from rftheory.statements.loading import load

pytestmark = pytest.mark.theory

_PATH = Path(__file__).parent.parent / "tools" / "theory.py"


@pytest.fixture(scope="module")
def tool() -> Any:
    spec = importlib.util.spec_from_file_location("theory_tool", _PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # a data class looks for its module there
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _twin(factor: int, of_claim: int) -> ModuleType:
    """The mean squared error of Lemma 2.2, with other constants in what is drawn and in the claim."""
    base, twin = load("hrf.lemma-2.2-pos"), ModuleType("twin")
    (claim,), (check,) = claims_of(base), checks_of(base)
    assert isinstance(claim.proposition, Equality)
    false = Equality(claim.proposition.left, of_claim * claim.proposition.right)
    twin.claims = lambda: [dataclasses.replace(claim, proposition=false, draws=())]
    twin.simulations = lambda: [dataclasses.replace(check, expected=factor * check.expected)]
    return twin


@pytest.mark.parametrize(("factor", "of_claim", "answer"), [(1, 1, "holds"), (2, 2, "refuted, too"), (2, 1, "ALARM")])
def test_draws_bear_out_what_is_true_and_what_is_refuted_and_nothing_else(
    tool: Any, factor: int, of_claim: int, answer: str
) -> None:
    (line,) = tool.compared("twin", _twin(factor, of_claim), "quick")
    assert line.answer == answer
    low, high = line.interval
    assert low < line.draws < high
    assert (low < line.theory < high) == (answer == "holds")


def test_a_statement_without_draws_has_no_line(tool: Any) -> None:
    twin = _twin(1, 1)
    del twin.simulations
    assert tool.compared("twin", twin, "quick") == []


def test_the_table_says_theory_draws_and_interval(
    tool: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # in this process, where everything is loaded
    monkeypatch.setattr(tool, "ProcessPoolExecutor", ThreadPoolExecutor)
    monkeypatch.setattr(sys, "argv", [str(_PATH), "crt.trig", "hrf.ce-pos", "--jobs", "1"])
    assert tool.main() == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["statement", "claim", "quantity", "theory", "draws", "interval", "answer"]
    assert any(row.startswith("crt.trig") and row.rstrip().endswith("holds") for row in rows)
    assert any(row.startswith("hrf.ce-pos") and row.rstrip().endswith("refuted, too") for row in rows)
    assert "1 refuted, too" in rows[-1]
