"""Uniformly distributed orthonormal frames of R^d, whole or a few of their coordinates."""

from __future__ import annotations

import numpy as np

from rftheory.couplings.coupling import batches, check_directions
from rftheory.families.arrays import Array, check_count


def haar_frames(generator: np.random.Generator, size: int, d: int, replicates: int) -> Array:
    """Uniformly distributed frames of ``size`` orthonormal vectors of R^d; shape (d, size, replicates).

    The factor Q of a Gaussian matrix is uniform if R has a positive diagonal (Mezzadri 2007); Householder's algorithm
    fixes other signs, so they are set here.

    Raises:
        ValueError: if more than d vectors are asked for.
    """
    if not 1 <= size <= d:
        raise ValueError(f"size of an orthonormal frame must be in 1, ..., d = {d}, got {size}")
    frames = np.empty((d, size, replicates))
    for part in batches(replicates, d * size):
        factor, triangle = np.linalg.qr(generator.standard_normal((part.stop - part.start, d, size)))
        signs = np.sign(np.einsum("rii->ri", triangle))
        frames[:, :, part] = np.moveaxis(factor * signs[:, None, :], 0, -1)
    return frames


def frame_coordinates(generator: np.random.Generator, size: int, d: int, p: int, replicates: int) -> Array:
    """The first ``size`` coordinates of a uniformly distributed p-frame of R^d; shape (p, size, replicates).

    They are also the coordinates of the first ``size`` vectors of a uniform frame along p orthonormal directions: rows and
    columns of a Haar matrix may change places. Gram-Schmidt of p Gaussian vectors sees the other d - size coordinates
    only through their inner products, which are those of Bartlett's triangle (chi variables on the diagonal,
    normal ones above), so the cost per draw does not grow with d.

    Raises:
        ValueError: unless size, p and replicates are integers >= 1 with size, p <= d.
    """
    p, d = check_directions(p, d)
    size, replicates = check_count("size", size), check_count("replicates", replicates)
    if size > d:
        raise ValueError(f"size must be at most d = {d} coordinates, got {size}")
    rest = min(d - size, p)
    vectors = np.zeros((p, size + rest, replicates))
    vectors[:, :size] = generator.standard_normal((p, size, replicates))
    for row in range(rest):
        vectors[row, size + row] = np.sqrt(generator.chisquare(d - size - row, replicates))
        vectors[row + 1 :, size + row] = generator.standard_normal((p - row - 1, replicates))
    for column, vector in enumerate(vectors):
        # twice is enough: the second round removes what rounding left of the first
        for _ in range(2 if column else 0):
            for earlier in vectors[:column]:
                vector -= np.einsum("kr,kr->r", earlier, vector) * earlier
        vector /= np.sqrt(np.einsum("kr,kr->r", vector, vector))
    return vectors[:, :size]
