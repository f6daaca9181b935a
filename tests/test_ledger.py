"""Statuses follow from verdicts, errata from refuted findings; the pages are deterministic."""

from __future__ import annotations

from pathlib import Path

import pytest
from house import House

from rftheory.judges.pipeline import verify
from rftheory.statements import pages
from rftheory.statements.errata import index_page
from rftheory.statements.ledger import Row, build_rows
from rftheory.statements.recorded import Recorded, changes
from rftheory.statements.standing import assess, remarked, status
from rftheory.statements.verdicts import NO_TERM, Finding, Verdict

_WORDS = {
    "domain": {"scope": "domain"},
    "points": {"scope": "points"},
    "needs": {"needs": ["equal norms"]},
    "refused": {"refused": True},
    "survivors": {"survivors": ["doubled"]},
    "pole": {"undefined": "a pole"},
    "no-term": {"undefined": NO_TERM},
}


def _told(text: str) -> list[Verdict]:
    """``kernel holds needs, enclosure refuted step``: a judge, its answer, and words on the claim c: data, a role, another name."""
    found: dict[str, list[Finding]] = {}
    for part in filter(None, text.split(", ")):
        judge, answer, *words = part.split(" ")
        data = {key: value for word in words for key, value in _WORDS.get(word, {}).items()}
        role = next((word for word in words if word in ("lemma", "step", "correction")), "claim")
        name = next((word for word in words if len(word) == 1), "c" if role == "claim" else role)
        found.setdefault(judge, []).append(Finding(name, role, answer.replace("-", " "), "told", data))
    return [Verdict(judge, tuple(findings)) for judge, findings in found.items()]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        # a replayed certificate is enough ...
        ("kernel holds", "proved"),
        ("kernel holds, enclosure holds lemma", "proved"),
        ("kernel holds, enclosure undecided lemma", "proved"),
        ("kernel holds needs", "conditional"),
        ("enclosure holds domain needs", "conditional"),
        # a condition softens nothing that is refuted or open; that of a correction, a lemma or a step is not one of the row
        ("kernel refuted needs", "refuted"),
        ("kernel undecided needs", "undecided"),
        ("kernel holds, kernel holds correction needs", "proved"),
        ("kernel holds, kernel holds lemma needs", "proved"),
        ("kernel holds, kernel holds step needs", "proved"),
        # ... but for what contradicts it, what may not be judged, and judges that fail or see nothing
        ("kernel holds, simulation refuted", "conflict"),
        ("kernel holds, enclosure refuted", "conflict"),
        ("kernel holds, enclosure undecided refused", "undecided"),
        ("kernel holds, enclosure undecided step refused", "supported"),
        ("kernel holds, controls undecided survivors", "supported"),
        ("kernel holds, enclosure refuted lemma", "supported"),
        ("kernel holds, controls refuted", "conflict"),
        # where a claim may have no value points and boxes say nothing, draws do
        ("kernel not-run pole, enclosure holds points", "undecided"),
        ("kernel not-run pole, enclosure holds domain", "undecided"),
        ("kernel not-run pole, simulation holds", "supported"),
        # where that cannot be asked boxes certify nothing
        ("kernel not-run no-term, enclosure holds domain", "supported"),
        # so does what is proved and refuted beside the claims
        ("kernel holds, kernel holds step, enclosure refuted step", "conflict"),
        ("kernel refuted", "refuted"),
        ("kernel refuted, enclosure holds points", "refuted"),
        ("kernel refuted, enclosure holds domain", "conflict"),
        ("enclosure refuted, simulation holds", "refuted"),
        # a row is worth what the least of its claims is, each by the judge that knows most of it
        ("kernel holds, kernel not-run b", "undecided"),
        ("kernel holds, kernel not-run b, enclosure undecided, enclosure holds b domain", "certified"),
        ("kernel holds, kernel not-run b, simulation holds b", "supported"),
        ("kernel holds correction c, enclosure undecided", "undecided"),
        ("kernel not-run, enclosure undecided", "undecided"),
        ("enclosure holds domain", "certified"),
        ("enclosure holds points", "supported"),
        ("simulation holds", "supported"),
        ("simulation refuted", "undecided"),
        ("simulation inconclusive", "undecided"),
        ("kernel holds step c", "undecided"),
        ("", "undecided"),
    ],
)
def test_status(told: str, expected: str) -> None:
    assert status(_told(told)) == expected


def test_a_judge_that_fails_supports_nothing_more() -> None:
    assert status([*_told("kernel holds"), Verdict.failed("enclosure", "no memory")]) == "supported"


def test_that_a_claim_may_have_no_value_is_told() -> None:
    standing = assess(_told("kernel not-run pole, simulation holds"))
    assert standing.notes == ("its claim c is not known to have a value everywhere: a pole",)
    assert not assess(_told("kernel not-run no-term")).notes


def test_a_judge_does_not_fold_what_is_open_into_holds() -> None:
    def answer(judge: str, *answers: str) -> str:
        return Verdict(judge, tuple(Finding(str(i), "claim", a, "") for i, a in enumerate(answers))).answer

    assert answer("kernel", "holds", "not run") == "undecided"
    assert answer("simulation", "holds", "not run") == "holds"
    assert answer("enclosure", "holds", "undecided") == "undecided"
    assert answer("enclosure", "undecided", "refuted") == "refuted"
    assert answer("kernel") == "not run"


