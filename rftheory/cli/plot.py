"""``rftheory plot NAME``: the analytic curves with simulated points, as svg, png or pdf."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rftheory.cli.options import echo_offered, json_flag, read_settings, refusals, settings_option

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")


def picture(_context: click.Context, option: click.Parameter, value: Path | None) -> Path | None:
    """A file for a figure, tested before it is drawn, which takes seconds; its ending is the format.

    Raises:
        click.UsageError: for an ending of no known format, and a folder that does not exist.
    """
    if value is not None and value.suffix[1:] not in FORMATS:
        raise click.UsageError(f"{option.opts[0]} must end in .{', .'.join(FORMATS)}, got {value}")
    if value is not None and not value.parent.is_dir():
        raise click.UsageError(f"{option.opts[0]} must be in a folder that exists, got {value}")
    return value


@click.command()
@click.argument("name", required=False)
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path),
    callback=picture,
    metavar="FILE",
    help="The file to write, .svg, .png or .pdf [default: NAME.svg].",
)
@settings_option("A parameter of the plot, such as d=64.")
@json_flag
def plot(name: str | None, output: Path | None, settings: tuple[str, ...], as_json: bool) -> None:
    """Draw a plot; without a NAME list them with their parameters."""
    from rftheory import plots

    if name is None:
        echo_offered({each: plots.parameters_of(each) for each in plots.plots().values()}, as_json, "statements")
        return
    path = output or Path(f"{name}.svg")
    with refusals():
        save(plots.draw(name, **read_settings(settings)), path)
    click.echo(path)


def save(figure: Figure, path: Path) -> None:
    """Write a figure; equal figures have equal bytes.

    Raises:
        click.ClickException: if the file cannot be written.
    """
    from rftheory.plots.plot import style

    # a date would make equal figures differ
    dates = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    try:
        with style():
            figure.savefig(path, metadata=dates.get(path.suffix))
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error}") from error
