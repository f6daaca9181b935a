"""Uniformly distributed orthonormal frames of R^d, whole or a few of their coordinates."""

from __future__ import annotations

import numpy as np

from rftheory.couplings.coupling import batches, fill_chi
from rftheory.inputs.arrays import Array


def haar_frames(generator: np.random.Generator, size: int, d: int, replicates: int) -> Array:
    """Uniformly distributed frames of ``size`` orthonormal vectors of R^d; shape (d, size, replicates).

    The factor Q of a Gaussian matrix is uniform if R has a positive diagonal (Mezzadri 2007); Householder's algorithm
    fixes other signs, so they are set here.
    """
    frames = np.empty((d, size, replicates))
    for part in batches(replicates, d * size):
        factor, triangle = np.linalg.qr(generator.standard_normal((part.stop - part.start, d, size)))
        signs = np.sign(np.einsum("rii->ri", triangle))
        frames[:, :, part] = np.moveaxis(factor * signs[:, None, :], 0, -1)
    return frames


def fill_frame_coordinates(generator: np.random.Generator, room: Array, size: int, d: int) -> Array:
    """The first ``size`` coordinates of B independent uniform p-frames of R^d, in the first rows of a given array; of checked counts.

    They are also the coordinates of the first ``size`` vectors of a uniform frame along p orthonormal directions: rows and
    columns of a Haar matrix may change places. Gram-Schmidt of p Gaussian vectors sees the other d - size coordinates
    only through their inner products, which are those of Bartlett's triangle (chi variables on the diagonal,
    normal ones above), so the cost per draw does not grow with d.

    Args:
        room: shape (p, B, rows, replicates) with rows >= size, each ``room[k]`` contiguous; the other rows hold anything.

    Returns:
        The first rows, shape (p, B, size, replicates).
    """
    p, blocks, _, replicates = room.shape
    for vector in room:
        generator.standard_normal(out=vector)
    vectors, rest = room[:, :, :size], min(d - size, p)
    tails = np.zeros((p, rest, blocks, replicates))
    for row in range(rest):
        fill_chi(generator, d - size - row, tails[row, row])
        for tail in tails[row + 1 :]:
            generator.standard_normal(out=tail[row])

    def product(first: int, second: int) -> Array:
        inner = np.einsum("bkr,bkr->br", vectors[first], vectors[second])
        inner += np.einsum("kbr,kbr->br", tails[first], tails[second])
        return inner

    for column in range(p):
        # twice is enough: the second round removes what rounding left of the first
        for _ in range(2 if column else 0):
            for earlier in range(column):
                inner = product(earlier, column)
                vectors[column] -= inner[:, None] * vectors[earlier]
                tails[column] -= inner * tails[earlier]
        shrink = 1 / np.sqrt(product(column, column))
        vectors[column] *= shrink[:, None]
        tails[column] *= shrink
    return vectors