def test_json_round_trip_and_unknown_words() -> None:
    verdict = Verdict("enclosure", (Finding("c", "claim", "refuted", "told", {"counterexample": {"r": "1"}}),))
    assert Verdict.from_json(verdict.to_json()) == verdict
    with pytest.raises(ValueError, match="got 'maybe'"):
        Finding("c", "claim", "maybe", "")
    with pytest.raises(ValueError, match="got 'oracle'"):
        Verdict("oracle")


_WRONG = {
    "flaw": "a factor 2 is lost",
    "counterexample": {"r": "1"},
    "left": "[2.0 +/- 1e-30]",
    "right": "[1.0 +/- 1e-30]",
    "printed": "a = b",
    "printed_text": "a = b",
}
_RIGHT = {"corrects": "c", "says": "with the factor", "form": "a = 2*b", "latex": "a = 2 b"}


def _rows(house: House) -> list[Row]:
    found = house.found()
    outcome = verify(found, store=house.store(), executor="threads", jobs=2)
    assert outcome.errors == []
    return build_rows(found, outcome.graph, outcome.verdicts)


def _add_refuted(house: House, role: str = "claim") -> None:
    other = [("d", "claim", "holds", "told", {})] if role == "step" else []
    findings = {
        "kernel": [
            ("c", role, "refuted", "differs", {}),
            ("c-corrected", "correction", "holds", "2 steps", _RIGHT),
            *other,
        ],
        "enclosure": [("c", role, "refuted", "disjoint", _WRONG), ("c-corrected", "correction", "holds", "told", {})],
    }
    house.add("wrong", findings)


def test_an_erratum_has_its_counterexample_and_its_correction(house: House) -> None:
    _add_refuted(house)
    house.add("above", imports="from . import wrong")
    wrong, above = sorted(_rows(house), key=lambda row: row["id"] != "fake.wrong")
    assert wrong["status"] == "refuted"
    assert "a factor 2 is lost" in wrong["erratum"]["wrong"]
    (item,) = wrong["erratum"]["claims"]
    assert item["counterexample"] == {"r": "1"}
    assert item["refuted_by"] == ["kernel", "enclosure"]
    (correction,) = item["corrections"]
    assert (correction["name"], correction["status"]) == ("c-corrected", "proved")
    # what rests on the corrected form is proved all the same, and says so
    assert above["status"] == "proved"
    assert any("corrected form of fake.wrong" in note for note in above["status_notes"])


def test_a_wrong_step_is_an_erratum_of_a_true_statement(house: House) -> None:
    _add_refuted(house, role="step")
    (row,) = _rows(house)
    assert row["status"] == "proved"
    assert row["erratum"]["claims"][0]["role"] == "step"


def test_pages_are_deterministic_and_name_everything(house: House) -> None:
    _add_refuted(house)
    house.add("good")
    rows = _rows(house)
    ledger_page, errata_page = pages.ledger_page(rows, "standard", 0), index_page(rows)
    assert "`fake.good`" in ledger_page and "- refuted: 1" in ledger_page
    for expected in (
        "`fake.wrong`",
        "a factor 2 is lost",
        "At r = 1 the left side is 2",
        "with the factor",
        "$a = 2 b$",
    ):
        assert expected in errata_page
    again = _rows(house)
    assert (pages.ledger_page(again, "standard", 0), index_page(again)) == (ledger_page, errata_page)


def test_recorded_ledger_and_changes(house: House, tmp_path: Path) -> None:
    house.add("one")
    rows = _rows(house)
    path = tmp_path / "recorded.json"
    path.write_text(Recorded.from_rows(rows, "standard", 0).to_text())
    recorded = Recorded.load(path)
    assert changes(rows, recorded, "standard", 0) == []
    assert changes(rows, Recorded("standard", 0, {}), "standard", 0) != []
    weaker = [{**rows[0], "status": "supported"}]
    assert changes(weaker, recorded, "standard", 0) == ["fake.one: status was proved, is supported"]
    # less effort may leave a status open, but not contradict it
    assert changes(weaker, recorded, "quick", 0) == []
    assert changes([{**rows[0], "status": "refuted"}], recorded, "quick", 0) != []
    path.write_text("{")
    with pytest.raises(ValueError, match="not a recorded ledger"):
        Recorded.load(path)


@pytest.mark.parametrize(
    ("refuted", "replayed", "expected"),
    [
        ({"remark": "at x = y both sides are 0"}, "holds", "proved"),
        # a correction that is not proved is no better with a remark
        ({"remark": "at x = y both sides are 0"}, "undecided", "undecided"),
        ({}, "holds", "refuted"),
    ],
)
def test_what_fails_in_a_degenerate_case_has_the_status_of_its_correction(
    refuted: dict[str, str], replayed: str, expected: str
) -> None:
    claim = Finding("c", "claim", "refuted", "told", dict(refuted))
    correction = {"corrects": "c", "needs": ["x is not y"]}
    verdicts = [
        Verdict(judge, (claim, Finding("d", "correction", replayed, "", correction)))
        for judge in ("kernel", "enclosure")
    ]
    assert assess(verdicts).status == expected
    # a second claim that fails is no remark
    other = Verdict("enclosure", (Finding("e", "claim", "refuted", "", {}),))
    assert assess([*verdicts, other]).status == "refuted"
    assert remarked(verdicts) == ({"c": refuted["remark"]} if refuted else {})
