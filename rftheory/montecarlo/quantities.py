"""What can be estimated of an estimator, each as the mean of a variable that every draw has."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

import numpy as np

from rftheory.inputs.arrays import Array
from rftheory.montecarlo.intervals import check_share
from rftheory.montecarlo.setting import Draws


@dataclass(frozen=True)
class Quantity:
    """A number that a pair of inputs has: the mean of ``values`` over draws, in units of ``exp(power * log_unit)``.

    Attributes:
        name: as on the command line.
        values: ``(draws, kernel)``, the kernel as `Sampler.kernel`, to the variable of each draw, shape (P, R).
        power: of the unit.
        near: the power of the kernel that the mean is near; None where it is near 0.
        needs_squares: whether ``values`` needs the squares of the samples.
        nonnegative: whether it is never negative, as all know.
        read: what it is of its variable: the mean, how often an event happens, or the quantile ``parameter``.
        parameter: of a quantity that has one.
    """

    name: str
    values: Callable[[Draws, Array], Array] = field(compare=False)
    power: int = 1
    near: int | None = None
    needs_squares: bool = False
    nonnegative: bool = False
    read: Literal["mean", "event", "quantile"] = "mean"
    parameter: float = 0.0

    def centre(self, kernel: Array) -> Array:
        """A number near the mean, from which sums are taken, for each pair."""
        return np.zeros_like(kernel) if self.near is None else kernel**self.near


@dataclass(frozen=True)
class Variance:
    """``E |K_hat - K|^2 - (Re E K_hat - K)^2``: no mean of a variable of single draws, but made of two such means.

    For a real estimator it is the variance; for a complex one it leaves the square of the imaginary part of the bias in.
    """

    name = "variance"
    power = 2
    nonnegative = True


def _estimates(draws: Draws, kernel: Array) -> Array:
    return _weighted(draws.estimates.real, draws)


def _errors(draws: Draws, kernel: Array) -> Array:
    return _weighted(draws.estimates.real - kernel[:, None], draws)


def _squares(draws: Draws, kernel: Array) -> Array:
    return _weighted(_square(draws.estimates), draws)


def _squared_errors(draws: Draws, kernel: Array) -> Array:
    return _weighted(_square(draws.estimates - kernel[:, None]), draws)


def _as_drawn(draws: Draws, kernel: Array) -> Array:
    return draws.estimates


def _products(m: int, draws: Draws, kernel: Array) -> Array:
    assert draws.squares is not None
    whole = _square(draws.estimates - kernel[:, None])
    return _weighted((m * whole - draws.squares) / (m - 1), draws)


def _distances(draws: Draws, kernel: Array) -> Array:
    return np.abs(draws.estimates - kernel[:, None])


def _far(threshold: float, draws: Draws, kernel: Array) -> Array:
    return (_distances(draws, kernel) >= threshold * kernel[:, None]).astype(float)


#: ``Re E K_hat``
MEAN = Quantity("mean", _estimates, near=1)
#: ``Re E K_hat - K``
BIAS = Quantity("bias", _errors)
#: ``E |K_hat|^2``
SECOND_MOMENT = Quantity("second_moment", _squares, power=2, near=2, nonnegative=True)
#: ``E |K_hat - K|^2``
MSE = Quantity("mse", _squared_errors, power=2, nonnegative=True)
#: a mean squared error less another one, of draws that are such differences already (`difference.DifferenceSampler`)
MSE_DIFFERENCE = Quantity("mse_difference", _as_drawn)


def pair_covariance(m: int) -> Quantity:
    """``Re E (Z_1 - K) conj(Z_2 - K)`` of two different samples, averaged over all pairs of the m samples.

    ``E Z_1 Z_2 - K^2`` where E Z = K. It is what a coupling changes: with the variance of one sample it gives the error,
    ``m MSE = E |Z - K|^2 + (m - 1) E (Z_1 - K)(Z_2 - K)``.
    """
    if m < 2:
        raise ValueError(f"m must be >= 2 for pairs of samples, got {m}")
    return Quantity("pair_covariance", partial(_products, m), power=2, needs_squares=True, parameter=m)


def tail_probability(threshold: float) -> Quantity:
    """``P(|K_hat - K| >= threshold K)``: how often the estimator is off by that part of the kernel or more; threshold > 0."""
    if not (math.isfinite(threshold) and threshold > 0):
        raise ValueError(f"threshold must be a finite number > 0, got {threshold}")
    return Quantity(f"tail:{threshold:g}", partial(_far, threshold), power=0, read="event", parameter=threshold)


def quantile(share: float) -> Quantity:
    """The quantile of ``|K_hat - K|`` (what 100 share % of the draws do not exceed)."""
    return Quantity(f"quantile:{check_share('share', share):g}", _distances, read="quantile", parameter=share)


def _square(values: Array) -> Array:
    return np.square(values) if not np.iscomplexobj(values) else (values * values.conj()).real


def _weighted(values: Array, draws: Draws) -> Array:
    return values if draws.weights is None else values * draws.weights
