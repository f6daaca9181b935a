"""``rftheory experiment NAME``: tables of measured errors beside what theory predicts, as text, JSON or CSV."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import click

from rftheory.cli.completion import EXPERIMENTS
from rftheory.cli.options import echo_json, json_flag, read_settings, settings_option

if TYPE_CHECKING:
    from rftheory.experiments.experiment import Experiment
    from rftheory.experiments.sentences import Judgement, Sentence
    from rftheory.experiments.table import Table

_WIDTH = 80
#: more than any table needs
_UNBOUNDED = 10_000


@click.command()
@click.argument("name", required=False, shell_complete=EXPERIMENTS)
@settings_option("A parameter of the experiment, such as replicates=1000.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Root of all randomness.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the rows as CSV.")
@json_flag
def experiment(name: str | None, settings: tuple[str, ...], seed: int, as_csv: bool, as_json: bool) -> None:
    """Run an experiment; without a NAME list them with their parameters."""
    from rftheory import experiments
    from rftheory.experiments.data import MissingLibrary

    if as_csv and as_json:
        raise click.UsageError("give --csv or --json, not both")
    if name is None:
        _list(as_json)
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


def _list(as_json: bool) -> None:
    from rftheory import experiments

    known = {found: experiments.parameters_of(found) for found in experiments.experiments().values()}
    if as_json:
        echo_json(
            [
                {
                    "name": found.name,
                    "title": found.title,
                    "source": found.source,
                    "parameters": {key: repr(value) for key, value in parameters.items()},
                }
                for found, parameters in known.items()
            ]
        )
        return
    for found, parameters in known.items():
        click.echo(found.name)
        _wrapped(f"{found.title} ({found.source})", "  ")
        _wrapped(", ".join(f"{key}={value!r}" for key, value in parameters.items()), "  ")


def _as_json(found: Experiment, table: Table) -> dict[str, Any]:
    return {
        "name": found.name,
        "title": found.title,
        "source": found.source,
        "parameters": dict(table.parameters),
        "seed": table.seed,
        "rows": table.records(),
        "notes": list(table.notes),
        "sentences": [
            {
                "place": sentence.place,
                "says": sentence.says,
                "printed": dict(sentence.printed),
                "answer": judged.answer,
                "why": judged.why,
                "ours": dict(judged.ours),
            }
            for sentence, judged in _judged(found, table)
        ],
    }


def _judged(found: Experiment, table: Table) -> list[tuple[Sentence, Judgement]]:
    return [(sentence, sentence.judge(table)) for sentence in found.sentences]


def _print(found: Experiment, table: Table) -> None:
    """One table for each set of data, the notes, the parameters; 80 columns unless numbers need more: no cell is cut."""
    from rich.console import Console

    _wrapped(f"{found.title} ({found.source})")
    for label, rows in table.parts().items():
        click.echo()
        _wrapped(label)
        part = _part(table, rows)
        needed = Console(width=_UNBOUNDED).measure(part).maximum
        Console(width=max(_WIDTH, needed), highlight=False).print(part)
    for sentence, judged in _judged(found, table):
        click.echo()
        _wrapped(f"{sentence.place}: {sentence.says}")
        _wrapped(f"{judged.answer}: {judged.why}", "  ", "    ")
        for whose, figures in (("printed", sentence.printed), ("here", judged.ours)):
            _wrapped(f"{whose}: {'; '.join(f'{name} {text}' for name, text in figures.items())}", "  ", "    ")
    click.echo()
    for note in table.notes:
        _wrapped(f"- {note}", "", "  ")
    _wrapped(", ".join(f"{key}={value!r}" for key, value in {**table.parameters, "seed": table.seed}.items()))


def _part(table: Table, rows: list[tuple[Any, ...]]) -> Any:
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    columns = table.columns[1:]
    for column in columns:
        grid.add_column(Text(column.name), justify="left" if not column.form else "right", no_wrap=True)
    for row in rows:
        grid.add_row(*(Text(column.text(cell)) for column, cell in zip(columns, row, strict=True)))
    return grid


def _wrapped(text: str, first: str = "", rest: str | None = None) -> None:
    click.echo(textwrap.fill(text, _WIDTH, initial_indent=first, subsequent_indent=first if rest is None else rest))
