"""Errors measured by draws, with their standard errors."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rftheory.inputs.arrays import Array, check_count
from rftheory.montecarlo.estimators.estimator import Estimator
from rftheory.montecarlo.plans import sampler_of, tilted_sampler
from rftheory.montecarlo.quantities import MSE
from rftheory.montecarlo.setting import Setting

#: replicates that are drawn at a time: feature maps of that many stay small
_PART = 250


class Measured(NamedTuple):
    """An estimate and its standard error."""

    value: float
    error: float

    def over(self, unit: float) -> Measured:
        """In units of a positive number."""
        return Measured(self.value / unit, self.error / unit)


def mean_of(values: Array) -> Measured:
    """The mean of independent values.

    The standard error is estimated from the same values: for errors of positive features, which are heavy-tailed, it is
    a guide for the eye and not a test.

    Raises:
        ValueError: for fewer than two values.
    """
    if len(values) < 2:
        raise ValueError(f"values must be at least 2, got {len(values)}")
    # a power of two takes the squares of deviations out of reach of overflow, and changes nothing else
    _, exponent = np.frexp(np.abs(values).max())
    scaled = np.ldexp(values, -exponent)
    error = scaled.std(ddof=1) / np.sqrt(len(values))
    return Measured(float(np.ldexp(scaled.mean(), exponent)), float(np.ldexp(error, exponent)))


def root_of(measured: Measured) -> Measured:
    """The square root of an estimate, with the standard error to first order.

    Raises:
        ValueError: unless the estimate is positive.
    """
    if not measured.value > 0:
        raise ValueError(f"measured must be positive, got {measured.value}")
    root = float(np.sqrt(measured.value))
    return Measured(root, measured.error / (2 * root))


def log_of(measured: Measured) -> Measured:
    """The logarithm of a positive estimate, with the standard error to first order."""
    return Measured(math.log(measured.value), measured.error / measured.value)


def mse_of_draws(
    estimator: Estimator, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int = 1
) -> Measured:
    """The mean squared error at one pair of inputs of shape (d,): of positive features by draws weighted to where it is made."""
    setting = Setting.of(estimator, x, y, m, n)
    sampler = tilted_sampler(setting) or sampler_of(setting)
    errors = MSE.values(sampler.draw(generator, replicates), sampler.kernel)[0]
    return mean_of(errors).over(math.exp(-2 * sampler.log_unit[0]))


def drawn(
    estimator: Estimator, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int = 1
) -> Array:
    """Independent copies of an estimator, real parts, shape (replicates,); little memory even for long feature maps."""
    sizes = [min(_PART, replicates - start) for start in range(0, check_count("replicates", replicates), _PART)]
    return np.concatenate([np.real(estimator.draw(generator, size, x, y, m, n)) for size in sizes])
