"""The arithmetic of intervals keeps what they hold."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rftheory.montecarlo.intervals import Interval, inconclusive, minus_square

_ENDS = st.tuples(st.floats(-1e3, 1e3), st.floats(-1e3, 1e3)).map(sorted)


@given(_ENDS, _ENDS, st.floats(0, 1), st.floats(0, 1), st.floats(-50, 50).filter(lambda f: abs(f) > 1e-3))
def test_arithmetic_of_intervals_holds_what_it_must(first, second, at, of, factor):
    a, b = (Interval(low, high, 0.99, "proved") for low, high in (first, second))
    p, q = (min(max(low + t * (high - low), low), high) for (low, high), t in ((first, at), (second, of)))
    both = minus_square(a, b)
    assert p - q * q in both
    assert both.alpha == pytest.approx(0.02)
    assert p + factor in a.shifted(factor)
    assert p * factor in a.scaled(factor)
    assert p in a.within(min(p, q), max(p, q))


def test_what_two_intervals_are_together():
    proved, weak = Interval(1.0, 2.0, 0.995, "proved"), Interval(1.0, 2.0, 0.995, "asymptotic")
    none = inconclusive(0.005, "nothing drawn")
    assert minus_square(proved, weak).kind == "asymptotic"
    assert minus_square(proved, proved).kind == "proved"
    assert minus_square(proved, none).reason == minus_square(none, proved).reason == "nothing drawn"
    assert none.shifted(1.0).scaled(-2.0).within(0.0, 1.0).kind == "none"
    assert minus_square(proved, Interval(-1.0, 0.5, 0.995, "proved")).high == pytest.approx(2.0)
    # a range that is missed altogether
    assert proved.within(3.0, 4.0).kind == "none"
    assert proved.relative_half_width == pytest.approx(1 / 3)
    assert Interval(-1.0, 2.0, 0.9, "proved").relative_half_width == math.inf
    assert none.relative_half_width == math.inf
    assert Interval(0.0, 0.0, 0.9, "proved").relative_half_width == 0
