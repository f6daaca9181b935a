"""Maps of the optimal proposal of rows that are far from the origin: what a row alone would overflow is kept in logarithms."""

from __future__ import annotations

import numpy as np
import pytest
from test_choose_draws import log_wealth
from test_choose_made import REFUSED
from tolerances import ulps

from rftheory._choose import choose
from rftheory.families.proposals.data import EmpiricalData
from rftheory.inputs.arrays import Array

NAME = "positive, optimal proposal"


def far(size: float) -> Array:
    """Rows near each other, and one far away."""
    rows = np.random.default_rng(0).normal(size=(30, 3)) / 4
    rows[-1] = size
    return rows


@pytest.mark.parametrize("size", [12.0, 30.0, 1e4])
def test_of_the_gaussian_kernel_they_have_the_promised_error(size: float) -> None:
    rows = far(size)
    choice = choose(rows, bandwidth=1.0, center=None, features=16)
    exact = np.exp(-np.square(rows[:, None] - rows).sum(axis=-1) / 2)
    ratios = []
    for seed in range(80):
        made = choice.make(NAME, seed=seed)
        logs = made._map.logs(rows, "x")
        # the far row has a share of 1/30 in the draws: most maps have none near it
        phi = np.exp(logs[1]) if logs[0] is None else logs[0] * np.exp(logs[1])
        ratios.append(float(np.square(phi @ phi.T - exact).sum() / np.square(exact).sum()) / made.promised_error_**2)
    assert np.isfinite(ratios).all() and log_wealth(np.array(ratios)) < REFUSED
    # the far row and the others are seen: an error of half the promise is refused
    assert np.mean(ratios) > 1 / 4


@pytest.mark.parametrize(
    "rows", [far(30.0), 1e6 + far(1.0), np.arange(60.0).reshape(20, 3) * 4], ids=["one", "all", "apart"]
)
def test_of_the_softmax_kernel_they_are_drawn(rows: Array) -> None:
    made = choose(rows, temperature=1.0, features=16).make(NAME, seed=0)
    queries, keys = made.queries(rows), made.keys(rows)
    assert np.isfinite(queries.features).all() and np.isfinite(keys.log_scale).all()
    # the longest row outweighs all others, and the features are exact for it: its proposal is its own
    longest = int(np.argmax(np.square(rows).sum(axis=1)))
    estimate = (
        np.log(queries.features[longest] @ keys.features[longest]) + (queries.log_scale + keys.log_scale)[longest, 0]
    )
    square = float(np.square(rows[longest]).sum())
    assert abs(estimate - square) <= ulps(2**10) * square


@pytest.mark.parametrize("c", [-2.0, -1.0, 1.0])
def test_moments_of_points_whose_weights_underflow(c: float) -> None:
    """``E exp(t.x + c |x|^2)`` has the term of each point, however small its weight in the tilted law is."""
    points = ((0.0, 0.0), (40.0, 0.0))
    law = EmpiricalData(points)
    t = np.array([-2 * c * 40.0, 0.0])
    terms = [t @ np.array(point) + c * np.square(point).sum() for point in points]
    assert law.log_moment(t, c) == pytest.approx(np.logaddexp(*terms) - np.log(2), rel=ulps(64))
    tilted, _ = EmpiricalData(points, (0.0, 1.0)).tilted(c)
    assert tilted.weights == (0.0, 1.0)
