"""What a run prints at its end: the table of verdicts, the counts, the errata in short, the mutants caught."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rftheory.statements.ledger import Row
from rftheory.statements.pages import MARKS, count_statuses
from rftheory.statements.text import short_erratum
from rftheory.statements.verdicts import JUDGES, MUTANTS, Verdict
from rftheory.statements.view import View

_STYLES = {
    "proved": "green",
    "conditional": "bright_yellow",
    "certified": "cyan",
    "supported": "yellow",
    "refuted": "red",
    "uncertain print": "bright_magenta",
    "undecided": "magenta",
    "conflict": "bold red",
}


def verdict_table(rows: list[Row], told: str = "kind", width: int = 80) -> Table:
    """Id, kind (or title), status, a mark per judge, and the level where it is not standard; fits 80 columns.

    Ids are copied: they stay whole on a console of this width, in columns, up to half of it, and what is told of them is folded.
    """
    levels = {row.get("level", "") for row in rows} - {"", "standard"}
    statuses = [_status(row) for row in rows]
    table = Table(box=None, pad_edge=False, collapse_padding=True, header_style="bold")
    # widths that are known: measuring some thousand cells would take most of the time of a list
    table.add_column("statement", overflow="fold", width=_width("statement", (row["id"] for row in rows), width // 2))
    table.add_column(told, no_wrap=told == "kind")
    table.add_column("status", no_wrap=True, width=_width("status", statuses))
    table.add_column(" ".join(judge[0].upper() for judge in JUDGES), no_wrap=True, width=2 * len(JUDGES) - 1)
    if levels:
        table.add_column("level", no_wrap=True)
    for row, status in zip(rows, statuses, strict=True):
        marks = " ".join(MARKS[row["judges"][judge]["verdict"]] for judge in JUDGES)
        shown = Text(status, style=_STYLES.get(row["status"], ""))
        table.add_row(row["id"], row[told], shown, marks, *([row["level"]] if levels else []))
    return table


def _status(row: Row) -> str:
    starred = row["erratum"] and row["status"] != "refuted"
    return row["status"] + " *" * bool(starred) + " ^" * bool(row.get("remarks"))


def _width(header: str, cells: Iterable[str], at_most: int = 80) -> int:
    return min(at_most, max(map(len, (header, *cells))))


def print_report(console: Console, rows: list[Row], verdicts: Mapping[str, Mapping[str, Verdict]]) -> None:
    """The whole report of a run."""
    # a list of statements does not wait for SymPy
    from rftheory.answers.judged import mutant_shares

    console.print(verdict_table(rows))
    print_legend(console)
    counts = ", ".join(f"{count} {status}" for status, count in count_statuses(rows).items())
    _plain(console, f"{len(rows)} statement{'s' * (len(rows) != 1)}: {counts}")
    for line in mutant_lines(mutant_shares(verdicts)):
        _plain(console, line)
    wrong = [row for row in rows if row["erratum"]]
    if wrong:
        console.print()
        _plain(console, "Errata (rftheory errata tells more)")
        for row in wrong:
            _plain(console, f"  {row['id']} ({row['location']})")
            for line in (line for error in View(row).errors for line in short_erratum(error)):
                _plain(console, line)
    alarms = [f"{row['id']}: {note}" for row in rows for note in row["status_notes"] if _loud(note)]
    for alarm in alarms:
        console.print(Text(alarm, style="bold red"))


def print_legend(console: Console) -> None:
    """What the columns and marks of a table of verdicts mean."""
    console.print()
    _plain(console, "K kernel, E enclosure, S simulation, C controls;")
    _plain(console, "* a printed step is wrong, ^ with a remark on a degenerate case")
    _plain(console, ", ".join(f"{mark} {answer}" for answer, mark in MARKS.items()))


def _loud(note: str) -> bool:
    return note.startswith(("SIMULATION", "conflict"))


def _plain(console: Console, line: str) -> None:
    console.print(line, markup=False, highlight=False)


def mutant_lines(total: Mapping[str, Any]) -> Iterator[str]:
    """The share of mutants refused, by kind and by judge, and the harmless rewritings accepted."""
    counts = {kind: total[f"{kind}_mutants"] for kind in MUTANTS if total[f"{kind}_mutants"].get("made")}
    if not counts:
        return
    made = sum(count["made"] for count in counts.values())
    yield f"{made} mutants, {len(total['survivors'])} survive; refused:"
    for kind, count in counts.items():
        judges = ", ".join(f"{judge} {count[judge]}" for judge in JUDGES if count.get(judge))
        beside = f"; {count['beside']} beside the print alone" if count.get("beside") else ""
        yield f"  of the {kind} {count['refused']} of {count['made']} ({judges}{beside})"
    yield f"{total['rewritings']} harmless rewritings, {_share(total['accepted'], total['rewritings'])} accepted"
    yield from (f"  survivor: {what}" for what in total["survivors"])
    yield from (f"  ALARM: {what}" for what in total["alarms"])


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "0 of 0"
