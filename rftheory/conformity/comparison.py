"""Mean squared errors of given inputs, and ratios of those of two couplings."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rftheory.arrays import Array, paired
from rftheory.conformity.conformities import check_length
from rftheory.conformity.mse import log_mse, mse_bracket
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometry import Geometry
from rftheory.families.family import Family

#: stands for 0 in limits: its square is beyond the last bit of every bracket, divided by its first term
_NEARLY_NOTHING = 2.0**-300


def log_mse_of_inputs(
    family: Family,
    coupling: Coupling | Geometry | str,
    m: int,
    x: ArrayLike,
    y: ArrayLike,
    kernel: str = "gaussian",
) -> Array:
    """log MSE of the estimator of m projections, pair by pair: `mse.log_mse` at the lengths of given inputs.

    Args:
        x, y: shapes (L, d), paired row by row; or (d,), one pair.

    Returns:
        shape (L,), or a number for one pair.

    Raises:
        ValueError: for inputs of other shapes or not finite, |x + y| (waves: |x - y|) beyond 256, and as `mse.log_mse`.
    """
    first, second = paired(x, y)
    length = np.linalg.norm(first - second if family.oscillates else first + second, axis=1)
    x_norm, y_norm = np.linalg.norm(first, axis=1), np.linalg.norm(second, axis=1)
    log = log_mse(family, coupling, m, first.shape[1], length, x_norm, y_norm, kernel)
    return log if np.ndim(x) > 1 else log[0]


def mse_ratio(
    family: Family,
    coupling: Coupling | Geometry | str,
    reference: Coupling | Geometry | str,
    m: int,
    d: int,
    length: ArrayLike,
) -> Array:
    """MSE under a coupling, divided by the one under another: of both kernels, and whatever the norms of the inputs are.

    Args:
        length: v or z as in `mse.log_mse`. At 0, where both estimators may be exact, the ratio is its limit.

    Returns:
        the shape of ``length``; relative accuracy of twice that of `mse.log_mse`.

    Raises:
        ValueError: as `mse.log_mse`.
    """
    lengths = check_length("length", length)
    lengths = np.where(lengths == 0, _NEARLY_NOTHING, lengths)
    errors = [mse_bracket(family, each, m, d, lengths) for each in (coupling, reference)]
    return (errors[0] / errors[1]).value()
