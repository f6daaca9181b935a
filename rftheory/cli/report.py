"""``rftheory report``: the ledger, the evidence, the errata, the map and the graph as one HTML file."""

from __future__ import annotations

from pathlib import Path

import click

from rftheory.cli.options import effort_options, find_statements, refusals, statement_options


@click.command()
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("rftheory-report.html"),
    show_default=True,
    help="The file to write.",
)
@click.option("--plots/--no-plots", default=True, show_default=True, help="Whether the key plots are drawn, too.")
@effort_options
@statement_options
def report(output: Path, plots: bool, level: str, seed: int, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """Write the report: one HTML file that works offline.

    Fresh receipts are used where there are any, else the recorded ledger; nothing is judged. Derivations and figures
    are in the receipts only: run `rftheory verify` first.
    """
    from rftheory.answers.known import known
    from rftheory.report.content import statement_views
    from rftheory.report.page import report_page
    from rftheory.report.pictures import drawing, key_plots
    from rftheory.statements.cells import chart
    from rftheory.statements.dependencies import applied_rules

    found = find_statements(extra)
    # the plots take longest and are begun first
    with drawing(key_plots() if plots else []) as begun:
        with refusals():
            answer = known(found, receipts, level, seed)
        cells = {name: entry.cells for name, entry in found.entries.items() if entry.cells}
        views = list(statement_views(answer.rows, answer.verdicts, answer.graph))
        page = report_page(
            views,
            answer.graph,
            applied_rules(found),
            chart(cells, answer.rows),
            lambda: [picture.result() for picture in begun],
            level,
        )
    try:
        output.write_text(page, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"the report cannot be written to {output}: {error.strerror or error}") from error
    bare = sum(not view.claims for view in views)
    click.echo(f"{output}: {len(views)} statements, {len(page.encode()) / 1e6:.1f} MB")
    if bare:
        click.echo(
            f"{bare} statements have no fresh receipts: their evidence is left out (rftheory verify judges them)"
        )
    raise SystemExit(1 if found.problems else 0)
