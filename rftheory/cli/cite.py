"""``rftheory cite ID``: BibTeX of a verdict or an erratum, and of the paper."""

from __future__ import annotations

from pathlib import Path

import click

from rftheory.cli.options import find_statements, id_argument, refusals, statement_options


@click.command()
@id_argument
@statement_options
def cite(name: str, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """Print BibTeX of a statement's verdict, or of its errata, and of the paper."""
    from rftheory.answers.known import known
    from rftheory.statements.citation import bibtex

    found = find_statements(extra, kept=True)
    with refusals():
        name = found.get(name).id
        row = known(found, receipts, ids=[name], alone=True).rows[name]
    click.echo(bibtex(row))
