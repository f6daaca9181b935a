"""Errors measured by draws, with their standard errors, and what parameters of plots and experiments are allowed to be."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rftheory.estimators.estimator import Estimator
from rftheory.inputs.arrays import Array, check_count, real_array

#: replicates that are drawn at a time: feature maps of that many stay small
_PART = 250


def check_positive(name: str, value: float) -> float:
    """A parameter that must be a positive number.

    Raises:
        ValueError: unless it is finite and > 0.
    """
    array = real_array(name, value)
    if array.ndim or not (np.isfinite(array) and array > 0):
        raise ValueError(f"{name} must be a finite number > 0, got {value!r}")
    return float(array)


def check_draws(replicates: int, least: int = 2) -> int:
    """How many draws stand behind a point.

    Raises:
        ValueError: unless it is an integer >= least.
    """
    if check_count("replicates", replicates) < least:
        raise ValueError(f"replicates must be at least {least}, got {replicates}")
    return replicates


class Measured(NamedTuple):
    """An estimate and its standard error."""

    value: float
    error: float


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


def drawn(
    estimator: Estimator, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int = 1
) -> Array:
    """Independent copies of an estimator, real parts, shape (replicates,); little memory even for long feature maps."""
    sizes = [min(_PART, replicates - start) for start in range(0, check_count("replicates", replicates), _PART)]
    return np.concatenate([np.real(estimator.draw(generator, size, x, y, m, n)) for size in sizes])
