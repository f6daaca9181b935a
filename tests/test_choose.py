"""The laws that the answers of `choose` obey, and what it refuses."""

from __future__ import annotations

import json
import math
from collections.abc import Callable

import numpy as np
import pytest
from choosing import chosen, kernel_matrix, rows, sets
from scipy import optimize
from tolerances import PROMISED, ulps

from rftheory._choose import Choice, choose
from rftheory._choose.data import DataSet
from rftheory._choose.pairs import PairSource
from rftheory._choose.sizes import log_mean
from rftheory.families.favor_sharp import FavorSharp
from rftheory.mechanisms import catalogue
from rftheory.mechanisms.mechanism import Mechanism

#: searches for parameters stop at widths of 1e-4, where errors differ by squares of them
SEARCHED = 1e-6


@pytest.mark.usefixtures("unserved")
@pytest.mark.parametrize("title", ["OPRF, iid", "Poisson, iid", "geometric, iid"])
def test_parameters_are_those_of_the_double_loop(title: str) -> None:
    """An independent search over all pairs finds no better parameter."""
    queries, keys = (side / 3 for side in sets("wine"))
    x, y = np.repeat(queries, len(keys), axis=0), np.tile(keys, (len(queries), 1))
    candidate = choose(queries, keys, center=None, features=16, kernel="gaussian").candidate(title)
    parameter, (name, _) = candidate.parameters[0], title.split(", ")
    fields = {"OPRF": "A", "Poisson": "rate", "geometric": "success"}

    def cost(value: float) -> float:
        """log of the average variance."""
        family = catalogue.family("gerf" if name == "OPRF" else name, **{fields[name]: value}).at_pairs(x, y)
        return log_mean(Mechanism(family).log_mse(x, y, 1))

    best, least = _least(cost, *sorted((parameter.value * 0.7, parameter.value * 1.3)))
    assert parameter.value == pytest.approx(best, rel=1e-2)
    assert candidate.mse.log + math.log(16) == pytest.approx(least, abs=SEARCHED)


def _least(cost: Callable[[float], float], low: float, high: float) -> tuple[float, float]:
    found = optimize.minimize_scalar(cost, bounds=(low, high), method="bounded", options={"xatol": 1e-9})
    return float(found.x), float(found.fun)


@pytest.mark.usefixtures("unserved")
@pytest.mark.parametrize("name", ["wine", "digits"])
def test_orders_that_are_theorems(name: str) -> None:
    choice = chosen(name)
    log = {each.title: each.mse.log for each in choice.candidates}
    for projections in ("iid", "orthogonal", "simplex"):
        # A = 0 is allowed
        assert log[f"OPRF, {projections}"] <= log[f"positive, {projections}"] + PROMISED
        assert log[f"GERF, s = -1, {projections}"] <= log[f"trigonometric, {projections}"] + PROMISED
        assert log[f"trigonometric, {projections}"] > -math.inf
    for features in ("positive", "OPRF", "hyperbolic"):
        assert log[f"{features}, orthogonal"] <= log[f"{features}, iid"]
    assert log["positive, simplex"] <= log["positive, orthogonal"]


@pytest.mark.usefixtures("unserved")
def test_the_gaussian_kernel_does_not_see_shifts_and_units() -> None:
    queries, keys = sets("wine")
    shift = np.linspace(-3, 5, queries.shape[1])
    first = choose(queries, keys, bandwidth=2.0, features=16)
    second = choose(4 * (queries + shift), 4 * (keys + shift), bandwidth=8.0, features=16)
    assert _errors(second) == pytest.approx(_errors(first), rel=SEARCHED)
    # and without centring the error of positive features grows
    other = choose(queries + shift, keys + shift, bandwidth=2.0, features=16, center=None)
    assert _errors(other)["positive, iid"] > 2 * _errors(first)["positive, iid"]
    assert _errors(other)["trigonometric, simplex"] == pytest.approx(_errors(first)["trigonometric, simplex"], rel=1e-9)


