"""Averages over all pairs of rows of two data sets in O((L + N) d), for parameters that are chosen once for a whole set.

Chefs' random tables put averages over data for ``|x|^2, |y|^2, |x + s y|^2`` in the variance of generalized exponential
features, for ``sum_l x_l^2 y_l^2`` in that of Poisson and for ``|x_l y_l|`` in that of geometric features (CRT, (8), (12), (14)). Sums
over pairs are products of sums over rows, so no pair is ever formed; means are over ``L N`` pairs (x_i, y_j).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rftheory.inputs.arrays import Array, check_inputs, dense

#: rows that are summed at once, so that no temporary array is as large as the data
_ROWS = 4096
#: rows whose distances are taken for a median
_MEDIAN = 1000


def blocks_of(rows: Array) -> Iterator[Array]:
    """A data set of shape (L, d), which may be sparse, in blocks of rows that fit in a cache, without copies."""
    return (rows[start : start + _ROWS] for start in range(0, rows.shape[0], _ROWS))


def median_distance(x: Any, y: Any = None, groups: int = 1) -> float:
    """The median of the distances of different rows of x, shape (L, d); or of rows of x from rows of y, shape (N, d).

    Of rows that come in ``groups`` matrices those of one and the same have distances. No more are looked at than 1,000 rows have,
    of rows and matrices that are evenly spaced. It is the usual first choice of a bandwidth.

    Raises:
        ValueError: if it is 0, or there are no two rows.
    """
    looked = _spread(groups, _MEDIAN)
    most = max(2, int(_MEDIAN / len(looked) ** 0.5))
    found = [
        _distances(_matrix(x, each, groups, most), None if y is None else _matrix(y, each, groups, most))
        for each in looked
    ]
    distances = np.concatenate(found)
    median = float(np.median(distances)) if distances.size else 0.0
    if not median > 0:
        raise ValueError("the median distance of rows must be > 0, got 0: most of them are equal; give a number")
    return median


def _matrix(rows: Any, place: int, groups: int, most: int) -> Array:
    """Some rows of one matrix."""
    count = rows.shape[0] // groups
    return dense(rows[place * count + _spread(count, most)])


def _distances(first: Array, second: Array | None) -> Array:
    middle = first.mean(axis=0)
    first, other = first - middle, (first if second is None else second) - middle
    squares = np.square(first).sum(axis=1)[:, None] + np.square(other).sum(axis=1) - 2 * first @ other.T
    chosen = squares[np.triu_indices(len(first), 1)] if second is None else squares.ravel()
    return np.sqrt(np.maximum(chosen, 0.0))


def _spread(count: int, most: int) -> Array:
    """At most so many places among ``count``, evenly spaced."""
    return np.linspace(0, count - 1, min(count, most)).astype(int)


@dataclass(frozen=True)
class SetStatistics:
    """Averages over the rows of one data set.

    Attributes:
        size: the number L of rows.
        mean: shape (d,).
        spread: the mean squared distance of a row from the mean.
        squares: means of x_l^2, shape (d,).
    """

    size: int
    mean: Array
    spread: float
    squares: Array

    @classmethod
    def of(cls, rows: ArrayLike, name: str = "rows") -> SetStatistics:
        """The averages of a data set of shape (L, d), computed in O(Ld).

        Raises:
            ValueError: if the set is empty, not of shape (L, d), or has an entry that is not finite.
        """
        return cls.of_blocks(lambda: blocks_of(check_inputs(rows, name)), name)

    @classmethod
    def of_blocks(cls, blocks: Callable[[], Iterable[Array]], name: str = "rows") -> SetStatistics:
        """The same of blocks of finite rows, which are read twice: memory does not grow with their number.

        Args:
            blocks: gives the blocks, shapes (L_k, d), from the first at each call.

        Raises:
            ValueError: if squares leave the range of float64.
        """
        count, mean = 0, np.zeros(())
        for block in blocks():
            count, mean = count + len(block), mean + block.sum(axis=0)
        mean = mean / count
        spread, squares = 0.0, np.zeros(())
        with np.errstate(over="ignore"):
            for block in blocks():
                spread += float(np.square(block - mean).sum())
                squares = squares + np.square(block).sum(axis=0)
        if not np.isfinite(squares).all():
            raise ValueError(f"{name} must have squares within the range of float64")
        return cls(count, mean, spread / count, squares / count)

    @property
    def square(self) -> float:
        """The mean of |x|^2."""
        return float(self.squares.sum())


@dataclass(frozen=True)
class Products:
    """Averages over the rows of one data set: ``E u``, shape (d,), and ``E u u^T``, shape (d, d)."""

    mean: Array
    square: Array

    @classmethod
    def of(cls, blocks: Iterable[Array]) -> Products:
        """Of blocks of finite rows, shapes (L_k, d): memory does not grow with their number."""
        count, mean, square = 0, np.zeros(()), np.zeros(())
        for block in blocks:
            count, mean, square = count + len(block), mean + block.sum(axis=0), square + block.T @ block
        return cls(mean / count, square / count)


@dataclass(frozen=True)
class DataStatistics:
    """Averages over the pairs of rows of two data sets, from the averages of each."""

    x: SetStatistics
    y: SetStatistics

    @classmethod
    def of(cls, x: ArrayLike, y: ArrayLike) -> DataStatistics:
        """The averages of data sets of shapes (L, d) and (N, d), computed in O((L + N) d).

        Raises:
            ValueError: if a set is empty, not of shape (L, d), not finite, or if the dimensions differ.
        """
        first, second = SetStatistics.of(x, "x"), SetStatistics.of(y, "y")
        if first.mean.shape != second.mean.shape:
            raise ValueError(f"x and y must have the same dimension, got {first.mean.size} and {second.mean.size}")
        return cls(first, second)

    @property
    def dimension(self) -> int:
        """d."""
        return int(self.x.mean.size)

    def square_of_sum(self, s: int = 1) -> float:
        """The mean of |x_i + s y_j|^2, s = +1 or -1  (8), as a sum of nonnegative terms: nothing cancels.

        Raises:
            ValueError: if s is not +1 or -1.
        """
        if s not in (1, -1):
            raise ValueError(f"s must be +1 or -1, got {s}")
        return self.x.spread + self.y.spread + float(np.square(self.x.mean + s * self.y.mean).sum())

    @property
    def squared_products(self) -> float:
        """The mean of sum_l x_il^2 y_jl^2  (12)."""
        return float(self.x.squares @ self.y.squares)
