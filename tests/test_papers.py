"""The pages for the authors of the papers: what they say, and on how many sheets Chromium prints them."""

from __future__ import annotations

import runpy
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from rftheory.report import page as report
from rftheory.statements.papers import PAPERS
from rftheory.statements.recorded import Recorded, recorded_path
from rftheory.statements.view import View, entries
from tests.test_report_browser import _browser

TOOLS = Path(__file__).parent.parent / "tools"


@pytest.fixture(scope="module")
def views() -> list[View]:
    rows, graph = Recorded.load(recorded_path()).rows, nx.DiGraph()
    graph.add_nodes_from(rows)
    return report.views_of(rows, {}, graph)


@pytest.mark.parametrize("key", PAPERS)
def test_the_page_has_every_entry_its_edition_and_what_was_not_checked(key: str, views: list[View]) -> None:
    page = unescape(report.paper_page(key, views))
    found = entries([view.row for view in views if view.row["paper"] == key])
    assert found and page.count('<article class="erratum">') == len(found)
    for error in found:
        assert f'<th scope="row">{error.place}</th>' in page and error.row["id"] in page
    assert PAPERS[key].edition in page and "pip install" in page and "rftheory verify ID" in page
    # a tuple of Python where a number is meant
    assert ",)" not in page
    assert ("Nobody has compared" in page) == (not PAPERS[key].checked)


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(TOOLS))
    return runpy.run_path(str(TOOLS / "papers.py"))


def test_authors_get_at_most_four_sheets(tool: dict[str, Any], views: list[View], tmp_path: Path) -> None:
    _browser()
    style = files("rftheory.report").joinpath("templates", "report.css").read_text(encoding="utf-8")
    (tmp_path / "report.css").write_text(style.replace("FONT", report._font()), encoding="utf-8")
    # the longest and the shortest one
    some = {key: PAPERS[key] for key in ("hrf", "opt")}
    for key in some:
        place = tmp_path / report.printed_page(key)
        place.parent.mkdir(exist_ok=True)
        place.write_text(report.paper_page(key, views), encoding="utf-8")
    found = tool["printed"](tmp_path, tmp_path / "pdf")
    assert found.keys() == some.keys()
    assert all(tool["FEWEST"] <= count <= tool["MOST"] for count in found.values()), found
    for key in some:
        assert (tmp_path / "pdf" / f"{key}.pdf").read_bytes().startswith(b"%PDF")


def test_without_a_browser_the_tool_says_so(
    tool: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert tool["told"](tmp_path, tmp_path / "pdf") == 1
    assert "no PDFs for authors: none of chromium" in capsys.readouterr().err