@pytest.mark.usefixtures("unserved")
def test_the_temperature_divides_products() -> None:
    queries, keys = sets("wine")
    first = choose(queries / 2, keys / 2, kernel="softmax", temperature=4.0, features=16, attention=False)
    second = choose(queries / 4, keys / 4, kernel="softmax", features=16, attention=False)
    assert _errors(second) == pytest.approx(_errors(first), rel=SEARCHED)
    exact = np.exp(2 * (queries / 4) @ (keys / 4).T).mean()
    assert first.log_mean_square.log == pytest.approx(math.log(exact), rel=ulps(64) * 16)


def _errors(choice: Choice) -> dict[str, float]:
    return {each.title: each.error for each in choice.candidates}


@pytest.mark.usefixtures("unserved")
def test_relative_errors_are_what_they_are_called() -> None:
    queries, keys = sets("digits")
    choice = chosen("digits")
    exact = kernel_matrix(choice, choice.scaled(queries), choice.scaled(keys))
    for candidate in choice.candidates:
        mean = np.square(exact).mean()
        assert candidate.error == pytest.approx(math.exp(candidate.mse.log / 2) / math.sqrt(mean), rel=ulps(2**10))
        assert candidate.errors([16])[0] == pytest.approx(candidate.error, rel=ulps(2**10))
        assert candidate.settled
        if candidate.worst is not None:
            kernel = exact[candidate.worst.query, candidate.worst.key]
            assert math.exp(candidate.worst.log_kernel) == pytest.approx(kernel, rel=ulps(2**10))
            assert candidate.worst.log_mse >= candidate.mse.log


@pytest.mark.usefixtures("unserved")
def test_heavy_tails_take_more_pairs() -> None:
    """Distances alone are cheap: of those 16 times as many are looked at where the first pairs settle nothing."""
    generator = np.random.default_rng(0)
    queries, keys = generator.normal(size=(2, 300, 16)) * 0.2
    choice = choose(queries, keys, kernel="softmax", pairs=2_000, features=8, attention=False)
    heavy = choice.candidate("positive, iid").mse
    assert (heavy.pairs, heavy.how, heavy.settled) == (32_000, "sampled", True)
    assert choice.candidate("trigonometric, iid").mse.pairs in (2_000, 32_000)
    # a law that needs the coordinates stays with the first pairs
    assert choice.candidate("geometric+, iid").mse.pairs == 2_000


def test_distances_are_those_of_rows() -> None:
    queries, keys = (DataSet.of(side, name) for side, name in zip(sets("wine"), ("queries", "keys"), strict=True))
    source = PairSource(queries, keys, 2.0, np.linspace(0, 1, 13), "softmax")
    query, key = np.array([3, 0, 3, 7]), np.array([1, 1, 5, 2])
    pairs, distances = source.pairs(query, key, False), source.distances(query, key)
    assert all(map(np.array_equal, pairs.lengths[:4], distances.lengths[:4]))
    for name in ("log_norms", "log_squared_kernel"):
        assert np.array_equal(getattr(pairs, name), getattr(distances, name))
    x, y = sets("wine")[0][query] / 2, sets("wine")[1][key] / 2
    # of the kernel of rows that are not moved
    assert pairs.log_squared_kernel == pytest.approx(2 * (x * y).sum(axis=1), rel=1e-12, abs=ulps(256) * 50)


def test_one_pair_and_other_types() -> None:
    choice = choose([[1, 2]], [[0, 1]], features=8, kernel="gaussian")
    assert choice.exact
    assert choice.pairs == 1
    single = choose(rows("wine")[:4].astype(np.float32), bandwidth=3.0)
    double = choose(rows("wine")[:4].astype(np.float32).astype(float), bandwidth=3.0)
    assert single.to_json() == double.to_json()


def test_pairs_are_a_measure_of_their_own() -> None:
    queries, keys = sets("wine")
    choice = choose(queries, keys, bandwidth="median", features=16, measure="pair", target=0.5)
    for candidate in choice.candidates:
        if candidate.pair_mse is None:
            assert math.isnan(candidate.error)
            continue
        assert candidate.error == pytest.approx(candidate.pair_mse.root(), rel=ulps(2**10))
        assert candidate.worst is not None
        assert candidate.worst.error >= candidate.error
    # relative errors of small kernel values decide: features that vanish with the kernel are better there
    assert choice.candidates[0].positive or choice.candidates[0].name in ("Poisson", "geometric")


