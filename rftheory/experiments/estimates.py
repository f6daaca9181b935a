"""Estimates of the softmax kernel for many pairs of inputs from the same projections, and their mean squared errors."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rftheory.features.drawing import Fitted
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.mechanisms.profile import Lengths, Profile

#: estimates of L pairs (x_i, y_i) from so many independent draws: (generator, replicates) -> shape (replicates, L)
Estimates = Callable[[np.random.Generator, int], Array]

#: numbers in the feature maps of one part of the replicates: 64 MiB of complex ones
_ENTRIES = 1 << 22


def dot(first: Array, second: Array) -> Array:
    """Real parts of the products over features of paired maps, shapes (replicates, L, F) to (replicates, L)."""
    return np.einsum("rlf,rlf->rl", first, second).real


def softmax(mechanism: Mechanism, m: int, x: Array, y: Array, n: int = 1) -> Estimates:
    """The estimates of ``exp(x_i.y_i)`` by the maps of a mechanism: m projections, in each base of a hybrid, and n of its coefficient."""
    fitted = Fitted(mechanism, coefficients=n)
    lengths = np.exp((np.square(x) + np.square(y)).sum(axis=1) / 2)

    def estimates(generator: np.random.Generator, replicates: int) -> Array:
        return lengths * dot(*fitted.draw(generator, m, x, y, replicates))

    return estimates


def expected(mechanism: Mechanism, m: int, x: Array, y: Array, n: int = 1) -> float | None:
    """Their mean squared error, the mean over the pairs; None where no closed form is known."""
    if mechanism.coupling.geometry_in(x.shape[1]) is None:
        return None
    lengths = Lengths.of(x, y)
    logs = Profile(mechanism, x.shape[1]).log_mse(m, lengths, n) + lengths.x**2 + lengths.y**2
    return float(np.exp(logs).mean())


def mean_errors(
    estimates: Estimates, kernel: Array, generator: np.random.Generator, replicates: int, features: int
) -> Array:
    """The mean squared error over all pairs, for each draw; shape (replicates,).

    Args:
        kernel: the values that are estimated, shape (L,).
        features: numbers per input in a feature map; so many replicates are drawn at a time that memory is bounded.
    """
    most = max(1, _ENTRIES // (len(kernel) * features))
    parts = [
        np.square(estimates(generator, min(most, replicates - start)) - kernel).mean(axis=1)
        for start in range(0, replicates, most)
    ]
    return np.concatenate(parts)
