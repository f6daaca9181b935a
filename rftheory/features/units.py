"""The kernel of a feature map, what its inputs are divided by and what is subtracted from them, as arguments say it and data give it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from rftheory.families.mixtures.arc_cosine import degree_of
from rftheory.families.mixtures.kernels import chosen_kernel
from rftheory.inputs.arrays import Array, check_vector, dense
from rftheory.inputs.bandwidths import Scale, Word, check_bandwidth, times
from rftheory.inputs.statistics import blocks_of

if TYPE_CHECKING:
    from rftheory.families.waves import Kernel

#: what ``center`` may be said to be by a word
_WORDS = ("auto", "mean")


@dataclass(frozen=True, eq=False)
class Inputs:
    """The rows that a map is fitted to.

    Attributes:
        first, second: shapes (L, d) and (N, d), or None; they may be sparse.
        origin: shape (d,).
        rate: what rows are multiplied by (`bandwidths.times`), after the origin is subtracted.
    """

    first: Any
    second: Any
    origin: Array
    rate: Scale
    kernel: Kernel

    def rows(self) -> tuple[Any, Any]:
        """Both in units of the kernel, or None."""
        one, two = (None if each is None else self._moved(each) for each in (self.first, self.second))
        return one, two

    def log_weights(self) -> list[Array]:
        """log E phi(x, w)^2 of positive features at the rows of each set: |x|^2 for the softmax kernel, 0 for the Gaussian one."""
        sets = [times(dense(each), self.rate) for each in (self.first, self.second) if each is not None]
        return [np.square(each).sum(axis=1) * (self.kernel == "softmax") for each in sets]

    def _moved(self, rows: Any) -> Any:
        # what is sparse stays so if nothing is subtracted
        return times(dense(rows) - self.origin if self.origin.any() else rows, self.rate)


def kernel_and_scale(
    kernel: Any, bandwidth: Any, temperature: Any, d: int | None = None
) -> tuple[Kernel, Scale | Word]:
    """The kernel, and what inputs are divided by: the bandwidth, a word for one of data, or the root of the temperature."""
    chosen = chosen_kernel(kernel, bandwidth, temperature, corners=True)
    scale = check_bandwidth(bandwidth, d)
    heat = 1.0 if temperature is None else positive("temperature", temperature)
    if chosen == "softmax":
        if not (isinstance(scale, float) and scale == 1):
            raise ValueError(f"bandwidth does not belong to the softmax kernel, got {bandwidth}")
        return chosen, math.sqrt(heat)
    if heat != 1:
        raise ValueError(f"temperature does not belong to the {chosen} kernel, got {temperature}")
    return chosen, scale


def positive(name: str, value: Any, allowed: str = "") -> float:
    """A finite number > 0; what else is allowed is for the message."""
    number = float(value) if isinstance(value, Real) and value is not True else math.nan
    if not (math.isfinite(number) and number > 0):
        raise ValueError(f"{name} must be a finite number > 0{allowed}, got {value!r}")
    return number


def for_kernel(center: Any, kernel: Kernel) -> Any:
    """``center`` as it is for the kernel: "auto" is the mean for kernels of x - y, and nothing for others."""
    arc_cosine = degree_of(kernel) is not None
    if isinstance(center, str) and center == "auto":
        return None if kernel == "softmax" or arc_cosine else "mean"
    if arc_cosine and center is not None:
        raise ValueError(f"center must be None for the kernel {kernel}, which depends on the origin, got {center!r}")
    return center


def check_center(center: Any, d: int | None) -> None:
    """Whether this says what is subtracted, in R^d where d is known."""
    if center is None or (isinstance(center, str) and center in _WORDS):
        return
    if isinstance(center, str | bool):
        raise ValueError(f"center must be 'mean', None or a vector of shape (d,), got {center!r}")
    vector = check_vector("center", center)
    if d is not None and len(vector) != d:
        raise ValueError(f"center must have d = {d} numbers, got {len(vector)}")


def origin(center: Any, first: Any, second: Any, d: int, needed: bool = True) -> Array:
    """What is subtracted from inputs, shape (d,).

    Args:
        center: "mean", None or a vector.
        first, second: the rows, or None; they may be sparse.
        needed: whether a mean of no rows is refused; else it is 0.
    """
    check_center(center, d)
    if center is None:
        return np.zeros(d)
    if not isinstance(center, str):
        return check_vector("center", center)
    if first is None:
        if needed:
            raise ValueError("center='mean' is taken from data: fit(X)")
        return np.zeros(d)
    means = [_mean(rows) for rows in (first, first if second is None else second)]
    return np.asarray((means[0] + means[1]) / 2)


def _mean(rows: Any) -> Array:
    # the same sums for sparse rows, which are not made dense at once
    total = np.sum([dense(block).sum(axis=0) for block in blocks_of(rows)], axis=0)
    return np.asarray(total / rows.shape[0])
