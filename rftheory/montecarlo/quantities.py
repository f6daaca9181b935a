"""What can be estimated of an estimator, each as the mean of a variable that every draw has."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from rftheory.inputs.arrays import Array
from rftheory.montecarlo.intervals import check_share
from rftheory.montecarlo.setting import Draws


@dataclass(frozen=True)
class Quantity(ABC):
    """A number that a pair of inputs has: the mean of ``values`` over draws, in units of ``exp(power * log_unit)``."""

    @property
    @abstractmethod
    def name(self) -> str:
        """As on the command line."""

    #: the power of the unit
    power = 1
    #: whether ``values`` needs the squares of the samples
    needs_squares = False
    #: whether it is never negative, as all know
    nonnegative = False

    def centre(self, kernel: Array) -> Array:
        """A number near the mean, from which sums are taken, for each pair."""
        return np.zeros_like(kernel)

    @abstractmethod
    def values(self, draws: Draws, kernel: Array) -> Array:
        """The variable of each draw, shape (P, R); ``kernel`` as `Sampler.kernel`."""


@dataclass(frozen=True)
class Mean(Quantity):
    """``Re E K_hat``."""

    name = "mean"

    def centre(self, kernel: Array) -> Array:
        return kernel

    def values(self, draws: Draws, kernel: Array) -> Array:
        return _weighted(draws.estimates.real, draws)


@dataclass(frozen=True)
class Bias(Quantity):
    """``Re E K_hat - K``."""

    name = "bias"

    def values(self, draws: Draws, kernel: Array) -> Array:
        return _weighted(draws.estimates.real - kernel[:, None], draws)


@dataclass(frozen=True)
class SecondMoment(Quantity):
    """``E |K_hat|^2``."""

    name = "second_moment"
    power = 2
    nonnegative = True

    def centre(self, kernel: Array) -> Array:
        return kernel**2

    def values(self, draws: Draws, kernel: Array) -> Array:
        return _weighted(_square(draws.estimates), draws)


@dataclass(frozen=True)
class MeanSquaredError(Quantity):
    """``E |K_hat - K|^2``."""

    name = "mse"
    power = 2
    nonnegative = True

    def values(self, draws: Draws, kernel: Array) -> Array:
        return _weighted(_square(draws.estimates - kernel[:, None]), draws)


@dataclass(frozen=True)
class Variance:
    """``E |K_hat - K|^2 - (Re E K_hat - K)^2``: no mean of a variable of single draws, but made of two such means.

    For a real estimator it is the variance; for a complex one it leaves the square of the imaginary part of the bias in.
    """

    name = "variance"
    power = 2
    nonnegative = True


@dataclass(frozen=True)
class ErrorDifference(Quantity):
    """A mean squared error less another one, of draws that are such differences already (`difference.DifferenceSampler`)."""

    name = "mse_difference"

    def values(self, draws: Draws, kernel: Array) -> Array:
        return draws.estimates


@dataclass(frozen=True)
class PairCovariance(Quantity):
    """``Re E (Z_1 - K) conj(Z_2 - K)`` of two different samples, averaged over all pairs of the m samples.

    ``E Z_1 Z_2 - K^2`` where E Z = K. It is what a coupling changes: with the variance of one sample it gives the error,
    ``m MSE = E |Z - K|^2 + (m - 1) E (Z_1 - K)(Z_2 - K)``.
    """

    m: int

    name = "pair_covariance"
    power = 2
    needs_squares = True

    def __post_init__(self) -> None:
        if self.m < 2:
            raise ValueError(f"m must be >= 2 for pairs of samples, got {self.m}")

    def values(self, draws: Draws, kernel: Array) -> Array:
        assert draws.squares is not None
        whole = _square(draws.estimates - kernel[:, None])
        return _weighted((self.m * whole - draws.squares) / (self.m - 1), draws)


@dataclass(frozen=True)
class TailProbability(Quantity):
    """``P(|K_hat - K| >= threshold K)``: how often the estimator is off by that part of the kernel or more.

    Args:
        threshold: > 0.
    """

    threshold: float

    power = 0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.threshold) and self.threshold > 0):
            raise ValueError(f"threshold must be a finite number > 0, got {self.threshold}")

    @property
    def name(self) -> str:
        return f"tail:{self.threshold:g}"

    def values(self, draws: Draws, kernel: Array) -> Array:
        return (np.abs(draws.estimates - kernel[:, None]) >= self.threshold * kernel[:, None]).astype(float)


@dataclass(frozen=True)
class Quantile(Quantity):
    """The quantile of ``|K_hat - K|`` (what 100 share % of the draws do not exceed)."""

    share: float

    def __post_init__(self) -> None:
        check_share("share", self.share)

    @property
    def name(self) -> str:
        return f"quantile:{self.share:g}"

    def values(self, draws: Draws, kernel: Array) -> Array:
        return np.abs(draws.estimates - kernel[:, None])


def _square(values: Array) -> Array:
    return np.square(values) if not np.iscomplexobj(values) else (values * values.conj()).real


def _weighted(values: Array, draws: Draws) -> Array:
    return values if draws.weights is None else values * draws.weights
