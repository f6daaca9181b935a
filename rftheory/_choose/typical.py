r"""What maps that are made are off by, beside what is expected: the median of some draws.

Errors of exponentials are log-normal: where inputs are long the expectation sits in events that are never drawn, and may be 1e9
while every map that is made has 100%. Waves and geometric features have no such tails.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rftheory._choose.attention import sampled
from rftheory._choose.candidate import Candidate
from rftheory._choose.pairs import PairSource
from rftheory._choose.quantiles import Typical
from rftheory._choose.row_sums import log_kernel
from rftheory._choose.sizes import Measure, log_mean
from rftheory.inputs.arrays import Array

#: maps of each mechanism, and the level of the interval of their median
DRAWS, LEVEL = 9, 0.99
#: rows of each set, mechanisms, and numbers of the projections of one map
_ROWS, _MECHANISMS, _NUMBERS = 128, 8, 1 << 17


def with_typical(
    candidates: Sequence[Candidate], source: PairSource, measure: Measure, seed: int
) -> tuple[Candidate, ...]:
    """The candidates; the first coupling of each of the first mechanisms that may have heavy tails has its typical error."""
    found, seen = [], set[str]()
    generator = np.random.default_rng(np.random.SeedSequence([seed, 3]))
    x, y = (
        each.taken(sampled(generator, each.rows_each, _ROWS), source.unit) for each in (source.queries, source.keys)
    )
    logs = log_kernel(x, y, source.kernel)
    for each in candidates:
        small = each.size.projections * x.shape[1] <= _NUMBERS
        if (
            each.maps is not None
            and (each.positive or not each.bounded)
            and small
            and each.name not in seen
            and len(seen) < _MECHANISMS
        ):
            seen.add(each.name)
            each = replace(each, typical=_typical(each, x, y, logs, measure, seed))
        found.append(each)
    return tuple(found)


def _typical(candidate: Candidate, x: Array, y: Array, logs: Array, measure: Measure, seed: int) -> Typical | None:
    unit = logs if measure == "pair" else log_mean(2 * logs.ravel()) / 2
    found = []
    for number in range(DRAWS):
        try:
            with np.errstate(over="ignore", invalid="ignore", under="ignore"):
                drawn = candidate.feature_map(seed, 3, number)
                (first, tops), (second, others) = drawn.scaled(x, "x", False), drawn.scaled(y, "y", False)
                estimates = (first @ second.T) * np.exp(tops + others.T - unit)
                found.append(float(np.sqrt(np.square(estimates - np.exp(logs - unit)).mean())))
        except (ValueError, ArithmeticError):
            # inputs beyond what counts allow
            return None
    values = np.array(found)
    return Typical.of(np.where(np.isnan(values), np.inf, values), LEVEL)
