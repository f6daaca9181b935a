"""The errata pages: short entries in the paper's notation, five digits, and no promise that an entry does not keep."""

from __future__ import annotations

import json
import os
import sys
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rftheory
from rftheory.statements.errata import LONGEST, UNCERTAIN, entry_lines, figure, index_page, paper_page, remarks
from rftheory.statements.ledger import Row
from rftheory.statements.papers import PAPERS
from rftheory.statements.recorded import Recorded, recorded_path
from rftheory.statements.view import entries

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

import quotations  # noqa: E402


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return list(Recorded.load(recorded_path()).rows.values())


@pytest.mark.parametrize(
    ("ball", "shown"),
    [
        ("[0.1353352832366126918939995 +/- 5.03e-27]", "0.13534"),
        ("0", "0"),
        ("36.00000000000000000000000", "36.000"),
        ("[1.491945462893405137188496e+221 +/- 4.36e+196]", "1.4919e221"),
        ("[+/- 9.34e-318]", "0"),
        ("[+/- 3.5]", "0 +/- 3.5"),
        ("[3.626860407847018 +/- 1.73e-16] + [+/- 3.87e-38]j", "3.6269"),
        ("[-2.893815923608319688 +/- 4.60e-25]j", "-2.8938i"),
        ("[1.5 +/- 1e-9] + [2.25 +/- 1e-9]j", "1.5 + 2.25i"),
    ],
)
def test_balls_are_shown_with_five_digits(ball: str, shown: str) -> None:
    assert figure(ball) == shown


@given(st.decimals(min_value="1e-400", max_value="1e400", allow_nan=False, places=None))
def test_what_is_shown_is_the_number_to_five_digits(number: Decimal) -> None:
    value = Decimal(figure(f"[{number} +/- 1e-500]"))
    assert abs(value - number) <= abs(number) * Decimal("6e-5")


@pytest.mark.parametrize("key", PAPERS)
def test_entries_are_short_and_formulas_stand_in_the_paper_s_notation(key: str, rows: list[Row]) -> None:
    found = entries([row for row in rows if row["paper"] == key])
    assert found
    for entry in found:
        lines = entry_lines(entry)
        assert len(lines) <= LONGEST, (entry.row["id"], entry.item["claim"])
        assert max(map(len, lines)) < 300, (entry.row["id"], entry.item["claim"])


@pytest.mark.parametrize("key", PAPERS)
def test_a_page_has_what_its_head_promises(key: str, rows: list[Row]) -> None:
    page, paper = paper_page(key, rows), PAPERS[key]
    for said in (paper.title, paper.authors, paper.venue, f"arXiv:{paper.arxiv}", paper.edition, paper.text):
        assert said in page
    found = entries([row for row in rows if row["paper"] == key])
    own = [row for row in rows if row["paper"] == key]
    told = ("Checklist", *(["Remarks"] if remarks(own) else []))
    assert page.count("\n## ") == len(found) + len(told) and all(f"\n## {each}\n" in page for each in told)
    assert page.count("\n- Printed") + page.count("\n- Read as") == len(found) == page.count("\n- [ ] ")
    assert page.count("\n- Printed: ") == sum(bool(e.item.get("quote")) for e in found if e.item["print"] == "as read")
    assert page.count("\n- Correct") + page.count("\n- Other reading") + page.count("\n- No correction") >= len(found)


def test_the_index_counts_every_entry_once_and_uncertain_prints_apart(rows: list[Row]) -> None:
    page = index_page(rows)
    for key, paper in PAPERS.items():
        line = next(line for line in page.splitlines() if line.startswith(f"| {paper.title} |"))
        counts = [int(cell) for cell in line.split("|")[2:-2] if cell.strip()]
        assert sum(counts) == len(entries([row for row in rows if row["paper"] == key]))
    assert all(entry.kind != UNCERTAIN or entry.item["print"] in ("restored", "damaged") for entry in entries(rows))


def test_without_errata_a_page_says_so() -> None:
    assert "None." in paper_page("opt", [])
    assert "none" in index_page([])


def test_what_is_deposited_names_the_papers_and_the_version() -> None:
    deposit = json.loads((Path(__file__).parent.parent / ".zenodo.json").read_text(encoding="utf-8"))
    assert deposit["version"] == rftheory.__version__
    assert {each["identifier"] for each in deposit["related_identifiers"]} == {
        f"arXiv:{paper.arxiv}" for paper in PAPERS.values()
    }


