"""Straightforward numpy versions of the estimators, as a competent user writes them, and the floor of the machine.

A baseline draws ``size`` estimates at a pair x, y of R^d with m projections each: whole matrices W of a batch of draws, both
feature maps, their dot product. Orthogonal blocks come from batched QR factors, which are Haar distributed once the
signs of the diagonal of R are fixed (Mezzadri 2007), and get independent chi_d norms; m <= d. Both inputs are projected at once, and
before anything else is multiplied: signs, the matrix of a simplex and norms then meet two numbers a row in place of d.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from benchmarks._measuring import Work
from rftheory.couplings.simplex import simplex_product
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.chunks import stream

#: ``images(generator, size, m, inputs)`` of inputs, shape (d, p), under m projections: shape (size, m, p)
Images: TypeAlias = Callable[[np.random.Generator, int, int, Array], Array]
#: ``norms(generator, size, m, d)``, shape (size, m, 1)
Norms: TypeAlias = Callable[[np.random.Generator, int, int, int], Array]
#: ``features(images, square)`` of images ``W u`` and ``|u|^2``: shape (..., F)
Features: TypeAlias = Callable[[Array, float], Array]

#: numbers in a buffer of the floor: three of them stay in a second-level cache of 1 MiB
_BUFFER = 1 << 15


def generator() -> np.random.Generator:
    """Of the kind that the engine draws from, the fastest of numpy, so that no ratio owes to another one."""
    return stream("baseline", 0, 0)


def positive_features(images: Array, square: float) -> Array:
    """``m^-1/2 exp(w.u - |u|^2/2)``."""
    return np.exp(images - square / 2) / np.sqrt(images.shape[-1])


def trigonometric_features(images: Array, square: float) -> Array:
    """``m^-1/2 exp(|u|^2/2) (sin w.u, cos w.u)``."""
    return np.exp(square / 2) / np.sqrt(images.shape[-1]) * np.concatenate([np.sin(images), np.cos(images)], axis=-1)


def dense(generator: np.random.Generator, size: int, m: int, inputs: Array) -> Array:
    """Under independent projections."""
    return (generator.standard_normal((size * m, len(inputs))) @ inputs).reshape(size, m, -1)


def haar_by_qr(generator: np.random.Generator, size: int, m: int, inputs: Array) -> Array:
    """Under the first m rows of Haar matrices of R^d."""
    d = len(inputs)
    factor, triangle = np.linalg.qr(generator.standard_normal((size, d, d)))
    return np.asarray(factor[:, :m] @ (np.sign(np.einsum("rii->ri", triangle))[:, :, None] * inputs))


def chi_norms(generator: np.random.Generator, size: int, m: int, d: int) -> Array:
    """Independent chi_d norms."""
    return np.sqrt(generator.chisquare(d, (size, m, 1)))


def orthogonal(frames: Images, norms: Norms = chi_norms) -> Images:
    """Under orthogonal projections of given frames."""

    def draw(generator: np.random.Generator, size: int, m: int, inputs: Array) -> Array:
        return norms(generator, size, m, len(inputs)) * frames(generator, size, m, inputs)

    return draw


def simplex(frames: Images, norms: Norms = chi_norms) -> Images:
    """Under simplex projections: norms times rows of the matrix S times a Haar matrix."""

    def draw(generator: np.random.Generator, size: int, m: int, inputs: Array) -> Array:
        d = len(inputs)
        images = simplex_product(np.eye(d))[:m] @ frames(generator, size, d, inputs)
        return norms(generator, size, m, d) * images

    return draw


def estimates(
    features: Features, images: Images, generator: np.random.Generator, size: int, x: Array, y: Array, m: int
) -> Array:
    """Independent estimates ``phi(x).phi(y)``, shape (size,)."""
    first, second = np.moveaxis(images(generator, size, m, np.column_stack([x, y])), -1, 0)
    return np.asarray(np.einsum("rf,rf->r", features(first, x @ x), features(second, y @ y)))


def floor(normals: int, gammas: int, shape: float, function: np.ufunc, size: float, values: int) -> Work:
    """So many standard normal and gamma variables per draw and values of a function, in place, and nothing else.

    Args:
        shape: of the gamma variables, d/2 for the squares of chi_d norms.
        function: `numpy.exp` or `numpy.cos`, whose time depends on its arguments; these are normal, times ``size``.
    """
    drawing = generator()
    draws = max(1, _BUFFER // max(normals, gammas, values))
    normal, gamma, result = (np.empty(draws * count) for count in (normals, gammas, values))
    argument = size * np.random.default_rng(0).standard_normal(draws * values)

    def work() -> int:
        drawing.standard_normal(out=normal)
        if gammas:
            drawing.standard_gamma(shape, out=gamma)
        function(argument, out=result)
        return draws

    return work
