"""The parts of README.md that are read from the ledger: counts, the errata in short, the map.

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
from rftheory.statements.ledger import Recorded, Row, recorded_path
from rftheory.statements.pages import count_statuses

README = Path(__file__).resolve().parent.parent / "README.md"
_PART = re.compile(r"(<!-- (?P<name>[a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
#: in a cell of a table that is to be short
_LONGEST = 150


def counts(rows: Mapping[str, Row]) -> str:
    """The line that `rftheory verify` ends with."""
    told = ", ".join(f"{count} {status}" for status, count in count_statuses(list(rows.values())).items())
    return f"{len(rows)} statements: {told}; {sum(bool(row['erratum']) for row in rows.values())} have an erratum.\n"


def errata(rows: Mapping[str, Row]) -> str:
    """One line per erratum: where, what is wrong first of all, and how many corrections are proved."""
    lines = ["| statement | where | what is wrong in print |", "| --- | --- | --- |"]
    for row in rows.values():
        if row["erratum"]:
            flaw = _cell(row["erratum"]["claims"][0]["flaw"])
            lines.append(f"| `{row['id']}` | {_cell(row['location'])} | {_short(flaw)} |")
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


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0] + " …"


PARTS: Mapping[str, Callable[[Mapping[str, Row]], str]] = {"counts": counts, "errata": errata, "map": field_map}


def renewed(text: str, rows: Mapping[str, Row]) -> str:
    """The text with all its parts made afresh.

    Raises:
        ValueError: for a part of an unknown name, and if one of them is missing.
    """
    found = [match["name"] for match in _PART.finditer(text)]
    if sorted(found) != sorted(PARTS):
        raise ValueError(f"parts must be {', '.join(PARTS)}, each once, got {', '.join(found) or 'none'}")
    return _PART.sub(lambda match: f"{match[1]}{PARTS[match['name']](rows)}{match[3]}", text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("write", "check"))
    what = parser.parse_args().what
    text = README.read_text(encoding="utf-8")
    fresh = renewed(text, Recorded.load(recorded_path()).rows)
    if what == "write":
        README.write_text(fresh, encoding="utf-8")
    elif fresh != text:
        print("README.md does not say what the ledger says: run make ledger", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
