"""The map of families and couplings: every state comes from the ledger, and only from there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from house import House
from hypothesis import given
from hypothesis import strategies as st

from rftheory.statements.cells import COUPLINGS, FAMILIES, MIXTURES, NOT_APPLICABLE, SKETCHES, STATES, chart, state_of
from rftheory.statements.discovery import discover
from rftheory.statements.verdicts import JUDGES

_CELL = ("hyperbolic", "halton")


def _add(house: House, name: str, findings: dict[str, Any] | None, cells: str = f"({_CELL!r},)") -> Path:
    path = house.add(name, findings)
    text = path.read_text(encoding="utf-8").replace('kind="identity",', f'kind="identity", cells={cells},')
    return house.write(path.name, text)


def _states(house: House) -> dict[tuple[str, str], dict[str, Any]]:
    result = house.run("map", "--json")
    assert result.exit_code == 0, result.output
    return {(c["family"], c["coupling"]): c for c in json.loads(result.stdout)["cells"]}


def _said(answer: str, **data: object) -> dict[str, list[tuple]]:
    return {judge: [("c", "claim", answer, "as told", {**data})] for judge in JUDGES}


def _corrected(answer: str) -> dict[str, list[tuple]]:
    repair = ("repair", "correction", answer, "as told", {"corrects": "c"})
    return {
        "kernel": [("c", "claim", "refuted", "false", {"flaw": "a sign"}), repair],
        "enclosure": [("c", "claim", "refuted", "false", {"flaw": "a sign"}), repair],
    }


#: what judges find of a statement, and the state of its cell
_STATES = {
    "proved": (_said("holds"), "proved"),
    "in_boxes": ({"enclosure": [("c", "claim", "holds", "boxes", {"scope": "domain"})]}, "certified"),
    "drawn": ({"simulation": [("c", "claim", "holds", "draws", {})]}, "simulated"),
    # points are no proof and no draws
    "at_points": ({"enclosure": [("c", "claim", "holds", "points", {"scope": "points"})]}, "blank"),
    "open": (_said("undecided"), "blank"),
    "false": (_said("refuted", flaw="a sign"), "blank"),
    "repaired": (_corrected("holds"), "proved"),
    "not_repaired": (_corrected("undecided"), "blank"),
}


def test_the_state_of_a_cell_follows_from_the_judges(house: House) -> None:
    places = [(family, coupling) for family in FAMILIES for coupling in COUPLINGS]
    own = dict(zip(_STATES, [place for place in places if place not in NOT_APPLICABLE], strict=False))
    for name, place in own.items():
        _add(house, name, _STATES[name][0], f"({place!r},)")
    assert house.run("ledger").exit_code == 0
    cells = _states(house)
    for name, place in own.items():
        state = _STATES[name][1]
        assert (cells[place]["state"], cells[place]["statements"]) == (state, {f"fake.{name}": state})


def test_without_cells_none_is_settled_and_what_does_not_apply_is_said_with_its_reason(house: House) -> None:
    house.add("plain")
    assert house.run("ledger").exit_code == 0
    cells = _states(house)
    for place, cell in cells.items():
        assert cell["state"] == ("does not apply" if place in NOT_APPLICABLE else "blank")
        assert cell["reason"] == NOT_APPLICABLE.get(place, "")
    printed = " ".join(house.run("map").stdout.split())
    for (family, coupling), reason in NOT_APPLICABLE.items():
        assert reason in printed and f"{family}/{coupling}" in printed
        assert family in FAMILIES and coupling in COUPLINGS


def test_a_restricted_closed_form_settles_a_cell_in_part_at_most(house: House) -> None:
    found = {"proved": "in part", "open": "blank", "false": "blank"}
    for name, coupling in zip(found, ("halton", "iid", "orthogonal"), strict=True):
        _add(house, name, _STATES[name][0], f"(('hyperbolic', '{coupling}', 'for {name} lengths'),)")
    assert house.run("ledger").exit_code == 0
    cells, printed = _states(house), " ".join(house.run("map").stdout.split())
    for (name, state), coupling in zip(found.items(), ("halton", "iid", "orthogonal"), strict=True):
        cell = cells["hyperbolic", coupling]
        assert (cell["state"], cell["restrictions"]) == (state, {f"fake.{name}": f"for {name} lengths"})
        assert (f"in part for {name} lengths" in printed) is (state == "in part")


def test_a_whole_closed_form_is_worth_more_than_a_restricted_one(house: House) -> None:
    _add(house, "part", _said("holds"), "(('hyperbolic', 'halton', 'in dimension one'),)")
    _add(house, "whole", _said("holds"))
    assert house.run("ledger").exit_code == 0
    cell = _states(house)[_CELL]
    assert (cell["state"], cell["statements"]) == ("proved", {"fake.part": "in part", "fake.whole": "proved"})


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ("(('cosine', 'iid'),)", "unknown family 'cosine' in cells; allowed: trigonometric, positive"),
        ("(('positive', 'ortho'),)", "unknown coupling 'ortho' in cells; allowed: iid, orthogonal"),
        ("('positive', 'iid')", "cells must be pairs"),
        ("(('positive', 'iid'), ('positive', 'iid'))", "named twice"),
        ("3", "cells must be pairs"),
        (
            "(('poisson', 'simplex'),)",
            "does not apply: Poisson and geometric features have vectors of independent counts",
        ),
        ("(('positive', 'iid', ' '),)", "restriction of a cell must be said in words, got ' '"),
        ("(('positive', 'iid'), ('positive', 'iid', 'd = 2'))", "named twice"),
    ],
)
def test_bad_cells_make_a_broken_statement_file(house: House, cells: str, message: str) -> None:
    _add(house, "law", None, cells)
    result = house.run("map")
    assert result.exit_code == 1
    assert message in result.stderr


def test_names_of_couplings_are_the_files_of_couplings() -> None:
    """Every row and column of the map is a family or coupling of the toolkit, under the name of its module, or has theorems."""
    import rftheory.couplings
    import rftheory.families

    of_theorems = {cell[0] for entry in discover().entries.values() if entry.paper == "field" for cell in entry.cells}
    assert of_theorems >= {*SKETCHES, *MIXTURES}
    own = tuple(name for name in FAMILIES if name not in (*SKETCHES, *MIXTURES))
    homes = {own: Path(rftheory.families.__file__).parent, COUPLINGS: Path(rftheory.couplings.__file__).parent}
    for names, home in homes.items():
        for name in names:
            assert (home / (name.replace("-", "_").replace("+", "_plus") + ".py")).is_file(), name


def test_discovered_cells_reach_the_map() -> None:
    cells = {name: entry.cells for name, entry in discover().entries.items() if entry.cells}
    assert ("trigonometric", "iid") in cells["hrf.lemma-2.2-trig"]
    row: dict[str, Any] = {"status": "proved", "erratum": None, "judges": {}}
    states = {(c.family, c.coupling): c.state for c in chart(cells, dict.fromkeys(cells, row))}
    every = [cell for own in cells.values() for cell in own]
    whole = {cell for cell in every if len(cell) == 2}
    assert {cell for cell, state in states.items() if state == "proved"} == whole
    assert {cell for cell, state in states.items() if state == "in part"} == {cell[:2] for cell in every} - whole


@given(st.lists(st.sampled_from(["proved", "certified", "undecided", "conflict", "supported"]), min_size=1, max_size=4))
def test_a_refuted_row_is_worth_its_least_correction(statuses: list[str]) -> None:
    corrections = [{"status": status} for status in statuses]
    row = {"status": "refuted", "judges": {}, "erratum": {"claims": [{"corrections": corrections}]}}
    alone = [state_of({**row, "erratum": {"claims": [{"corrections": [c]}]}}) for c in corrections]
    assert STATES.index(state_of(row)) == max(STATES.index(state) for state in alone)
    unrepaired = {**row, "erratum": {"claims": [{"corrections": corrections}, {"corrections": []}]}}
    assert state_of(unrepaired) == "blank"
