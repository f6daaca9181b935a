"""Parameters, relative errors and counts in a few digits, as tables have them."""

from __future__ import annotations

import math

#: digits of a number
MOST = 3


def number(value: float | complex, digits: int = MOST) -> str:
    """A parameter: -0.259, 1.2-0.3i."""
    if isinstance(value, complex):
        real = compact(value.real, digits)
        return f"{real}{'+' * (value.imag > 0)}{compact(value.imag, digits)}i" if value.imag else real
    # without the sign of a zero
    return compact(value + 0.0, digits)


def relative(value: float, digits: int = 3) -> str:
    """A relative error: 3.21%, 236x for 23600%, - where it is not known."""
    if math.isnan(value):
        return "-"
    if math.isinf(value):
        return "inf"
    return f"{compact(100 * value, digits)}%" if value < 9.995 else f"{compact(value, digits)}x"


def count(value: int, digits: int = MOST) -> str:
    """An integer, in a few digits if it is long: 1234567, 1.23e7."""
    return str(value) if value < 10 ** (digits + 4) else compact(value, digits)


def compact(value: float, digits: int) -> str:
    """A number without the padding of exponents: 2.35e4; integers below 1000 as they are."""
    mantissa, mark, exponent = f"{value:.{digits}g}".partition("e")
    if mark and 100 <= value < 1000:
        return f"{value:.0f}"
    return f"{mantissa}e{int(exponent)}" if mark else mantissa


def percent(error: float) -> str:
    """A relative error in words: 5%, however large."""
    return f"{100 * error:.3g}%" if math.isfinite(error) else "an infinite error"
