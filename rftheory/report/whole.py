"""The report as a whole: what is known of every statement, a page for each."""

from __future__ import annotations

from dataclasses import dataclass

from rftheory.answers.known import Receipts, Statements, found_in, known
from rftheory.report.page import report_pages, views_of
from rftheory.report.pictures import key_pictures
from rftheory.statements.cells import chart
from rftheory.statements.dependencies import applied_rules


@dataclass(frozen=True)
class Report:
    """A folder of pages.

    Attributes:
        files: by their places in the folder; the first page is ``index.html``.
        statements: how many it shows, of which
        bare: so many without their evidence, as they have no fresh receipts.
    """

    files: dict[str, str]
    statements: int
    bare: int


def report(
    level: str, seed: int = 0, plots: bool = True, statements: Statements = (), receipts: Receipts = None
) -> Report:
    """Fresh receipts are used where there are any, else the recorded ledger; nothing is judged.

    Args:
        plots: whether the key plots are drawn, too.

    Raises:
        ValueError: for another level than quick, standard or full.
        DamagedLedger: if the recorded ledger is damaged.
    """
    found = found_in(statements)
    answer = known(found, receipts, level, seed)
    cells = {name: entry.cells for name, entry in found.entries.items() if entry.cells}
    views = views_of(answer.rows, answer.verdicts, answer.graph)
    sources = {name: found.entries[name].path.read_text(encoding="utf-8") for name in answer.rows}
    drawn = key_pictures() if plots else []
    pages = report_pages(views, answer.graph, applied_rules(found), chart(cells, answer.rows), drawn, level, sources)
    return Report(dict(pages), len(views), sum(view.is_bare for view in views))
