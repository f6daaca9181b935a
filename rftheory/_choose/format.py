"""Numbers in a few digits, as tables and sentences have them."""

from __future__ import annotations

import math

#: digits of a number
MOST = 3


def number(value: float | complex, digits: int = MOST) -> str:
    """A parameter or a count without the padding of exponents: -0.259, 1.2-0.3i, 2.35e4; integers whole unless they are long."""
    if isinstance(value, complex):
        real = number(value.real, digits)
        return f"{real}{'+' * (value.imag > 0)}{number(value.imag, digits)}i" if value.imag else real
    if isinstance(value, int) and value < 10 ** (digits + 4):
        return str(value)
    # without the sign of a zero
    mantissa, mark, exponent = f"{value + 0.0:.{digits}g}".partition("e")
    if mark and 100 <= value < 1000:
        return f"{value:.0f}"
    return f"{mantissa}e{int(exponent)}" if mark else mantissa


def relative(value: float, digits: int = MOST) -> str:
    """A relative error: 3.21%, 236x for 23600%, - where it is not known."""
    if not math.isfinite(value):
        return "-" if math.isnan(value) else "inf"
    return f"{number(100 * value, digits)}%" if value < 9.995 else f"{number(value, digits)}x"


def percent(error: float) -> str:
    """A relative error in words: 5%, 12.3 times."""
    if not math.isfinite(error):
        return "an infinite error"
    return f"{100 * error:.3g}%" if error < 9.995 else f"{number(error)} times"
