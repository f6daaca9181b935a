"""The report of the real statements in a real browser: no error, filters and search work, formulas render, links lead somewhere.

Chromium is a package of the system. Without it these tests are skipped, unless RFTHEORY_BROWSER asks for them (as the
continuous integration does): then its absence is a failure.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import networkx as nx
import pytest

from rftheory.judges import kernel_judge
from rftheory.report.page import report_pages, views_of
from rftheory.report.pictures import picture
from rftheory.statements import discovery
from rftheory.statements.cells import chart
from rftheory.statements.dependencies import applied_rules
from rftheory.statements.ledger import metadata
from rftheory.statements.recorded import Recorded, recorded_path

sync_api = pytest.importorskip("playwright.sync_api")
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_JUDGED = "hrf.lemma-2.2-pos"
#: formulas that stick out of their line and cannot be moved, with all folds open: how many there are, these, and the width of the page
_CUT = """() => {
  document.querySelectorAll('details.full').forEach(one => { one.open = true; });
  const drawn = [...document.querySelectorAll('.formula math')].map(one => [one, one.getBoundingClientRect()]);
  const all = drawn.filter(([, box]) => box.width);
  const still = line => getComputedStyle(line).overflowX !== 'auto';
  const cut = all.filter(([one, box]) => still(one.closest('.formula')) &&
    box.right > one.closest('.formula').getBoundingClientRect().right + 1);
  return [all.length, cut.map(([one]) => one.textContent), document.documentElement.scrollWidth];
}"""


def _browser() -> str:
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    if found is None:
        if os.environ.get("RFTHEORY_BROWSER"):
            pytest.fail(f"none of {', '.join(_NAMES)} is installed")
        pytest.skip("no Chromium is installed")
    return found


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All statements as they are recorded, the derivation of one, and one plot."""
    found = discovery.discover()
    recorded = Recorded.load(recorded_path()).rows
    rows = {name: {**recorded[name], **metadata(entry)} for name, entry in found.entries.items()}
    graph = nx.DiGraph([(name, other) for name, row in rows.items() for other in row["rests_on"]])
    graph.add_nodes_from(rows)
    derived = kernel_judge.judge(import_module(found.get(_JUDGED).module), "quick", 0)
    files = report_pages(
        views_of(rows, {_JUDGED: {"kernel": derived}}, graph),
        graph,
        applied_rules(found),
        chart({name: entry.cells for name, entry in found.entries.items() if entry.cells}, rows),
        [picture("mse-ratios")],
    )
    folder = tmp_path_factory.mktemp("report")
    for place, text in files:
        (folder / place).parent.mkdir(exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")
    return folder / "index.html"


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    with sync_api.sync_playwright() as playwright:
        # the container of a build machine is the sandbox
        running = playwright.chromium.launch(executable_path=_browser(), args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def tab(browser) -> Iterator[object]:
    """A page of a browser that must not complain."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True)
    opened = context.new_page()
    complaints: list[str] = []
    opened.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("requestfailed", lambda request: complaints.append(request.url))
    yield opened
    assert not complaints
    context.close()


@pytest.fixture
def page(tab, report: Path):
    tab.goto(report.as_uri())
    return tab


def _shown(page) -> list[str]:
    return page.eval_on_selector_all(".ledger tbody tr:not([hidden])", "rows => rows.map(row => row.dataset.id)")


def test_filters_and_search_narrow_the_ledger(page) -> None:
    everything = _shown(page)
    page.select_option("#paper", "crt")
    assert _shown(page) == [name for name in everything if name.startswith("crt.")]
    page.select_option("#status", "refuted")
    refuted = _shown(page)
    assert refuted and set(refuted) < {name for name in everything if name.startswith("crt.")}
    page.click("button[type=reset]")
    page.wait_for_function(f"document.getElementById('shown').textContent.startsWith('{len(everything)} ')")
    page.fill("#search", "hrf.lemma-2.2-pos")
    assert _shown(page) == ["hrf.lemma-2.2-pos"]
    page.fill("#search", "no such words anywhere")
    assert _shown(page) == []
    assert page.is_visible("#nothing")


def test_the_keyboard_reaches_the_search_and_a_statement(page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("hrf.lemma-2.2-pos")
    assert _shown(page) == ["hrf.lemma-2.2-pos"]
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('href')") == "s/hrf.lemma-2.2-pos.html":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/s/hrf.lemma-2.2-pos.html")


@pytest.fixture
def statement(tab, report: Path):
    tab.goto((report.parent / "s" / f"{_JUDGED}.html").as_uri())
    return tab


def test_the_derivation_is_on_the_page_and_its_formulas_have_a_size(statement) -> None:
    sizes = statement.locator(".chain math").evaluate_all("all => all.map(m => m.getBoundingClientRect().width)")
    assert len(sizes) >= 2 and min(sizes) > 20
    # a browser without MathML would show the parts of a fraction side by side
    assert statement.locator("mfrac").first.evaluate(
        "m => m.children[1].getBoundingClientRect().top > m.getBoundingClientRect().top"
    )


def test_no_formula_is_cut_on_any_screen(tab, report: Path) -> None:
    for place, least in (
        (f"s/{_JUDGED}.html", 5),
        ("s/hrf.lemma-3.2-proof.html", 5),
        ("p/hrf.html", 5),
        ("index.html", 50),
    ):
        tab.goto((report.parent / place).as_uri())
        for width in (1280, 768, 390):
            tab.set_viewport_size({"width": width, "height": 800})
            formulas, cut, wide = tab.evaluate(_CUT)
            assert formulas > least and not cut and wide <= width, (place, width)
    # what is measured can fail: formulas that may not be moved are cut
    tab.add_style_tag(content=".formula { overflow: hidden !important; }")
    assert tab.evaluate(_CUT)[1]


def test_the_errata_are_filtered_by_paper_class_and_words(page) -> None:
    shown = "all => all.filter(one => !one.hidden).map(one => one.id)"
    every = page.eval_on_selector_all(".erratum", shown)
    page.select_option("#errata-filters [name=paper]", "opt")
    own = page.eval_on_selector_all(".erratum", shown)
    assert own == [name for name in every if name.startswith("erratum-opt.")]
    page.select_option("#errata-filters [name=class]", "misprint")
    assert set(page.eval_on_selector_all(".erratum", shown)) < set(own)
    page.click("#errata-filters button[type=reset]")
    page.fill("#errata-filters [name=search]", "hrf.theorem-3.5-bound")
    assert page.eval_on_selector_all(".erratum", shown) == ["erratum-hrf.theorem-3.5-bound"]
    # the ledger has filters of its own
    assert len(_shown(page)) > 100


def test_plots_follow_the_theme_and_say_what_is_seen(page) -> None:
    image = page.locator("figure img")
    assert "MSE of independent projections over v = |x + y|, for orthogonal, simplex" in image.get_attribute("alt")
    light = image.screenshot()
    page.emulate_media(color_scheme="dark")
    assert image.screenshot() != light


def test_the_print_has_at_most_80_pages_and_cuts_nothing(page) -> None:
    page.set_viewport_size({"width": 703, "height": 1000})  # A4 without its margins
    page.emulate_media(media="print")
    assert not page.is_visible("#filters")
    assert page.is_visible(".ledger")
    formulas, cut, _ = page.evaluate(_CUT)
    assert formulas > 50 and not cut
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = false; })")
    assert 5 < len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) <= 80
