"""Warnings about data: constant columns, rows that outweigh all others, a kernel matrix that is the identity."""

from __future__ import annotations

import math

import numpy as np

from rftheory._choose.data import DataSet
from rftheory._choose.pairs import Distances, PairSource
from rftheory.inputs.arrays import Array
from rftheory.inputs.bandwidths import Scale
from rftheory.inputs.statistics import blocks_of

#: columns that a finding lists
_LISTED = 5
#: the largest kernel value between different rows at which a matrix is told to be the identity
_NOTHING = 1e-3
#: a power of ten that says enough: that of the least number of float64
_MOST_POWER = 307
#: a row with this share of the sum of squares, of so many rows, is an outlier
_OUTWEIGHS, _ROWS = 0.5, 8


def findings(source: PairSource, pairs: Distances, scale: Scale) -> tuple[str, ...]:
    """What is odd about the data, in words."""
    queries, keys = source.queries, source.keys
    found = columns_that_do_not_vary(queries, keys, source.kernel)
    for each in (queries,) if keys is queries else (queries, keys):
        found += _of_rows(each, source.unit, source.origin)
    return (*found, *([] if source.kernel == "softmax" else _of_kernel(pairs, queries is keys, scale)))


def _of_rows(rows: DataSet, unit: float, origin: Array) -> list[str]:
    squares = np.concatenate([np.square(block / unit - origin).sum(axis=1) for block in blocks_of(rows.rows)])
    place, total = int(np.argmax(squares)), float(squares.sum())
    if len(squares) < _ROWS or not squares[place] > _OUTWEIGHS * total:
        return []
    return [
        f"row {place + 1} of {rows.name} has {100 * squares[place] / total:.3g}% of the sum of squares of all rows: parameters that "
        "follow averages are its own; look whether it is an outlier"
    ]


def _of_kernel(pairs: Distances, same: bool, scale: Scale) -> list[str]:
    """That no two different rows are near each other, with what a wider kernel would be."""
    others = pairs.query != pairs.key if same else np.ones(len(pairs.query), dtype=bool)
    apart, logs = pairs.lengths.difference[others], pairs.log_squared_kernel[others] / 2
    if not len(apart) or not math.exp(float(logs.max())) <= _NOTHING:
        return []
    power = min(math.floor(-float(logs.max()) / math.log(10)), _MOST_POWER)
    what, of = ("the identity", "different rows") if same else ("0", "queries and keys")
    looked = "" if pairs.exact else " at the pairs looked at"
    median = float(np.median(apart))
    if not isinstance(scale, float):
        return [
            f"the kernel matrix is {what} to 1e-{power}{looked}: the median distance of {of} is {median:.3g} in units of the bandwidth"
        ]
    return [
        f"the kernel matrix is {what} to 1e-{power}{looked}: the bandwidth is {scale:.3g}, the median distance of {of} is "
        f"{scale * median:.3g}; take bandwidth='median'"
    ]


def columns_that_do_not_vary(queries: DataSet, keys: DataSet, kernel: str) -> list[str]:
    """Constant columns and what they do to the kernel."""
    both = queries.constant & keys.constant
    same = both & (queries.low == keys.low)
    found = []
    if same.any():
        effect = "they do not change the kernel" if kernel != "softmax" else "they multiply the kernel by one number"
        found.append(f"{_columns(same)} constant and the same in queries and keys: {effect}, and may be left out")
    apart = both & ~same
    if apart.any():
        found.append(f"{_columns(apart)} constant in queries and in keys, with different values")
    for each, other in ((queries, keys), (keys, queries)):
        alone = each.constant & ~other.constant
        if alone.any():
            found.append(f"{_columns(alone)} constant in {each.name} only")
    return found


def _columns(which: Array) -> str:
    numbers = [str(place + 1) for place in np.flatnonzero(which)]
    if len(numbers) == 1:
        return f"column {numbers[0]} is"
    rest = len(numbers) - _LISTED
    return f"columns {', '.join(numbers[:_LISTED])}{f' and {rest} more' if rest > 0 else ''} are"
