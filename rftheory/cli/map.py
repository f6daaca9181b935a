"""``rftheory map``: for which family with which coupling the closed form of the pair moment is settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rftheory.cli.options import echo_json, find_statements, json_flag, refusals, statement_options
from rftheory.extensions.folders import folders
from rftheory.printing import folded

if TYPE_CHECKING:
    from rich.table import Table

    from rftheory.statements.cells import CellState

_STYLES = {
    "proved": "green",
    "certified": "cyan",
    "in part": "blue",
    "simulated": "yellow",
    "blank": "dim",
    "does not apply": "dim",
}
#: what stands for a state in the table, if not its name
_MARKS = {"blank": ".", "does not apply": "-"}
_LEGEND = """
E Z_1 Z_2 of two projections in closed form:
  proved      replayed by the kernel           certified  enclosed on all of it
  part        one of these in part, for what the statement restricts it to
  simulated   supported by draws only          .          not settled
  -           the coupling does not apply
"""


@click.command("map")
@json_flag
@statement_options
def field_map(as_json: bool, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """Print the map of the field: families against couplings.

    Each cell is the state of the closed form of the pair moment E Z_1 Z_2, which together with E Z and E Z^2
    determines the error of an estimator. It is read from fresh receipts, or else from the ledger; nothing is judged.
    """
    from rftheory.answers.known import known
    from rftheory.statements.cells import COUPLINGS, FAMILIES, STATES, chart

    families, couplings = (*FAMILIES, *_added("families")), (*COUPLINGS, *_added("couplings"))
    found = find_statements(extra, kept=True)
    with refusals():
        rows = known(found, receipts, alone=True).rows
    cells = chart(
        {name: entry.cells for name, entry in found.entries.items() if entry.cells}, rows, families, couplings
    )
    if as_json:
        echo_json({"families": families, "couplings": couplings, "cells": [cell.to_json() for cell in cells]})
    else:
        from rich.console import Console

        console = Console()
        console.print(_table(cells, couplings))
        counts = Counter(cell.state for cell in cells)
        total = f"{len(cells)} cells: " + ", ".join(f"{counts[s]} {s}" for s in STATES if counts[s])
        for line in (*_LEGEND.splitlines(), total, *_notes(cells), "", "--json names the statements."):
            console.print(line, markup=False, highlight=False)
    raise SystemExit(1 if found.problems else 0)


def _added(package: str) -> Iterable[str]:
    """The families or couplings of the user; without any folder of extensions no code of them is loaded."""
    if not folders():
        return ()
    from rftheory.mechanisms.catalogue import added

    return added(package)


def _notes(cells: list[CellState]) -> Iterator[str]:
    """What cells in part are restricted to, and why some do not apply; each said once."""
    said: dict[str, list[str]] = {}
    for cell in cells:
        told = cell.restrictions.values() if cell.state == "in part" else [cell.reason] if cell.reason else []
        for what in dict.fromkeys(told):
            said.setdefault(f"{_MARKS.get(cell.state, cell.state)} {what}", []).append(f"{cell.family}/{cell.coupling}")
    for what, places in said.items():
        yield ""
        yield from folded(f"{what} ({', '.join(places)})", hang="", width=79)


def _table(cells: list[CellState], couplings: tuple[str, ...]) -> Table:
    """One row per family; fits 80 columns."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    table.add_column("family", no_wrap=True)
    for coupling in couplings:
        table.add_column(coupling, no_wrap=True)
    for start in range(0, len(cells), len(couplings)):
        row = cells[start : start + len(couplings)]
        # the table has 80 columns
        marks = [Text(_MARKS.get(c.state, c.state.removeprefix("in ")), style=_STYLES[c.state]) for c in row]
        table.add_row(row[0].family, *marks)
    return table
