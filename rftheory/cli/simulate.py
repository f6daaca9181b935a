"""``rftheory simulate MECHANISM``: Monte Carlo estimates of what an estimator does at given inputs, with error bars that hold."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rftheory.cli.options import (
    echo_json,
    executing,
    executor_options,
    level_option,
    said,
    seed_option,
    several,
    writable,
)
from rftheory.cli.types import count, share, width

if TYPE_CHECKING:
    from collections.abc import Callable

    from rftheory.answers.estimates import Estimates
    from rftheory.cli.pairs import GivenPairs

#: exit status if a target or an interval was not reached
NOT_REACHED = 1


_input_options = several(
    click.option("--d", "d", type=count, help="Dimension of the inputs [default: 64]."),
    click.option("--m", "m", type=count, help="Projections of the estimator [default: d]."),
    click.option("--v", "v", metavar="V,...", help="Inputs y = x with |x + y| = v, exact: 2, sqrt(2), 1/2,1,2."),
    click.option("--z", "z", metavar="Z,...", help="Inputs y = -x with |x - y| = z."),
    click.option("--x-norm", metavar="R,...", help="Norm of x, with --y-norm and --theta."),
    click.option("--y-norm", metavar="R,...", help="Norm of y."),
    click.option("--theta", metavar="T,...", help="Angle of x and y, in [0, pi]: pi/3."),
    click.option(
        "--inputs",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Pairs in a file: npz (x and y of shape (P, d)), npy (2, P, d) or csv (2 d columns).",
    ),
    click.option(
        "--share/--no-share",
        default=True,
        show_default=True,
        help="Use the same random numbers for all pairs.",
    ),
)


_law_options = several(
    click.option(
        "--against",
        metavar="MECHANISM",
        help="Estimate MSE minus the MSE of this mechanism, from shared random numbers.",
    ),
    click.option(
        "--proposal",
        type=float,
        metavar="VARIANCE",
        help="Draw from the optimal proposal for inputs of the law N(0, VARIANCE I).",
    ),
    click.option(
        "--kernel",
        metavar="NAME",
        help="Kernel that is estimated: gaussian, softmax, 'matern(5/2)', laplace, ... [default: the family's].",
    ),
    click.option(
        "--bandwidth",
        type=width("median", "scale"),
        metavar="H",
        help="Inputs are divided by it: H, H1,H2,..., FILE.",
    ),
)


_effort_options = several(
    click.option(
        "--quantity",
        "quantities",
        multiple=True,
        metavar="NAME",
        help="mean, bias, variance, mse, second_moment, pair_covariance, quantile:0.9 (of the error |K_hat - K|), "
        "tail:0.1 (P(|K_hat - K| >= 0.1 K)); may be repeated [default: mean, mse].",
    ),
    click.option("--draws", type=count, help="Draws of the estimator, such as 1e6 [default without --until: 1e6]."),
    click.option("--until", type=share, help="Draw until every quantity has this relative precision: 0.5%."),
    click.option("--budget", type=count, help="Maximum number of draws with --until [default: 1e8]."),
    level_option,
    click.option(
        "--method",
        type=click.Choice(["auto", "plain", "tilted"]),
        default="auto",
        show_default=True,
        help="Plain draws, or draws tilted to where positive features have large errors; auto tilts if possible.",
    ),
    seed_option,
    executor_options(),
    click.option(
        "--resume",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Continue from the file of --json FILE, of the same command or one with fewer draws.",
    ),
)
_json_option = click.option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    is_flag=False,
    flag_value="-",
    callback=writable,
    metavar="[FILE]",
    help="Print JSON, or write it to a file (unfinished results every half minute, for --resume).",
)


@click.command(context_settings={"show_default": False})
@click.argument("mechanism", required=False)
@_law_options
@_input_options
@_effort_options
@_json_option
@click.pass_context
def simulate(ctx: click.Context, json_file: Path | None, **given: Any) -> None:
    """Estimate moments, errors, quantiles and tails of an estimator, with valid error bars; without MECHANISM list
    what is available.

    \b
      rftheory simulate "positive x orthogonal" --v 0.5,1,2 --until 1%
      rftheory simulate "gerf(A=-1/10) x simplex" --z 1 --against positive
      rftheory simulate "angular x orthogonal" --x-norm 1 --y-norm 1 --theta pi/3

    A bar labelled "proved" holds at its level, however heavy the tails are; "asymptotic" holds for many draws;
    "inconclusive" means that neither does, with the reason; "vacuous" means that the bar is wider than the number.
    The closed form stands beside the estimate, if one is known.

    Exit status: 0; 1 if the precision of --until was not reached or a quantity is inconclusive or vacuous; 2 for bad use; 130
    after Ctrl-C.
    """
    as_json = json_file == Path("-")
    file = None if as_json else json_file
    if given["mechanism"] is None:
        if file is not None:
            raise click.UsageError(f"give MECHANISM before --json FILE, got --json {file} alone")
        _list(as_json)
        return
    from rftheory.cli.pairs import pairs_of
    from rftheory.execution.files import write_atomically

    def write(found: Estimates) -> None:
        assert file is not None
        document = {**_described(given, found), **pairs.named(found).to_json(), "state": found.run.state}
        try:
            write_atomically(file, json.dumps(document).encode())
        except OSError as error:
            # what was computed is worth more than its copy
            click.echo(f"{file} could not be written ({error.strerror}); the run goes on without it", err=True)

    kept = "nothing is kept without --json FILE" if file is None else f"--resume {file} goes on from what is drawn"
    with executing(lambda: kept):
        _check(given)
        pairs = pairs_of(given)
        found = pairs.named(_answer(given, pairs, None if file is None else write))
    if file is not None:
        write(found)
    if as_json:
        echo_json({**_described(given, found), **found.to_json()})
    else:
        said(_words(_described(given, found), found.setting.pairs))
        said(pairs.description)
        click.echo(f"\n{found}")
    if found.run.reached is False:
        click.echo(f"the precision {given['until']:g} was not reached", err=True)
    if found.run.reached is False or found.inconclusive:
        ctx.exit(NOT_REACHED)


def _list(as_json: bool) -> None:
    from dataclasses import fields

    from rftheory.mechanisms import catalogue

    known = {
        "families": catalogue.family_classes(),
        "couplings": catalogue.coupling_classes(),
        "hybrids": catalogue.coefficient_classes(),
    }
    described = {
        kind: {name: [entry.name for entry in fields(found) if entry.init] for name, found in classes.items()}
        for kind, classes in known.items()
    }
    if as_json:
        echo_json(described)
        return
    for kind, names in described.items():
        click.echo(kind)
        for name, parameters in names.items():
            click.echo(f"  {name}" + (f" ({', '.join(parameters)})" if parameters else ""))


def _check(given: dict[str, Any]) -> None:
    """Options that exclude one another.

    Raises:
        ValueError: for bad use.
    """
    if given["draws"] is not None and given["until"] is not None:
        raise ValueError("give --draws or --until, not both")
    if given["budget"] is not None and given["until"] is None:
        raise ValueError("--budget is of --until; without a precision give --draws")
    if given["against"] is not None and given["quantities"]:
        raise ValueError("--against estimates the difference of the MSEs, without --quantity")
    if given["proposal"] is not None and given["against"] is not None:
        raise ValueError("--proposal is of one mechanism with independent draws, without --against")


def _answer(given: dict[str, Any], pairs: GivenPairs, keep: Callable[[Estimates], None] | None) -> Estimates:
    """The run that is asked for; ``keep`` is told the same of the unfinished run now and then."""
    from rftheory.answers.estimates import estimate
    from rftheory.cli.progress import Display, drawing

    shared = [
        "m",
        "against",
        "kernel",
        "bandwidth",
        "share",
        "draws",
        "until",
        "budget",
        "level",
        "method",
        "seed",
        "executor",
    ]
    with Display() as display:
        return estimate(
            given["quantities"] or ("mean", "mse"), _mechanism(given, pairs), pairs.x, pairs.y, workers=given["jobs"],
            resume=_resumed(given["resume"]), keep=keep, progress=drawing(display, given["until"] is not None),
            **{name: given[name] for name in shared},
        )  # fmt: skip


def _mechanism(given: dict[str, Any], pairs: GivenPairs) -> Any:
    variance = given["proposal"]
    if variance is None:
        return given["mechanism"]
    from rftheory.families.proposals.data import GaussianData
    from rftheory.mechanisms.mechanism import Mechanism

    if not 0 < variance < math.inf:
        raise ValueError(f"--proposal must be a variance > 0, got {variance}")
    return replace(Mechanism(given["mechanism"]), proposal=GaussianData.isotropic(variance, pairs.x.shape[1]))


def _resumed(file: Path | None) -> dict[str, Any] | None:
    if file is None:
        return None
    try:
        found = json.loads(file.read_text())
    except (OSError, ValueError) as error:
        raise ValueError(f"--resume takes what --json FILE wrote; {file} cannot be read: {error}") from error
    if not isinstance(found, dict) or "state" not in found:
        raise ValueError(f"--resume takes what --json FILE wrote; {file} has no state")
    return found


def _described(given: dict[str, Any], found: Estimates) -> dict[str, Any]:
    """What was drawn, by name."""
    from rftheory.montecarlo.estimators.hybrids import CoupledHybrid

    width = given["bandwidth"]
    setting = found.setting
    return {
        **{name: given[name] for name in ("mechanism", "against", "proposal")},
        "kernel": found.kernel,
        **({} if width is None else {"bandwidth": width.tolist() if hasattr(width, "tolist") else width}),
        "d": setting.dimension,
        "m": setting.m,
        "n": setting.n if isinstance(setting.estimator, CoupledHybrid) else None,
        "share": setting.share,
    }


def _words(described: dict[str, Any], pairs: int) -> str:
    told = [f"{name} {value}" for name, value in described.items() if name != "share" and value is not None]
    if pairs > 1:
        told.append("the pairs share their draws" if described["share"] else "each pair has its own draws")
    return ", ".join(told)
