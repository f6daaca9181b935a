"""``rftheory simulate``: tables, JSON, and every kind of bad use."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulated import SMALL, document_of, run

from rftheory.cli.estimates import percent, scientific


def test_a_table_of_several_pairs_has_a_line_for_each() -> None:
    lines = run("positive", "--v", "0.5,1,2", *SMALL).stdout.splitlines()
    start = lines.index("mse")
    assert lines[start + 1].split()[:2] == ["v", "estimate"]
    assert [line.split()[0] for line in lines[start + 2 : start + 5]] == ["0.5", "1", "2"]


def test_json_says_all_that_the_table_says() -> None:
    document = document_of("positive x orthogonal", "--v", "1,2", "--m", "4", *SMALL)
    assert [document[key] for key in ("d", "m", "pairs", "kernel", "reached")] == [8, 4, 2, "softmax", None]
    assert document["draws"] >= 20000
    assert [(row["quantity"], row["label"]) for row in document["estimates"]] == [
        (quantity, v) for quantity in ("mean", "mse") for v in ("1", "2")
    ]
    for row in document["estimates"]:
        if row["answer"] == "known":
            assert row["low"] <= row["value"] <= row["high"]


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
