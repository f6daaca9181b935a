"""What parameters of plots and experiments are allowed to be."""

from __future__ import annotations

import numpy as np

from rftheory.arrays import check_count, real_array


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


def check_seed(seed: int) -> int:
    """The root of the draws.

    Raises:
        ValueError: unless it is an integer >= 0.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise ValueError(f"seed must be an integer >= 0, got {seed!r}")
    return int(seed)
