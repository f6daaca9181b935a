"""``rftheory report``: the ledger, the evidence, the errata, the map and the graph as one HTML file."""

from __future__ import annotations

from pathlib import Path

import click

from rftheory.cli.options import effort_options, find_statements, refusals, statement_options, writable


@click.command()
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=writable,
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
    from rftheory.report.whole import report as made

    found = find_statements(extra)
    with refusals():
        answer = made(level, seed, plots, found, receipts)
    try:
        output.write_text(answer.page, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"the report cannot be written to {output}: {error.strerror or error}") from error
    click.echo(f"{output}: {answer.statements} statements, {len(answer.page.encode()) / 1e6:.1f} MB")
    if answer.bare:
        click.echo(
            f"{answer.bare} statements have no fresh receipts: their evidence is left out (rftheory verify judges them)"
        )
    raise SystemExit(1 if found.problems else 0)
