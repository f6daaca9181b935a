"""``rftheory convert 0.5 gamma``: the width of a kernel in another library's words."""

from __future__ import annotations

from typing import Any

import click

from rftheory.cli.options import refusals
from rftheory.cli.types import numbers


@click.command()
@click.argument("value", type=numbers)
@click.argument("source")
@click.argument("target", default="bandwidth")
def convert(value: Any, source: str, target: str) -> None:
    """Convert the width of a kernel from one convention to another.

    \b
      rftheory convert 0.5 gamma
      rftheory convert 8 temperature head-scale

    VALUE is a number, or several with commas. SOURCE and TARGET [default: bandwidth] are names such as gamma, length-scale,
    kernel-scale, temperature, head-scale; docs/conventions.md says which libraries mean which.
    """
    import numpy as np

    from rftheory.inputs.conventions import convert as converted

    with refusals():
        found = converted(value, source, target)
    click.echo(",".join(map(str, np.atleast_1d(found).tolist())))
