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


def _verdict(judge: str, answer: str, role: str = "claim", claim: str = "c", **data: object) -> Verdict:
    return Verdict(judge, (Finding(claim, role, answer, "told", dict(data)),))


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        # a replayed certificate is enough ...
        ([_verdict("kernel", "holds")], "proved"),
        ([_verdict("kernel", "holds"), _verdict("enclosure", "holds", "lemma", "l")], "proved"),
        ([_verdict("kernel", "holds"), _verdict("enclosure", "undecided", "lemma", "l")], "proved"),
        ([_verdict("kernel", "holds", needs=["equal norms"])], "conditional"),
        ([_verdict("enclosure", "holds", scope="domain", needs=["equal norms"])], "conditional"),
        # a condition softens nothing that is refuted or open; that of a correction, a lemma or a step is not one of the row
        *(([_verdict("kernel", answer, needs=["equal norms"])], answer) for answer in ("refuted", "undecided")),
        *(
            ([_verdict("kernel", "holds"), _verdict("kernel", "holds", role, "other", needs=["equal norms"])], "proved")
            for role in ("correction", "lemma", "step")
        ),
        # ... but for what contradicts it, what may not be judged, and judges that fail or see nothing
        ([_verdict("kernel", "holds"), _verdict("simulation", "refuted")], "conflict"),
        ([_verdict("kernel", "holds"), _verdict("enclosure", "refuted")], "conflict"),
        ([_verdict("kernel", "holds"), _verdict("enclosure", "undecided", refused=True)], "undecided"),
        ([_verdict("kernel", "holds"), _verdict("enclosure", "undecided", "step", "s", refused=True)], "supported"),
        ([_verdict("kernel", "holds"), _verdict("controls", "undecided", survivors=["doubled"])], "supported"),
        ([_verdict("kernel", "holds"), _verdict("enclosure", "refuted", "lemma", "l")], "supported"),
        ([_verdict("kernel", "holds"), _verdict("controls", "refuted")], "conflict"),
        ([_verdict("kernel", "holds"), Verdict.failed("enclosure", "no memory")], "supported"),
        # where a claim may have no value points say nothing, draws do
        (
            [_verdict("kernel", "not run", undefined="a pole"), _verdict("enclosure", "holds", scope="points")],
            "undecided",
        ),
        (
            [_verdict("kernel", "not run", undefined="a pole"), _verdict("enclosure", "holds", scope="domain")],
            "undecided",
        ),
        ([_verdict("kernel", "not run", undefined="a pole"), _verdict("simulation", "holds")], "supported"),
        # where that cannot be asked points certify nothing
        (
            [_verdict("kernel", "not run", undefined=NO_TERM), _verdict("enclosure", "holds", scope="domain")],
            "supported",
        ),
        # so does what is proved and refuted beside the claims
        (
            [
                _verdict("kernel", "holds"),
                _verdict("kernel", "holds", "step", "s"),
                _verdict("enclosure", "refuted", "step", "s"),
            ],
            "conflict",
        ),
        ([_verdict("kernel", "refuted")], "refuted"),
        ([_verdict("kernel", "refuted"), _verdict("enclosure", "holds", scope="points")], "refuted"),
        ([_verdict("kernel", "refuted"), _verdict("enclosure", "holds", scope="domain")], "conflict"),
        ([_verdict("enclosure", "refuted"), _verdict("simulation", "holds")], "refuted"),
        # a row is worth what the least of its claims is, each by the judge that knows most of it
        ([_verdict("kernel", "holds"), _verdict("kernel", "not run", claim="b")], "undecided"),
        (
            [
                _verdict("kernel", "holds"),
                _verdict("kernel", "not run", claim="b"),
                _verdict("enclosure", "undecided"),
                _verdict("enclosure", "holds", claim="b", scope="domain"),
            ],
            "certified",
        ),
        (
            [
                _verdict("kernel", "holds"),
                _verdict("kernel", "not run", claim="b"),
                _verdict("simulation", "holds", claim="b"),
            ],
            "supported",
        ),
        ([_verdict("kernel", "holds", role="correction"), _verdict("enclosure", "undecided")], "undecided"),
        ([_verdict("kernel", "not run"), _verdict("enclosure", "undecided")], "undecided"),
        ([_verdict("enclosure", "holds", scope="domain")], "certified"),
        ([_verdict("enclosure", "holds", scope="points")], "supported"),
        ([_verdict("simulation", "holds")], "supported"),
        ([_verdict("simulation", "refuted")], "undecided"),
        ([_verdict("simulation", "inconclusive")], "undecided"),
        ([_verdict("kernel", "holds", role="step")], "undecided"),
        ([], "undecided"),
    ],
)
def test_status(verdicts: list[Verdict], expected: str) -> None:
    together = {v.judge: tuple(f for w in verdicts if w.judge == v.judge for f in w.findings) for v in verdicts}
    figures = {v.judge: v.figures for v in verdicts}
    assert status(Verdict(judge, found, figures[judge]) for judge, found in together.items()) == expected


def test_that_a_claim_may_have_no_value_is_told() -> None:
    standing = assess([_verdict("kernel", "not run", undefined="a pole"), _verdict("simulation", "holds")])
    assert standing.notes == ("its claim c is not known to have a value everywhere: a pole",)
    assert not assess([_verdict("kernel", "not run", undefined=NO_TERM)]).notes


def test_a_judge_does_not_fold_what_is_open_into_holds() -> None:
    def answer(judge: str, *answers: str) -> str:
        return Verdict(judge, tuple(Finding(str(i), "claim", a, "") for i, a in enumerate(answers))).answer

    assert answer("kernel", "holds", "not run") == "undecided"
    assert answer("simulation", "holds", "not run") == "holds"
    assert answer("enclosure", "holds", "undecided") == "undecided"
    assert answer("enclosure", "undecided", "refuted") == "refuted"
    assert answer("kernel") == "not run"


def test_json_round_trip_and_unknown_words() -> None:
    verdict = _verdict("enclosure", "refuted", counterexample={"r": "1"})
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
