"""Numbers as ``rftheory choose`` shows them: short, and close to what they stand for."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rftheory._choose.format import compact, count, number, relative


@given(st.floats(0, 1e300))
def test_relative_errors_are_short_and_close(value: float) -> None:
    text = relative(value)
    assert len(text) <= 10 and "e+" not in text and "e-0" not in text
    shown = float(text[:-1]) / (100 if text.endswith("%") else 1)
    # three digits
    assert abs(shown - value) <= 5.0001e-3 * value


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (relative(math.nan), "-"),
        (relative(math.inf), "inf"),
        (relative(0.03214), "3.21%"),
        (relative(23502.4), "2.35e4x"),
        (relative(9.996), "10x"),
        (relative(3.21, 2), "321%"),
        (relative(1.03e-8), "1.03e-6%"),
        (count(1234567), "1234567"),
        (count(12345678), "1.23e7"),
        (number(-0.12345), "-0.123"),
        (number(1.25 - 0.5j), "1.25-0.5i"),
        (number(1.25 + 0j), "1.25"),
        (compact(1e-7, 2), "1e-7"),
    ],
)
def test_numbers_are_shown_in_few_letters(shown: str, text: str) -> None:
    assert shown == text
