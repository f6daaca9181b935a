"""Errors of attention: medians and shares over draws, which mechanisms and rows are drawn, bad input."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from choosing import attended

from rftheory._choose import attention as module
from rftheory._choose import choose
from rftheory._choose.attention import Attention, attention_errors
from rftheory._choose.quantiles import Typical
from rftheory._choose.recommend import recommended
from rftheory._choose.result import Choice
from rftheory._choose.sizes import Goal
from rftheory.inputs.arrays import Array

pytestmark = pytest.mark.usefixtures("unserved")
_EPS = np.finfo(float).eps


@pytest.fixture(scope="module")
def spread() -> tuple[Array, Array, Choice]:
    x, y, _ = attended(0, 30, 40, 4, 2.0)
    return x, y, choose(x, y, kernel="softmax", features=32, attention=False)


_TITLES = ("trigonometric, iid", "positive, iid", "OPRF, orthogonal")


def _few(data: tuple[Array, Array, Choice], **options: Any) -> Attention:
    x, y, choice = data
    return attention_errors(choice, x, y, **{"titles": _TITLES, "draws": 8, **options})


def _by_title(found: Attention) -> dict[str, Any]:
    return {each.title: each for each in found.mechanisms}


def test_denominators_of_waves_are_negative_on_spread_data_and_positive_ones_never(
    spread: tuple[Array, Array, Choice],
) -> None:
    found = _few(spread)
    rows = _by_title(found)
    assert rows["trigonometric, iid"].negative > 0.2
    for title in _TITLES[1:]:
        assert rows[title].negative == 0
        assert spread[2].candidate(title).positive
    assert [each.output.median for each in found.mechanisms] == sorted(each.output.median for each in found.mechanisms)


def test_many_features_of_near_data_are_near_the_exact_attention() -> None:
    x, y, values = attended(0, 30, 40, 4, 0.2)
    few = choose(x, y, kernel="softmax", features=4, attention=False)
    many = choose(x, y, kernel="softmax", features=256, attention=False)
    errors = [_by_title(attention_errors(c, x, y, values, titles=_TITLES, draws=8)) for c in (few, many)]
    for title in _TITLES:
        rough, fine = (each[title] for each in errors)
        assert fine.sums.high < rough.sums.low
        assert fine.output.high < rough.output.low
        assert fine.off == 0


def test_draws_depend_on_the_seed_and_the_mechanism_alone(spread: tuple[Array, Array, Choice]) -> None:
    whole = _by_title(_few(spread))
    for title in _TITLES:
        assert _by_title(_few(spread, titles=[title]))[title] == whole[title]
    assert _by_title(_few(spread, seed=1))["positive, iid"] != whole["positive, iid"]
    assert _by_title(_few(spread, seed=spread[2].seed)) == whole


def test_by_default_the_best_of_each_mechanism_is_drawn(spread: tuple[Array, Array, Choice]) -> None:
    found = _few(spread, titles=None)
    titles = [each.title for each in found.mechanisms]
    names = [spread[2].candidate(title).name for title in titles]
    assert spread[2].recommended.title in titles
    assert len(set(names)) >= len(names) - 1
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


def test_a_row_has_the_confidence_of_its_draws(spread: tuple[Array, Array, Choice]) -> None:
    row = _few(spread).mechanisms[0]
    low = row.confidence(0.5, 0.9)
    assert low.shape == (30,) and row.rows.shape == (8, 30)
    kept = (row.rows <= 0.5).sum(axis=0)
    assert (low[kept == 0] == 0).all()
    for count, bound in zip(kept, low, strict=True):
        if count:
            # so many or more of 8 have the probability 1 - level at the bound
            tail = sum(math.comb(8, k) * bound**k * (1 - bound) ** (8 - k) for k in range(count, 9))
            assert tail == pytest.approx(0.1, rel=1e-9)
    assert row.worst.median == pytest.approx(np.median(row.rows.max(axis=1)), rel=_EPS)


def test_attention_decides_by_default_for_few_rows_of_the_softmax_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y, values = attended(3, 8, 10, 3, 0.7)
    softmax = {"kernel": "softmax", "features": 16}
    found = choose(x, y, **softmax)
    assert found.outputs is not None and choose(x, y, attention=False, **softmax).outputs is None
    assert choose(x, y, kernel="gaussian", features=16).outputs is None
    asked = choose(x, y, attention={"values": values, "draws": 9}, **softmax).outputs
    assert asked is not None and (asked.of, asked.draws) == ("values", 9)
    assert choose(np.stack([x, x]), **softmax).outputs is None
    monkeypatch.setattr("rftheory._choose.options._ROWS", 10)
    assert choose(x, y, **softmax).outputs is None
    assert choose(x, y, attention=True, **softmax).outputs is not None


def test_what_has_the_least_error_of_the_outputs_is_recommended() -> None:
    """Whatever the errors of the kernel are: by outputs that are made up."""
    x, y, _ = attended(3, 20, 25, 3, 0.3)
    plain = choose(x, y, kernel="softmax", features=16, attention=False)
    goal = Goal("matrix", plain.stated, None, positive=True)
    titles = [each.title for each in plain.candidates if each.positive and each.error < 1]
    assert len(titles) > 2
    for title in titles:
        outputs = {each.title: Typical(0.5, 0.4, 0.6) for each in plain.candidates} | {title: Typical(0.2, 0.1, 0.3)}
        advice = recommended(plain.candidates, goal, (20, 25), outputs)
        assert advice.title == title and "attention is off by 20%" in advice.sentence
        worse = recommended(plain.candidates, goal, (2000, 2500), {title: Typical(1.2, 1.1, 1.3)})
        assert "no features help" in worse.sentence and not worse.useful
    # what draws do not tell apart is told apart by the kernel
    alike = {each.title: Typical(0.5, 0.4, 0.6) for each in plain.candidates}
    assert recommended(plain.candidates, goal, (20, 25), alike).title == plain.recommended.title


def test_constant_values_are_averaged_without_error(spread: tuple[Array, Array, Choice]) -> None:
    found = _by_title(_few(spread, values=np.full((40, 2), 3.0)))["positive, iid"]
    # 32 features and 40 keys: sums of positive terms
    assert found.worst.high < 200 * _EPS
    zero = _by_title(_few(spread, values=np.zeros((40, 2))))["positive, iid"]
    assert zero.output == Typical(0.0, 0.0, 0.0)


def test_candidates_without_maps_are_refused(spread: tuple[Array, Array, Choice]) -> None:
    x, y, choice = spread
    bare = replace(choice, candidates=tuple(replace(each, maps=None) for each in choice.candidates))
    with pytest.raises(ValueError, match="titles must be of candidates with feature maps"):
        attention_errors(bare, x, y, titles=["positive, iid"])
