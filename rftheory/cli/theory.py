"""The closed form of an estimated quantity, where there is one, to stand beside the estimate.

Families here are unbiased under the couplings of `conformity`: the variance is the mean squared error, the second moment
``K^2 + MSE``. The pair covariance is what the error of a coupling exceeds that of independent projections by,
``(1 - 1/m) C = MSE - MSE_iid``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import mpmath
import numpy as np

from rftheory.arrays import Array
from rftheory.conformity.comparison import log_mse_of_inputs
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.estimators.moments import DIGITS
from rftheory.estimators.weighted import AtPair
from rftheory.log_variance import log_variance

if TYPE_CHECKING:
    from rftheory.montecarlo.results import Estimate
    from rftheory.montecarlo.setting import Setting

#: relative accuracy that `log_mse` and `log_variance` promise
_PROMISED = 1e-12
#: a difference below this part of its terms has not the four digits that are printed
_FEW_DIGITS = 1e-7
#: moments of hybrids are taken pair by pair, at some milliseconds each
_MOST_PAIRS = 50


class ClosedForm(NamedTuple):
    """``sign exp(log)``; log is -inf for 0."""

    sign: float
    log: float

    def lies_in(self, estimate: Estimate) -> bool:
        """Whether the interval of an estimate contains it, up to the rounding of either."""
        low, high = estimate.interval.low, estimate.interval.high
        if not (math.isfinite(low) and math.isfinite(high)):
            return True
        value = self.sign * math.exp(min(self.log - estimate.log_unit, 700.0))
        rounding = (_PROMISED + 8 * np.finfo(float).eps * max(1.0, abs(estimate.log_unit))) * max(
            abs(value), abs(estimate.value)
        )
        return bool(low - rounding <= value <= high + rounding)


def closed_forms(quantity: str, setting: Setting) -> list[ClosedForm] | None:
    """One for each pair, for the kernel of the estimator; None where none is known.

    Args:
        quantity: as `Quantity.name`.
    """
    log_kernel = setting.log_kernel
    if not _parts(setting)[1].gaussian_marginals:
        return None
    if quantity == "mean":
        return _positive(log_kernel)
    if quantity == "bias":
        return [ClosedForm(0.0, -math.inf)] * setting.pairs
    if quantity in ("mse", "variance", "second_moment"):
        log = log_error(setting)
        if log is None:
            return None
        return _positive(np.logaddexp(log, 2 * log_kernel) if quantity == "second_moment" else log)
    if quantity == "pair_covariance":
        return difference_of_errors(setting, None, setting.m / (setting.m - 1))
    return None


def difference_of_errors(setting: Setting, other: Setting | None, factor: float = 1.0) -> list[ClosedForm] | None:
    """``factor (MSE - MSE')``, with the error of another setting or of independent projections; None where none is known."""
    first = log_error(setting)
    if other is None:
        family, _ = _parts(setting)
        second = None if family is None else _log_error_of(family, Independent(), setting)
    else:
        second = log_error(other)
    if first is None or second is None:
        return None
    forms = []
    for one, two in zip(first.tolist(), second.tolist(), strict=True):
        gap = two - one
        if gap == 0 or (one == two == -np.inf):
            forms.append(ClosedForm(0.0, -math.inf))
        elif abs(gap) < _FEW_DIGITS:
            return None
        else:
            top = max(one, two)
            forms.append(ClosedForm(-math.copysign(1.0, gap), top + math.log(-factor * math.expm1(-abs(gap)))))
    return forms


def log_error(setting: Setting) -> Array | None:
    """log MSE of each pair, shape (P,); None where none is known."""
    family, coupling = _parts(setting)
    known = None if family is None else _log_error_of(family, coupling, setting)
    return _log_exact_moment(setting) if known is None else known


def _log_error_of(family: Any, coupling: Coupling, setting: Setting) -> Array | None:
    # a family without a closed form is refused by these functions themselves
    attempts: list[Callable[[], Array]] = [
        lambda: log_mse_of_inputs(family, coupling, setting.m, setting.x, setting.y, family.kernel)
    ]
    if coupling.independent:
        attempts.append(lambda: log_variance(family, setting.x, setting.y) - math.log(setting.m))
    for attempt in attempts:
        try:
            return np.asarray(attempt())
        except (ValueError, ArithmeticError):
            continue
    return None


def _log_exact_moment(setting: Setting) -> Array | None:
    """From the moments of one sample, for hybrids and whatever else has them."""
    if setting.pairs > _MOST_PAIRS:
        return None
    logs = []
    with mpmath.workdps(DIGITS):
        for x, y, log_kernel in zip(setting.x, setting.y, setting.log_kernel, strict=True):
            try:
                weighted = setting.estimator.weighted(x, y, mpmath.exp(mpmath.mpf(float(log_kernel))))
                second = mpmath.re(weighted.moment((0, 1), setting.m, setting.n))
            except (ValueError, ArithmeticError):
                return None
            logs.append(float(mpmath.log(second)) if second > 0 else -math.inf)
    return np.array(logs)


def _parts(setting: Setting) -> tuple[Any, Coupling]:
    """The family, None for hybrids and for draws of a proposal, and the coupling."""
    estimator = setting.estimator
    if isinstance(estimator, AtPair):
        return None, Independent()
    return getattr(estimator, "family", None), getattr(estimator, "coupling", Independent())


def _positive(logs: Array) -> list[ClosedForm]:
    return [ClosedForm(1.0, float(log)) for log in logs]
