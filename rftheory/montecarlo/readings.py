"""How the quantities that are asked for are read off what the draws record, with the intervals that hold for them."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rftheory.arrays import Array
from rftheory.montecarlo.bars import asymptotic_interval, bounded_interval, catoni_interval, probability_interval
from rftheory.montecarlo.bounds import Bound
from rftheory.montecarlo.contract import Contract
from rftheory.montecarlo.folding import Records
from rftheory.montecarlo.intervals import Interval, minus_square
from rftheory.montecarlo.quantities import Quantile, Quantity


class Reading(ABC):
    """A quantity of every pair, in units of a power of ``exp(log_unit)``."""

    @abstractmethod
    def values(self, records: Records) -> Array:
        """The estimates, shape (P,)."""

    def drawn(self, records: Records) -> Array:
        """The shares of the estimates that were drawn, in [0, 1], shape (P,); the rest is known."""
        return np.ones(len(records.centres))

    @abstractmethod
    def interval(self, records: Records, pair: int, alpha: float) -> Interval:
        """Holds the quantity with probability at least 1 - alpha."""

    @abstractmethod
    def relative_variance(self, pair: int) -> float:
        """The proved bound of the variance of a draw over the square of the quantity, infinite if not known."""


@dataclass(frozen=True, eq=False)
class MeanOf(Reading):
    """``offset + factor E u``, u the variable of one recorded column.

    Args:
        column: its number.
        quantity: whose variable u is.
        bounds: what is proved of u, for each pair.
        offset: shape (P,), and factor: known numbers.
    """

    column: int
    quantity: Quantity
    bounds: Sequence[Bound]
    offset: Array
    factor: float = 1.0

    def values(self, records: Records) -> Array:
        return np.asarray(self.offset + self.factor * records.means(self.column))

    def drawn(self, records: Records) -> Array:
        known, drawn = np.abs(self.offset), np.abs(self.values(records) - self.offset)
        return np.divide(drawn, drawn + known, out=np.ones_like(known), where=known > 0)

    def interval(self, records: Records, pair: int, alpha: float) -> Interval:
        centre = records.centres.item(pair, self.column)
        interval = self._of_centred(records, pair, alpha, centre).shifted(centre)
        offset = self.offset.item(pair)
        return interval.scaled(self.factor).shifted(offset) if offset or self.factor != 1 else interval

    def _of_centred(self, records: Records, pair: int, alpha: float, centre: float) -> Interval:
        """Of ``E u - centre``."""
        powers, bound = records.powers(pair, self.column), self.bounds[pair]
        if bound.variance is not None and not bound.from_range:
            # of a crude bound and the limit law, which hold together, the latter is short where many draws make up the variance
            spent = alpha / 2 if bound.crude else alpha
            if bound.crude and (limit := asymptotic_interval(powers, spent)).conclusive:
                return replace(limit, level=1 - alpha)
            means = records.row_means(pair, self.column)
            return replace(catoni_interval(means, records.row_draws, bound.variance, spent), level=1 - alpha)
        if math.isfinite(bound.high - bound.low):
            return bounded_interval(powers, bound.low - centre, bound.high - centre, alpha)
        return asymptotic_interval(powers, alpha, bound.reason)

    def relative_variance(self, pair: int) -> float:
        bound = self.bounds[pair]
        if bound.variance is None or bound.expected is None:
            return math.inf
        mean = float(self.offset[pair]) + self.factor * bound.expected
        variance = self.factor**2 * bound.variance
        return variance / mean**2 if mean else math.inf


@dataclass(frozen=True, eq=False)
class ShareOf(MeanOf):
    """The probability of an event that each draw shows or not."""

    def _of_centred(self, records: Records, pair: int, alpha: float, centre: float) -> Interval:
        powers = records.powers(pair, self.column)
        return probability_interval(round(powers.first), powers.draws, alpha)


@dataclass(frozen=True, eq=False)
class QuantileOf(MeanOf):
    """A quantile, from the histogram of the draws."""

    quantity: Quantile

    def values(self, records: Records) -> Array:
        return np.array([records.histogram(pair).quantile(self.quantity.share) for pair in range(len(self.offset))])

    def interval(self, records: Records, pair: int, alpha: float) -> Interval:
        return records.histogram(pair).quantile_interval(self.quantity.share, alpha)


@dataclass(frozen=True, eq=False)
class Tested(Reading):
    """The mean of one recorded column of a single pair, by the interval of a contract, whatever the level of the look."""

    column: int
    contract: Contract

    def values(self, records: Records) -> Array:
        return records.means(self.column)

    def interval(self, records: Records, pair: int, alpha: float) -> Interval:
        means, centre = records.row_means(pair, self.column), float(records.centres[pair, self.column])
        return self.contract.interval(means, records.row_draws).shifted(centre)

    def statistics(self, records: Records) -> tuple[float, float, float]:
        """`Contract.influence` of the rows."""
        means = records.row_means(0, self.column) + float(records.centres[0, self.column])
        return self.contract.influence(means, records.row_draws)

    def relative_variance(self, pair: int) -> float:
        return math.inf


@dataclass(frozen=True, eq=False)
class LessSquare(Reading):
    """The quantity of one reading minus the square of another's, each at half of alpha."""

    first: Reading
    second: Reading

    def values(self, records: Records) -> Array:
        return self.first.values(records) - self.second.values(records) ** 2

    def drawn(self, records: Records) -> Array:
        return self.first.drawn(records)

    def interval(self, records: Records, pair: int, alpha: float) -> Interval:
        return minus_square(*(each.interval(records, pair, alpha / 2) for each in (self.first, self.second)))

    def relative_variance(self, pair: int) -> float:
        return self.first.relative_variance(pair)
