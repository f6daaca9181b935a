"""Feature maps of public projects that are not installed here, written anew from their formulas: ``(inputs, m, seed) -> features``.

Nothing is copied. Each differs from a right map by what its row in ``rows.toml`` says; the rest is that of `tests.faulty_samplers`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.linalg import hadamard
from scipy.special import ndtri
from scipy.stats import qmc

from tests.faulty_samplers import blocks, chi, hyperbolic, iid, not_haar, positive, signless, trigonometric

Map = Callable[..., Any]


def jax_fast_attention(inputs: Any, m: int, seed: int) -> Any:
    w = not_haar(np.random.default_rng(seed), m, inputs.shape[1])
    return positive(inputs, w), w


def fast_transformers_favor(inputs: Any, m: int, seed: int) -> Any:
    """Lengths are the norms of the rows of the Gaussian block of which the columns of Q are the directions."""
    rng, d = np.random.default_rng(seed), inputs.shape[1]

    def block() -> Any:
        gaussian = rng.standard_normal((d, d))
        return np.linalg.qr(gaussian)[0].T * np.linalg.norm(gaussian, axis=1)[:, None]

    w = blocks(m, d, block)
    return hyperbolic(inputs, w), w


def givens_rotations(rng: Any, d: int) -> Any:
    """Rotations in d ceil(log d) planes (i, j), drawn with replacement: where i = j a row is multiplied by cos t - sin t."""
    q = np.eye(d)
    for _ in range(d * math.ceil(math.log(d))):
        angle = np.pi * rng.uniform()
        i, j = np.sort(rng.choice(d, 2))
        first, second = q[i].copy(), q[j].copy()
        q[i] = np.cos(angle) * first + np.sin(angle) * second
        q[j] = -np.sin(angle) * first + np.cos(angle) * second
    return q


def struct_mode(inputs: Any, m: int, seed: int) -> Any:
    rng, d = np.random.default_rng(seed), inputs.shape[1]
    block = givens_rotations(rng, d)
    w = blocks(m, d, lambda: block) * chi(rng, m, d)
    return positive(inputs, w), w


def redrawn_lengths(inputs: Any, m: int, seed: int) -> Any:
    """Rotations of each redraw are new, lengths are those of one fixed seed."""
    d = inputs.shape[1]
    rng = np.random.default_rng(seed)
    return positive(inputs, blocks(m, d, lambda: signless(rng, d).T) * chi(np.random.default_rng(0), m, d))


def expplus_scale(inputs: Any, m: int, seed: int) -> Any:
    """Inputs are divided by d^(1/4) in the layer, and in the feature map once more; A = 0 for short."""
    d = inputs.shape[1]
    return positive(inputs / d**0.25 / d**0.25, not_haar(np.random.default_rng(seed), m, d))


def optimal_a(average: Any, d: int) -> Any:
    """A of OPRF for an average of |x + y|^2."""
    root = np.sqrt((2 * average + d) ** 2 + 8 * d * average)
    return (1 - 4 * average / (root - 2 * average - d)) / 8


def expplus_side(own: int, other: int) -> Map:
    """One side of OPRF: sums over both sides are divided by the length of this one; rows of the statistics are N(0, I/sqrt(d))."""

    def features(inputs: Any, m: int, seed: int) -> Any:
        d = inputs.shape[1]
        a = optimal_a(math.sqrt(d) * (1 + other / own), d)
        w = iid(np.random.default_rng(seed), m, d)
        exponent = a * (w**2).sum(1) + math.sqrt(1 - 4 * a) * inputs @ w.T - (inputs**2).sum(1, keepdims=True) / 2
        return (1 - 4 * a) ** (d / 4) * np.exp(exponent) / math.sqrt(m)

    return features


expplus_queries, expplus_keys = expplus_side(16, 128), expplus_side(128, 16)


def exp_softmax_without_stabiliser(inputs: Any, m: int, seed: int) -> Any:
    w = not_haar(np.random.default_rng(seed), m, inputs.shape[1])
    return np.exp(inputs @ w.T) / math.sqrt(m)


def exparf_queries(inputs: Any, m: int, seed: int, power: float = 0.25) -> Any:
    """Coordinates of the queries are multiplied by (own/other)^(1/4), those of the keys divided; own/other is from 1/4 to 4 here."""
    d = inputs.shape[1]
    return positive(inputs * np.geomspace(0.25, 4, d) ** power, iid(np.random.default_rng(seed), m, d))


def exparf_keys(inputs: Any, m: int, seed: int) -> Any:
    return exparf_queries(inputs, m, seed, -0.25)


def sobol_columns(inputs: Any, m: int, seed: int) -> Any:
    """d points of a Sobol sequence in [0, 1]^m, one for each coordinate, so that the m numbers of one coordinate are not balanced."""
    points = qmc.Sobol(m, scramble=True, seed=seed % 2**32).random(inputs.shape[1])
    return positive(inputs, ndtri(np.clip(points, 1e-9, 1 - 1e-9)).T)


def hadamard_blocks(inputs: Any, m: int, seed: int) -> Any:
    """Three products of Hadamard matrices of order max(m, d) with entries 1 and -1, not divided by the root of the order."""
    d, rng = inputs.shape[1], np.random.default_rng(seed)
    n = max(m, d)
    product = np.eye(n)
    for _ in range(3):
        product = product @ (hadamard(n) * rng.choice([-1.0, 1.0], n)[:, None])
    w = math.sqrt(d) * product[rng.choice(n, m, replace=False), :d]
    return trigonometric(inputs, w), w


def circulant_blocks(inputs: Any, m: int, seed: int) -> Any:
    """round(d/m) circulant blocks of m columns, beside zeros: none for m of 2d and more."""
    d, rng = inputs.shape[1], np.random.default_rng(seed)
    w = np.zeros((m, max(d, m * round(d / m))))
    for block in range(round(d / m)):
        row = rng.standard_normal(m)
        w[:, block * m : (block + 1) * m] = [np.roll(row, shift) for shift in range(m)]
    return positive(inputs, w[:, :d]), w[:, :d]


def attention_of(features_q: Any, features_k: Any, values: Any) -> Any:
    weights = features_q @ features_k.T
    return weights / weights.sum(1, keepdims=True) @ values


def maximum_of_each_key(queries: Any, keys: Any, values: Any, m: int, seed: int) -> Any:
    """From the exponent of each key its own maximum over the features is subtracted, which attention does not divide out."""
    w = not_haar(np.random.default_rng(seed), m, queries.shape[1])

    def side(x: Any) -> Any:
        exponent = x @ w.T - (x**2).sum(1, keepdims=True) / 2
        return np.exp(exponent - exponent.max(1, keepdims=True))

    return attention_of(side(queries), side(keys), values)


def norms_before_psi(inputs: Any, m: int, seed: int, power: float = 0.25) -> Any:
    """Inputs are transformed by a diagonal matrix, the norm in the exponent is that of the untransformed row."""
    d = inputs.shape[1]
    w = iid(np.random.default_rng(seed), m, d)
    transformed = inputs * np.geomspace(0.25, 4, d) ** power
    return np.exp(transformed @ w.T - (inputs**2).sum(1, keepdims=True) / 2) / math.sqrt(m)


def norms_before_psi_keys(inputs: Any, m: int, seed: int) -> Any:
    return norms_before_psi(inputs, m, seed, -0.25)


def norm_for_half_square(inputs: Any, m: int, seed: int) -> Any:
    """exp(|x|) in the place of exp(|x|^2/2), before any maximum is taken off."""
    waves = trigonometric(inputs, iid(np.random.default_rng(seed), m, inputs.shape[1]))
    return np.exp(np.linalg.norm(inputs, axis=1, keepdims=True)) * waves


def phases_of(w: Any, inputs: Any, rng: Any) -> Any:
    return math.sqrt(2 / len(w)) * np.cos(inputs @ w.T + rng.uniform(0, 2 * np.pi, len(w)))


def variance_gamma(inputs: Any, m: int, seed: int, gamma: float = 0.5) -> Any:
    """Projections of variance gamma in the place of 2 gamma."""
    rng = np.random.default_rng(seed)
    return phases_of(math.sqrt(gamma) * iid(rng, m, inputs.shape[1]), inputs, rng)


def own_projections(side: int) -> Map:
    """The map of a side, with projections of its own."""
    return lambda inputs, m, seed: positive(inputs, iid(np.random.default_rng([seed, side]), m, inputs.shape[1]))


queries_alone, keys_alone = own_projections(0), own_projections(1)


def one_degree_of_freedom(inputs: Any, m: int, seed: int) -> Any:
    """Lengths are of the chi law with 1 degree of freedom."""
    rng, d = np.random.default_rng(seed), inputs.shape[1]
    w = blocks(m, d, lambda: signless(rng, d).T) * chi(rng, m, 1)
    return positive(inputs, w), w


def gaussian_for_matern(inputs: Any, m: int, seed: int) -> Any:
    """Features of the Gaussian kernel where those of a Matern kernel are wanted."""
    return trigonometric(inputs, iid(np.random.default_rng(seed), m, inputs.shape[1]))
