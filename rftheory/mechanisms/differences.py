"""Differences of the errors of two estimators, by their closed forms; by more digits where these nearly agree."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np

from rftheory.inputs.arrays import Array
from rftheory.mechanisms.closed_forms import (
    MOST_PAIRS,
    ClosedForm,
    NoClosedForm,
    are_close,
    difference,
    errors_by_moments,
    log_error,
)
from rftheory.montecarlo.estimators.estimator import Estimator

#: below this part of its terms a difference of moments is nothing but a rounding of 50 digits
_RESOLVED = mpmath.mpf(10) ** -30


def difference_of_errors(estimator: Estimator, other: Estimator, x: Array, y: Array, m: int, n: int = 1) -> ClosedForm:
    """``MSE - MSE'`` of two estimators of one kernel; nan where they agree in more digits than are known.

    Raises:
        NoClosedForm: if one of them is not known.
    """
    first, second = (log_error(each, x, y, m, n) for each in (estimator, other))
    # equal numbers of different estimators agree in 16 digits, unless both are 0
    close = are_close(first, second) | ((first == second) & np.isfinite(first) & (estimator != other))
    found = difference(first, np.where(close, first, second), 1.0)
    for number, pair in enumerate(np.flatnonzero(close)):
        at = slice(pair, pair + 1)
        gap = _gap_of_moments(estimator, other, x[at], y[at], m, n) if number < MOST_PAIRS else math.nan
        found.sign[at], found.log[at] = float(mpmath.sign(gap)), float(mpmath.log(abs(gap))) if gap else -math.inf
    return found


def _gap_of_moments(estimator: Estimator, other: Estimator, x: Array, y: Array, m: int, n: int) -> Any:
    """The difference of the errors of one pair by 50 digits of each; nan where they have too few."""
    try:
        (one,), (two,) = (errors_by_moments(each, x, y, m, n) for each in (estimator, other))
    except NoClosedForm:
        return math.nan
    # no series is summed where the inputs leave nothing to couple: then both are the same number
    return one - two if one == two or abs(one - two) > _RESOLVED * one else math.nan
