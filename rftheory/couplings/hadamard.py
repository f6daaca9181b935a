r"""Products of Hadamard and sign matrices in place of Haar rotations: images in O(D log D) operations per block.

``R = prod_(i=1)^k H D_i`` with the normalised Walsh-Hadamard matrix H of dimension D, a power of two, and independent
diagonal matrices D_i of random signs, is orthogonal but not Haar distributed. Inputs of R^d are padded with zeros to the
next power of two D >= d, so projections are vectors of R^D of chi_D lengths, of which the first d coordinates meet inputs,
and a block holds D of them. Their covariance is the identity; they are not Gaussian.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from rftheory.couplings.blocks import block_sizes
from rftheory.couplings.coupling import Coupling, batches, chi_lengths
from rftheory.couplings.simplex import check_vertices, simplex_product
from rftheory.families.arrays import Array, check_count, check_inputs

GEOMETRIES = ("orthogonal", "simplex")


def padded(d: int) -> int:
    """The least power of two that is at least d."""
    return 1 << (check_count("d", d) - 1).bit_length()


def walsh_hadamard(vectors: Array) -> None:
    """Multiply vectors along the first axis by the normalised Walsh-Hadamard matrix, in place.

    Raises:
        ValueError: unless their dimension is a power of two and the array is contiguous and of float64.
    """
    dimension = len(vectors)
    if padded(dimension) != dimension:
        raise ValueError(f"dimension of a Walsh-Hadamard transform must be a power of two, got {dimension}")
    if not vectors.flags.c_contiguous or vectors.dtype != np.float64:
        raise ValueError(f"vectors must be a C-contiguous array of float64, got strides {vectors.strides}")
    half = 1
    while half < dimension:
        pairs = vectors.reshape(dimension // (2 * half), 2, -1)
        upper, lower = pairs[:, 0], pairs[:, 1]
        difference = upper - lower
        upper += lower
        lower[...] = difference
        half *= 2
    vectors /= np.sqrt(dimension)


@dataclass(frozen=True)
class HadamardOperator:
    """Drawn projections of all replicates, kept as signs, lengths and row numbers: O(d) numbers per block.

    Attributes:
        signs: of the blocks, shape (blocks, k, D, replicates), -1 or 1.
        lengths: in R^D, shape (m, replicates).
        rows: which row of its block a projection is, shape (m, replicates).
    """

    signs: Array
    lengths: Array
    rows: Array
    d: int
    geometry: str

    def apply(self, inputs: ArrayLike) -> Array:
        """Images ``w_i.u`` of L inputs of shape (L, d); shape (replicates, L, m), replicates fastest in memory.

        Raises:
            ValueError: for inputs of another shape, or not finite.
        """
        columns = check_inputs(inputs).T
        if len(columns) != self.d:
            raise ValueError(f"inputs must have the dimension {self.d} of the projections, got {len(columns)}")
        return np.moveaxis(self._images(columns), -1, 0)

    def columns(self) -> Array:
        """The projections themselves, shape (d, m, replicates)."""
        return self._images(np.eye(self.d))

    def _images(self, columns: Array) -> Array:
        """Images of inputs (d, L); shape (L, m, replicates)."""
        dimension = self.signs.shape[2]
        count, (m, replicates) = columns.shape[1], self.lengths.shape
        images = np.empty((count, m, replicates))
        for block, size in enumerate(block_sizes(m, dimension)):
            members = slice(block * dimension, block * dimension + size)
            for part in batches(replicates, dimension * count):
                product = self._rotated(columns, self.signs[block, :, :, part])
                if self.geometry == "simplex":
                    product = simplex_product(product)
                chosen = np.take_along_axis(product, self.rows[members, None, part], axis=0)
                chosen *= self.lengths[members, None, part]
                images[:, members, part] = chosen.swapaxes(0, 1)
        return images

    def _rotated(self, columns: Array, signs: Array) -> Array:
        """The product of all ``H D_i`` with padded inputs (d, L), for signs (k, D, replicates); (D, L, replicates)."""
        k, dimension, replicates = signs.shape
        vectors = np.zeros((dimension, columns.shape[1], replicates))
        vectors[: self.d] = columns[:, :, None]
        for factor in reversed(range(k)):
            vectors *= signs[factor][:, None, :]
            walsh_hadamard(vectors)
        return vectors


@dataclass(frozen=True)
class HadamardProduct(Coupling):
    """Orthogonal or simplex projections with a product of k blocks HD in place of the Haar rotation.

    Rows of a product have one law each, but not all pairs of rows have: a truncated block keeps random rows.

    Attributes:
        k: number of blocks HD.
        geometry: "orthogonal" (W = D R) or "simplex" (W = D S R).
    """

    k: int = 3
    geometry: str = "orthogonal"

    gaussian_marginals: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_count("k", self.k)
        if self.geometry not in GEOMETRIES:
            raise ValueError(f"geometry must be one of {', '.join(GEOMETRIES)}, got {self.geometry!r}")

    def draw_operator(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> HadamardOperator:
        """Projections that are applied without being formed.

        Raises:
            ValueError: unless m, d, replicates are integers >= 1, and for d = 1 with the simplex.
        """
        m, d, replicates = check_count("m", m), check_count("d", d), check_count("replicates", replicates)
        dimension = padded(d)
        if self.geometry == "simplex":
            check_vertices(dimension)
        sizes = block_sizes(m, dimension)
        signs = generator.integers(0, 2, (len(sizes), self.k, dimension, replicates), dtype=np.int8)
        signs += signs
        signs -= 1
        rows = np.tile(np.arange(dimension)[:, None], (len(sizes), replicates))[:m]
        if sizes[-1] < dimension:
            every = np.tile(np.arange(dimension), (replicates, 1))
            rows[-sizes[-1] :] = generator.permuted(every, axis=1).T[: sizes[-1]]
        return HadamardOperator(signs, chi_lengths(generator, m, dimension, replicates), rows, d, self.geometry)

    def draw_columns(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        return self.draw_operator(generator, m, d, replicates).columns()
