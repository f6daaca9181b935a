"""``rftheory experiment NAME``: tables of measured errors beside what theory predicts, as text, JSON or CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rftheory.cli.options import echo_json, echo_offered, json_flag, read_settings, said, seed_option, settings_option
from rftheory.printing import WIDTH, grid, needed, table_text

if TYPE_CHECKING:
    from rftheory.experiments.experiment import Experiment
    from rftheory.experiments.table import Table


@click.command()
@click.argument("name", required=False)
@settings_option("A parameter of the experiment, such as replicates=1000.")
@seed_option
@click.option("--csv", "as_csv", is_flag=True, help="Print the rows as CSV.")
@json_flag
def experiment(name: str | None, settings: tuple[str, ...], seed: int, as_csv: bool, as_json: bool) -> None:
    """Run an experiment; without a NAME list them with their parameters."""
    from rftheory import experiments
    from rftheory.experiments.data import MissingLibrary

    if as_csv and as_json:
        raise click.UsageError("give --csv or --json, not both")
    if name is None:
        known = experiments.experiments().values()
        echo_offered({each: experiments.parameters_of(each) for each in known}, as_json)
        return
    given = read_settings(settings)
    if "seed" in given:
        raise click.UsageError("give the seed with --seed")
    try:
        found = experiments.find(name)
        table = experiments.run(name, seed=seed, **given)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    except MissingLibrary as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        echo_json(_as_json(found, table))
    elif as_csv:
        click.echo(table.csv(), nl=False)
    else:
        _print(found, table)


def _as_json(found: Experiment, table: Table) -> dict[str, Any]:
    return {
        "name": found.name,
        "title": found.title,
        "source": found.source,
        "parameters": dict(table.parameters),
        "seed": table.seed,
        "rows": table.records(),
        "notes": list(table.notes),
    }


def _print(found: Experiment, table: Table) -> None:
    """One table for each set of data, the notes, the parameters; 80 columns unless numbers need more: no cell is cut."""
    said(f"{found.title} ({found.source})")
    for label, rows in table.parts().items():
        click.echo()
        said(label)
        part = _part(table, rows)
        click.echo(table_text(part, max(WIDTH, needed(part))))
    click.echo()
    for note in table.notes:
        said(f"- {note}", hang="  ")
    said(", ".join(f"{key}={value!r}" for key, value in {**table.parameters, "seed": table.seed}.items()))


def _part(table: Table, rows: list[tuple[Any, ...]]) -> Any:
    from rich.text import Text

    shown = grid()
    columns = table.columns[1:]
    for column in columns:
        shown.add_column(Text(column.name), justify="left" if not column.form else "right", no_wrap=True)
    for row in rows:
        shown.add_row(*(Text(column.text(cell)) for column, cell in zip(columns, row, strict=True)))
    return shown
