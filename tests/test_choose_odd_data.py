"""`choose` on data that are equal, far apart, tiny or huge: everything is compared, or left out by name."""

from __future__ import annotations

import itertools
import json
import math
import warnings

import numpy as np
import pytest
from test_choose_draws import log_wealth
from test_choose_made import REFUSED
from tolerances import ulps

from rftheory._choose import choose
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.proposals.data import EmpiricalData
from rftheory.inputs.arrays import Array


def test_equal_rows_are_no_trouble() -> None:
    """K = 1 everywhere: waves are exact, and nothing is divided by zero."""
    choice = choose(np.ones((3, 2)), features=8, target=0.1, kernel="gaussian")
    assert choice.candidate("trigonometric, iid").error == 0
    assert choice.candidate("trigonometric, iid").needed is not None
    assert choice.candidate("positive, iid").error == 0
    json.dumps(choice.to_json(), allow_nan=False)
    zero = choose(np.zeros((3, 2)), kernel="softmax", features=8)
    assert zero.candidate("angular hybrid, iid").error == 0
    assert any(note.startswith("Poisson: not compared") for note in zero.notes)


def test_one_coordinate_has_no_simplex() -> None:
    choice = choose(np.linspace(-1, 1, 5)[:, None], features=8, kernel="gaussian")
    titles = {each.title for each in choice.candidates}
    assert "positive, orthogonal" in titles
    assert "positive, simplex" not in titles
    assert any(note.startswith("positive, simplex: not compared") for note in choice.notes)


@pytest.mark.parametrize(
    "rows",
    [
        np.arange(60.0).reshape(20, 3),
        np.column_stack([np.arange(30.0) * 1000, np.linspace(-1, 1, 30)]),
        np.arange(40.0)[:, None],
    ],
    ids=["integers", "an index column", "one column"],
)
def test_rows_far_apart_are_compared(rows: Array) -> None:
    """Kernels of different rows vanish: (1 + e^(-2 z^2) - 2 e^(-z^2))/2 is 1/2, but for the pairs of a row with itself."""
    choice = choose(rows, features=8, kernel="gaussian")
    independent = choice.candidate("trigonometric, iid").mse.log
    assert independent == pytest.approx(math.log((1 - 1 / len(rows)) / 2 / 4), abs=0.1)
    for features in ("random phase", "positive", "hyperbolic", "OPRF", "GERF, s = -1"):
        assert choice.candidate(f"{features}, orthogonal").mse.log > -math.inf
    json.dumps(choice.to_json(), allow_nan=False)


def test_longer_inputs_are_left_out_and_named() -> None:
    choice = choose(np.array([[3e8, 0.0], [-3e8, 1.0]]), kernel="softmax", features=8)
    assert any("trigonometric, iid: not compared" in note for note in choice.notes)
    json.dumps(choice.to_json(), allow_nan=False)


@pytest.mark.parametrize("size", [1e-300, 1e-100, 1e-8, 1e100, 1e150])
@pytest.mark.parametrize("kernel", ["gaussian", "softmax"])
def test_rows_of_any_size_are_compared_without_warnings(size: float, kernel: str) -> None:
    data = np.random.default_rng(0).standard_normal((20, 3)) * size
    with warnings.catch_warnings(), np.errstate(divide="raise", invalid="raise"):
        warnings.simplefilter("error")
        choice = choose(data, kernel=kernel)
    assert not any(np.isnan(each.error) for each in choice.candidates)
    skipped = [note for note in choice.notes if "not compared" in note]
    assert any(note.startswith("Poisson") for note in skipped) == (size != 1e-8)


@pytest.mark.parametrize("d", [600, 3000])
def test_parameters_of_wide_rows_form_no_powers(d: int) -> None:
    """(1 - 4A)^(d/4) is an integer of thousands of digits over another one: its logarithm is d/4 log(1 - 4A)."""
    generator = np.random.default_rng(0)
    for A, s in itertools.product(-np.abs(generator.normal(size=6)) * 10.0 ** np.arange(-3, 3), (1, -1)):
        law = GeneralizedExponential(float(A), s).reduction(d)
        assert law is not None and law.rate == pytest.approx(2 * A, rel=ulps(4))
    choice = choose(generator.normal(size=(3, d)), bandwidth=2, features=16)
    assert any("the identity to 1e-" in each for each in choice.findings)


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
    made = choose(rows, temperature=1.0, features=16, attention=False).make(NAME, seed=0)
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
