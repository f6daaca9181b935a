"""Queries and keys from arrays, memory maps and files, read block by block: memory does not grow with their number.

Every entry is looked at once, for what is not a finite number, and for columns that do not vary.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from rftheory.arrays import Array
from rftheory.files import array_in, names_in
from rftheory.statistics import SetStatistics, blocks_of

#: what `choose` takes
Rows: TypeAlias = ArrayLike | str | Path
#: names of arrays in an archive
_NAMES = {
    "queries": ("queries", "query", "q", "x"),
    "keys": ("keys", "key", "k", "y"),
    "values": ("values", "value", "v"),
}
#: columns that a finding lists
_LISTED = 5


@dataclass(frozen=True, eq=False)
class DataSet:
    """Rows of finite numbers, as they are stored.

    Attributes:
        name: "queries" or "keys".
        rows: shape (L, d), of any real type; a memory map for a file.
        low, high, mean: of each column, shape (d,).
    """

    name: str
    rows: Array
    low: Array
    high: Array
    mean: Array

    @classmethod
    def of(cls, given: Rows, name: str) -> DataSet:
        """A checked data set.

        Raises:
            ValueError: for what is no array of real numbers of shape (L, d), L, d >= 1, and for entries that are not
                finite; rows and columns are counted from 1.
            FileNotFoundError: for a file that is not there.
        """
        rows = _array(given, name)
        if rows.dtype.kind not in "biuf":
            raise ValueError(f"{name} must be real numbers, got the type {rows.dtype}")
        if rows.ndim != 2 or 0 in rows.shape:
            raise ValueError(f"{name} must have shape (L, d) with L, d >= 1, got {rows.shape}")
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
        return cls(name, rows, low, high, total)

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

    def statistics(self, scale: float, origin: float | Array) -> SetStatistics:
        """Averages over all rows, over ``scale``, minus ``origin``."""

        def blocks() -> Iterator[Array]:
            return (np.asarray(block, dtype=float) / scale - origin for block in blocks_of(self.rows))

        return SetStatistics.of_blocks(blocks, self.name)

    @property
    def constant(self) -> Array:
        """Which columns do not vary, shape (d,)."""
        return self.low == self.high


def read(queries: Rows, keys: Rows | None) -> tuple[DataSet, DataSet]:
    """Both data sets; the keys are the queries where they are not given (an archive with arrays of both names gives both).

    Raises:
        ValueError: as `DataSet.of`, and for different widths.
    """
    first = DataSet.of(queries, "queries")
    # one file may hold both, one array is both
    other = _other(queries) if keys is None else None if keys is queries and not isinstance(keys, str | Path) else keys
    second = first if other is None else DataSet.of(other, "keys")
    if first.dimension != second.dimension:
        raise ValueError(
            f"queries and keys must have the same number of columns, got {first.dimension} and {second.dimension}"
        )
    return first, second


def findings(queries: DataSet, keys: DataSet, kernel: str) -> tuple[str, ...]:
    """What is odd about the data, in words."""
    both = queries.constant & keys.constant
    same = both & (queries.low == keys.low)
    found = []
    if same.any():
        effect = "they do not change the kernel" if kernel == "gaussian" else "they multiply the kernel by one number"
        found.append(f"{_columns(same)} constant and the same in queries and keys: {effect}, and may be left out")
    apart = both & ~same
    if apart.any():
        found.append(f"{_columns(apart)} constant in queries and in keys, with different values")
    for each, other in ((queries, keys), (keys, queries)):
        alone = each.constant & ~other.constant
        if alone.any():
            found.append(f"{_columns(alone)} constant in {each.name} only")
    return tuple(found)


def _columns(which: Array) -> str:
    numbers = [str(place + 1) for place in np.flatnonzero(which)]
    if len(numbers) == 1:
        return f"column {numbers[0]} is"
    rest = len(numbers) - _LISTED
    return f"columns {', '.join(numbers[:_LISTED])}{f' and {rest} more' if rest > 0 else ''} are"


def _too_large(name: str, size: float) -> ValueError:
    return ValueError(f"{name} must have sums of squares within the range of float64, got entries of size {size}")


def _refuse(part: Array, start: int, name: str) -> None:
    """
    Raises:
        ValueError: names the first entry that is not finite, or says that sums overflow.
    """
    wrong = np.argwhere(~np.isfinite(part))
    if not len(wrong):
        raise _too_large(name, np.abs(part).max())
    row, column = wrong[0]
    raise ValueError(
        f"{name} must be finite, got {part[row, column]} in row {start + row + 1}, column {column + 1} (counted from 1)"
    )


def _array(given: Rows, name: str) -> Array:
    if isinstance(given, str | Path):
        return _from_file(Path(given), name)
    if isinstance(given, np.ndarray):
        return given
    try:
        return np.asarray(given)
    except ValueError as error:
        raise ValueError(f"{name} must be an array of shape (L, d): {error}") from None


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


def _other(queries: Rows) -> Rows | None:
    """The keys of an archive that holds both."""
    if isinstance(queries, str | Path) and Path(queries).suffix.lower() == ".npz":
        names = names_in(Path(queries))
        if len(names) > 1 and any(each.lower() in _NAMES["keys"] for each in names):
            return queries
    return None
