"""Lines that the prover must prove, and their false twins (see `cases`)."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from rftheory.prover import search
from rftheory.prover.failure import Unproved
from tests.prover.cases import FOLDER, Case, ChainCase, cases, chain_cases, place

LINES = [case for file in sorted(FOLDER.glob("*.txt")) for case in cases(file.stem)]
CLAIMS = [case for file in sorted(FOLDER.glob("*.chains")) for case in chain_cases(file.stem)]


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few steps for a goal: what is given up is given up soon."""
    monkeypatch.setattr(search, "STEPS", 4_000)


@pytest.mark.parametrize("case", LINES, ids=str)
def test_what_is_true_is_proved_and_what_is_false_is_not(case: Case) -> None:
    assert (case.proved() is not None) is case.holds


def test_every_false_twin_says_something_else_and_an_unknown_name_is_a_mistake() -> None:
    for case, twin in itertools.pairwise(LINES):
        if case.holds and not twin.holds and case.head == twin.head:
            assert place(case.head).goal(case.text) is not place(twin.head).goal(twin.text), twin.place
    with pytest.raises(Unproved, match="no term: nowhere"):
        replace(LINES[0], text="nowhere = 0", holds=False).proved()


@pytest.mark.parametrize("case", CLAIMS, ids=str)
def test_a_chain_proves_what_is_true_and_nothing_else(case: ChainCase) -> None:
    assert case.proved() is case.holds
