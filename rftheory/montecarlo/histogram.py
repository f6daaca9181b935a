r"""Counts of nonnegative numbers in bins of fixed relative width, and intervals for quantiles that hold for every law.

*Bins.* The bits of a nonnegative float64, read as an integer, grow with the number. Its top ``11 + bits`` bits are
therefore a monotone map to bins whose edges are ``1 + 2^-bits`` apart at most (subnormal numbers aside); zero has a bin
of its own. Counts are integers, so that histograms are added exactly and in any order.

*Quantiles.* Let ``x`` be the quantile of a share q, ``x = inf {t: F(t) >= q}``, and ``X_(1) <= ... <= X_(n)`` the sorted
draws. ``X_(l) > x`` says that fewer than l draws are at most x; each is with probability ``F(x) >= q``, so this has
probability at most ``P(Bin(n, q) < l)``. Likewise ``X_(u) < x`` has probability at most ``P(Bin(n, q) >= u)``. With both at
most alpha/2, ``[X_(l), X_(u)]`` holds x with probability at least 1 - alpha (David and Nagaraja, Order Statistics,
section 7.1), atoms included. The bins of the two order statistics are known exactly; the interval is widened to their outer edges.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from rftheory.arrays import Array, check_count, real_array
from rftheory.montecarlo.intervals import Interval, check_share, inconclusive

#: bins of an octave are 2^-BITS apart, relative to its lower end
BITS = 10
_MANTISSA = 52
#: so many bins are counted in one array even for few numbers, which is faster than sorting them
_DENSE = 1 << 15


@dataclass(frozen=True, eq=False)
class Histogram:
    """How many numbers fell into each bin; bins without any are not kept.

    Args:
        bits: logarithm of the number of bins per octave.
        keys: numbers of the bins, ascending, shape (B,).
        counts: of each bin, shape (B,), integers >= 1.
    """

    bits: int
    keys: Array
    counts: Array

    @classmethod
    def of(cls, values: ArrayLike, bits: SupportsIndex = BITS) -> Histogram:
        """The histogram of finite numbers >= 0.

        Raises:
            ValueError: if a number is negative or not finite, and unless bits is an integer from 1 to 20.
        """
        width = _check_bits(bits)
        array = real_array("values", values).ravel()
        if array.size == 0:
            return cls.empty(width)
        least, largest = array.min(), array.max()
        if not (least >= 0 and math.isfinite(largest)):
            raise ValueError(f"values must be finite numbers >= 0, got {least if not least >= 0 else largest}")
        # adding zero turns -0.0 into 0.0, whose bits are all zero
        words = (array + 0.0).view(np.int64)
        keys = (words >> (_MANTISSA - width)) + (words != 0)
        return cls(width, *_counted(keys))

    @classmethod
    def empty(cls, bits: SupportsIndex = BITS) -> Histogram:
        """Of no numbers."""
        return cls(_check_bits(bits), np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))

    @classmethod
    def merged(cls, parts: Iterable[Histogram], bits: SupportsIndex = BITS) -> Histogram:
        """All numbers of several histograms; ``bits`` is that of the empty one.

        Raises:
            ValueError: if the bins differ.
        """
        held = [part for part in parts if part.keys.size]
        if not held:
            return cls.empty(bits)
        if any(part.bits != held[0].bits for part in held):
            raise ValueError(f"bits must be the same for all parts, got {sorted({part.bits for part in held})}")
        if len(held) == 1:
            return held[0]
        keys, counts = (np.concatenate(each) for each in zip(*((part.keys, part.counts) for part in held), strict=True))
        return cls(held[0].bits, *_counted(keys, counts))

    def __add__(self, other: Histogram) -> Histogram:
        return Histogram.merged((self, other), self.bits)

    @property
    def total(self) -> int:
        """How many numbers there are."""
        return int(self._ranks[-1]) if self._ranks.size else 0

    @cached_property
    def _ranks(self) -> Array:
        """How many numbers are in each bin or below."""
        return np.cumsum(self.counts)

    def bin_of(self, rank: int) -> tuple[float, float]:
        """The ends of the bin of the order statistic ``X_(rank)``, 1 <= rank <= total.

        Raises:
            ValueError: for another rank.
        """
        if not 1 <= check_count("rank", rank) <= self.total:
            raise ValueError(f"rank must be from 1 to {self.total}, got {rank}")
        key = int(self.keys[np.searchsorted(self._ranks, rank)])
        return self._edge(key), self._last(key)

    def _edge(self, key: int) -> float:
        """The smallest number of a bin."""
        if key <= 1:
            return key * math.ulp(0.0)
        return _float_of((key - 1) << (_MANTISSA - self.bits))

    def _last(self, key: int) -> float:
        """The largest number of a bin."""
        return 0.0 if key == 0 else _float_of((key << (_MANTISSA - self.bits)) - 1)

    def quantile(self, share: float) -> float:
        """The middle of the bin of the empirical quantile.

        Raises:
            ValueError: unless 0 < share < 1 and there is a number.
        """
        rank = max(1, math.ceil(self.total * check_share("share", share)))
        low, high = self.bin_of(rank)
        return low + (high - low) / 2

    def quantile_interval(self, share: float, alpha: float) -> Interval:
        """An interval for the quantile, proved for every law; inconclusive if the draws are too few for its upper end.

        Raises:
            ValueError: unless share and alpha are in (0, 1).
        """
        low, high = order_statistics(self.total, share, alpha)
        if high > self.total:
            return inconclusive(alpha, f"{self.total} draws are too few for an upper end of the quantile {share:g}")
        # the numbers are nonnegative, so that 0 is a lower end without any draw
        return Interval(self.bin_of(low)[0] if low else 0.0, self.bin_of(high)[1], 1 - alpha, "proved")


def _counted(keys: Array, counts: Array | None = None) -> tuple[Array, Array]:
    """Different keys, ascending, and how often each is there, or the sum of the counts that it has."""
    first = int(keys.min())
    span = int(keys.max()) - first + 1
    if span <= _DENSE + 4 * keys.size:
        # sums of float64 are exact up to 2^53
        dense = np.bincount(keys - first, counts)
        filled = np.flatnonzero(dense)
        return filled + first, dense[filled].astype(np.int64)
    if counts is None:
        return np.unique(keys, return_counts=True)
    different, places = np.unique(keys, return_inverse=True)
    sums = np.zeros(different.size, dtype=np.int64)
    np.add.at(sums, places, counts)
    return different, sums


@lru_cache(maxsize=1024)
def order_statistics(count: int, share: float, alpha: float) -> tuple[int, int]:
    """Ranks l and u of order statistics that hold the quantile between them with probability at least 1 - alpha.

    The largest l with ``P(Bin(count, share) < l) <= alpha/2``, 0 if there is none, and the smallest u with
    ``P(Bin(count, share) >= u) <= alpha/2``, which may be ``count + 1``: then there is no upper end.

    Raises:
        ValueError: unless share and alpha are in (0, 1), and for a negative count.
    """
    check_share("share", share)
    check_share("alpha", alpha)
    if count < 0:
        raise ValueError(f"count must be >= 0, got {count}")
    if count == 0:
        return 0, 1
    from scipy import stats

    law = stats.binom(count, share)
    low, high = int(law.ppf(alpha / 2)), int(law.isf(alpha / 2)) + 1
    # the inverses are found in floating point: what they found is checked
    while low > 0 and law.cdf(low - 1) > alpha / 2:
        low -= 1
    while high <= count and law.sf(high - 1) > alpha / 2:
        high += 1
    return max(low, 0), min(high, count + 1)


def _float_of(word: int) -> float:
    return float(np.int64(word).view(np.float64))


def _check_bits(bits: SupportsIndex) -> int:
    try:
        width = 0 if isinstance(bits, bool) else operator.index(bits)
    except TypeError:
        width = 0
    if not 1 <= width <= 20:
        raise ValueError(f"bits must be an integer from 1 to 20, got {bits!r}")
    return width
