"""``rftheory choose``: JSON, pictures and numbers; tables and bad input are in tests/golden."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from rftheory._choose import choose
from rftheory._choose.format import number, relative
from rftheory._choose.picture import chosen, draw
from rftheory._choose.result import Choice
from rftheory.cli import main
from rftheory.inputs.arrays import Array


@pytest.fixture(scope="module")
def data() -> tuple[Array, Array]:
    generator = np.random.default_rng(5)
    return 0.6 * generator.standard_normal((12, 3)), 0.6 * generator.standard_normal((15, 3))


@pytest.fixture(scope="module")
def choice(data: tuple[Array, Array]) -> Choice:
    return choose(*data, features=24, target=0.1, kernel="gaussian")


def test_json_is_that_of_the_function(data: tuple[Array, Array], choice: Choice, tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("q.npy", "k.npy")]
    for file, rows in zip(files, data, strict=True):
        np.save(file, rows)
    given = ["choose", "--queries", files[0], "--keys", files[1], "--features", "24", "--target", "10%", "--json"]
    assert json.loads(CliRunner().invoke(main, given).stdout) == json.loads(json.dumps(choice.to_json()))


# -- the picture ------------------------------------------------------------------------------------------------------


def test_curves_are_the_expected_errors(choice: Choice) -> None:
    figure = draw(choice, 4)
    (axes,) = figure.axes
    shown = chosen(choice, 4)
    assert shown[0] is choice.recommended
    assert len({each.name for each in shown}) == 4
    lines = {line.get_label(): line for line in axes.lines}
    for candidate in shown:
        x, y = (np.asarray(part, dtype=float) for part in lines[candidate.title].get_data())
        assert len(x) > 20
        np.testing.assert_array_equal(y, candidate.errors(x.astype(int).tolist()))
        at = candidate.errors([choice.stated.features])[0]
        np.testing.assert_allclose(at, candidate.error, rtol=1e-12)
    assert (lines["target, 10%"].get_ydata() == np.array([0.1, 0.1])).all()
    # the recommended one is seen to reach it
    assert np.min(lines[shown[0].title].get_ydata()) < 0.1


def test_no_picture_without_errors(choice: Choice) -> None:
    bare = replace(choice, candidates=tuple(replace(each, law=None) for each in choice.candidates))
    with pytest.raises(ValueError, match="a candidate with a known error"):
        draw(bare)


@given(st.floats(0, 1e300))
def test_relative_errors_are_short_and_close(value: float) -> None:
    text = relative(value)
    assert len(text) <= 10 and "e+" not in text and "e-0" not in text
    shown = float(text[:-1]) / (100 if text.endswith("%") else 1)
    # three digits
    assert abs(shown - value) <= 5.0001e-3 * value
    assert (relative(math.nan), number(1.25 - 0.5j), number(12345678)) == ("-", "1.25-0.5i", "1.23e7")
