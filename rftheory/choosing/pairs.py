r"""Pairs of a query and a key, all of them or a sample, and averages over them with intervals that hold.

Sampled pairs are independent, uniform among all L N. An average over all pairs of numbers u >= 0 is then a mean of a law, and the
intervals are those of `montecarlo.bars`: asymptotic with a diagnosis of heavy tails, and for a known range, where that
refuses, the proved one of Maurer and Pontil. What neither can say is inconclusive.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.arrays import Array
from rftheory.choosing.data import DataSet
from rftheory.choosing.result import Average
from rftheory.hybrids.angular import angles
from rftheory.montecarlo.bars import asymptotic_interval, bounded_interval
from rftheory.montecarlo.chunks import Powers

#: numbers of the pairs looked at by default: 8 MiB for each side
_NUMBERS = 1 << 20
_MOST, _LEAST = 32_768, 2_048
#: numbers of the rows that are held at once for their distances, on each side: 1 MiB stays in a cache, 8 MiB take twice the time
_BLOCK = 1 << 17


@dataclass(frozen=True, eq=False)
class Distances:
    """P pairs of centred rows in units of the kernel, by the lengths on which features of Gaussian projections depend.

    Attributes:
        query, key: numbers of the rows, shape (P,).
        difference, sum: ``|x - y|`` and ``|x + y|``, shape (P,).
        norms: |x| and |y|, shape (P,) each.
        log_norms: what the log MSE of the Gaussian kernel is raised by, shape (P,): ``|q|^2 + |k|^2`` for the softmax kernel, of
            queries and keys before the subtraction; zeros for the Gaussian kernel.
        dimension: d.
        exact: whether these are all pairs.
        level: of intervals.
    """

    query: Array
    key: Array
    difference: Array
    sum: Array
    norms: tuple[Array, Array]
    log_norms: Array
    dimension: int
    exact: bool
    level: float

    @cached_property
    def log_squared_kernel(self) -> Array:
        """``log K^2`` of the kernel."""
        return self.log_norms - np.square(self.difference)

    def average(self, logs: Array, log_range: float | None = None, level: float | None = None) -> Average:
        """The log of the average of exp(logs) over all pairs.

        Args:
            logs: shape (P,), -inf for 0.
            log_range: the log of a number that exp(logs) never exceeds, if one is known.
            level: of the interval, by default that of the pairs.
        """
        log = log_mean(logs)
        if self.exact or log == -math.inf:
            return (
                Average(log, log, log, "exact", "", len(logs)) if self.exact else self._of_nothing(log_range, len(logs))
            )
        alpha = 1 - (level or self.level)
        top = float(logs.max())
        powers = powers_of(np.exp(logs - top))
        interval, how = asymptotic_interval(powers, alpha), "asymptotic"
        reason = interval.reason
        if not interval.conclusive and log_range is not None:
            interval, how = (
                bounded_interval(powers, 0.0, max(1.0, math.exp(min(log_range - top, 600.0))), alpha),
                "proved",
            )
        if not interval.conclusive:
            return Average(log, -math.inf, math.inf, "inconclusive", reason, len(logs))
        low = top + math.log(interval.low) if interval.low > 0 else -math.inf
        return Average(
            log, low, top + math.log(interval.high), "proved" if how == "proved" else "asymptotic", "", len(logs)
        )

    def _of_nothing(self, log_range: float | None, count: int) -> Average:
        high = math.inf if log_range is None else log_range
        return Average(-math.inf, -math.inf, high, "inconclusive", "the value is zero at every sampled pair", count)


@dataclass(frozen=True, eq=False)
class Pairs(Distances):
    """Pairs with the rows themselves, minus the origin; shapes (P, d)."""

    x: Array
    y: Array

    @cached_property
    def angle(self) -> Array:
        """Between the rows, shape (P,)."""
        return angles(self.x, self.y, self.norms)


@dataclass(frozen=True, eq=False)
class PairSource:
    """Where pairs come from: two data sets, what their rows are divided by, and what is subtracted then."""

    queries: DataSet
    keys: DataSet
    unit: float
    origin: Array
    softmax: bool
    level: float

    def pairs(self, query: Array, key: Array, exact: bool) -> Pairs:
        """Some pairs with their rows."""
        x, y = self.queries.taken(query, self.unit), self.keys.taken(key, self.unit)
        lengths = self._lengths(x, y)
        return Pairs(query, key, *lengths, self.queries.dimension, exact, self.level, x - self.origin, y - self.origin)

    def distances(self, query: Array, key: Array) -> Distances:
        """Some pairs without their rows, block by block."""
        block = max(1, _BLOCK // self.queries.dimension)
        parts = [
            self._lengths(self.queries.taken(query[part], self.unit), self.keys.taken(key[part], self.unit))
            for part in (slice(start, start + block) for start in range(0, len(query), block))
        ]
        difference, total, norms, log_norms = zip(*parts, strict=True)
        first, second = (np.concatenate(side) for side in zip(*norms, strict=True))
        return Distances(
            query, key, np.concatenate(difference), np.concatenate(total), (first, second), np.concatenate(log_norms),
            self.queries.dimension, False, self.level,
        )  # fmt: skip

    def _lengths(self, x: Array, y: Array) -> tuple[Array, Array, tuple[Array, Array], Array]:
        log_norms = np.vecdot(x, x) + np.vecdot(y, y) if self.softmax else np.zeros(len(x))
        x, y = x - self.origin, y - self.origin
        return _length(x - y), _length(x + y), (_length(x), _length(y)), log_norms


def _length(rows: Array) -> Array:
    return np.sqrt(np.vecdot(rows, rows))


def powers_of(values: Array) -> Powers:
    """Power sums of values, shape (P,)."""
    squares = values * values
    third, fourth = float(np.vecdot(squares, values)), float(np.vecdot(squares, squares))
    return Powers(len(values), float(values.sum()), float(squares.sum()), third, fourth, float(np.abs(values).max()))


def log_mean(logs: Array) -> float:
    """log of the mean of exp(logs)."""
    top = float(logs.max())
    return top if not math.isfinite(top) else top + math.log(float(np.exp(logs - top).mean()))


def chosen_pairs(
    queries: DataSet, keys: DataSet, pairs: int | None, generator: np.random.Generator
) -> tuple[Array, Array, bool]:
    """Numbers of rows, shapes (P,): of all pairs if there are no more than ``pairs``, else of so many drawn; and whether all."""
    most = pairs or min(_MOST, max(_LEAST, _NUMBERS // queries.dimension))
    own, other = queries.rows_each, keys.rows_each
    if queries.groups * own * other <= most:
        group, place = np.divmod(np.arange(queries.groups * own * other), own * other)
        return group * own + place // other, group * other + place % other, True
    return *drawn_pairs(queries, keys, most, generator), False


def drawn_pairs(queries: DataSet, keys: DataSet, count: int, generator: np.random.Generator) -> tuple[Array, Array]:
    """Numbers of rows of independent pairs, uniform among all L N (of rows of one matrix each)."""
    query, place = generator.integers(queries.size, size=count), generator.integers(keys.rows_each, size=count)
    return query, query // queries.rows_each * keys.rows_each + place
