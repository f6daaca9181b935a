"""``rftheory audit MODULE:CALLABLE``: someone else's random features against the theory that they claim."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rftheory.cli.options import echo_json, executing, executor_options, json_flag, seed_option
from rftheory.cli.types import count, separated, share, width

if TYPE_CHECKING:
    from rftheory._audit.report import Report

#: exit status if something deviates
DEVIATES = 1


def _numbers(name: str, text: str | None, kind: type) -> tuple[Any, ...] | None:
    if text is None:
        return None
    try:
        return tuple(separated(text, kind))
    except ValueError:
        raise click.UsageError(f"--{name} takes numbers separated by commas, got {text!r}") from None


def _arrays(text: str | None) -> list[Any] | None:
    """What the files hold."""
    from rftheory.inputs.files import array_in

    try:
        return None if text is None else separated(text, lambda part: array_in(Path(part)))
    except (ValueError, OSError) as error:
        raise click.UsageError(f"--inputs takes files separated by commas, got {text!r}: {error}") from None


@click.command(context_settings={"show_default": False})
@click.argument("queries", metavar="MODULE:CALLABLE")
@click.argument("keys", required=False, metavar="[MODULE:CALLABLE]")
@click.option(
    "--claims",
    default="positive",
    show_default=True,
    metavar="MECHANISM",
    help='"oprf x simplex", "gerf(A=-1/10) x orthogonal"; "oprf": with the best A; "unknown": unbiasedness; "deterministic": measured.',
)
@click.option(
    "--kernel",
    metavar="NAME",
    help="gaussian, softmax, 'matern(5/2)', laplace, ...; needed, unless a bandwidth or a temperature says which.",
)
@click.option(
    "--bandwidth", type=width(), metavar="H", help="Kernel exp(-|x-y|^2/(2 H^2)): H, H1,H2,..., FILE [default: 1]."
)
@click.option("--temperature", type=float, metavar="T", help="Kernel exp(x.y/T) [default: 1].")
@click.option(
    "--precision",
    type=click.Choice(["float64", "float32", "float16", "bfloat16"]),
    help="Precision in which features are computed, if coarser than that of the returned numbers.",
)
@click.option(
    "--d",
    "d",
    type=count,
    default=64,
    help="Dimension of the inputs; 32 takes half of the time and finds a bias of 0.8% in place of 0.5% [default: 64].",
)
@click.option("--m", "m", metavar="M,...", help="Numbers of projections [default: d/2, d, 2d].")
@click.option("--lengths", metavar="V,...", help="Lengths |x + y| or |x - y| of pairs [default: 0.5, 1, 1.5].")
@click.option("--error", type=share, default="0.5%", show_default=True, help="Bias to be detected.")
@click.option("--calls", type=count, help="Calls for each m, in place of --error.")
@click.option(
    "--up-to",
    type=click.Choice(["nothing", "row", "attention"]),
    default="nothing",
    show_default=True,
    help="Differences to ignore: a factor of each row; attention: (queries, keys, values, m, seed) -> outputs.",
)
@click.option(
    "--inputs",
    metavar="FILE,...",
    help="Queries, keys, values (.npy, .npz, .csv) at which a deterministic map is measured [default: normal ones].",
)
@click.option("--batch", metavar="N,...", help="Leading axes of inputs and features: batches, heads.")
@click.option(
    "--diagnose/--no-diagnose",
    default=True,
    help="Search for the mistake; without this, calls stop at the first deviation [default: search].",
)
@seed_option
@executor_options(jobs="cores, but one thread")
@json_flag
@click.pass_context
def audit(ctx: click.Context, queries: str, keys: str | None, as_json: bool, **given: Any) -> None:
    """Test a feature map against the theory that it claims, and report the deviations and the known mistakes that fit.

    \b
      rftheory audit mymodule:features --claims "oprf x simplex" --kernel softmax

    The callable takes (inputs, m, seed), inputs of shape (L, d), and returns features of shape (L, F), or (features,
    projections); with two callables the first is for the queries and the second for the keys. Or it takes (queries, keys,
    m, seed) and returns the features of both. NumPy arrays go in; arrays and tensors may come out.

    Exit status: 0; 1 if something deviates; 2 for bad use.
    """
    from rftheory.execution.linear_algebra import one_thread_from_here

    one_thread_from_here()
    from rftheory._audit.run import LENGTHS
    from rftheory._audit.run import audit as audited
    from rftheory.cli.progress import Display

    m = _numbers("m", given.pop("m"), int)
    lengths = _numbers("lengths", given.pop("lengths"), float) or LENGTHS
    batch = _numbers("batch", given.pop("batch"), int) or ()
    inputs = _arrays(given.pop("inputs"))
    given["workers"] = given.pop("jobs")

    def verdict(report: Report) -> None:
        if not as_json:
            click.echo(report.verdict)
            if given["diagnose"] and report.explicable:
                click.echo("looking for the mistake ...", err=True)

    with Display() as display, executing():
        given |= {"m": m, "lengths": lengths, "batch": batch, "inputs": inputs}

        def progress(done: int, total: int) -> None:
            display.show(done / total, f"{done} of {total} calls")

        report = audited(queries, keys, progress=progress, verdict=verdict, **given)
    if as_json:
        echo_json(report.to_json())
    elif report.diagnosis:
        click.echo(f"\n{report.diagnosis}")
    if not report.passed:
        ctx.exit(DEVIATES)
