"""What couplings draw along one or two directions, as images of inputs."""

from __future__ import annotations

import numpy as np

from rftheory.couplings.coupling import Isotropic
from rftheory.inputs.arrays import Array


def coordinates_of(
    coupling: Isotropic, generator: np.random.Generator, p: int, m: int, d: int, replicates: int
) -> tuple[Array, Array]:
    """Coordinates along p orthonormal directions, shape (p, m, replicates), and lengths, shape (m, replicates)."""
    coupling.check_size(m, d)
    coordinates, lengths = np.empty((p, m, replicates)), np.empty((m, replicates))
    coupling.fill(generator, d, coordinates, lengths)
    return coordinates, lengths


def images_of(
    coupling: Isotropic, generator: np.random.Generator, x: Array, y: Array, m: int, replicates: int
) -> tuple[Array, Array, Array]:
    """Images ``w_i.x`` and ``w_i.y``, jointly with ``|w_i|``; shapes (replicates, m)."""
    plane = np.asarray(np.linalg.qr(np.column_stack([x, y]), mode="r"))
    coordinates, lengths = coordinates_of(coupling, generator, len(plane), m, len(x), replicates)
    images = np.einsum("pi,pmr->imr", plane, coordinates)
    return images[0].T, images[1].T, lengths.T
