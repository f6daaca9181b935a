"""The errata pages: short entries in the paper's notation, five digits, and no promise that an entry does not keep."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rftheory
from rftheory.statements.errata import LONGEST, UNCERTAIN, entries, figure, index_page, paper_page
from rftheory.statements.ledger import Row
from rftheory.statements.papers import PAPERS
from rftheory.statements.recorded import Recorded, recorded_path


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
        lines = entry.lines()
        assert len(lines) <= LONGEST, (entry.row["id"], entry.item["claim"])
        assert max(map(len, lines)) < 300, (entry.row["id"], entry.item["claim"])


@pytest.mark.parametrize("key", PAPERS)
def test_a_page_has_what_its_head_promises(key: str, rows: list[Row]) -> None:
    page, paper = paper_page(key, rows), PAPERS[key]
    for said in (paper.title, paper.authors, paper.venue, f"arXiv:{paper.arxiv}", paper.text):
        assert said in page
    found = entries([row for row in rows if row["paper"] == key])
    assert page.count("\n## ") == len(found)
    assert page.count("\n- Printed") == len(found)
    assert page.count("\n- Correct") + page.count("\n- Other reading") + page.count("\n- No correction") >= len(found)


def test_the_index_counts_every_entry_once_and_uncertain_prints_apart(rows: list[Row]) -> None:
    page = index_page(rows)
    for key, paper in PAPERS.items():
        line = next(line for line in page.splitlines() if line.startswith(f"| {paper.title} |"))
        counts = [int(cell) for cell in line.split("|")[2:-2] if cell.strip()]
        assert sum(counts) == len(entries([row for row in rows if row["paper"] == key]))
    assert all(entry.kind != UNCERTAIN or entry.item["print"] == "restored" for entry in entries(rows))


def test_without_errata_a_page_says_so() -> None:
    assert "None." in paper_page("opt", [])
    assert "none" in index_page([])


def test_the_citation_file_names_the_papers_and_the_version() -> None:
    text = (Path(__file__).parent.parent / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {rftheory.__version__}\n" in text
    assert [text.count(f'title: "{paper.title}"') for paper in PAPERS.values()] == [1] * len(PAPERS)
    assert [text.count(f"arXiv:{paper.arxiv}\n") for paper in PAPERS.values()] == [1] * len(PAPERS)
