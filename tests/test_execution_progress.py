"""Draws per second and the time left."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rftheory.execution.ordered import WINDOW, Meter


@given(rate=st.floats(1e-3, 1e9), step=st.floats(0.3, 5), resumed=st.integers(0, 10**6))
def test_a_steady_run_has_its_rate_and_time_left(rate, step, resumed):
    now = [0.0]
    total = resumed + 10**12
    meter = Meter(100, total, 10, resumed, clock=lambda: now[0])
    assert meter.at(10, resumed).rate is None
    for k in range(1, 40):
        now[0] = k * step
        done = resumed + int(k * step * rate)
        shown = meter.at(10 + k, done)
        # counts are rounded down: by less than one draw over the window
        assert abs(shown.rate - rate) <= 1 / min(k * step, WINDOW - step) + 1e-9 * rate
        if shown.rate:
            assert shown.seconds_left == (total - done) / shown.rate
        assert shown.seconds == k * step
