"""Closed forms of an estimator at given inputs: its mean squared error, and what follows from it.

Estimators with Gaussian marginals are unbiased here: the variance is the mean squared error, the second moment ``K^2 + MSE``. The
pair covariance C is what the error of a coupling exceeds that of independent projections by: ``(1 - 1/m) C = MSE - MSE_iid``.

The error is known by three routes: of a family of one wave under a geometry (`conformity`), of independent samples with
a closed variance (`log_variance`), and from the exact moments of one sample, for hybrids and draws of a proposal.
"""

from __future__ import annotations

import math
from typing import Any, Literal, NamedTuple, get_args

import mpmath
import numpy as np

from rftheory.arrays import Array, log_kernel
from rftheory.conformity.comparison import log_mse_of_inputs
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.estimators.estimator import Estimator
from rftheory.estimators.moments import DIGITS
from rftheory.families.family import Family
from rftheory.log_variance import HasVariance, log_variance

Quantity = Literal["mean", "bias", "mse", "variance", "second_moment", "pair_moment", "pair_covariance"]
#: a difference below this part of its terms has not the four digits that are printed
_FEW_DIGITS = 1e-7
#: moments of hybrids are taken pair by pair, at some milliseconds each
_MOST_PAIRS = 50


class ClosedForm(NamedTuple):
    """``sign exp(log)`` of each pair, shapes (L,); log is -inf for 0."""

    sign: Array
    log: Array

    @property
    def value(self) -> Array:
        """The numbers themselves; inf where they exceed float64."""
        with np.errstate(over="ignore"):
            return np.asarray(self.sign * np.exp(self.log))


def closed_form(quantity: Quantity, estimator: Estimator, x: Array, y: Array, m: int, n: int = 1) -> ClosedForm | None:
    """For pairs of inputs of shape (L, d) and the kernel of the estimator; None where none is known.

    Raises:
        ValueError: for another quantity, and one of pairs of samples with m = 1.
    """
    if quantity not in get_args(Quantity):
        raise ValueError(f"quantity must be one of {', '.join(get_args(Quantity))}, got {quantity!r}")
    if quantity.startswith("pair") and m < 2:
        raise ValueError(f"m must be >= 2 for a {quantity}, got {m}")
    if not _parts(estimator)[1].gaussian_marginals:
        return None
    kernel = log_kernel(estimator.kernel, x, y)
    if quantity == "mean":
        return _positive(kernel)
    if quantity == "bias":
        return ClosedForm(np.zeros(len(x)), np.full(len(x), -np.inf))
    if quantity.startswith("pair"):
        covariance = difference_of_errors(estimator, None, x, y, m, n, m / (m - 1))
        if covariance is None or quantity == "pair_covariance":
            return covariance
        # -C <= K^2 would be 0: the sum is taken relative to K^2
        return _positive(2 * kernel + np.log1p(covariance.sign * np.exp(covariance.log - 2 * kernel)))
    log = log_error(estimator, x, y, m, n)
    if log is None:
        return None
    return _positive(np.logaddexp(log, 2 * kernel) if quantity == "second_moment" else log)


def difference_of_errors(
    estimator: Estimator, other: Estimator | None, x: Array, y: Array, m: int, n: int = 1, factor: float = 1.0
) -> ClosedForm | None:
    """``factor (MSE - MSE')``, with the error of another estimator or of independent projections; None where none is known,
    or where the errors agree in all but a few digits."""
    first = log_error(estimator, x, y, m, n)
    if other is None:
        family, _ = _parts(estimator)
        second = None if family is None else _of_family(family, Independent(), x, y, m)
    else:
        second = log_error(other, x, y, m, n)
    if first is None or second is None:
        return None
    same = (first == second) | (np.isneginf(first) & np.isneginf(second))
    gap = np.where(same, 0.0, second - np.where(same, second, first))
    if (~same & (np.abs(gap) < _FEW_DIGITS)).any():
        return None
    with np.errstate(divide="ignore"):
        log = np.maximum(first, second) + np.log(-factor * np.expm1(-np.abs(gap)))
    # zero without a sign
    return ClosedForm(0.0 - np.sign(gap), np.where(same, -np.inf, log))


def log_error(estimator: Estimator, x: Array, y: Array, m: int, n: int = 1) -> Array | None:
    """log MSE of each pair, shape (L,); None where none is known."""
    family, coupling = _parts(estimator)
    known = None if family is None else _of_family(family, coupling, x, y, m)
    return _of_moments(estimator, x, y, m, n) if known is None else known


def _of_family(family: Any, coupling: Coupling, x: Array, y: Array, m: int) -> Array | None:
    if isinstance(family, Family) and family.wave is not None and coupling.geometry_in(x.shape[1]) is not None:
        try:
            return np.asarray(log_mse_of_inputs(family, coupling, m, x, y, family.kernel))
        except (ValueError, ArithmeticError):
            # inputs or parameters out of its range
            pass
    if coupling.independent and isinstance(family, HasVariance):
        try:
            return log_variance(family, x, y) - math.log(m)
        except (ValueError, ArithmeticError):
            pass
    return None


def _of_moments(estimator: Estimator, x: Array, y: Array, m: int, n: int) -> Array | None:
    """From the moments of one sample."""
    if len(x) > _MOST_PAIRS:
        return None
    logs = []
    with mpmath.workdps(DIGITS):
        for first, second, kernel in zip(x, y, log_kernel(estimator.kernel, x, y), strict=True):
            try:
                weighted = estimator.weighted(first, second, mpmath.exp(mpmath.mpf(float(kernel))))
                error = mpmath.re(weighted.moment((0, 1), m, n))
            except (ValueError, ArithmeticError):
                return None
            logs.append(float(mpmath.log(error)) if error > 0 else -math.inf)
    return np.array(logs)


def _parts(estimator: Estimator) -> tuple[Any, Coupling]:
    """The family, None for hybrids and for draws of a proposal, and the coupling."""
    if estimator.inputs is not None:
        return None, Independent()
    return getattr(estimator, "family", None), getattr(estimator, "coupling", Independent())


def _positive(logs: Array) -> ClosedForm:
    return ClosedForm(np.ones(len(logs)), np.asarray(logs))
