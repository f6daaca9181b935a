"""Estimates of the softmax kernel for many pairs of inputs from the same projections, and their mean squared errors."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rftheory.couplings.coupling import Coupling
from rftheory.families.family import Family
from rftheory.hybrids.coefficient import CoefficientMap
from rftheory.inputs.arrays import Array

#: estimates of L pairs (x_i, y_i) from so many independent draws: (generator, replicates) -> shape (replicates, L)
Estimates = Callable[[np.random.Generator, int], Array]

#: numbers in the feature maps of one part of the replicates: 64 MiB of complex ones
_ENTRIES = 1 << 22


def dot(first: Array, second: Array) -> Array:
    """Real parts of the products over features of paired maps, shapes (replicates, L, F) to (replicates, L)."""
    return np.einsum("rlf,rlf->rl", first, second).real


def regular(family: Family, coupling: Coupling, m: int, x: Array, y: Array) -> Estimates:
    """The estimator ``phi(x_i).phi(y_i)`` of m projections."""

    def estimates(generator: np.random.Generator, replicates: int) -> Array:
        projections = coupling.draw_projections(generator, m, x.shape[1], replicates)
        return dot(family.features(x, projections, "x"), family.features(y, projections, "y"))

    return estimates


def hybrid(first: Estimates, second: Estimates, coefficient: Estimates) -> Estimates:
    """The bipolar hybrid ``lambda_hat K_1 + (1 - lambda_hat) K_2`` of independent parts."""

    def estimates(generator: np.random.Generator, replicates: int) -> Array:
        own = generator.spawn(3)
        share = coefficient(own[0], replicates)
        return share * first(own[1], replicates) + (1 - share) * second(own[2], replicates)

    return estimates


def weights(coefficient: CoefficientMap, coupling: Coupling, n: int, x: Array, y: Array) -> Estimates:
    """The coefficient ``lambda_hat = a + rho_1(x_i).rho_2(y_i)`` of n projections."""

    def estimates(generator: np.random.Generator, replicates: int) -> Array:
        taus = coupling.draw(generator, n, x.shape[1], replicates)
        return float(coefficient.constant) + dot(coefficient.maps(x, taus, "x"), coefficient.maps(y, taus, "y"))

    return estimates


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
