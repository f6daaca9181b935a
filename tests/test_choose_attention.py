"""Errors of attention: medians and shares over draws, which mechanisms and rows are drawn, bad input."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rftheory._choose import attention as module
from rftheory._choose import choose
from rftheory._choose.attention import Attention, attention_errors
from rftheory._choose.quantiles import QueryShare, Typical
from rftheory._choose.result import Choice
from rftheory.inputs.arrays import Array

_EPS = np.finfo(float).eps


def _rows(seed: int, queries: int, keys: int, d: int, size: float = 0.5, width: int = 3) -> tuple[Array, Array, Array]:
    generator = np.random.default_rng(seed)
    x, y = size * generator.standard_normal((queries, d)), size * generator.standard_normal((keys, d))
    return x, y, generator.standard_normal((keys, width))


def test_a_share_is_a_mean_with_its_standard_error() -> None:
    share = QueryShare.of(np.array([0.0, 0.5, 1.0, 0.5]))
    assert share == QueryShare(0.5, math.sqrt(0.5 / 3) / 2, 1.0)


@pytest.fixture(scope="module")
def spread() -> tuple[Array, Array, Choice]:
    x, y, _ = _rows(0, 30, 40, 4, 2.0)
    return x, y, choose(x, y, kernel="softmax", features=32)


_TITLES = ("trigonometric, iid", "positive, iid", "OPRF, orthogonal")


def _few(data: tuple[Array, Array, Choice], **options: Any) -> Attention:
    x, y, choice = data
    return attention_errors(choice, x, y, **{"titles": _TITLES, "draws": 8, **options})


def _by_title(found: Attention) -> dict[str, Any]:
    return {each.title: each for each in found.mechanisms}


def test_the_errors_do_not_depend_on_who_draws(spread: tuple[Array, Array, Choice]) -> None:
    alone = _few(spread, workers=1).to_json()
    assert _few(spread, workers=3).to_json() == alone
    assert _few(spread, executor="processes", workers=1).to_json() == alone


def test_denominators_of_waves_are_negative_on_spread_data_and_positive_ones_never(
    spread: tuple[Array, Array, Choice],
) -> None:
    found = _few(spread)
    rows = _by_title(found)
    assert rows["trigonometric, iid"].negative.mean > 0.2
    for title in _TITLES[1:]:
        assert rows[title].negative == QueryShare(0.0, 0.0, 0.0)
        assert spread[2].candidate(title).positive
    assert [each.output.median for each in found.mechanisms] == sorted(each.output.median for each in found.mechanisms)


def test_many_features_of_near_data_are_near_the_exact_attention() -> None:
    x, y, values = _rows(0, 30, 40, 4, 0.2)
    few = choose(x, y, kernel="softmax", features=16)
    many = choose(x, y, kernel="softmax", features=4096)
    errors = [_by_title(attention_errors(c, x, y, values, titles=_TITLES, draws=8)) for c in (few, many)]
    for title in _TITLES:
        rough, fine = (each[title] for each in errors)
        assert fine.sums.high < rough.sums.low
        assert fine.output.high < rough.output.low
        assert fine.off.mean == 0


def test_draws_depend_on_the_seed_and_the_mechanism_alone(spread: tuple[Array, Array, Choice]) -> None:
    whole = _by_title(_few(spread))
    for title in _TITLES:
        assert _by_title(_few(spread, titles=[title]))[title] == whole[title]
    assert _by_title(_few(spread, seed=1))["positive, iid"] != whole["positive, iid"]
    assert _by_title(_few(spread, seed=spread[2].seed)) == whole


def test_by_default_the_best_of_each_mechanism_is_drawn(spread: tuple[Array, Array, Choice]) -> None:
    told: list[tuple[int, int]] = []
    found = _few(spread, titles=None, observer=lambda done, total: told.append((done, total)))
    titles = [each.title for each in found.mechanisms]
    names = [spread[2].candidate(title).name for title in titles]
    assert spread[2].recommended.title in titles
    assert len(set(names)) >= len(names) - 1
    total = 8 * len(titles)
    assert told == [(done, total) for done in range(1, total + 1)]
    json.dumps(found.to_json(), allow_nan=False)


def test_large_data_are_sampled_and_a_note_says_so(
    spread: tuple[Array, Array, Choice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_KEYS", 15)
    found = _few(spread, values=np.ones((40, 1)), most=10)
    assert (found.queries, found.keys) == (10, 15)
    assert [note.split(",")[0] for note in found.notes[:2]] == ["10 of 30 queries", "15 of 40 keys"]
    # of the weights themselves fewer keys
    monkeypatch.setattr(module, "_WEIGHTS", 5)
    assert _few(spread).keys == 5 and _few(spread, values=np.ones((40, 1))).keys == 15


def test_constant_values_are_averaged_without_error(spread: tuple[Array, Array, Choice]) -> None:
    found = _by_title(_few(spread, values=np.full((40, 2), 3.0)))["positive, iid"]
    # 32 features and 40 keys: sums of positive terms
    assert found.worst.high < 200 * _EPS
    zero = _by_title(_few(spread, values=np.zeros((40, 2))))["positive, iid"]
    assert zero.output == Typical(0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"titles": ["nothing, iid"]}, "title must be one of"),
        ({"titles": []}, "titles must be a list"),
        ({"titles": "positive, iid"}, "titles must be a list"),
        ({"draws": 7}, "draws must be at least 8"),
        ({"draws": 0}, "draws must be an integer >= 1"),
        ({"level": 1.0}, "level must be in"),
        ({"values": np.ones((39, 2))}, "values must have as many rows as there are keys, 40, got 39"),
        ({"values": np.full((40, 2), np.nan)}, "values must be finite, got nan in row 1, column 1"),
        ({"values": np.ones(40)}, "values must have shape"),
    ],
)
def test_bad_input_is_named(spread: tuple[Array, Array, Choice], options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _few(spread, **options)


def test_other_data_than_those_of_the_choice_are_refused(spread: tuple[Array, Array, Choice]) -> None:
    x, y, choice = spread
    with pytest.raises(ValueError, match="queries and keys must be those of the choice, 30 and 40 of dimension 4"):
        attention_errors(choice, x[1:], y)
    bare = replace(choice, candidates=tuple(replace(each, maps=None) for each in choice.candidates))
    with pytest.raises(ValueError, match="titles must be of candidates with feature maps"):
        attention_errors(bare, x, y, titles=["positive, iid"])
