"""``rftheory experiment NAME``: tables of measured errors beside what theory predicts, as text, JSON or CSV."""

from __future__ import annotations

import click

from rftheory.cli.options import echo_json, echo_offered, json_flag, read_settings, said, seed_option, settings_option


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
        echo_json({"name": found.name, "title": found.title, "source": found.source, **table.to_json()})
    elif as_csv:
        click.echo(table.csv(), nl=False)
    else:
        said(f"{found.title} ({found.source})")
        click.echo(f"\n{table}")
