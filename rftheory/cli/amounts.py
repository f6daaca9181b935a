"""Amounts as they are typed on the command line: counts like ``1e6``, shares like ``0.5%``, quantities like ``tail:0.1``."""

from __future__ import annotations

import decimal
import difflib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rftheory.montecarlo.plans import Asked

#: numbers of draws are counted in 64 bits
_MOST = 2**63 - 1


class Count(click.ParamType):
    """An integer >= 1, as ``1000000``, ``1_000_000`` or ``1e6``."""

    name = "count"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = decimal.Decimal(str(value).strip())
        except decimal.InvalidOperation:
            number = decimal.Decimal("nan")
        # compared before it is made an integer: 1e999999999 has many digits
        if not number.is_finite() or not 1 <= number <= _MOST or number != number.to_integral_value():
            self.fail(f"{value!r} is not an integer from 1 to {_MOST}, like 250000 or 1e6", param, ctx)
        return int(number)


class Share(click.ParamType):
    """A number in (0, 1), as ``0.005`` or ``0.5%``."""

    name = "share"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = str(value).strip()
        try:
            number = float(decimal.Decimal(text.removesuffix("%")) / (100 if text.endswith("%") else 1))
        except decimal.InvalidOperation:
            number = float("nan")
        if not 0 < number < 1:
            self.fail(f"{value!r} is not between 0 and 1 (100%), like 0.005 or 0.5%", param, ctx)
        return number


def quantity_of(text: str, m: int) -> Asked:
    """The quantity of a text like ``mse`` or ``quantile:0.9``.

    Args:
        m: projections, which pair-covariance takes.

    Raises:
        ValueError: for unknown names, with the nearest ones, and numbers that are missing, not wanted or out of range.
    """
    from rftheory.montecarlo import quantities

    plain: dict[str, Callable[[], Asked]] = {
        "mean": quantities.Mean,
        "variance": quantities.Variance,
        "mse": quantities.MeanSquaredError,
        "second-moment": quantities.SecondMoment,
        "bias": quantities.Bias,
    }
    numbered: dict[str, Callable[[float], Asked]] = {
        "quantile": quantities.Quantile,
        "tail": quantities.TailProbability,
    }
    name, colon, number = text.strip().partition(":")
    name = name.replace("_", "-")
    if name in numbered:
        try:
            return numbered[name](float(number))
        except ValueError as error:
            wanted = f"{name} takes a number, as in {name}:{'0.9' if name == 'quantile' else '0.1'}"
            raise ValueError(f"{wanted}, got {text!r} ({error})") from None
    if colon and name in {*plain, "pair-covariance"}:
        raise ValueError(f"{name} takes no number, got {text!r}")
    if name == "pair-covariance":
        return quantities.PairCovariance(m)
    if name not in plain:
        known = [*plain, "pair-covariance", *(f"{each}:NUMBER" for each in numbered)]
        near = difflib.get_close_matches(name, known, n=2, cutoff=0.4)
        raise ValueError(
            f"quantity must be one of {', '.join(known)}, got {text!r}"
            + (f"; nearest: {', '.join(near)}" if near else "")
        )
    return plain[name]()
