"""``rftheory choose``: JSON, pictures, numbers, and files that are read; tables and bad input are in tests/golden."""

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
from rftheory._choose.data import DataSet, read
from rftheory._choose.findings import columns_that_do_not_vary
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


@pytest.fixture
def rows() -> Array:
    return np.random.default_rng(0).normal(size=(6, 3)).round(6)


def test_files_are_the_arrays_in_them(rows: Array, tmp_path: Path) -> None:
    np.save(tmp_path / "rows.npy", rows)
    np.savez(tmp_path / "both.npz", queries=rows, keys=rows[:2], other=rows[:1])
    np.savez(tmp_path / "one.npz", anything=rows)
    np.savetxt(tmp_path / "rows.csv", rows, delimiter=",")
    np.savetxt(tmp_path / "named.csv", rows, delimiter=",", header="a,b,c", comments="")
    for name in ("rows.npy", "one.npz", "rows.csv", "named.csv", "both.npz:queries"):
        found = DataSet.of(tmp_path / name, "queries")
        assert np.array_equal(found.rows, rows)
        assert np.array_equal(found.low, rows.min(axis=0))
        assert np.array_equal(found.high, rows.max(axis=0))
    assert isinstance(DataSet.of(tmp_path / "rows.npy", "queries").rows, np.memmap)
    queries, keys = read(str(tmp_path / "both.npz"), None)
    assert (queries.size, keys.size) == (6, 2)
    for keys in (None, rows):
        first, second = read(rows, keys)
        assert first is second


def test_taken_rows_may_repeat(rows: Array) -> None:
    taken = DataSet.of(rows, "keys").taken(np.array([4, 0, 4]), 2.0, 1.0)
    assert np.array_equal(taken, rows[[4, 0, 4]] / 2 - 1)


def test_late_rows_are_counted_from_the_first() -> None:
    rows = np.zeros((10_000, 2))
    rows[9_998, 1] = -np.inf
    with pytest.raises(ValueError, match="got -inf in row 9999, column 2"):
        DataSet.of(rows, "keys")


def test_bad_files_are_named(rows: Array, tmp_path: Path) -> None:
    np.savez(tmp_path / "two.npz", a=rows, b=rows)
    with pytest.raises(ValueError, match="must hold an array named queries or query or q or x, it holds a, b"):
        DataSet.of(tmp_path / "two.npz", "queries")
    with pytest.raises(ValueError, match="must hold an array named c"):
        DataSet.of(f"{tmp_path / 'two.npz'}:c", "queries")


def test_columns_that_do_not_vary_are_found(rows: Array) -> None:
    queries, keys = rows.copy(), rows.copy()
    queries[:, 0], keys[:, 0] = 1.0, 1.0
    queries[:, 1], keys[:, 1] = 2.0, 3.0
    queries[:, 2] = 0.0
    found = columns_that_do_not_vary(DataSet.of(queries, "queries"), DataSet.of(keys, "keys"), "gaussian")
    assert found[0].startswith("column 1 is constant and the same in queries and keys")
    assert found[1].startswith("column 2 is constant in queries and in keys")
    assert found[2] == "column 3 is constant in queries only"
    assert not columns_that_do_not_vary(DataSet.of(rows, "queries"), DataSet.of(rows, "keys"), "softmax")
    many = DataSet.of(np.ones((2, 9)), "queries")
    assert columns_that_do_not_vary(many, many, "softmax")[0].startswith(
        "columns 1, 2, 3, 4, 5 and 4 more are constant"
    )
