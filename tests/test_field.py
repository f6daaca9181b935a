"""Theorems of the field: beside each stand twins that are false, and balls tell them from it."""

from __future__ import annotations

from importlib import import_module

import pytest

from rftheory.judges.enclosure_judge import judge_claim
from rftheory.statements import discovery
from rftheory.statements.claims import Claim

THEOREMS = {name: entry for name, entry in discovery.discover().entries.items() if entry.paper == "field"}


def twins(name: str) -> tuple[Claim, ...]:
    return import_module(THEOREMS[name].module).TWINS  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("name", "twin"), [pytest.param(name, twin, id=f"{name}, {twin.name}") for name in THEOREMS for twin in twins(name)]
)
def test_false_twins_are_refuted(name: str, twin: Claim) -> None:
    """A wrong constant or a dropped hypothesis is refuted, not undecided."""
    assert judge_claim(twin, "standard", 0).answer == "refuted"


@pytest.mark.parametrize("name", THEOREMS)
def test_theorems_are_not(name: str) -> None:
    """The same balls refute no claim of the file, and there is a twin."""
    module = import_module(THEOREMS[name].module)
    assert module.TWINS
    assert "refuted" not in {judge_claim(claim, "quick", 0).answer for claim in module.CLAIMS}
