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

from rftheory._choose.judge import Judge
from rftheory._choose.mechanisms import Option, plain_options
from rftheory._choose.pairs import Pairs, PairSource
from rftheory._choose.result import Served
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


def served(source: PairSource, pairs: Pairs, judge: Judge, scale: Scale, positive: bool) -> Served | None:
    """By a search from rows of length 1; None where the error is reached at no factor, or at all."""
    wanted = GOAL if judge.target is None else judge.target
    goal = math.log(wanted)
    search = _Search(source, pairs.some(_PILOT), judge, positive)

    def gap(log: float) -> float:
        return search.best(log)[0] - goal

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
    (_, best), (below, _) = search.best(root), search.best(root - 10 * _WIDTH)
    slope = max(0.1, (goal - below) / (10 * _WIDTH))
    for _ in range(_CORRECTED):
        factor = _rounded_down(math.exp(root))
        error = search.error(best, pairs.times(factor))
        # one unit of the last digit is up to a part of 100 of c
        if goal - 12 / 10**_DIGITS * slope <= error <= goal:
            break
        root += (goal - error) / slope - _WIDTH
    if best is None or error > goal:
        return None
    divided = scale / factor ** (2 if source.kernel == "softmax" else 1) if isinstance(scale, float) else None
    return Served(factor, divided, wanted, f"{best.name}, {best.projections}")


class _Search:
    """Errors at factors, of the mechanism that is best there."""

    def __init__(self, source: PairSource, pilot: Pairs, judge: Judge, positive: bool):
        self.source, self.pilot, self.judge, self.positive = source, pilot, judge, positive

    def best(self, log_factor: float) -> tuple[float, Option | None]:
        """log of the least error, and whose it is."""
        factor = math.exp(log_factor)
        pairs = self.pilot.times(factor)
        source = replace(self.source, unit=self.source.unit / factor, origin=self.source.origin * factor)
        judge = self._judge(pairs)
        found = [
            each for each in plain_options(source, pairs, self.positive) if isinstance(each, Option) and each.evaluate
        ]
        errors = [_log(judge.of_pairs(each, each.laws, pairs).error) for each in found]
        # distances may be longer than closed forms allow
        return min(zip(errors, found, strict=True), key=lambda one: one[0], default=(_MOST, None))

    def error(self, option: Option | None, pairs: Pairs) -> float:
        """log of its error over other pairs."""
        assert option is not None and option.evaluate is not None
        return _log(self._judge(pairs).of_pairs(option, option.evaluate(pairs), pairs).error)

    def _judge(self, pairs: Pairs) -> Judge:
        return Judge(pairs, pairs, self.judge.measure, self.judge.stated, None)


def _log(error: float) -> float:
    """NaN, which an overflow gives, counts as large."""
    return float(np.clip(math.log(error), -_MOST, _MOST)) if error > 0 else _MOST if math.isnan(error) else -_MOST


def _rounded_down(value: float) -> float:
    unit = 10.0 ** (math.floor(math.log10(value)) - _DIGITS + 1)
    return float(f"{math.floor(value / unit) * unit:.{_DIGITS}g}")
