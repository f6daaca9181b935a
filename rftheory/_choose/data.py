"""Queries and keys from arrays, memory maps and files, read block by block: memory does not grow with their number.

Every entry is looked at once, for what is not a finite number, and for columns that do not vary.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from rftheory.inputs.arrays import Array, check_unmasked, real_array
from rftheory.inputs.bandwidths import Scale, divided
from rftheory.inputs.devices import numbers
from rftheory.inputs.files import array_in, names_in
from rftheory.inputs.statistics import Products, blocks_of

#: what `choose` takes
Rows: TypeAlias = ArrayLike | str | Path
#: names of arrays in an archive
_NAMES = {
    "queries": ("queries", "query", "q", "x"),
    "keys": ("keys", "key", "k", "y"),
    "values": ("values", "value", "v"),
    "X": ("x", "rows"),
    "y": ("y", "targets"),
    "X_test": ("x_test", "test"),
}


@dataclass(frozen=True, eq=False)
class DataSet:
    """Rows of finite numbers, as they are stored.

    Attributes:
        name: "queries" or "keys".
        rows: shape (L, d), of any real type; a memory map for a file.
        low, high, mean: of each column, shape (d,).
        groups: G; rows came in shape (..., L/G, d), and pairs are of rows of one matrix.
        columns: their names, of a frame.
    """

    name: str
    rows: Array
    low: Array
    high: Array
    mean: Array
    groups: int = 1
    columns: Array | None = None

    @property
    def rows_each(self) -> int:
        """Rows of one matrix."""
        return self.size // self.groups

    @classmethod
    def of(cls, given: Rows | DataSet, name: str) -> DataSet:
        """A checked data set (or one that is checked already): an array of any library, sparse rows, a frame, or a file."""
        if isinstance(given, DataSet):
            return given
        rows = array_of(given, name)
        groups = math.prod(rows.shape[:-2])
        if rows.ndim > 2 and 0 not in rows.shape:
            rows = rows.reshape(-1, rows.shape[-1])
        if rows.dtype.kind not in "biuf":
            raise ValueError(f"{name} must be real numbers, got the type {rows.dtype}")
        if rows.ndim != 2 or 0 in rows.shape:
            raise ValueError(f"{name} must have shape (L, d) or (..., L, d) with L, d >= 1, got {rows.shape}")
        low, high, total = (np.full(rows.shape[1], value) for value in (math.inf, -math.inf, 0.0))
        start = 0
        for block in blocks_of(rows):
            part = np.asarray(block, dtype=float)
            with np.errstate(over="ignore", invalid="ignore"):
                added = part.sum(axis=0)
            if not np.isfinite(added).all():
                _refuse(part, start, name)
            low, high = np.minimum(low, part.min(axis=0)), np.maximum(high, part.max(axis=0))
            total += added / len(rows)
            start += len(part)
        largest = np.maximum(high, -low)
        with np.errstate(over="ignore"):
            if not np.isfinite(len(rows) * np.square(largest).sum()):
                raise _too_large(name, largest.max())
        return cls(name, rows, low, high, total, groups, names_of(given))

    @property
    def size(self) -> int:
        """L."""
        return len(self.rows)

    @property
    def dimension(self) -> int:
        """d."""
        return int(self.rows.shape[1])

    def taken(self, indices: Array, scale: float = 1.0, origin: float | Array = 0.0) -> Array:
        """Some rows in float64, over ``scale``, minus ``origin``; shape (P, d)."""
        # a memory map is read in order
        different, places = np.unique(indices, return_inverse=True)
        return (np.asarray(self.rows[different], dtype=float) / scale - origin)[places]

    def over(self, scale: Scale) -> DataSet:
        """The same rows divided by bandwidths that are no one number, as a copy."""
        rows = np.concatenate([divided(np.asarray(block, dtype=float), scale) for block in blocks_of(self.rows)])
        return DataSet.of(rows.reshape(self.groups, -1, self.dimension) if self.groups > 1 else rows, self.name)

    def products(self, scale: float, origin: Array) -> Products:
        """Averages of products of coordinates of the rows over ``scale``, minus ``origin``."""
        return Products.of(np.asarray(block, dtype=float) / scale - origin for block in blocks_of(self.rows))

    @property
    def constant(self) -> Array:
        """Which columns do not vary, shape (d,)."""
        return self.low == self.high


def read(queries: Rows | DataSet, keys: Rows | DataSet | None) -> tuple[DataSet, DataSet]:
    """Both data sets; the keys are the queries where they are not given (an archive with arrays of both names gives both)."""
    first = DataSet.of(queries, "queries")
    # one file may hold both, one array is both
    other = _other(queries) if keys is None else None if keys is queries and not isinstance(keys, str | Path) else keys
    second = first if other is None else DataSet.of(other, "keys")
    if first.dimension != second.dimension:
        raise ValueError(
            f"queries and keys must have the same number of columns, got {first.dimension} and {second.dimension}"
        )
    if first.groups != second.groups:
        raise ValueError(f"queries and keys must have as many matrices, got {first.groups} and {second.groups}")
    return first, second


def _too_large(name: str, size: float) -> ValueError:
    return ValueError(f"{name} must have sums of squares within the range of float64, got entries of size {size}")


def _refuse(part: Array, start: int, name: str) -> None:
    wrong = np.argwhere(~np.isfinite(part))
    if not len(wrong):
        raise _too_large(name, np.abs(part).max())
    row, column = wrong[0]
    raise ValueError(
        f"{name} must be finite, got {part[row, column]} in row {start + row + 1}, column {column + 1} (counted from 1)"
    )


def array_of(given: Rows, name: str) -> Array:
    """An array of any library, sparse rows, a frame or a file, as an array of NumPy of any shape and type."""
    if isinstance(given, str | Path):
        return _from_file(Path(given), name)
    check_unmasked(name, given)
    given = numbers(given)
    try:
        array = np.asarray(given.toarray() if hasattr(given, "toarray") else given)
    except ValueError as error:
        raise ValueError(f"{name} must be an array of shape (L, d): {error}") from None
    return real_array(name, array) if array.dtype.kind == "O" else array


def names_of(given: Any) -> Array | None:
    """The names of the columns of a frame, where all are texts."""
    names = list(getattr(given, "columns", ()))
    return np.array(names, dtype=object) if names and all(isinstance(name, str) for name in names) else None


def _from_file(path: Path, name: str) -> Array:
    """``file.npy``, ``file.npz`` or ``file.npz:array``, and text with commas."""
    place, _, wanted = str(path).partition(".npz:")
    if wanted:
        path = Path(place + ".npz")
    try:
        names = {each.lower(): each for each in names_in(path)}
        choices = (wanted.lower(),) if wanted else _NAMES[name]
        found = next((names[each] for each in choices if each in names), None)
        if found is None and not wanted and len(names) == 1:
            found = next(iter(names.values()))
        if found is None:
            raise ValueError(
                f"{path} must hold an array named {' or '.join(choices)}, it holds {', '.join(names.values())}"
            )
        return array_in(path, found)
    except (ValueError, OSError) as error:
        raise type(error)(f"{name}: {error}") from None


def _other(queries: Rows | DataSet) -> Rows | None:
    """The keys of an archive that holds both."""
    if isinstance(queries, str | Path) and Path(queries).suffix.lower() == ".npz":
        names = names_in(Path(queries))
        if len(names) > 1 and any(each.lower() in _NAMES["keys"] for each in names):
            return queries
    return None
