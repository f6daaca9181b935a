"""``rftheory downstream --rows FILE --targets FILE``: how far predictions of kernel methods move with random features."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
from rftheory.cli.types import count, share

#: exit status if no number of projections is known to keep predictions within what is asked for
NOT_REACHED = 1

_file = click.Path(path_type=Path)


def _ridge(value: Any) -> float:
    """A number > 0."""
    from rftheory.features.units import positive

    try:
        return positive("ridge", float(value))
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a number > 0") from None


_options = several(
    click.option("--rows", type=_file, required=True, metavar="FILE", help="X: npy, npz (or npz:NAME), csv."),
    click.option("--targets", type=_file, required=True, metavar="FILE", help="y, a column or several; centre them."),
    click.option("--test", type=_file, metavar="FILE", help="Rows to predict at [default: the rows]."),
    click.option("--ridge", type=_ridge, required=True, help="Added to the diagonal: the variance of the noise."),
    click.option(
        "--kernel",
        metavar="NAME",
        help="gaussian, softmax, 'matern(5/2)', ... [default: gaussian; softmax with --temperature].",
    ),
    bandwidth_option,
    temperature_option,
    center_option,
    click.option("--m", "m", type=count, default=256, show_default=True, help="Projections."),
    click.option("--within", type=share, help="A relative change, such as 5%: how many projections keep to it."),
    click.option("--draws", type=count, default=1 << 15, show_default=True, help="Of projections, and of blocks."),
    click.option("--maps", type=count, default=16, show_default=True, help="Maps that are made, of each size."),
    level_option,
    seed_option,
)


@click.command(context_settings={"show_default": False})
@click.argument("mechanisms", nargs=-1, metavar="[MECHANISM]...")
@_options
@json_flag
@click.pass_context
def downstream(ctx: click.Context, mechanisms: tuple[str, ...], as_json: bool, **given: Any) -> None:
    """Compute how far random features move predictions of kernel ridge regression and posteriors of Gaussian processes.

    \b
      rftheory downstream --rows X.npy --targets y.npy --ridge 0.1 --within 5%
      rftheory downstream oprf --rows X.csv --targets y.csv --ridge 1 --m 64

    Without a MECHANISM, orthogonal sines and cosines and random phases are compared.

    Exit status: 0; 1 if no number of projections is known to keep predictions within --within; 2 for bad use; 130
    after Ctrl-C.
    """
    from rftheory._choose.data import DataSet
    from rftheory._choose.downstream.run import MECHANISMS
    from rftheory._choose.downstream.run import downstream as moved
    from rftheory.cli.progress import Display

    names = ("ridge", "m", "within", "draws", "maps", "level", "seed", "kernel")
    options = {name: given[name] for name in names if given[name] is not None}
    with Display() as display, executing(bad_use=(OSError,)):
        options["progress"] = display.show
        rows = DataSet.of(given["rows"], "X")
        options |= scale_settings(given, rows.dimension)
        if not options.keys() & {"kernel", "bandwidth", "temperature"}:
            options["kernel"] = "gaussian"
        answer = moved(rows.rows, given["targets"], mechanisms or MECHANISMS, X_test=given["test"], **options)
    if as_json:
        echo_json(answer.to_json())
    else:
        click.echo(str(answer))
    if answer.within is not None and not any(each.mean.needed for each in answer.mechanisms):
        click.echo(f"no number of projections is known to move predictions by {answer.within:g} or less", err=True)
        ctx.exit(NOT_REACHED)
