"""``rftheory eval ID``: a claimed value, or the value of its definition, with a rigorous error bound."""

from __future__ import annotations

from pathlib import Path

import click

from rftheory.cli.options import echo_json, find_statements, id_argument, json_flag, refusals, statement_options

_MAX_DIGITS = 2000


@click.command("eval")
@id_argument
@click.option(
    "--at", "at", default="", metavar="K=V,...", help="Exact values: x_norm=1/2,m=1; vectors: x=(1/2,-1/3); A=-1/10+I/5"
)
@click.option("--digits", type=click.IntRange(1, _MAX_DIGITS), default=30, show_default=True, help="Decimal digits.")
@click.option("--claim", "claim_name", metavar="NAME", help="Which claim, if there are several [default: the first].")
@click.option("--definition", is_flag=True, help="Compute from the definition, without the claimed form.")
@click.option(
    "--backend",
    type=click.Choice(["balls", "mpmath"]),
    default="balls",
    show_default=True,
    help="Balls have an error bound; mpmath is a second opinion without one.",
)
@json_flag
@statement_options
def evaluate(
    name: str,
    at: str,
    digits: int,
    claim_name: str | None,
    definition: bool,
    backend: str,
    as_json: bool,
    extra: tuple[Path, ...],
    receipts: Path | None,
) -> None:
    """Print the value of a claimed form at a point, with its error bound.

    Values are exact: numbers, pi, I, + - * / **, sqrt, log, acos, asin and atan of them, and vectors. With
    --definition the value is computed from the definition (the left side), by rigorous quadrature and series. A value
    that the definition makes nonnegative, such as a mean of squares under a root, stays nonnegative, and a zero is
    printed as 0.
    """
    from rftheory.answers.value import value_at
    from rftheory.inputs.points import parse_point

    found = find_statements(extra)
    with refusals():
        value = value_at(found, name, claim_name, parse_point(at, real=False), digits, definition, backend)
    if as_json:
        echo_json(value.to_json())
    else:
        click.echo(str(value))
    if value.note:
        click.echo(f"note: this printed form is refuted: {value.note}", err=True)
