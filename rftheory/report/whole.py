"""The report as a whole: what is known of every statement, on one page."""

from __future__ import annotations

from dataclasses import dataclass

from rftheory.answers.known import Receipts, Statements, found_in, known
from rftheory.report.content import statement_views
from rftheory.report.page import report_page
from rftheory.report.pictures import drawing, key_plots
from rftheory.statements.cells import chart
from rftheory.statements.dependencies import applied_rules


@dataclass(frozen=True)
class Report:
    """One HTML page.

    Attributes:
        statements: how many it shows, of which
        bare: so many without their evidence, as they have no fresh receipts.
    """

    page: str
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
    # the plots take longest and are begun first
    with drawing(key_plots() if plots else []) as begun:
        answer = known(found, receipts, level, seed)
        cells = {name: entry.cells for name, entry in found.entries.items() if entry.cells}
        views = list(statement_views(answer.rows, answer.verdicts, answer.graph))
        page = report_page(
            views,
            answer.graph,
            applied_rules(found),
            chart(cells, answer.rows),
            lambda: [picture() for picture in begun],
            level,
        )
    return Report(page, len(views), sum(view.is_bare for view in views))
