"""The report of the real statements in a real browser: no error, filters and search work, formulas render, links lead somewhere.

Chromium is a package of the system. Without it these tests are skipped, unless RFTHEORY_BROWSER asks for them (as the
continuous integration does): then its absence is a failure.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from rftheory.cli import main
from rftheory.judges import pipeline
from rftheory.report import whole
from rftheory.report.pictures import key_plots

sync_api = pytest.importorskip("playwright.sync_api")
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_JUDGED = ("hrf.lemma-2.2-pos", "hrf.lemma-3.2-proof")


def _browser() -> str:
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    if found is None:
        if os.environ.get("RFTHEORY_BROWSER"):
            pytest.fail(f"none of {', '.join(_NAMES)} is installed")
        pytest.skip("no Chromium is installed")
    return found


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All statements, the evidence of two of them and one plot: the rules behind the two are not judged here."""
    folder = tmp_path_factory.mktemp("report")
    places, target = ["--receipts", str(folder / "receipts"), "--level", "quick"], folder / "report.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "with_foundations", lambda found, graph, ids: found.select(ids))
        CliRunner().invoke(main, ["verify", *_JUDGED, *places, "--executor", "threads"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whole, "key_plots", lambda: key_plots()[-1:])
        made = CliRunner().invoke(main, ["report", "-o", str(target), *places])
    assert made.exit_code == 0, made.output
    return target


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    with sync_api.sync_playwright() as playwright:
        # the container of a build machine is the sandbox
        running = playwright.chromium.launch(executable_path=_browser(), args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def page(browser, report: Path) -> Iterator[object]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True)
    opened = context.new_page()
    complaints: list[str] = []
    opened.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("requestfailed", lambda request: complaints.append(request.url))
    opened.goto(report.as_uri())
    yield opened
    assert not complaints
    context.close()


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
        if page.evaluate("document.activeElement.getAttribute('href')") == "#hrf.lemma-2.2-pos":
            break
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash === '#hrf.lemma-2.2-pos'")
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    assert len(_shown(page)) > 100


def test_the_evidence_unpacks_and_its_formulas_have_a_size(page) -> None:
    details = page.locator("details.more[data-id='hrf.lemma-2.2-pos']")
    details.locator("summary").first.click()
    page.wait_for_selector("details.more[data-id='hrf.lemma-2.2-pos'] .chain math")
    sizes = details.locator(".chain math").evaluate_all("all => all.map(m => m.getBoundingClientRect().width)")
    assert len(sizes) >= 3 and min(sizes) > 20
    # a browser without MathML would show the parts of a fraction side by side
    assert details.locator("mfrac").first.evaluate(
        "m => m.children[1].getBoundingClientRect().top > m.getBoundingClientRect().top"
    )


def test_every_link_resolves_in_the_packed_parts_too(page) -> None:
    page.evaluate("document.querySelectorAll('details.more').forEach(d => { d.open = true; })")
    page.wait_for_function("[...document.querySelectorAll('details.more .filled')].every(f => f.dataset.done)")
    page.wait_for_function("document.querySelectorAll('details.more .chain').length > 0")
    missing = page.evaluate(
        "[...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))"
        ".filter(h => !h.startsWith('#') || !document.getElementById(decodeURIComponent(h.slice(1))))"
    )
    assert missing == []


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_sticks_out_of_the_page(browser, report: Path, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800})
    opened = context.new_page()
    opened.goto(report.as_uri())
    assert opened.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_the_print_leaves_out_what_is_for_the_screen(page) -> None:
    page.emulate_media(media="print")
    assert not page.is_visible("#filters")
    assert page.is_visible(".ledger")
    assert page.pdf()[:5] == b"%PDF-"
