r"""What independent draws say of a number that need not have a mean: its median, with an interval that holds for every law.

The interval is one of order statistics, ``2 P(Bin(R, 1/2) < k) <= 1 - level`` for R draws.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import stats

from rftheory._choose.json import Plain
from rftheory.inputs.arrays import Array, check_count
from rftheory.montecarlo.intervals import check_share


@dataclass(frozen=True)
class Typical(Plain):
    """The median over draws between two order statistics."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Array, level: float) -> Typical:
        """Of one number per draw; infinite ones count as large."""
        rank = _rank(len(values), level)
        ordered = np.sort(values)
        with np.errstate(invalid="ignore"):
            return cls(float(np.median(ordered)), float(ordered[rank - 1]), float(ordered[len(values) - rank]))


def check_draws(draws: int, level: float) -> int:
    """A number of draws of which medians have an interval at the level."""
    _rank(check_count("draws", draws), level)
    return draws


def _rank(draws: int, level: float) -> int:
    """k such that the median is between the k-th smallest and the k-th largest draw at this level."""
    check_share("level", level)
    most = int(stats.binom.ppf((1 - level) / 2, draws, 0.5)) + 1
    rank = next((k for k in range(most, 0, -1) if 2 * stats.binom.cdf(k - 1, draws, 0.5) <= 1 - level), 0)
    if not rank:
        least = int(np.ceil(1 - np.log2(1 - level)))
        raise ValueError(f"draws must be at least {least} for intervals at the level {level:g}, got {draws}")
    return rank
