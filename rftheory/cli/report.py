"""``rftheory report``: the ledger, the errata, the map and the graph, and a page for each statement, as a folder of HTML."""

from __future__ import annotations

from pathlib import Path

import click

from rftheory.cli.options import effort_options, find_statements, refusals, statement_options, writable_folder


@click.command()
@click.option(
    "--output",
    "-o",
    type=click.Path(file_okay=False, path_type=Path),
    callback=writable_folder,
    default=Path("rftheory-report"),
    show_default=True,
    help="The folder to write.",
)
@click.option("--plots/--no-plots", default=True, show_default=True, help="Draw the key plots too.")
@effort_options
@statement_options
def report(output: Path, plots: bool, level: str, seed: int, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """Write the report: a folder of HTML that works offline.

    The first page is index.html. The page of a statement is s/ID.html, with its formulas, the lines of its
    derivation, enclosures, draws, plots, certificate, file and BibTeX.

    Verdicts come from fresh receipts, or else from the recorded ledger; nothing is judged. Only receipts have
    derivations and figures: run `rftheory verify` first.
    """
    from rftheory.report.whole import report as made

    found = find_statements(extra)
    with refusals():
        answer = made(level, seed, plots, found, receipts)
    try:
        for place, text in answer.files.items():
            (output / place).parent.mkdir(parents=True, exist_ok=True)
            (output / place).write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"the report cannot be written to {output}: {error.strerror or error}") from error
    click.echo(f"{output / 'index.html'}: {answer.statements} statements, a page for each")
    if answer.bare:
        click.echo(
            f"{answer.bare} statements have no fresh receipts: their evidence is left out (rftheory verify judges them)"
        )
    raise SystemExit(1 if found.problems else 0)
