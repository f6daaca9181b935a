"""Orthogonal projections: ``w_i = r_i u_i``, (u_1, ..., u_m) a Haar frame of R^d, r_i independent chi_d lengths.

Each w_i is N(0, I_d), different ones are orthogonal. For m > d there are independent blocks of d projections each (the
last one may be shorter), the block-orthogonal ensemble of Yu et al. (2016): orthogonality within blocks only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

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
    factor, triangle = np.linalg.qr(generator.standard_normal((replicates, d, size)))
    signs = np.sign(np.einsum("rii->ri", triangle))
    return np.moveaxis(factor * signs[:, None, :], 0, -1)


@dataclass(frozen=True)
class Orthogonal:
    """Orthogonal directions with independent chi lengths; independent blocks of them if m > d."""

    def draw(self, generator: np.random.Generator, m: int, d: int, replicates: int | None = None) -> Array:
        """Projections of shape (m, d), or (replicates, m, d) with the replicates running fastest in memory.

        Raises:
            ValueError: unless m, d and replicates are integers >= 1.
        """
        m, d = check_count("m", m), check_count("d", d)
        copies = 1 if replicates is None else check_count("replicates", replicates)
        projections = np.empty((d, m, copies))
        for start in range(0, m, d):
            size = min(d, m - start)
            projections[:, start : start + size] = haar_frames(generator, size, d, copies)
        projections *= np.sqrt(generator.chisquare(d, (m, copies)))
        return projections[:, :, 0].T if replicates is None else projections.T
