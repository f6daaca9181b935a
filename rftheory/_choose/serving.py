"""At which norms a map of the size that errors are stated for reaches a relative error: the same closed forms, at scaled data.

Rows times c have the kernel of the temperature over c^2, or of the bandwidth over c. Each c has the best of the mechanisms without a
search of their own and of OPRF, with the A that is best there. Some of the pairs are enough to find c; all of them say what the
error is there, and c follows its slope.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from scipy import optimize

from rftheory._choose.judge import log_error
from rftheory._choose.mechanisms import Option, plain_options
from rftheory._choose.pairs import Pairs, PairSource
from rftheory._choose.result import Served
from rftheory._choose.sizes import Goal
from rftheory.inputs.bandwidths import Scale

#: what is asked for without a target
GOAL = 0.1
#: bounds of log c go by these steps, and so many; the precision of log c
_STEP, _STEPS, _WIDTH = math.log(2.0), 40, 1e-4
#: pairs that are enough to find c, corrections by all of them, and digits of c
_PILOT, _CORRECTED, _DIGITS = 2048, 6, 3
#: the first log c, at most and at least
_FAR = 230.0
#: logs of errors are kept within what a search takes
_MOST = 700.0


def served(source: PairSource, pairs: Pairs, goal: Goal, scale: Scale) -> Served | None:
    """By a search from rows of length 1; None where the error is reached at no factor, or at all."""
    wanted = GOAL if goal.target is None else goal.target
    least, pilot = math.log(wanted), pairs.some(_PILOT)

    def best_at(log_factor: float) -> tuple[float, Option | None]:
        """log of the least error, and whose it is."""
        factor = math.exp(log_factor)
        seen = pilot.times(factor)
        moved = replace(source, unit=source.unit / factor, origin=source.origin * factor)
        options = (
            each for each in plain_options(moved, seen, goal.positive) if isinstance(each, Option) and each.evaluate
        )
        errors = ((_within(log_error(each.laws, seen, goal)), each) for each in options)
        # distances may be longer than closed forms allow
        return min(errors, key=lambda one: one[0], default=(_MOST, None))

    def gap(log_factor: float) -> float:
        return best_at(log_factor)[0] - least

    squares = float((np.square(pairs.lengths.x) + np.square(pairs.lengths.y)).mean()) / 2
    if squares == 0:
        return None
    # squares of factors stay within float64
    low, count = min(max(-math.log(squares) / 2, -_FAR), _FAR), 0
    upwards = gap(low) <= 0
    while (gap(low + _STEP) <= 0) if upwards else (gap(low - _STEP) > 0):
        low, count = low + (_STEP if upwards else -_STEP), count + 1
        if count == _STEPS:
            return None
    root = float(optimize.brentq(gap, *((low, low + _STEP) if upwards else (low - _STEP, low)), xtol=_WIDTH))
    (_, best), (below, _) = best_at(root), best_at(root - 10 * _WIDTH)
    slope = max(0.1, (least - below) / (10 * _WIDTH))
    assert best is not None and best.evaluate is not None
    for _ in range(_CORRECTED):
        factor = _rounded_down(math.exp(root))
        every = pairs.times(factor)
        error = _within(log_error(best.evaluate(every), every, goal))
        # one unit of the last digit is up to a part of 100 of c
        if least - 12 / 10**_DIGITS * slope <= error <= least:
            break
        root += (least - error) / slope - _WIDTH
    if error > least:
        return None
    divided = scale / factor ** (2 if source.kernel == "softmax" else 1) if isinstance(scale, float) else None
    return Served(factor, divided, wanted, f"{best.name}, {best.projections}")


def _within(log: float) -> float:
    """What a search takes; NaN, which an overflow gives, counts as large."""
    return _MOST if math.isnan(log) else min(max(log, -_MOST), _MOST)


def _rounded_down(value: float) -> float:
    unit = 10.0 ** (math.floor(math.log10(value)) - _DIGITS + 1)
    return float(f"{math.floor(value / unit) * unit:.{_DIGITS}g}")
