"""As printed: conditions that were added and prints that were restored are data, and the statuses follow from them."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from rftheory.rules.propositions import Equality
from rftheory.statements.admission import refusals
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.ledger import Row
from rftheory.statements.recorded import Recorded, recorded_path
from rftheory.statements.standing import assess, is_repaired, uncertain_prints
from rftheory.statements.verdicts import Finding, Verdict

_x = sp.Symbol("x", real=True)
_LINE = Domain((Range(_x, typical=(-1, 1)),))
_NEEDS = ["equal norms"]


def _claim(**words: Any) -> Claim:
    return Claim("c", "says", Equality((_x + 1) ** 2, _x**2 + 2 * _x + 1), _LINE, **words)


def _verdicts(*findings: tuple[str, str, str, dict[str, Any]], judges: tuple[str, ...] = ("kernel",)) -> list[Verdict]:
    made = tuple(Finding(name, role, answer, "", data) for name, role, answer, data in findings)  # type: ignore[arg-type]
    return [Verdict(judge, made) for judge in judges]


# -- conditions -----------------------------------------------------------------------------------------------------


@given(
    st.lists(
        st.tuples(st.sampled_from(["holds", "undecided", "refuted", "not run"]), st.booleans()), min_size=1, max_size=4
    )
)
def test_no_combination_of_answers_is_sound_with_a_condition(claims: list[tuple[str, bool]]) -> None:
    findings = [
        (str(i), "claim", answer, {"needs": _NEEDS} if needy else {}) for i, (answer, needy) in enumerate(claims)
    ]
    standing = assess(_verdicts(*findings, judges=("kernel", "enclosure")))
    if any(needy for _, needy in claims):
        assert standing.status != "proved"


def test_a_refuted_row_is_repaired_by_corrections_that_are_all_replayed() -> None:
    first, second = (
        ("a", "correction", "holds", {"corrects": "c"}),
        ("b", "correction", "undecided", {"corrects": "c"}),
    )
    assert is_repaired(_verdicts(first))
    assert not is_repaired(_verdicts(first, second)) and not is_repaired(_verdicts())
    assert not is_repaired(_verdicts(first, judges=("enclosure",)))


# -- prints ---------------------------------------------------------------------------------------------------------

_RESTORED = ("c", "claim", "refuted", {"print": "restored"})


def _reading(answer: str, of: str = "c") -> tuple[str, str, str, dict[str, Any]]:
    return ("r", "reading", answer, {"corrects": of})


def test_a_restored_print_of_which_another_reading_holds_is_uncertain() -> None:
    found = _verdicts(_RESTORED, _reading("holds"))
    assert assess(found).status == "uncertain print"
    # what the derivation alone says of a reading settles nothing
    weak = [*_verdicts(_RESTORED), *_verdicts(_reading("holds"), judges=("enclosure",))]
    assert assess(weak).status == "refuted"


@pytest.mark.parametrize(
    "findings",
    [
        (_RESTORED,),
        (_RESTORED, _reading("undecided")),
        (_RESTORED, _reading("refuted")),
        (_RESTORED, _reading("holds", of="another claim")),
        (("c", "claim", "refuted", {}), _reading("holds")),
        (_RESTORED, _reading("holds"), ("e", "claim", "refuted", {})),
        (_RESTORED, ("k", "correction", "holds", {"corrects": "c"})),
    ],
)
def test_what_is_read_as_printed_is_refuted(findings: tuple[tuple[str, str, str, dict[str, Any]], ...]) -> None:
    assert assess(_verdicts(*findings)).status == "refuted"


@pytest.mark.parametrize("readings", [(), (_reading("refuted"),), (_reading("holds"),)])
def test_where_the_damaged_part_fails_the_print_is_uncertain_whatever_the_readings(
    readings: tuple[tuple[str, str, str, dict[str, Any]], ...],
) -> None:
    damaged = ("c", "claim", "refuted", {"print": "damaged"})
    assert assess(_verdicts(damaged, *readings)).status == "uncertain print"
    assert assess(_verdicts(damaged, ("e", "claim", "refuted", {}))).status == "refuted"


def test_a_restored_step_is_uncertain_and_leaves_the_row_alone() -> None:
    step = ("s", "step", "refuted", {"print": "restored"})
    found = _verdicts(("c", "claim", "holds", {}), step, _reading("holds", of="s"))
    assert assess(found).status == "proved"
    assert uncertain_prints({"kernel": found[0]}) == {"s"}


# -- what a file may say --------------------------------------------------------------------------------------------


def test_what_is_allowed_is_shown() -> None:
    words = {"needs": ("equal norms",), "print": "restored", "error": "gap", "survives": "yes", "tex": "a"}
    claim = _claim(**words)
    assert refusals(claim) == ()
    assert claim.said() == {
        "needs": ["equal norms"],
        "print": "restored",
        "class": "gap",
        "survives": "yes",
        "tex": "a",
    }
    assert _claim().said() == {}


# -- the recorded ledger --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def recorded() -> dict[str, Row]:
    return Recorded.load(recorded_path()).rows


def test_no_recorded_row_is_sound_with_a_condition(recorded: dict[str, Row]) -> None:
    assert recorded and not [name for name, row in recorded.items() if row["needs"] and row["status"] == "proved"]
    assert all(row["needs"] for row in recorded.values() if row["status"] == "conditional")


def test_no_recorded_row_is_refuted_with_an_uncertain_print(recorded: dict[str, Row]) -> None:
    for name, row in recorded.items():
        claims = [item for item in (row["erratum"] or {"claims": []})["claims"] if item["role"] == "claim"]
        doubtful = bool(claims) and all(item["uncertain_print"] for item in claims)
        assert doubtful == (row["status"] == "uncertain print"), name


def test_every_recorded_erratum_has_a_class_and_says_what_survives(recorded: dict[str, Row]) -> None:
    items = [(name, item) for name, row in recorded.items() if row["erratum"] for item in row["erratum"]["claims"]]
    missing = [
        f"{name}, {item['claim']}" for name, item in items if not (item["class"] and item["survives"] and item["tex"])
    ]
    assert items and not missing


def test_rows_of_estimators_are_drawn_or_say_why_not(recorded: dict[str, Row]) -> None:
    papers = [row for row in recorded.values() if row["paper"] in ("hrf", "crt", "opt", "simrf")]
    silent = [
        row["id"] for row in papers if row["judges"]["simulation"]["verdict"] == "not run" and not row["not_drawn"]
    ]
    assert papers and not silent


def test_statuses_of_claims_do_not_depend_on_their_order() -> None:
    found = [_RESTORED, _reading("holds"), ("d", "claim", "holds", {})]
    assert {assess(_verdicts(*order)).status for order in itertools.permutations(found)} == {"uncertain print"}
