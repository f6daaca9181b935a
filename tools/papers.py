"""For each paper with errata a PDF for its authors, printed by Chromium from its page of the report; it says so if there is no Chromium.

python tools/papers.py [FOLDER]      # dist/papers by default
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from pictures import chromium, run
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
#: pages that an author reads
FEWEST, MOST = 2, 4
#: how much larger than in the report a sheet is set; the first that takes no more than so many pages is taken
SCALES = (1.5, 1.4, 1.3, 1.2, 1.1, 1.0)


def pages(printed: bytes) -> int:
    """How many pages a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def printed(report: Path, folder: Path) -> dict[str, int]:
    """Prints the pages of the papers of a report, and says how many pages each PDF has.

    Raises:
        RuntimeError: if no Chromium is installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        for place in sorted(report.glob("p/*.html")):
            page.goto(place.as_uri())
            for scale in SCALES:
                document = page.pdf(prefer_css_page_size=True, print_background=True, scale=scale)
                if pages(document) <= MOST:
                    break
            (folder / f"{place.stem}.pdf").write_bytes(document)
            found[place.stem] = pages(document)
        browser.close()
    return found


def told(report: Path, folder: Path) -> int:
    """Prints the PDFs and says so, or why there are none; the exit status."""
    try:
        found = printed(report, folder)
    except RuntimeError as missing:
        print(f"no PDFs for authors: {missing}", file=sys.stderr)
        return 1
    for name, count in found.items():
        print(f"{folder / name}.pdf: {count} pages")
    wrong = [name for name, count in found.items() if not FEWEST <= count <= MOST]
    if wrong:
        print(f"must have {FEWEST} to {MOST} pages: {', '.join(wrong)}", file=sys.stderr)
    return int(bool(wrong))


def main() -> int:
    folder = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "dist" / "papers"
    with tempfile.TemporaryDirectory() as report:
        run("report", "--no-plots", "-o", report)
        return told(Path(report), folder)


if __name__ == "__main__":
    raise SystemExit(main())
