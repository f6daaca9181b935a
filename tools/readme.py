"""The parts of pages that are read from the ledger: counts, the papers, the errata in short, the map.

A part stands between ``<!-- NAME -->`` and ``<!-- end -->``. ``write`` renews all parts, ``check`` fails if one is stale.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from rftheory.statements import discovery
from rftheory.statements.cells import COUPLINGS, FAMILIES, chart
from rftheory.statements.ledger import Row
from rftheory.statements.pages import count_statuses
from rftheory.statements.papers import PAPERS
from rftheory.statements.recorded import Recorded, recorded_path
from rftheory.statements.view import entries

ROOT = Path(__file__).resolve().parent.parent
_PART = re.compile(r"(<!-- (?P<name>[a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
#: where a link within the repository begins
_RELATIVE = re.compile(r"\]\((?!https:)")
#: the errata that matter most to those who build on the papers
FOREMOST = (
    "hrf.theorem-3.5-bound: bound",
    "opt.equivalence: (b) different laws",
    "hrf.theorem-3.1-reduced: reduced",
    "hrf.theorem-D.1-equal: independent",
    "hrf.eq-89: (90)",
)


def counts(rows: Mapping[str, Row]) -> str:
    """How many statements have each status, and which have an erratum."""
    words = {"uncertain print": "cannot be read with certainty"}
    told = [f"{count} {words.get(status, status)}" for status, count in count_statuses(list(rows.values())).items()]
    told[0] = told[0].replace(" ", " are ", 1)
    wrong = [row for row in rows.values() if row["erratum"]]
    parts = [
        f"{count} {words.get(status, status)}" for status, count in count_statuses(wrong).items() if status != "proved"
    ]
    if steps := sum(row["status"] == "proved" for row in wrong):
        parts.append(f"{steps} proved although a printed step is wrong")
    return (
        f"Of {len(rows)} statements, {', '.join(told[:-1])} and {told[-1]}.\n"
        f"{len(wrong)} of them have an erratum ({', '.join(parts)}); errata with\n"
        f"one cause are one entry of the list, which has {len(entries(wrong))}.\n"
    )


def papers(rows: Mapping[str, Row]) -> str:
    """The papers as one cites them, with how many statements of each there are and how many errata."""
    lines = []
    for key, paper in PAPERS.items():
        own = [row for row in rows.values() if row["paper"] == key]
        told = f"{len(own)} statements, {len(entries(own))} errata: [errata/{key}.md](errata/{key}.md)"
        lines.append(
            f"- {paper.authors}: *{paper.title}*. {paper.venue}, [arXiv:{paper.arxiv}](https://arxiv.org/abs/{paper.arxiv}). {told}"
        )
    return "\n".join(lines) + "\n"


def errata(rows: Mapping[str, Row]) -> str:
    """The errata that matter most: where, of which class, what is wrong."""
    lines, found = [], {entry.name: entry for entry in entries(list(rows.values()))}
    for number, name in enumerate(FOREMOST, 1):
        entry = found[name]
        paper = entry.row["paper"]
        link = f"[*{PAPERS[paper].title}*, {entry.place}](errata/{paper}.md)"
        lines.append(f"{number}. {link} ({entry.kind}): {re.split('; |, which ', entry.item['flaw'])[0]}")
    return "\n".join(lines) + "\n"


def field_map(rows: Mapping[str, Row]) -> str:
    """The table families x couplings."""
    cells = {name: entry.cells for name, entry in discovery.discover().entries.items() if entry.cells}
    states = {(cell.family, cell.coupling): cell.state for cell in chart(cells, rows)}
    marks = {"blank": "", "does not apply": "–"}
    lines = [f"| family | {' | '.join(COUPLINGS)} |", f"| --- |{' --- |' * len(COUPLINGS)}"]
    for family in FAMILIES:
        row = [marks.get(states[family, coupling], states[family, coupling]) for coupling in COUPLINGS]
        lines.append(f"| {family} | {' | '.join(row)} |")
    return "\n".join(lines) + "\n"


PARTS: Mapping[str, Callable[[Mapping[str, Row]], str]] = {
    "counts": counts,
    "papers": papers,
    "errata": errata,
    "map": field_map,
}


#: which parts a page has
PAGES: Mapping[str, tuple[str, ...]] = {
    "README.md": ("counts", "errata"),
    "docs/cite.md": ("papers",),
    "docs/verify.md": ("map",),
}


def renewed(page: str, text: str, rows: Mapping[str, Row]) -> str:
    """The text of a page with its parts made afresh; links are as seen from where it stands.

    Raises:
        ValueError: if a part is missing, of an unknown name, or there twice.
    """
    found = tuple(match["name"] for match in _PART.finditer(text))
    if found != PAGES[page]:
        raise ValueError(
            f"parts of {page} must be {', '.join(PAGES[page])}, each once, got {', '.join(found) or 'none'}"
        )
    up = "../" * page.count("/")

    def made(match: re.Match[str]) -> str:
        return f"{match[1]}{_RELATIVE.sub(f']({up}', PARTS[match['name']](rows))}{match[3]}"

    return _PART.sub(made, text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("write", "check"))
    what = parser.parse_args().what
    rows = Recorded.load(recorded_path()).rows
    stale = []
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        fresh = renewed(page, text, rows)
        if what == "write":
            (ROOT / page).write_text(fresh, encoding="utf-8")
        elif fresh != text:
            stale.append(page)
    if stale:
        print(f"{', '.join(stale)} does not say what the ledger says: run make ledger", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
