"""What `choose` promises is what `features.make` makes: the same map, from the same rows, with the expected error."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from choosing import kernel_matrix
from test_choose_draws import log_wealth
from tolerances import ulps

from rftheory._choose import Choice, choose
from rftheory._choose.quantiles import Typical
from rftheory.experiments import data
from rftheory.features import RandomFeatures, make
from rftheory.inputs.arrays import Array

pytestmark = pytest.mark.usefixtures("unserved")
ROUNDED = ulps(2**10)
#: maps of each candidate; by a bet a right promise is refused with probability 1e-6 at most
MAPS, REFUSED = 80, math.log(1e6)
#: whose errors have light tails
LIGHT = ("trigonometric, orthogonal", "random phase, simplex", "GERF, s = -1, iid")
#: rows of data sets, all with a mean of more than a bandwidth or near it
SETS = ("digits", "wine")
#: the data that promises are tested on, with what `choose` is asked
PROMISED_FOR = (*SETS, "iris", "outlier", "attention")
#: level of two intervals of one median, which are apart with probability 2 (1 - LEVEL) at most
LEVEL = 0.999
#: maps that an interval at this level needs
FEW = 12


@cache
def rows(name: str) -> Array:
    """Rows as they come, each column over its deviation: their mean is not 0."""
    if name == "outlier":
        inputs = 3 + np.random.default_rng(0).standard_normal((20, 5))
        inputs[7] *= 4
        return inputs
    inputs = data.load(name)[:: len(data.load(name)) // 20]
    return inputs / np.maximum(inputs.std(axis=0), 1e-9)


@cache
def promised(name: str) -> tuple[Array, Array, Choice]:
    """Queries, keys and the choice: of the Gaussian kernel, and of a head of attention with projections of its own."""
    if name != "attention":
        return rows(name), rows(name), chosen(name)
    generator = np.random.default_rng(3)
    tokens = generator.standard_normal((24, 32))
    queries, keys = (tokens @ generator.standard_normal((32, 16)) / 32**0.5 * 0.8 for _ in range(2))
    return queries, keys, choose(queries, keys, temperature=4.0, features=32, target=0.3)


@cache
def chosen(name: str) -> Choice:
    return choose(rows(name), bandwidth="median", features=32, target=0.3)


def kernel(choice: Choice, x: Array, y: Array) -> Array:
    return kernel_matrix(choice, choice.scaled(x), choice.scaled(y))


def error(features: RandomFeatures, exact: Array, x: Array, y: Array | None = None) -> float:
    """The squared relative error of one map."""
    estimates = features.transform(x) @ features.transform_other(x if y is None else y).T
    return float(np.square(estimates - exact).sum() / np.square(exact).sum())


def errors(name: str, title: str, count: int, m: int | None = None) -> Array:
    """Of maps that are made."""
    x, y, choice = promised(name)
    exact = kernel(choice, x, y)
    return np.array([error(choice.make(title, seed=seed, m=m), exact, x, y) for seed in range(count)])


@pytest.mark.parametrize("name", SETS)
def test_every_candidate_is_made_by_its_name(name: str) -> None:
    choice = chosen(name)
    assert len(choice.candidates) == 26
    for candidate in choice.candidates:
        own = candidate.make(seed=3)
        named = make(
            candidate.mechanism, m=candidate.wanted.projections, kernel="gaussian", bandwidth=choice.scale, seed=3
        ).fit(rows(name))
        assert own.promised_error_ == candidate.at(candidate.wanted.projections)[1] and named.promised_error_ is None
        assert np.allclose(own.center_, rows(name).mean(axis=0), rtol=ROUNDED)
        for side in ("transform", "transform_other"):
            first, second = (getattr(each, side)(rows(name)) for each in (own, named))
            assert first.shape[1] == candidate.wanted.features, candidate.title
            assert np.allclose(first, second, rtol=0, atol=ROUNDED * np.abs(first).max()), candidate.title


@pytest.mark.parametrize("name", PROMISED_FOR)
def test_no_map_is_worse_than_promised(name: str) -> None:
    """A promise that is too small loses against bets on it: where tails are light a half of a right one, and twice it is seen too."""
    for candidate in promised(name)[2].candidates:
        light = candidate.title in LIGHT
        ratios = (
            errors(name, candidate.title, MAPS if light else MAPS // 10, candidate.size.projections)
            / candidate.error**2
        )
        assert log_wealth(ratios) < REFUSED, candidate.title
        if light:
            assert log_wealth(4 * ratios) > REFUSED, candidate.title
            assert ratios.mean() > 1 / 4, candidate.title


@pytest.mark.parametrize("name", PROMISED_FOR)
def test_what_is_typical_is_what_is_made(name: str) -> None:
    """Two intervals of one median, of maps of their own, overlap; that of maps of another size does not."""
    heavy = [each for each in promised(name)[2].candidates if each.typical is not None]
    for candidate in heavy:
        made = Typical.of(np.sqrt(errors(name, candidate.title, FEW, candidate.size.projections)), LEVEL)
        assert made.low <= candidate.typical.high and candidate.typical.low <= made.high, candidate.title
        assert candidate.heavy or candidate.typical.low / 1.5 <= candidate.error <= 1.5 * candidate.typical.high
    first = heavy[0]
    other = Typical.of(np.sqrt(errors(name, first.title, FEW, 64 * first.size.projections)), LEVEL)
    assert other.high < first.typical.low


@pytest.mark.parametrize("name", PROMISED_FOR[:-1])
def test_so_many_features_reach_the_target(name: str) -> None:
    choice = promised(name)[2]
    needed = choice.candidate(LIGHT[0]).needed
    assert needed is not None
    ratios = errors(name, LIGHT[0], MAPS, needed.projections) / 0.3**2
    assert log_wealth(ratios) < REFUSED and log_wealth(4 * ratios) > REFUSED


def test_outputs_of_attention_are_those_of_maps_that_are_made() -> None:
    x, y, choice = promised("attention")
    assert choice.outputs is not None and choice.recommended.positive
    exact = kernel(choice, x, y)
    weights = exact / exact.sum(axis=1, keepdims=True)
    for found in choice.outputs.mechanisms:
        m = found.size.projections
        made = []
        for seed in range(FEW):
            features = choice.make(found.title, m=m, seed=seed)
            estimates = features.transform(x) @ features.transform_other(y).T
            estimates /= estimates.sum(axis=1, keepdims=True)
            made.append(np.linalg.norm(estimates - weights) / np.linalg.norm(weights))
        interval = Typical.of(np.array(made), LEVEL)
        assert interval.low <= found.output.high and found.output.low <= interval.high, found.title
    best = min(
        (each for each in choice.outputs.mechanisms if choice.candidate(each.title).positive),
        key=lambda each: each.output.median,
    )
    own = next(each for each in choice.outputs.mechanisms if each.title == choice.recommended.title)
    assert own.output.median <= best.output.high
    assert "attention is off by" in choice.recommendation.sentence
    assert choose(x, y, temperature=4.0, features=32, attention=False).outputs is None
    assert choose(x, y, bandwidth=4.0, features=32).outputs is None


@pytest.mark.parametrize("name", SETS)
def test_the_control_a_map_of_rows_with_their_mean(name: str) -> None:
    """Positive features of rows that are not centred are another map, and far worse than promised."""
    choice, x = chosen(name), rows(name)
    candidate, exact = choice.candidate("OPRF, orthogonal"), kernel(choice, x, x)
    made = [
        make("oprf x orthogonal", m=candidate.size.projections, bandwidth=choice.scale, center=None, seed=seed).fit(x)
        for seed in range(5)
    ]
    assert np.median([error(each, exact, x) for each in made]) > (1.5 * candidate.error) ** 2


def test_keys_and_the_softmax_kernel() -> None:
    x, y = rows("wine")[:4], rows("wine")[4:] + 1
    for options in ({"bandwidth": 9.0}, {"temperature": 400.0}, {"temperature": 400.0, "center": "mean"}):
        choice = choose(x, y, features=16, attention=False, **options)
        for title in ("OPRF, simplex", "positive, optimal proposal", "angular hybrid, iid"):
            candidate = choice.candidate(title)
            own = choice.make(title, seed=1)
            named = make(candidate.mechanism, m=candidate.size.projections, seed=1, **options).fit(x, keys=y)
            for one, other in (
                (own.transform(x), named.transform(x)),
                (own.transform_other(y), named.transform_other(y)),
            ):
                assert np.allclose(one, other, rtol=0, atol=ROUNDED * np.abs(one).max()), title


def test_the_recommended_map_reaches_the_target() -> None:
    choice = choose(rows("wine"), bandwidth="median", features=8, target=0.2)
    made = choice.make(seed=0)
    assert made.m == choice.recommended.needed.projections
    assert 0.9 * 0.2 < made.promised_error_ <= 0.2
    # another size has its own promise, which falls like 1/sqrt(m) for independent projections
    few, many = (choice.make("random phase, iid", m=m).promised_error_ for m in (5, 500))
    assert few == pytest.approx(10 * many, rel=ulps(64))


def test_m_is_projections() -> None:
    by_projections = choose(rows("wine"), bandwidth="median", m=16)
    assert {each.size.projections for each in by_projections.candidates} == {16}
    waves = by_projections.candidate("trigonometric, orthogonal")
    assert waves.size.features == 32 and waves.error == chosen("wine").candidate(waves.title).error


# -- matrices of many heads, and what is odd ----------------------------------------------------------------------------


def test_pairs_are_of_rows_of_one_matrix() -> None:
    """Two heads far apart: their errors are averages of the errors of each."""
    heads = np.stack([rows("wine")[:4, :3], 30 + rows("wine")[:4, :3] / 2])
    both = choose(heads, bandwidth=1.0, features=16, center=None)
    assert both.groups == 2 and both.pairs == 2 * 16 and both.exact
    alone = [choose(head, bandwidth=1.0, features=16, center=None) for head in heads]
    for title in LIGHT[:2]:
        expected = np.logaddexp(*(each.candidate(title).mse.log for each in alone)) - math.log(2)
        assert both.candidate(title).mse.log == pytest.approx(expected, rel=ulps(2**12))
    assert any("positive, optimal proposal: not compared" in note for note in both.notes)


def test_sampled_pairs_are_of_rows_of_one_matrix() -> None:
    heads = np.arange(4.0)[:, None, None] * 1e3 + np.random.default_rng(0).normal(size=(4, 50, 2))
    sampled = choose(heads, bandwidth=1.0, features=8, pairs=500)
    # a pair of different heads has a kernel below e^-400000
    assert not sampled.exact and sampled.log_mean_square.log > -4


def test_an_identity_is_told() -> None:
    far = choose(10 * rows("digits"), kernel="gaussian", features=16)
    told = next(each for each in far.findings if "the identity to 1e-" in each)
    assert "take bandwidth='median'" in told
    distances = 10 * np.linalg.norm(rows("digits")[:, None] - rows("digits"), axis=-1)
    assert f"{np.median(distances[distances > 0]):.3g}" in told
    assert not any("identity" in each for each in chosen("digits").findings)


def test_an_outlier_is_told() -> None:
    odd = rows("wine").copy()
    assert not any("outlier" in each for each in choose(odd, kernel="gaussian").findings)
    odd = np.concatenate([odd, odd[::-1]])
    odd[3] *= 100
    assert any("row 4 of queries has" in each and "outlier" in each for each in choose(odd, kernel="gaussian").findings)


ALIKE = {"equal": np.ones((6, 3)), "one": np.ones((1, 3)), "zeros": np.zeros((4, 2)), "rounded": 1e-160 * np.eye(4)}


@pytest.mark.parametrize("kernel", ["gaussian", "softmax"])
@pytest.mark.parametrize("name", ALIKE)
def test_ties_go_to_the_simplest(name: str, kernel: str) -> None:
    """Any two of data, kernel and target meet."""
    target = None if ([*ALIKE].index(name) % 2 == 0) == (kernel == "gaussian") else 0.1
    choice = choose(ALIKE[name], features=16, kernel=kernel, center="mean", target=target)
    for best in (choice.recommended, choice.candidates[0]):
        assert best.error < 2.0**-53
        assert not best.parameters and best.size.coefficients == 0 and best.projections != "optimal proposal"


def test_sparse_rows_and_exact_numbers_are_taken() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    expected = chosen("digits").candidate(LIGHT[0]).error
    for given in (sparse.csr_array(rows("digits")), rows("digits").astype(object)):
        assert choose(given, bandwidth="median", features=32).candidate(LIGHT[0]).error == expected
