"""What independent draws say of a number that need not have a mean: its median, with an interval that holds for every law."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rftheory._choose.json import Plain
from rftheory.inputs.arrays import Array, check_count
from rftheory.montecarlo.bars import order_statistics
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
        low, high = order_statistics(len(values), 0.5, 1 - level)
        ordered = np.sort(values)
        with np.errstate(invalid="ignore"):
            return cls(float(np.median(ordered)), float(ordered[low - 1]), float(ordered[high - 1]))


def check_draws(draws: int, level: float) -> int:
    """A number of draws of which medians have an interval at the level."""
    low, _ = order_statistics(check_count("draws", draws), 0.5, 1 - check_share("level", level))
    if not low:
        least = int(np.ceil(1 - np.log2(1 - level)))
        raise ValueError(f"draws must be at least {least} for intervals at the level {level:g}, got {draws}")
    return draws