@pytest.mark.usefixtures("unserved")
def test_recommendations_follow_from_numbers() -> None:
    choice = chosen("wine")
    best = choice.recommended
    assert best.needed is not None
    for candidate in choice.candidates:
        assert candidate.cost_needed is not None
        assert candidate.needed is not None
        assert candidate.needed.features * 1.02 >= best.needed.features
    assert f"with {best.needed.features} features" in choice.recommendation.reason
    softmax = chosen("wine", "softmax")
    assert softmax.recommended.positive
    queries, keys = sets("wine")
    free = choose(queries, keys, bandwidth="median", features=16, positive=True)
    assert free.recommended.positive
    assert free.recommended.error <= 1.021 * min(each.error for each in free.candidates if each.positive)


def test_answers_are_deterministic_and_plain() -> None:
    queries = rows("wine", 25)
    first, second, other = (choose(queries, bandwidth=3.0, pairs=200, seed=seed) for seed in (3, 3, 4))
    text = json.dumps(first.to_json(), allow_nan=False)
    assert text == json.dumps(second.to_json(), allow_nan=False)
    assert text != json.dumps(other.to_json(), allow_nan=False)
    assert not first.exact
    # maps are functions of the generator
    maps = first.recommended.maps
    assert maps is not None
    drawn = [maps.draw(np.random.default_rng(5), 4, queries, queries)[0] for _ in range(2)]
    assert (drawn[0] == drawn[1]).all()


@pytest.mark.usefixtures("unserved")
def test_few_features_are_said_to_be_too_few() -> None:
    choice = choose(rows("wine")[:3], bandwidth="median", features=1)
    candidate = choice.candidate("angular hybrid, iid")
    assert candidate.size.projections == 1
    assert any("fewer than one projection" in note for note in candidate.notes)
    assert np.isnan(candidate.errors([1])).all()


def test_log_means_do_not_overflow() -> None:
    assert log_mean(np.array([5000.0, 5000.0])) == 5000.0
    assert log_mean(np.array([-math.inf, -math.inf])) == -math.inf


@pytest.mark.usefixtures("unserved")
def test_a_matrix_is_taken_from_all_rows() -> None:
    """That of the definition, whatever blocks rows are read in; it is worth most where the sides have scales of their own."""
    generator = np.random.default_rng(5)
    x, y = generator.standard_normal((5000, 3)) * [1.6, 0.4, 0.4], generator.standard_normal((300, 3)) * [0.4, 0.4, 1.6]
    uneven = choose(x, y, kernel="gaussian", features=32, pairs=4000, center=None)
    expected = FavorSharp().fit(x, y, 3)
    found = uneven.candidate("FAVOR#, iid")
    assert found.maps is not None
    np.testing.assert_allclose(found.maps.mechanism.family.matrix, expected.matrix, rtol=0, atol=ulps(2**12))
    # the balance of the coordinates that differ, and what it gains over one number
    assert np.diag(found.maps.mechanism.family.psi) == pytest.approx([0.5, 1, 2], rel=0.1)
    assert found.error < uneven.candidate("OPRF, iid").error
    even = choose(x / [4, 1, 1], kernel="gaussian", features=32, pairs=4000, center=None)
    assert even.candidate("FAVOR#, iid").error == pytest.approx(even.candidate("OPRF, iid").error, rel=0.02)


def test_matrices_that_take_too_long_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftheory._choose.mechanisms._MOST_DIMENSIONS", 3)
    found = choose(np.random.default_rng(0).standard_normal((3, 4)), bandwidth=4.0)
    assert any(note.startswith("FAVOR#: not compared, matrices of more than 3 x 3") for note in found.notes)
    with pytest.raises(ValueError):
        found.candidate("FAVOR#, iid")
