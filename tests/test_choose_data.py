"""Reading queries and keys: files and arrays are the same data, and what is wrong is named by row and column."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rftheory._choose.data import DataSet, read
from rftheory._choose.findings import columns_that_do_not_vary
from rftheory.inputs.arrays import Array


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
