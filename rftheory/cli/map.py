"""``rftheory map``: for which family with which coupling the closed form of the pair moment is settled."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rftheory.cli.options import echo_json, find_statements, json_flag, open_store, statement_options

if TYPE_CHECKING:
    from rich.table import Table

    from rftheory.statements.cells import CellState

_STYLES = {"proved": "green", "certified": "cyan", "simulated": "yellow", "blank": "dim"}
_LEGEND = (
    "E Z_1 Z_2 of two projections in closed form: proved, certified on boxes, only",
    "simulated, or . where no statement settles it. --json names the statements.",
)


@click.command("map")
@json_flag
@statement_options
def field_map(as_json: bool, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """Print the map of the field: families against couplings.

    Each cell is the state of the closed form of the pair moment E Z_1 Z_2, which together with E Z and E Z^2 fixes the
    error of an estimator. It is read from the ledger (fresh receipts first), nothing is judged.
    """
    from rftheory.cli.rows import known_rows
    from rftheory.statements.cells import COUPLINGS, FAMILIES, STATES, chart

    found = find_statements(extra)
    rows = known_rows(found, open_store(receipts)).rows
    cells = chart({name: entry.cells for name, entry in found.entries.items() if entry.cells}, rows)
    if as_json:
        echo_json({"families": FAMILIES, "couplings": COUPLINGS, "cells": [cell.to_json() for cell in cells]})
    else:
        from rich.console import Console

        console = Console()
        console.print(_table(cells, COUPLINGS))
        counts = Counter(cell.state for cell in cells)
        console.print()
        for line in (*_LEGEND, f"{len(cells)} cells: " + ", ".join(f"{counts[s]} {s}" for s in STATES if counts[s])):
            console.print(line, markup=False, highlight=False)
    raise SystemExit(1 if found.problems else 0)


def _table(cells: list[CellState], couplings: tuple[str, ...]) -> Table:
    """One row per family; fits 80 columns."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1))
    table.add_column("family", no_wrap=True)
    for coupling in couplings:
        table.add_column(coupling, no_wrap=True)
    for start in range(0, len(cells), len(couplings)):
        row = cells[start : start + len(couplings)]
        marks = [Text("." if c.state == "blank" else c.state, style=_STYLES[c.state]) for c in row]
        table.add_row(row[0].family, *marks)
    return table
