"""How the quantities that are asked for are read off what the draws record, with the intervals that hold for them."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from rftheory.inputs.arrays import Array
from rftheory.montecarlo.bars import asymptotic_interval, bounded_interval, probability_interval, quantile_interval
from rftheory.montecarlo.chunks import Powers
from rftheory.montecarlo.folding import Records
from rftheory.montecarlo.intervals import Interval, minus_square
from rftheory.montecarlo.ranges import Ends

#: a constant is known to so many standard deviations of its roundings, and squares to this part of their sums
_CONSTANT, _SUMMED = 7.0, 2.0**-38
#: a proved interval that is so many times as wide as the asymptotic one says too little
_WIDER = 2.0


class Reading(ABC):
    """A quantity of every pair, in units of a power of ``exp(log_unit)``."""

    @abstractmethod
    def values(self, records: Records) -> Array:
        """The estimates, shape (P,)."""

    @abstractmethod
    def interval(self, records: Records, pair: int, alpha: float) -> Interval:
        """Holds the quantity with probability at least 1 - alpha."""


@dataclass(frozen=True, eq=False)
class MeanOf(Reading):
    """The mean of the variable of one recorded column.

    Args:
        column: its number.
        range: ends of what every draw obeys, for each pair; None where no range is known.
        rounding: what is spread less than this is taken for a constant, of which draws are roundings, and a proved interval that is
            far wider than the asymptotic one gives way to it; None where neither is wanted.
    """

    column: int
    range: Ends | None = None
    rounding: float | None = None

    def values(self, records: Records) -> Array:
        return records.means(self.column)

    def interval(self, records: Records, pair: int, alpha: float) -> Interval:
        powers, centre = records.powers(pair, self.column), records.centres.item(pair, self.column)
        if self.rounding is not None:
            square = powers.second / powers.draws
            reach = _CONSTANT * math.sqrt(max(square - powers.mean**2, 0.0) + _SUMMED * square)
            if reach <= self.rounding:
                found = Interval(powers.mean - reach, powers.mean + reach, 1 - alpha, "asymptotic")
                return found.shifted(centre)
        if self.range is None:
            return asymptotic_interval(powers, alpha).shifted(centre)
        if self.rounding is None:
            return self._proved(powers, pair, centre, alpha)
        # both at half of alpha hold together
        proved = self._proved(powers, pair, centre, alpha / 2)
        other = asymptotic_interval(powers, alpha / 2).shifted(centre)
        return other if _WIDER * other.half_width < proved.half_width else proved

    def _proved(self, powers: Powers, pair: int, centre: float, alpha: float) -> Interval:
        assert self.range is not None
        low, high = (float(end[pair]) for end in self.range)
        if low == high:
            return Interval(low, high, 1 - alpha, "proved")
        return bounded_interval(powers, low - centre, high - centre, alpha).shifted(centre)


@dataclass(frozen=True, eq=False)
class ShareOf(Reading):
    """The probability of an event that each draw shows or not."""

    column: int

    def values(self, records: Records) -> Array:
        return records.means(self.column)

    def interval(self, records: Records, pair: int, alpha: float) -> Interval:
        powers = records.powers(pair, self.column)
        return probability_interval(round(powers.first), powers.draws, alpha)


@dataclass(frozen=True, eq=False)
class QuantileOf(Reading):
    """A quantile of the values that are kept."""

    share: float

    def values(self, records: Records) -> Array:
        rank = max(1, math.ceil(records.draws * self.share))
        return np.partition(records.kept, rank - 1, axis=1)[:, rank - 1]

    def interval(self, records: Records, pair: int, alpha: float) -> Interval:
        return quantile_interval(records.kept[pair], self.share, alpha)


@dataclass(frozen=True, eq=False)
class LessSquare(Reading):
    """The quantity of one reading minus the square of another's, each at half of alpha."""

    first: Reading
    second: Reading

    def values(self, records: Records) -> Array:
        return self.first.values(records) - self.second.values(records) ** 2

    def interval(self, records: Records, pair: int, alpha: float) -> Interval:
        return minus_square(*(each.interval(records, pair, alpha / 2) for each in (self.first, self.second)))
