"""Which known mistakes fit: those whose own draws are not told from the calls by any statistic.

Mistakes are drawn a little first, which excludes most of them, and those that are left are drawn as often as needed. Excluding takes
the two-sample test at a level of 1e-6 for each statistic, so that the mistake that was made is listed with a probability of about 1 - 1e-4.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from rftheory.arrays import Array
from rftheory.auditing.levels import log_rank_level, log_scatter_level
from rftheory.auditing.mistakes import mistakes
from rftheory.auditing.probes import Probes
from rftheory.auditing.reference import Variant, statistics

_LEVEL = math.log(1e-6)
_DRAWS = (24, 120, 480)
#: statistics are compared on so fine a grid, relative to their size: they may be constant but for roundings
_GRID = 1e-6


def diagnose(
    probes: Probes,
    calls: Mapping[int, Array],
    generator: np.random.Generator,
    rounding: float,
) -> tuple[str, ...]:
    """In words, the mistakes that fit the statistics of the calls, by m."""
    left: Sequence[Variant] = tuple(mistakes(probes.claim))
    for draws in _DRAWS:
        left = [each for each in left if _fits(each, probes, calls, draws, generator, rounding)]
    return tuple(each.words for each in left)


def _fits(
    mechanism: Variant,
    probes: Probes,
    calls: Mapping[int, Array],
    draws: int,
    generator: np.random.Generator,
    rounding: float,
) -> bool:
    for m, own in calls.items():
        theirs = statistics(mechanism, probes, m, draws, generator)
        if told_apart(own, theirs, generator, rounding):
            return False
    return True


def told_apart(own: Array, theirs: Array, generator: np.random.Generator, rounding: float) -> bool:
    """Whether two samples of statistics, shape (n, sets, arrangements, 3), differ in law."""
    first, second = (values.reshape(len(values), -1) for values in (own, theirs))
    # the size of an average over directions is a statistic of its own
    first, second = (
        np.concatenate([v, np.square(s[..., 0]).reshape(len(v), -1)], axis=1)
        for v, s in ((first, own), (second, theirs))
    )
    for column, other in zip(first.T, second.T, strict=True):
        both = np.concatenate([column, other])
        grid = 10 * max(rounding, _GRID) * max(float(np.median(np.abs(both))), 1e-3)
        if any(level(column, other, generator, grid) < _LEVEL for level in (log_rank_level, log_scatter_level)):
            return True
    return False
