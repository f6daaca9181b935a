"""``rftheory show ID``: a statement with everything that is known of it."""

from __future__ import annotations

from pathlib import Path

import click

from rftheory.cli.options import (
    echo_json,
    find_statements,
    id_argument,
    json_flag,
    known_effort_options,
    refusals,
    statement_options,
)


@click.command()
@id_argument
@click.option(
    "--latex", is_flag=True, help="Print the formulas of its claims and corrections as LaTeX, and nothing else."
)
@json_flag
@known_effort_options
@statement_options
def show(
    name: str, latex: bool, as_json: bool, level: str | None, seed: int, extra: tuple[Path, ...], receipts: Path | None
) -> None:
    """Print a statement: claims, derivation, verdicts with figures, and errors."""
    from rftheory.answers.shown import show as shown

    found = find_statements(extra, kept=True)
    with refusals():
        answer = shown(name, level=level, seed=seed, statements=found, receipts=receipts)
    if as_json:
        echo_json(answer.to_json())
    elif latex:
        for claim, formula in answer.latex.items():
            click.echo(f"% {claim}\n{formula}")
    else:
        click.echo(str(answer))
