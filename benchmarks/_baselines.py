"""Straightforward numpy versions of the estimators, as a competent user writes them, and the floor of the machine.

A baseline draws ``size`` estimates at a pair x, y of R^d with m projections each: whole matrices W of a batch of draws, both
feature maps, their dot product. Orthogonal blocks come from batched QR factors, which are Haar distributed once the
signs of the diagonal of R are fixed (Mezzadri 2007), and get independent chi_d norms; m <= d.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.stats import ortho_group

from benchmarks._measuring import Work
from rftheory.arrays import Array
from rftheory.couplings.simplex import simplex_product

#: ``projections(generator, size, m, d)``, shape (size, m, d)
Projections = Callable[[np.random.Generator, int, int, int], Array]
#: ``features(images, square)`` of images ``W u`` and ``|u|^2``: shape (..., F)
Features = Callable[[Array, float], Array]

#: numbers in a buffer of the floor: three of them stay in a second-level cache of 1 MiB
_BUFFER = 1 << 15


def positive_features(images: Array, square: float) -> Array:
    """``m^-1/2 exp(w.u - |u|^2/2)``."""
    return np.exp(images - square / 2) / np.sqrt(images.shape[-1])


def trigonometric_features(images: Array, square: float) -> Array:
    """``m^-1/2 exp(|u|^2/2) (sin w.u, cos w.u)``."""
    return np.exp(square / 2) / np.sqrt(images.shape[-1]) * np.concatenate([np.sin(images), np.cos(images)], axis=-1)


def dense(generator: np.random.Generator, size: int, m: int, d: int) -> Array:
    """Independent projections."""
    return generator.standard_normal((size, m, d))


def haar_by_qr(generator: np.random.Generator, size: int, m: int, d: int) -> Array:
    """The first m rows of Haar matrices of R^d."""
    factor, triangle = np.linalg.qr(generator.standard_normal((size, d, d)))
    return (factor * np.sign(np.einsum("rii->ri", triangle))[:, None, :])[:, :m]


def haar_by_scipy(generator: np.random.Generator, size: int, m: int, d: int) -> Array:
    """The same by `scipy.stats.ortho_group`."""
    return ortho_group.rvs(d, size=size, random_state=generator).reshape(size, d, d)[:, :m]


def chi_norms(generator: np.random.Generator, size: int, m: int, d: int) -> Array:
    """Independent chi_d norms, shape (size, m, 1)."""
    return np.sqrt(generator.chisquare(d, (size, m, 1)))


def orthogonal(frames: Projections, norms: Projections = chi_norms) -> Projections:
    """Orthogonal projections of given frames."""

    def draw(generator: np.random.Generator, size: int, m: int, d: int) -> Array:
        return norms(generator, size, m, d) * frames(generator, size, m, d)

    return draw


def simplex(frames: Projections, norms: Projections = chi_norms) -> Projections:
    """Simplex projections: norms times rows of the matrix S times a Haar matrix."""

    def draw(generator: np.random.Generator, size: int, m: int, d: int) -> Array:
        directions = simplex_product(np.eye(d))[:m] @ frames(generator, size, d, d)
        return norms(generator, size, m, d) * directions

    return draw


def estimates(
    features: Features, projections: Projections, generator: np.random.Generator, size: int, x: Array, y: Array, m: int
) -> Array:
    """Independent estimates ``phi(x).phi(y)``, shape (size,)."""
    drawn = projections(generator, size, m, len(x))
    images = drawn.reshape(-1, len(x)) @ np.column_stack([x, y])
    first, second = np.moveaxis(images.reshape(size, m, 2), -1, 0)
    return np.asarray(np.einsum("rf,rf->r", features(first, x @ x), features(second, y @ y)))


def floor(normals: int, gammas: int, shape: float, function: np.ufunc, size: float, values: int) -> Work:
    """So many standard normal and gamma variables per draw and values of a function, in place, and nothing else.

    Args:
        shape: of the gamma variables, d/2 for the squares of chi_d norms.
        function: `numpy.exp` or `numpy.cos`, whose time depends on its arguments; these are normal, times ``size``.
    """
    generator = np.random.Generator(np.random.SFC64(0))
    draws = max(1, _BUFFER // max(normals, gammas, values))
    normal, gamma, result = (np.empty(draws * count) for count in (normals, gammas, values))
    argument = size * np.random.default_rng(0).standard_normal(draws * values)

    def work() -> int:
        generator.standard_normal(out=normal)
        if gammas:
            generator.standard_gamma(shape, out=gamma)
        function(argument, out=result)
        return draws

    return work
