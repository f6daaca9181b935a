"""Samplers of random features as people write them, right ones and wrong ones of each known kind: ``(inputs, m, seed) -> features``.

Each wrong one differs from a right one by the line that is named. Nothing of the package is used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Rng = np.random.Generator


def positive(inputs: Any, projections: Any) -> Any:
    """FAVOR+ features of the softmax kernel."""
    return np.exp(inputs @ projections.T - (inputs**2).sum(1, keepdims=True) / 2) / np.sqrt(len(projections))


def trigonometric(inputs: Any, projections: Any) -> Any:
    """Random Fourier features of the Gaussian kernel."""
    image = inputs @ projections.T
    return np.concatenate([np.cos(image), np.sin(image)], axis=1) / np.sqrt(len(projections))


def haar(rng: Rng, d: int) -> Any:
    q, r = np.linalg.qr(rng.standard_normal((d, d)))
    return q * np.sign(np.diag(r))


def signless(rng: Rng, d: int) -> Any:
    """No signs of R's diagonal: not Haar."""
    return np.linalg.qr(rng.standard_normal((d, d)))[0]


def chi(rng: Rng, m: int, d: int) -> Any:
    return np.linalg.norm(rng.standard_normal((m, d)), axis=1)[:, None]


def blocks(m: int, d: int, block: Callable[[], Any]) -> Any:
    return np.concatenate([block() for _ in range(-(-m // d))])[:m]


def iid(rng: Rng, m: int, d: int) -> Any:
    return rng.standard_normal((m, d))


def orthogonal(rng: Rng, m: int, d: int) -> Any:
    return blocks(m, d, lambda: haar(rng, d)) * chi(rng, m, d)


def simplex(rng: Rng, m: int, d: int) -> Any:
    corners = np.eye(d) - 1 / d
    corners /= np.linalg.norm(corners, axis=1, keepdims=True)
    return blocks(m, d, lambda: corners @ haar(rng, d)) * chi(rng, m, d)


def not_haar(rng: Rng, m: int, d: int) -> Any:
    return blocks(m, d, lambda: signless(rng, d).T) * chi(rng, m, d)


def not_haar_rows(rng: Rng, m: int, d: int) -> Any:
    return blocks(m, d, lambda: signless(rng, d)) * chi(rng, m, d)


def wrong_axis(rng: Rng, m: int, d: int) -> Any:
    return blocks(m, d, lambda: haar(rng, d) * chi(rng, d, d).T)


def one_degree(rng: Rng, m: int, d: int) -> Any:
    return blocks(m, d, lambda: haar(rng, d)) * chi(rng, m, 1)


def fixed_lengths(rng: Rng, m: int, d: int) -> Any:
    return blocks(m, d, lambda: haar(rng, d)) * np.sqrt(d)


def unit_rows(rng: Rng, m: int, d: int) -> Any:
    return blocks(m, d, lambda: haar(rng, d))


def reused_lengths(rng: Rng, m: int, d: int) -> Any:
    lengths = chi(rng, min(m, d), d)
    return blocks(m, d, lambda: haar(rng, d)) * np.concatenate([lengths] * -(-m // d))[:m]


def of_the_block(rng: Rng, d: int, axis: int) -> Any:
    """A block with the lengths of its rows (axis 1, which depend on the directions) or of its columns (axis 0, which do not)."""
    gaussian = rng.standard_normal((d, d))
    q, r = np.linalg.qr(gaussian)
    return (q * np.sign(np.diag(r))).T * np.linalg.norm(gaussian, axis=axis)[:, None]


def rows_of_the_block(rng: Rng, m: int, d: int) -> Any:
    return blocks(m, d, lambda: of_the_block(rng, d, 1))


def columns_of_the_block(rng: Rng, m: int, d: int) -> Any:
    """Right: R, whose columns have these lengths, does not depend on Q."""
    return blocks(m, d, lambda: of_the_block(rng, d, 0))


def reused_block(rng: Rng, m: int, d: int) -> Any:
    block = haar(rng, d) * chi(rng, d, d)
    return blocks(m, d, lambda: block)


def one_length(rng: Rng, m: int, d: int) -> Any:
    return blocks(m, d, lambda: haar(rng, d)) * chi(rng, 1, d)


def map_of(features: Callable[[Any, Any], Any], law: Callable[[Rng, int, int], Any], dtype: type = float) -> Any:
    """The callable that is audited."""

    def call(inputs: Any, m: int, seed: int) -> Any:
        projections = law(np.random.default_rng(seed), m, inputs.shape[1])
        return features(inputs.astype(dtype), projections.astype(dtype))

    return call


def with_factor(features: Callable[[Any, Any], Any], factor: Callable[[Any, int], Any]) -> Any:
    """The features times a factor of the inputs and m."""
    return lambda inputs, projections: features(inputs, projections) * factor(inputs, len(projections))


def half_square(inputs: Any) -> Any:
    return np.exp((inputs**2).sum(1, keepdims=True) / 2)


def stabilised(axis: Any, whole: bool = False, added: float = 0.0, factor: Callable[[int], float] = np.sqrt) -> Any:
    """Positive features with the largest image (or exponent) taken off, and a little added."""

    def features(inputs: Any, projections: Any) -> Any:
        image, half = inputs @ projections.T, (inputs**2).sum(1, keepdims=True) / 2
        largest = (image - half if whole else image).max(axis=axis, keepdims=True)
        return (np.exp(image - half - largest) + added) / factor(len(projections))

    return features


def hyperbolic(inputs: Any, projections: Any) -> Any:
    """FAVOR+ features with both signs of each image."""
    image, half = inputs @ projections.T, (inputs**2).sum(1, keepdims=True) / 2
    return np.concatenate([np.exp(image - half), np.exp(-image - half)], axis=1) / np.sqrt(2 * len(projections))


def cosines(inputs: Any, projections: Any, phases: Any) -> Any:
    """One cosine for each projection, with a phase."""
    return np.sqrt(2 / len(projections)) * np.cos(inputs @ projections.T + phases)


def damped(a: float, sign: int) -> Callable[[Any, Any], Any]:
    """Features of the Gaussian kernel with the factor exp(a |w|^2): exponentials (sign 1), or sines and cosines."""

    def features(inputs: Any, projections: Any) -> Any:
        m, d = projections.shape
        factor = (1 - 4 * a) ** (d / 4) * np.exp(a * (projections**2).sum(1)) / np.sqrt(m)
        image = np.sqrt(1 - 4 * a) * inputs @ projections.T
        if sign > 0:
            return factor * np.exp(image - (inputs**2).sum(1, keepdims=True))
        return np.concatenate([factor * np.cos(image), factor * np.sin(image)], axis=1)

    return features


#: right ones by the name of the coupling
COUPLINGS = {"iid": iid, "orthogonal": orthogonal, "simplex": simplex}
