"""Builds the site from the pages of this repository: what commands print is compared, plots are drawn, warnings are errors.

The site lies in dist/site and needs no network, nor does building it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from rftheory import plots
from rftheory.cli.plot import save

ROOT = Path(__file__).resolve().parent.parent
GALLERY = ROOT / "docs" / "gallery"
SITE = ROOT / "dist" / "site"


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
            f"## {plot.title}",
            "",
            f"![{plot.title}](gallery/{name}.svg)",
            "",
            f"`rftheory plot {name}`; {plot.source}.",
        ]
    (ROOT / "docs" / "gallery.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    gallery()
    checked = subprocess.run([sys.executable, ROOT / "tools" / "consoles.py", "check"], cwd=ROOT, check=False)
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", "docs", ".", str(SITE)],
        cwd=ROOT,
        check=False,
    )
    print(f"{SITE.relative_to(ROOT)}/docs/index.html")
    return checked.returncode or built.returncode


if __name__ == "__main__":
    raise SystemExit(main())
