"""Amounts as they are typed on the command line: counts like ``1e6`` and shares like ``0.5%``."""

from __future__ import annotations

import decimal
from typing import Any

import click

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
