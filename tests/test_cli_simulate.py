"""``rftheory simulate``: tables, JSON, and every kind of bad use."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rftheory.answers.estimate_text import percent, scientific


@given(
    st.floats(1e-3, 1e3).flatmap(lambda value: st.sampled_from([value, -value])),
    st.floats(-1e4, 1e4),
    st.integers(3, 8),
)
def test_numbers_beyond_floats_are_printed(number: float, log_unit: float, digits: int) -> None:
    text = scientific(number, log_unit, digits)
    mantissa, _, exponent = text.partition("e")
    log = math.log(abs(float(mantissa))) + int(exponent or 0) * math.log(10)
    # half a unit of the last digit, and roundings of logarithms of size 1e4
    assert log == pytest.approx(math.log(abs(number)) + log_unit, abs=0.5 * 10 ** (1 - digits) + 1e-11)
    assert text.startswith("-") == (number < 0)


def test_numbers_that_are_special() -> None:
    assert scientific(0.0, 5000.0, 4) == "0"
    assert scientific(-math.inf, 5000.0, 4) == "-inf"
    assert scientific(9.99999, -2000 * math.log(10), 4) == "1.000e-1999"
    assert scientific(1.0, -math.inf, 4) == "0"
    assert [percent(share) for share in (0.0012, 25.0, math.inf)] == ["0.12%", "25x", "-"]
