"""``rftheory plot NAME``: the analytic curves with simulated points, as svg, png or pdf."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rftheory.cli.completion import PLOTS
from rftheory.cli.options import echo_offered, json_flag, read_settings, settings_option

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...", shell_complete=PLOTS)
@click.option("--output", "-o", type=click.Path(path_type=Path), help="The file to write (one NAME), or a folder.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="svg", show_default=True, help="Kind of file.")
@settings_option("A parameter of the plot, such as d=64.")
@json_flag
def plot(names: tuple[str, ...], output: Path | None, form: str, settings: tuple[str, ...], as_json: bool) -> None:
    """Draw plots; without a NAME list them with their parameters."""
    from rftheory import plots

    if not names:
        echo_offered({each: plots.parameters_of(each) for each in plots.plots().values()}, as_json, "statements")
        return
    given = read_settings(settings)
    with _refusals():
        for name in names:
            plots.find(name)
    # before the drawing, which takes seconds
    paths = [_path(output, name, form, len(names) > 1) for name in names]
    for name, path in zip(names, paths, strict=True):
        with _refusals():
            figure = plots.draw(name, **given)
        save(figure, path)
        click.echo(path)


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise click.UsageError(str(error)) from error


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


def _path(output: Path | None, name: str, form: str, several: bool) -> Path:
    """The file of one plot; its suffix, where given, decides the format.

    Raises:
        click.UsageError: for one file for several plots, a suffix of no known format, or a folder that does not exist.
    """
    if output is None:
        return Path(f"{name}.{form}")
    if output.is_dir():
        return output / f"{name}.{form}"
    if several:
        if output.suffix or output.exists():
            raise click.UsageError(f"--output must be a folder for several plots, got {output}")
        output.mkdir(parents=True)
        return output / f"{name}.{form}"
    if output.suffix and output.suffix[1:] not in FORMATS:
        raise click.UsageError(f"--output must end in .{', .'.join(FORMATS)}, got {output}")
    if not output.parent.is_dir():
        raise click.UsageError(f"--output must be in a folder that exists, got {output}")
    return output if output.suffix else output.with_suffix(f".{form}")
