"""Builds the site from the pages of this repository: what commands print is compared, plots are drawn, warnings are errors.

The site lies in dist/site and needs no network, nor does building it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import golden
import papers
import samples
from index_metadata import shown
from pictures import run

from rftheory import plots
from rftheory.cli.plot import save

ROOT = Path(__file__).resolve().parent.parent
GALLERY = ROOT / "docs" / "gallery"
SITE = ROOT / "dist" / "site"
START = "docs/index.html"
#: what the README shows or names besides pages
BESIDE = ("LICENSE", "docs/report.png")


def gallery() -> None:
    """All plots, drawn afresh, and the page that shows them."""
    GALLERY.mkdir(exist_ok=True)
    lines = [
        "# Gallery",
        "",
        "Curves are what the theory says, points are draws from the definitions. `rftheory plot NAME` draws one.",
    ]
    for name, plot in plots.plots().items():
        save(plots.draw(name), GALLERY / f"{name}.svg")
        lines += [
            "",
            # the picture has its title
            f"## {name}",
            "",
            f"![{plot.title}](gallery/{name}.svg)",
            "",
            f"`rftheory plot {name}`; {plot.source}.",
        ]
    (ROOT / "docs" / "gallery.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def entrance() -> list[str]:
    """A page at the root of the site that leads on, and what the README needs there; the links of the README that still lead nowhere."""
    (SITE / "index.html").write_text(
        f'<!doctype html><meta charset="utf-8"><title>rftheory</title><meta http-equiv="refresh" content="0; url={START}">'
        f'<a href="{START}">rftheory</a>\n',
        encoding="utf-8",
    )
    for name in BESIDE:
        shutil.copy(ROOT / name, SITE / name)
    readme = shown((ROOT / "README.md").read_text(encoding="utf-8"), "site:")
    return [link for link in re.findall(r"\]\(site:/([^)]+)\)", readme) if not (SITE / link).exists()]


def statements() -> list[str]:
    """The report with its page for each statement, and the PDFs for authors; links of pages to it that lead nowhere."""
    run("report", "--no-plots", "-o", str(SITE / "report"))
    papers.told(SITE / "report", SITE / "papers")
    linked = (page.read_text(encoding="utf-8") for page in SITE.glob("notebooks/*.html"))
    found = {place for text in linked for place in re.findall(r'href="\.\./(report/[^"#]+)', text)}
    return sorted(place for place in found if not (SITE / place).exists())


def raw_formulas(site: Path) -> list[str]:
    """Pages that show the source of a formula, as "PAGE: the first of it"; code may."""
    found = []
    for page in sorted(site.rglob("*.html")):
        shown = re.sub(r"(?s)<(pre|code|script|style)\b.*?</\1>", "", page.read_text(encoding="utf-8"))
        if source := re.search(r"\$.{0,60}|\\begin\{.{0,60}", re.sub("<[^>]*>", "", shown)):
            found.append(f"{page.relative_to(site)}: {source[0]}")
    return found


def main() -> int:
    gallery()
    # what tests compare is not compared once more
    told = [*samples.pages(), *(file for file in golden.FILES if file.stem in golden.SLOW)]
    checked = subprocess.run([sys.executable, ROOT / "tools" / "consoles.py", "check", *told], cwd=ROOT, check=False)
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", "docs", ".", str(SITE)],
        cwd=ROOT,
        check=False,
    )
    if lost := entrance():
        print(f"links of the README without a page: {', '.join(lost)}", file=sys.stderr)
    if dead := statements():
        print(f"links to statements without a page: {', '.join(dead)}", file=sys.stderr)
    if raw := raw_formulas(SITE):
        print("formulas shown as their source:", *raw, sep="\n", file=sys.stderr)
    print(f"{SITE.relative_to(ROOT)}/{START}")
    return checked.returncode or built.returncode or int(bool(lost or dead or raw))


if __name__ == "__main__":
    raise SystemExit(main())
