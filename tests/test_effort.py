"""A lower level leaves things open and says so: it proves nothing that it did not derive, and contradicts nobody by silence."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

import pytest
import sympy as sp
from house import House

from rftheory.judges import enclosure_judge, kernel_judge
from rftheory.rules.propositions import Equality
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.effort import LEVELS, covers, not_reached, without_judge
from rftheory.statements.standing import status
from rftheory.statements.verdicts import JUDGES

X = sp.Symbol("x", real=True)
ALL = Domain((Range(X),))


class _Module:
    """A statement with one true identity in every role."""

    @staticmethod
    def claims() -> list[Claim]:
        same = Equality((X + 1) ** 2, X**2 + 2 * X + 1)
        roles = ("claim", "step", "correction", "lemma")
        repaired = {"correction": "claim"}
        return [
            Claim(role, "says", same, ALL, role=role, corrects=repaired.get(role, ""))  # type: ignore[arg-type]
            for role in roles
        ]


@pytest.mark.parametrize("judge", [kernel_judge, enclosure_judge])
def test_quick_judges_claims_and_corrections_and_names_what_it_left_out(judge: ModuleType) -> None:
    for level in LEVELS:
        findings = {f.claim: f for f in judge.judge(_Module, level, 0).findings}
        assert {f.answer for f in findings.values()} == ({"holds", "not run"} if level == "quick" else {"holds"})
        for name in ("step", "lemma") if level == "quick" else ():
            assert findings[name].reason == "not run at level quick"
        assert all(covers(level, claim) == (findings[claim.name].answer == "holds") for claim in _Module.claims())


def test_what_was_not_run_proves_nothing() -> None:
    absent = [verdict for judge in JUDGES if (verdict := without_judge("quick", judge)) is not None]
    assert absent and {verdict.answer for verdict in absent} == {"not run"}
    assert status(absent) == "undecided"
    assert all(without_judge(level, judge) is None for level in ("standard", "full") for judge in JUDGES)


def test_not_reached_is_what_is_weaker_and_never_what_contradicts() -> None:
    def row(state: str) -> list[dict[str, str]]:
        return [{"id": "a", "status": state}]

    recorded = {"a": {"status": "proved"}}
    assert not_reached(row("supported"), recorded) == ["a: recorded proved, here supported"]
    assert not_reached(row("proved"), recorded) == not_reached(row("refuted"), recorded) == []
    assert not_reached(row("supported"), {}) == []


def test_verify_at_level_quick(house: House) -> None:
    only_drawn: dict[str, list[tuple[Any, ...]]] = {
        judge: [("c", "claim", "not run", "as told", {})] for judge in ("kernel", "enclosure")
    }
    drawn: dict[str, list[tuple[Any, ...]]] = {
        judge: [("c", "claim", "holds", "as told", {})] for judge in ("simulation", "controls")
    }
    house.add("good")
    house.add("drawn", findings={**only_drawn, **drawn})
    rows = json.loads(house.run("verify", "--json", "-").stdout)["statements"]
    house.recorded.write_text(json.dumps({"level": "standard", "seed": 0, "statements": rows}))
    assert house.run("verify").exit_code == 0
    quick = house.run("verify", "--level", "quick", "--json", "-")
    result = json.loads(quick.stdout)
    assert quick.exit_code == 0 and result["changed"] == []
    assert result["not_reached"] == ["fake.drawn: recorded supported, here undecided"]
    by_id = {row["id"]: row for row in result["statements"]}
    assert by_id["fake.good"]["status"] == "proved"
    assert by_id["fake.good"]["judges"]["controls"] == {"verdict": "not run", "reason": "not run at level quick"}
    assert not any(" quick " in line and line.split()[1] in ("simulation", "controls") for line in house.asked())
    # a contradiction is a change at every level
    house.add("good", findings={judge: [("c", "claim", "refuted", "as told", {})] for judge in JUDGES})
    assert house.run("verify", "--level", "quick").exit_code == 1
