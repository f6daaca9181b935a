r"""Arrangements of vectors of given lengths with the least ``sum_(i != j) |w_i + w_j|^2``.

With the resultant ``T = sum_i w_i`` of n vectors of lengths r_i the objective is ``2 (n-2) sum_i r_i^2 + 2 |T|^2``, so its
minimum is at ``|T| = max(0, 2 r_max - sum_i r_i)``: a closed polygon where there is one, else the longest vector against all
others. The iteration turns one vector after the other against the resultant of the others, ``t_i = T - w_i``,

    w_i <- -r_i t_i / |t_i|,

which minimises the objective over the direction of w_i: it never rises. A configuration at rest need not be a minimum:
lengths 2, 2, 3 along one line with signs +, +, - are at rest with |T| = 1, and close to a triangle.

The polygon is nearly a line where ``2 r_max`` is hardly less than ``sum_i r_i``, and |T| then falls as slowly as one likes: the
iteration ends after a number of passes. For d = 4 some 3 of 10,000 arrangements need more than 1000.
"""

from __future__ import annotations

import numpy as np

from rftheory.couplings.simplex import vertices
from rftheory.inputs.arrays import Array


def least_resultant(lengths: Array) -> Array:
    """The least |T| of vectors of these lengths (n, replicates); shape (replicates,)."""
    return np.maximum(0.0, 2 * lengths.max(axis=0) - lengths.sum(axis=0))


def simplex_vectors(lengths: Array) -> Array:
    """Vectors of these lengths (n, replicates) along a simplex, shape (n, n - 1, replicates)."""
    return vertices(np.eye(len(lengths) - 1))[:, :, None] * lengths[:, None, :]


def sweep(vectors: Array, lengths: Array) -> None:
    """One pass of the iteration through all vectors, in place.

    A vector whose partners cancel each other exactly stays, as every direction is as good.
    """
    total = vectors.sum(axis=0)
    for vector, length in zip(vectors, lengths, strict=True):
        others = total - vector
        size = np.sqrt(np.einsum("kr,kr->r", others, others))
        scale = np.divide(-length, size, out=np.zeros_like(size), where=size > 0)
        np.copyto(vector, scale * others, where=size > 0)
        total = others + vector


def rounding(lengths: Array) -> Array:
    """A bound on the rounding error of a computed resultant, shape (replicates,).

    A vector ``(-r/|t|) t`` of n - 1 coordinates has the relative error n/2 + 3 units (half the error of a sum of n - 1
    squares, root, quotient, product), a sum of n of them adds n - 1; a unit is half the float64 epsilon.
    """
    n = len(lengths)
    return (1.5 * n + 2) / 2 * np.finfo(float).eps * lengths.sum(axis=0)


def arranged(lengths: Array, most_passes: int) -> Array:
    """What the iteration makes of the simplex in so many passes, or until it has the minimum; shape (n, n - 1, replicates)."""
    vectors, goal = simplex_vectors(lengths), least_resultant(lengths) + rounding(lengths)
    # replicates under way, and their vectors and lengths
    active = np.arange(lengths.shape[1])
    moving, fixed = vectors, lengths
    for _ in range(most_passes):
        if not len(active):
            break
        sweep(moving, fixed)
        total = moving.sum(axis=0)
        left = np.sqrt(np.einsum("kr,kr->r", total, total)) > goal[active]
        if not left.all():
            vectors[:, :, active] = moving
            active = active[left]
            moving, fixed = vectors[:, :, active], lengths[:, active]
    vectors[:, :, active] = moving
    return vectors
