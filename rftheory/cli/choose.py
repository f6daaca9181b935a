"""``rftheory choose --queries FILE``: which random features for given data, with parameters, expected errors and sizes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rftheory.cli.options import (
    bandwidth_option,
    center_option,
    echo_json,
    executing,
    json_flag,
    level_option,
    scale_settings,
    seed_option,
    several,
    temperature_option,
)
from rftheory.cli.plot import picture, save
from rftheory.cli.types import count, share

if TYPE_CHECKING:
    from rftheory._choose.result import Choice

#: exit status if no mechanism is known to reach the target
NOT_REACHED = 1


_file = click.Path(path_type=Path)
_options = several(
    click.option("--queries", type=_file, required=True, metavar="FILE", help="Rows: npy, npz (or npz:NAME), csv."),
    click.option("--keys", type=_file, metavar="FILE", help="Rows of the other set [default: the queries]."),
    click.option("--values", type=_file, metavar="FILE", help="Values of the keys, for the output of attention."),
    click.option(
        "--kernel",
        metavar="NAME",
        help="exp(-|q-k|^2/(2 bandwidth^2)) or exp(q.k/temperature), 'matern(5/2)', ... "
        "[default: gaussian; softmax with --attention, "
        "--values or --temperature].",
    ),
    bandwidth_option,
    temperature_option,
    click.option("--features", type=count, help="Features per input for which errors are stated [default: 2d]."),
    click.option("--m", "m", type=count, help="Projections for which errors are stated, in place of --features."),
    click.option("--target", type=share, help="A relative error, such as 10%: how many features reach it."),
    click.option(
        "--measure",
        type=click.Choice(["matrix", "pair"]),
        default="matrix",
        show_default=True,
        help="Relative errors of the kernel matrix, or of pairs (root mean square).",
    ),
    click.option("--positive/--any-sign", default=None, help="Recommend positive features [default: for softmax]."),
    center_option,
    click.option("--pairs", type=count, help="Maximum number of pairs to average over."),
    level_option,
    click.option(
        "--attention/--no-attention",
        default=None,
        help="Errors of row sums and outputs, by draws [default: for softmax, below 2000 rows].",
    ),
    click.option(
        "--draws", type=count, default=16, show_default=True, help="Draws of each mechanism, for --attention."
    ),
    click.option(
        "--plot", "picture", type=_file, callback=picture, metavar="FILE", help="Errors against sizes: svg, png or pdf."
    ),
    seed_option,
)


@click.command(context_settings={"show_default": False})
@_options
@json_flag
@click.pass_context
def choose(ctx: click.Context, as_json: bool, **given: Any) -> None:
    """Compare random features for your queries and keys, each with its best parameters.

    \b
      rftheory choose --queries data.npy --bandwidth median --target 10%
      rftheory choose --queries all.npz --temperature 'sqrt(d)' --attention

    Errors are expected errors from closed forms, averaged over all pairs of a query and a key, or over sampled pairs.
    Errors of attention are measured on sampled features.

    Exit status: 0; 1 if no mechanism is known to reach the target; 2 for bad use; 130 after Ctrl-C.
    """
    kernel = _kernel(given)
    with executing(bad_use=(OSError,)):
        choice = _answer(given, kernel)
    if as_json:
        echo_json(choice.to_json())
    else:
        click.echo(str(choice))
    if given["picture"] is not None:
        _draw(choice, given["picture"], as_json)
    if choice.target is not None and not any(each.needed for each in choice.candidates):
        click.echo(f"no mechanism is known to reach the target {choice.target:g} at a size that is made", err=True)
        ctx.exit(NOT_REACHED)


def _kernel(given: dict[str, Any]) -> str:
    """The kernel that is asked for, or that the other options speak of.

    Raises:
        click.UsageError: for the scale of the other kernel.
    """
    if given["values"] is not None and given["attention"] is None:
        given["attention"] = True
    softmax = bool(given["attention"]) or given["temperature"] is not None
    kernel = given["kernel"] or ("softmax" if softmax else "gaussian")
    other, own = ("bandwidth", "temperature") if kernel == "softmax" else ("temperature", "bandwidth")
    if given[other] is not None:
        raise click.UsageError(f"--{other} is not of the {kernel} kernel, which has a --{own}")
    return str(kernel)


def _answer(given: dict[str, Any], kernel: str) -> Choice:
    from rich.console import Console

    from rftheory._choose.compare import choose as compare
    from rftheory._choose.data import read
    from rftheory._choose.quantiles import check_draws

    console, attention = Console(stderr=True), given["attention"]
    if attention:
        # before anything that takes long
        check_draws(given["draws"], given["level"])
    with console.status("reading"):
        queries, keys = read(given["queries"], given["keys"])
    names = ("features", "m", "target", "measure", "positive", "pairs", "seed")
    options = {name: given[name] for name in names} | scale_settings(given, queries.dimension)
    if attention:
        attention = {name: given[name] for name in ("values", "draws", "level")}
    with console.status(f"comparing mechanisms for {queries.size} queries and {keys.size} keys"):
        return compare(queries, None if keys is queries else keys, kernel=kernel, attention=attention, **options)  # type: ignore[arg-type]


def _draw(choice: Choice, path: Path, as_json: bool) -> None:
    try:
        figure = choice.plot()
    except ValueError as error:
        raise click.ClickException(f"no picture is drawn: {error}") from error
    save(figure, path)
    click.echo(f"picture: {path}", err=as_json)
