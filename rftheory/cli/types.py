"""Kinds of values that options take, and how they are written: functions from the text to the value, whose names help prints."""

from __future__ import annotations

import decimal
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click import BadParameter

#: numbers of draws are counted in 64 bits
_MOST = 2**63 - 1


def separated(text: str, kind: Callable[[str], Any]) -> list[Any]:
    """What is written with commas between, each of a kind."""
    return [kind(each) for each in text.split(",")]


def width(*words: str) -> Callable[[Any], Any]:
    """A bandwidth: a number, several with commas, a file of numbers (of a vector or a covariance matrix), or a word for one of data."""

    def bandwidth(value: Any) -> Any:
        if not isinstance(value, str) or value in words:
            return value
        from rftheory.inputs.bandwidths import check_bandwidth

        try:
            if Path(value).suffix.lower() in (".npy", ".csv"):
                from rftheory.inputs.files import array_in

                given = array_in(Path(value))
                return check_bandwidth(given[0] if given.ndim == 2 and len(given) == 1 < given.shape[1] else given)
            parts = separated(value, float)
        except (ValueError, OSError) as error:
            one_of = ", ".join(["a number > 0", "numbers with commas", "a file .npy or .csv", *words])
            raise BadParameter(f"{value!r} is none of {one_of}{f': {error}' if Path(value).suffix else ''}") from None
        try:
            return check_bandwidth(parts[0] if len(parts) == 1 else parts)
        except ValueError as error:
            raise BadParameter(str(error)) from None

    return bandwidth


def numbers(value: Any) -> Any:
    """A number, or several with commas."""
    try:
        parts = separated(str(value), float)
    except ValueError:
        raise BadParameter(f"{value!r} is neither a number nor numbers with commas") from None
    return parts if len(parts) > 1 else parts[0]


def or_word(word: str) -> Callable[[Any], float | str]:
    """A number > 0, or a word for one that depends on the data."""

    def scale(value: Any) -> float | str:
        if value == word:
            return word
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not 0 < number < math.inf:
            raise BadParameter(f"{value!r} is neither a number > 0 nor {word!r}")
        return number

    return scale


def count(value: Any) -> int:
    """An integer >= 1, as ``1000000``, ``1_000_000`` or ``1e6``."""
    try:
        number = decimal.Decimal(str(value).strip())
    except decimal.InvalidOperation:
        number = decimal.Decimal("nan")
    # compared before it is made an integer: 1e999999999 has many digits
    if not number.is_finite() or not 1 <= number <= _MOST or number != number.to_integral_value():
        raise BadParameter(f"{value!r} is not an integer from 1 to {_MOST}, like 250000 or 1e6")
    return int(number)


def share(value: Any) -> float:
    """A number in (0, 1), as ``0.005`` or ``0.5%``."""
    text = str(value).strip()
    try:
        number = float(decimal.Decimal(text.removesuffix("%")) / (100 if text.endswith("%") else 1))
    except decimal.InvalidOperation:
        number = math.nan
    if not 0 < number < 1:
        raise BadParameter(f"{value!r} is not between 0 and 1 (100%), like 0.005 or 0.5%")
    return number


def executor(value: Any) -> str:
    """Where work is done: what `execution.executors.open_executor` takes as text."""
    from rftheory.execution.executors import check_executor

    try:
        check_executor(value)
    except ValueError as error:
        raise BadParameter(str(error)) from None
    return str(value)
