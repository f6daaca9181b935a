"""The pictures of the README: a view of the report (needs Chromium and fresh receipts) and one plot."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from click.testing import CliRunner
from playwright.sync_api import sync_playwright

from rftheory.cli import main as rftheory

FOLDER = Path(__file__).resolve().parent.parent / "docs"
PLOT = "mse-ratios"
#: what of the report is shown
PAGE, WIDTH, HEIGHT = "s/hrf.theorem-3.5-bound.html", 1100, 860
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def run(*words: str) -> None:
    """A command of rftheory.

    Raises:
        RuntimeError: if it fails.
    """
    result = CliRunner().invoke(rftheory, words)
    if result.exit_code:
        raise RuntimeError(f"rftheory {' '.join(words)}: {result.output}")


def chromium() -> str:
    """Where the browser is.

    Raises:
        RuntimeError: if no Chromium is installed.
    """
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        raise RuntimeError(f"none of {', '.join(_BROWSERS)} is installed")
    return browser


def view(report: Path, target: Path) -> None:
    """A screenshot of one statement of the report.

    Raises:
        RuntimeError: if no Chromium is installed.
    """
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = running.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(report.as_uri())
        page.wait_for_timeout(500)
        page.screenshot(path=target)
        running.close()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        run("report", "--no-plots", "-o", folder)
        view(Path(folder) / PAGE, FOLDER / "report.png")
    run("plot", PLOT, "-o", str(FOLDER / f"{PLOT}.png"))


if __name__ == "__main__":
    main()
