"""Kinds of values that options take, and how they are written."""

from __future__ import annotations

import decimal
from pathlib import Path
from typing import Any

import click

#: numbers of draws are counted in 64 bits
_MOST = 2**63 - 1


class Width(click.ParamType):
    """A bandwidth: a number, several with commas, a file of numbers (of a vector or a covariance matrix), or a word for one of data."""

    name = "bandwidth"

    def __init__(self, words: tuple[str, ...] = ("median", "scale")):
        self.words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str) or value in self.words:
            return value
        from rftheory.inputs.bandwidths import check_bandwidth

        try:
            if Path(value).suffix.lower() in (".npy", ".csv"):
                from rftheory.inputs.files import array_in

                given = array_in(Path(value))
                return check_bandwidth(given[0] if given.ndim == 2 and len(given) == 1 < given.shape[1] else given)
            parts = [float(each) for each in value.split(",")]
        except (ValueError, OSError) as error:
            one_of = ", ".join(["a number > 0", "numbers with commas", "a file .npy or .csv", *self.words])
            said = f": {error}" if Path(value).suffix else ""
            self.fail(f"{value!r} is none of {one_of}{said}", param, ctx)
        try:
            return check_bandwidth(parts[0] if len(parts) == 1 else parts)
        except ValueError as error:
            self.fail(str(error), param, ctx)


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


class Where(click.ParamType):
    """Where work is done: what `execution.executors.open_executor` takes as text."""

    name = "executor"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from rftheory.execution.executors import check_executor

        try:
            check_executor(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        return str(value)
