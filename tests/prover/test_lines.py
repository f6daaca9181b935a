"""Lines that the prover must prove, and their false twins (see `cases`)."""

from __future__ import annotations

import pytest

from rftheory.prover import search
from tests.prover.cases import FOLDER, Case, ChainCase, cases, chain_cases

LINES = [case for file in sorted(FOLDER.glob("*.txt")) for case in cases(file.stem)]
CLAIMS = [case for file in sorted(FOLDER.glob("*.chains")) for case in chain_cases(file.stem)]


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few steps for a goal: what is given up is given up soon."""
    monkeypatch.setattr(search, "STEPS", 4_000)


@pytest.mark.parametrize("case", LINES, ids=str)
def test_what_is_true_is_proved_and_what_is_false_is_not(case: Case) -> None:
    assert (case.proved() is not None) is case.holds


@pytest.mark.parametrize("case", CLAIMS, ids=str)
def test_a_chain_proves_what_is_true_and_nothing_else(case: ChainCase) -> None:
    assert case.proved() is case.holds
