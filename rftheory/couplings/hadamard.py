r"""Products of Hadamard and sign matrices in place of Haar rotations: images in O(D log D) operations per block.

``R = prod_(i=1)^k H D_i`` with the normalised Walsh-Hadamard matrix H of dimension D, a power of two, and independent
diagonal matrices D_i of random signs, is orthogonal but not Haar distributed.

Dimensions that are no power of two. Inputs of R^d are padded with zeros to R^D, D the next power of two, and everything
happens there: a block holds D projections (not d), their lengths in R^D are chi_D (not chi_d), and their angles are
those of R^D: orthogonal, or -1/(D-1). What meets inputs are the first d coordinates w of such a projection. They have mean
zero and covariance I_d, because a row of R has the covariance I_D/D and E chi_D^2 = D; so E |w|^2 = d, while |w| is
neither chi_d nor any other one law for all k. They are not Gaussian, so estimators have a bias. With a Haar rotation of
R^D in the place of R they would be N(0, I_d): the mean squared error with the same lengths is then the one of dimension
D, `log_mse(family, "orthogonal", m, padded(d), ...)`, as padding changes no inner product of inputs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from rftheory.couplings.blocks import block_sizes, check_single
from rftheory.couplings.coupling import WORKING_SET, Coupling, check_generator, chi_lengths, ranges
from rftheory.couplings.simplex import simplex_product
from rftheory.inputs.arrays import Array, check_count, check_inputs

#: of the dimensions of small factors
_BITS = 5
#: numbers of rows that are worked on at once
_CACHED = 1 << 14
GEOMETRIES = ("orthogonal", "simplex")


def padded(d: int) -> int:
    """The least power of two that is at least d."""
    return 1 << (check_count("d", d) - 1).bit_length()


def walsh_hadamard(vectors: Array) -> None:
    """Multiply vectors along the first axis by the normalised Walsh-Hadamard matrix, in place."""
    dimension = len(vectors)
    half = 1
    while half < dimension:
        pairs = vectors.reshape(dimension // (2 * half), 2, -1)
        upper, lower = pairs[:, 0], pairs[:, 1]
        difference = upper - lower
        upper += lower
        lower[...] = difference
        half *= 2
    vectors /= np.sqrt(dimension)


@cache
def _factors(dimension: int) -> tuple[Array, ...]:
    """Small normalised Walsh-Hadamard matrices whose Kronecker product is that of a dimension."""
    bits = dimension.bit_length() - 1
    count = max(1, -(-bits // _BITS))
    matrices = [np.eye(1 << (bits // count + (k < bits % count))) for k in range(count)]
    for matrix in matrices:
        walsh_hadamard(matrix)
    return tuple(matrices)


def transformed(rows: Array, spare: Array) -> tuple[Array, Array]:
    """Rows of shape (L, D) times the normalised Walsh-Hadamard matrix, by products with its small Kronecker factors.

    They take some more operations than sums and differences do, and a fraction of their time: each number is read twice, not log D
    times.

    Args:
        rows, spare: C-contiguous, of one shape; both are overwritten.

    Returns:
        the product, in one of the two, and the other one.
    """
    after = rows.shape[1]
    for matrix in _factors(after):
        size, after = len(matrix), after // len(matrix)
        if after == 1:
            np.matmul(rows.reshape(-1, size), matrix, out=spare.reshape(-1, size))
        else:
            np.matmul(matrix, rows.reshape(-1, size, after), out=spare.reshape(-1, size, after))
        rows, spare = spare, rows
    return rows, spare


@dataclass(frozen=True)
class HadamardOperator:
    """Drawn projections of all replicates, kept as signs, lengths and row numbers: O(d) numbers per block.

    Attributes:
        signs: of the blocks, shape (blocks, k, D, replicates), -1 or 1.
        lengths: in R^D, shape (m, replicates).
        rows: which row of its block a projection is, shape (m, replicates).
        d: the dimension of inputs.
        geometry: "orthogonal" or "simplex".
        one: whether this is one matrix, without an axis of replicates in what the methods return.
    """

    signs: Array
    lengths: Array
    rows: Array
    d: int
    geometry: str

    one: bool = False

    def apply(self, inputs: ArrayLike) -> Array:
        """Images ``w_i.u`` of L inputs of shape (L, d), in O(D log D) operations for each input and block.

        Returns:
            shape (replicates, L, m), replicates fastest in memory; (L, m) for one matrix.
        """
        vectors = check_inputs(inputs)
        if vectors.shape[1] != self.d:
            raise ValueError(f"inputs must have the dimension {self.d} of the projections, got {vectors.shape[1]}")
        images = self._images(vectors)
        return images[0] if self.one else images

    def square_lengths(self) -> Array:
        """``|w_i|^2`` in R^d, shape (replicates, m), or (m,) for one matrix.

        If d is a power of two these are the squared lengths. Otherwise they are those of the first d coordinates only, for
        which the projections are formed, some columns at a time: O(d D log D) operations per block.
        """
        if self.signs.shape[2] == self.d:
            squares = self.lengths.T**2
        else:
            parts = ranges(self.d, max(1, WORKING_SET // self.lengths.size))
            squares = sum((np.square(self._images(np.eye(self.d)[part])).sum(axis=1) for part in parts), np.zeros(1))
        return squares[0] if self.one else squares

    def columns(self) -> Array:
        """The projections themselves, shape (d, m, replicates)."""
        return self._images(np.eye(self.d)).transpose(1, 2, 0)

    def _images(self, vectors: Array) -> Array:
        """Images of inputs (L, d), so many at a time that what is read twice stays in a cache; as `apply` has them."""
        (count, d), dimension, (m, replicates) = vectors.shape, self.signs.shape[2], self.lengths.shape
        images = np.moveaxis(np.empty((count, m, replicates)), -1, 0)
        step = min(count, max(1, _CACHED // dimension))
        together = min(replicates, max(1, _CACHED // (dimension * step)))
        memory = np.empty((2, together * step, dimension))
        for block, size in enumerate(block_sizes(m, dimension)):
            members = slice(block * dimension, block * dimension + size)
            for own in ranges(replicates, together):
                # as they are multiplied with
                flips = self.signs[block, ::-1, :, own].astype(float).transpose(0, 2, 1)[:, :, None]
                lengths, rows = (each[members, own].T[:, None] for each in (self.lengths, self.rows))
                for part in ranges(count, step):
                    shape = (len(lengths), part.stop - part.start, dimension)
                    product, spare = memory[:, : shape[0] * shape[1]]
                    np.multiply(vectors[part], flips[0, ..., :d], out=product.reshape(shape)[..., :d])
                    product[:, d:] = 0
                    product, spare = transformed(product, spare)
                    for flip in flips[1:]:
                        np.multiply(product.reshape(shape), flip, out=product.reshape(shape))
                        product, spare = transformed(product, spare)
                    if self.geometry == "simplex":
                        product = simplex_product(product.T).T
                    chosen = product.reshape(shape)
                    chosen = chosen if size == dimension else np.take_along_axis(chosen, rows, axis=2)
                    np.multiply(chosen, lengths, out=images[own, part, members])
        return images


@dataclass(frozen=True)
class HadamardProduct(Coupling):
    """Orthogonal or simplex projections with a product of k blocks HD in place of the Haar rotation.

    Rows of a product have one law each, but not all pairs of rows have: a truncated block keeps random rows.

    Attributes:
        k: number of blocks HD.
        geometry: "orthogonal" (W = D R) or "simplex" (W = D S R).
        blocks: whether more than D projections come in independent blocks; if not, they are refused.
    """

    k: int = 3
    geometry: str = "orthogonal"
    blocks: bool = field(default=True, kw_only=True)

    names: ClassVar[tuple[str, ...]] = ("hadamard", "hadamard-product")

    gaussian_marginals: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_count("k", self.k)
        if self.geometry not in GEOMETRIES:
            raise ValueError(f"geometry must be one of {', '.join(GEOMETRIES)}, got {self.geometry!r}")

    def draw_operator(
        self, generator: np.random.Generator, m: int, d: int, replicates: int | None = None
    ) -> HadamardOperator:
        """Projections that are applied without being formed, also by feature maps: ``family.features(inputs, operator)``.

        They are the ones that `draw` returns for a generator in the same state.
        """
        check_generator(generator)
        m, d, one = check_count("m", m), check_count("d", d), replicates is None
        replicates = 1 if replicates is None else check_count("replicates", replicates)
        dimension = padded(d)
        if self.geometry == "simplex" and d == 1:
            raise ValueError("d must be >= 2 for a simplex, got 1")
        if not self.blocks:
            check_single(m, dimension)
        count = -(-m // dimension)
        last = m - (count - 1) * dimension
        signs = generator.integers(0, 2, (count, self.k, dimension, replicates), dtype=np.int8)
        signs += signs
        signs -= 1
        rows = np.tile(np.arange(dimension)[:, None], (count, replicates))[:m]
        if last < dimension:
            every = np.tile(np.arange(dimension), (replicates, 1))
            rows[-last:] = generator.permuted(every, axis=1).T[:last]
        return HadamardOperator(signs, chi_lengths(generator, m, dimension, replicates), rows, d, self.geometry, one)

    def draw_projections(
        self, generator: np.random.Generator, m: int, d: int, replicates: int | None = None
    ) -> HadamardOperator:
        return self.draw_operator(generator, m, d, replicates)

    def draw_columns(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        return self.draw_operator(generator, m, d, replicates).columns()