def test_the_citation_file_names_the_papers_and_the_version() -> None:
    text = (Path(__file__).parent.parent / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {rftheory.__version__}\n" in text
    assert [text.count(f'title: "{paper.title}"') for paper in PAPERS.values()] == [1] * len(PAPERS)
    assert [text.count(f"arXiv:{paper.arxiv}\n") for paper in PAPERS.values()] == [1] * len(PAPERS)


# -- one entry for each cause, remarks, quotations ------------------------------------------------------------------


def _row(name: str, *items: dict[str, object], **more: object) -> Row:
    known = {"role": "claim", "location": "", "flaw": "f", "counterexample": {}, "corrections": [], "print": "as read"}
    errors = [{**known, "printed": {"latex": "x", "text": "x"}, "says": "s", **item} for item in items]
    erratum = {"claims": errors} if errors else None
    return {
        "id": name,
        "paper": "opt",
        "location": f"Sec. {name[-1]}",
        "title": "t",
        "erratum": erratum,
        "remarks": [],
        **more,
    }


def test_one_cause_is_one_entry_with_all_its_places() -> None:
    made = [
        _row("opt.1", {"claim": "first"}, {"claim": "twin", "location": "(9)", "cause": "opt.1: first"}),
        _row("opt.2", {"claim": "again", "cause": "opt.1: first"}),
        _row("opt.3", {"claim": "alone"}),
    ]
    found = entries(made)
    assert [entry.name for entry in found] == ["opt.1: first", "opt.3: alone"]
    assert found[0].places == ["(9)", "Sec. 2"] and "- Also: (9); Sec. 2" in entry_lines(found[0])
    assert "| 2: [errata/opt.md]" in index_page(made)
    for cause in ("opt.4: none", "opt.2: again"):
        with pytest.raises(ValueError, match="must be an erratum without a cause"):
            entries([*made, _row("opt.5", {"claim": "lost", "cause": cause})])


@pytest.mark.parametrize(
    ("location", "claim", "place"),
    [
        ("App. H.2 (94)", "(94), real A", "App. H.2 (94), real A"),
        ("(64)", "(64), as printed", "(64), as printed"),
        ("(74)", "(74) line 2", "(74) line 2"),
        ("(66)", "(66)", "(66)"),
        ("App. A (7)", "sign", "App. A (7), sign"),
    ],
)
def test_a_place_says_a_number_once(location: str, claim: str, place: str) -> None:
    (found,) = entries([_row("opt.1", {"claim": claim, "location": location, "role": "step"})])
    assert found.place == place


def test_lengths_are_written_as_in_papers() -> None:
    point = {"x_norm": "1", "y_norm": "2", "theta": "0"}
    (found,) = entries([_row("opt.1", {"claim": "c", "counterexample": point, "left": "1", "right": "2"})])
    assert any("At |x| = 1, |y| = 2, theta = 0 the left side is 1" in line for line in entry_lines(found))


def test_remarks_are_one_line_each() -> None:
    equal = {"claim": "c", "says": "at x = y both sides are 0"}
    made = [_row("opt.1", remarks=[equal]), _row("opt.2", remarks=[equal, {"claim": "d", "says": "for m = 1"}])]
    assert remarks(made) == ["- Sec. 1; Sec. 2: at x = y both sides are 0", "- Sec. 2: for m = 1"]
    page = paper_page("opt", made)
    assert "None." in page and "\n## Remarks\n" in page and "Checklist" not in page


def test_quotations_are_compared_sign_by_sign() -> None:
    text = quotations.plain("the error is  exp(-\n x) + 1 for all in-\nputs")
    assert text == "theerrorisexp(-x)+1forallinputs"
    assert quotations.nearest(quotations.plain("exp(-x) - 1 for all"), text) == "exp(-x)[-|+]1forall"


TEXTS = Path(os.environ.get("RFTHEORY_PAPERS", Path(__file__).parents[2] / "shared" / "papers"))


@pytest.mark.skipif(not TEXTS.is_dir(), reason="the texts of the papers are no part of this project")
def test_every_quotation_occurs() -> None:
    assert quotations.missing(TEXTS) == []
