"""Theorems of the field: beside each stand twins that are false, and balls tell them from it; and the page of open problems."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from rftheory.judges.enclosure_judge import judge_claim
from rftheory.statements import discovery

ROOT = Path(__file__).resolve().parent.parent
THEOREMS = {name: entry for name, entry in discovery.discover().entries.items() if entry.paper == "field"}


@pytest.mark.parametrize("name", THEOREMS)
def test_false_twins_are_refuted(name: str) -> None:
    """A wrong constant or a dropped hypothesis is refuted, not undecided."""
    twins = import_module(THEOREMS[name].module).TWINS
    assert twins and [twin.name for twin in twins if judge_claim(twin, "standard", 0).answer != "refuted"] == []


# -- open problems --------------------------------------------------------------------------------------------------

_PAGE = (ROOT / "docs" / "open.md").read_text(encoding="utf-8")
_ROWS = re.findall(r"^\| \[RF-(\d+)\]\(#rf-(\d+)\) .+ \| (\w+) \| (`.+`) \|$", _PAGE, re.MULTILINE)


def test_open_problems_have_permanent_numbers_and_a_section_each() -> None:
    numbers = [int(number) for number, *_ in _ROWS]
    assert numbers == list(range(1, len(numbers) + 1)), "a number is never given twice, and none goes away"
    assert all(number == link for number, link, *_ in _ROWS)
    assert [int(number) for number in re.findall(r"^## RF-(\d+)$", _PAGE, re.MULTILINE)] == numbers
    assert len(_ROWS) == len([line for line in _PAGE.splitlines() if line.startswith("| [")])
    assert {status for _, _, status, _ in _ROWS} <= {"open", "partial", "settled"}


def test_open_problems_name_statements_and_numbers_that_exist() -> None:
    known = set(discovery.discover().entries)
    named = {name for *_, names in _ROWS for name in re.findall(r"`([^`]+)`", names)}
    assert len(named) >= len(_ROWS) // 2
    assert named <= known
    numbers = {number for number, *_ in _ROWS}
    texts = [_PAGE, *(entry.path.read_text(encoding="utf-8") for entry in THEOREMS.values())]
    assert {number for text in texts for number in re.findall(r"RF-(\d+)", text)} <= numbers


def test_open_problems_are_in_the_index() -> None:
    assert re.search(r"^open$", (ROOT / "docs" / "index.md").read_text(encoding="utf-8"), re.MULTILINE)
