"""What numbers in float64 are compared with: counted roundings, or the error that a docstring promises."""

from __future__ import annotations

import numpy as np

EPS = float(np.finfo(float).eps)
#: relative error that `log_variance`, `conformity` and `proposals` promise
PROMISED = 1e-12
#: relative error that closed forms of errors and moments promise
CLOSED = 1e-11


def ulps(roundings: float) -> float:
    """The relative error of so many roundings on each of the two sides of a comparison, half an epsilon each.

    Sums of n terms of one sign count as n; an exponential whose exponent is rounded counts as often as the exponent is large.
    """
    return roundings * EPS
