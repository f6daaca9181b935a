"""``rftheory derive "exp(w*x - x**2)"``: your own feature map, its kernel and its errors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rftheory.cli.options import echo_json, json_flag, seed_option
from rftheory.statements.files import verify_command
from rftheory.statements.lines import TICK

if TYPE_CHECKING:
    import sympy as sp

_RELATIONS = ("<=", ">=", "!=", "<", ">")


class _Formulas(click.Command):
    """A command whose arguments may begin with a minus sign: it says how."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            how = ' If it is a formula that begins with a minus sign, write -- before it: derive -- "-w*x".'
            raise click.NoSuchOption(error.option_name, error.message + how, error.possibilities, ctx) from None


@click.command("derive", cls=_Formulas)
@click.argument("feature", metavar="FEATURE")
@click.argument("other", metavar="[FEATURE_Y]", required=False)
@click.option("--where", multiple=True, metavar="P<NUMBER", help="A relation between parameters, such as 'A < 1/8'.")
@click.option(
    "--law",
    metavar="KERNEL",
    default="gaussian",
    help="Of a random length s, by the kernel of its waves, such as 'matern(5/2)'.",
)
@click.option("--complex", "is_complex", is_flag=True, help="Keep complex samples instead of taking their real parts.")
@click.option("--check", is_flag=True, help="Prove, enclose and simulate the closed forms.")
@seed_option
@click.option("--save", type=click.Path(path_type=Path), metavar="DIR/NAME.py", help="Write a statement file.")
@json_flag
def derive(
    feature: str,
    other: str | None,
    where: tuple[str, ...],
    law: str,
    is_complex: bool,
    check: bool,
    seed: int,
    save: Path | None,
    as_json: bool,
) -> None:
    """Compute the kernel of a feature map and the errors of its estimator.

    FEATURE is a formula in the projection w and the input x, where w*x is their dot product and x**2, w**2 are squared lengths; b is a
    uniform phase, d the dimension, every other name a real parameter. Several features of one projection are separated by commas.
    FEATURE_Y is the map of the other argument of the kernel [default: the same one]. Write -- before a formula that begins with -.

    The exit status is 1 if a judge of --check disagrees.
    """
    from rftheory.deriving import derive as derived_from

    try:
        found = derived_from(feature, other, law, real_part=not is_complex, where=tuple(map(_relation, where)))
        saved = found.save(save) if save else None
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    judged = found.check(seed=seed) if check and found.mean.value is not None else None
    if as_json:
        proofs = dict(found.proofs())
        more: dict[str, Any] = {}
        if judged is not None:
            more["check"] = {"holds": judged.holds, "verdicts": [v.to_json() for v in judged.verdicts]}
        echo_json({**found.to_json(), "proofs": proofs, **more, "saved": None if saved is None else str(saved)})
    else:
        click.echo(f"{found}\n")
        found.proofs(lambda name, why: click.echo(f"{name}: " + (f"not proved: {why}" if why else f"proved {TICK}")))
        if judged is not None:
            click.echo(f"\n{judged}")
        if saved is not None:
            name = f"{saved.resolve().parent.name}.{saved.stem}"
            click.echo(f"\nsaved: {saved}; judge it: {verify_command(name, [saved.parent])}")
    if judged is not None and not judged.holds:
        raise click.exceptions.Exit(1)


def _relation(text: str) -> sp.Basic:
    import sympy

    from rftheory.deriving.text import parse

    for sign in _RELATIONS:
        left, mark, right = text.partition(sign)
        if mark:
            return sympy.Rel(parse(left), parse(right), sign)
    raise ValueError(f"--where takes a relation such as 'A < 1/8', got {text!r}")
