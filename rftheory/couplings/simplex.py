r"""Simplex projections: ``W = D S R`` with chi lengths D, a Haar rotation R and the rows of S along a simplex.

The n rows of S are unit vectors of R^n with cosine -1/(n-1) between any two, which sum to zero,

    s_i = sqrt(n/(n-1)) e_i - (sqrt(n) + 1)/(n-1)^(3/2) (1, ..., 1, 0)  for i < n,
    s_n = (n-1)^(-1/2) (1, ..., 1, 0).

Their last coordinates vanish, so S R needs n - 1 orthonormal vectors only. Each projection is N(0, I_d). The joint law
of some rows of S R depends on their cosines alone, which are all equal: any k rows of a block have one law, that of any k
unit vectors with these cosines c, turned by R. A truncated block of k < n rows needs k orthonormal vectors u_i:

    a u_i + b (u_1 + ... + u_k),   a = sqrt(1 - c),   a + k b = sqrt(1 + (k-1) c)

have the Gram matrix (1 - c) I + c 1 1^T, with eigenvalues a^2 and, along (1, ..., 1), (a + k b)^2.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from rftheory.couplings.blocks import CoupledLengths
from rftheory.couplings.geometry import Geometry
from rftheory.inputs.arrays import Array, check_count

if TYPE_CHECKING:
    # projections do not wait for it
    import sympy as sp


def check_vertices(n: int) -> int:
    """A number of vertices of a regular simplex around the origin."""
    if check_count("number of vertices", n) == 1:
        raise ValueError("number of vertices of a simplex must be an integer >= 2, got 1 (there is none in R^1)")
    return operator.index(n)


def simplex_matrix(n: int) -> sp.Matrix:
    """The matrix S of the module docstring, exact, shape (n, n)."""
    import sympy as sp

    n = check_vertices(n)
    ones = sp.Matrix(1, n, lambda _, j: 1 if j < n - 1 else 0)
    root, shift = sp.sqrt(sp.Rational(n, n - 1)), (sp.sqrt(n) + 1) / sp.sqrt(n - 1) ** 3
    rows = [root * sp.eye(n)[i, :] - shift * ones for i in range(n - 1)]
    return sp.Matrix.vstack(*rows, ones / sp.sqrt(n - 1))


def simplex_product(vectors: Array) -> Array:
    """``S x`` in O(n) operations for vectors x of R^n along the first axis, shape (n, ...)."""
    check_vertices(len(vectors))
    return vertices(vectors[:-1])


def vertices(coordinates: Array, out: Array | None = None) -> Array:
    """``S x`` from the n - 1 coordinates of x that matter, shape (n - 1, ...); n values along the first axis.

    ``out`` may be an array whose first rows are the coordinates.
    """
    n = len(coordinates) + 1
    product = np.empty((n, *coordinates.shape[1:])) if out is None else out
    np.sum(coordinates, axis=0, out=product[-1, ...])
    product[-1] /= np.sqrt(n - 1)
    np.multiply(coordinates, np.sqrt(n / (n - 1)), out=product[:-1])
    product[:-1] -= (np.sqrt(n) + 1) / (n - 1) * product[-1]
    return product


def equal_angles(coordinates: Array, cosine: float, out: Array) -> Array:
    """Combinations of k vectors, rows along the first axis, that give orthonormal ones this cosine; out may be the vectors."""
    k = len(coordinates)
    own = np.sqrt(1 - cosine)
    common = np.sum(coordinates, axis=0)
    common *= (np.sqrt(1 + (k - 1) * cosine) - own) / k
    np.multiply(coordinates, own, out=out)
    out += common
    return out


@dataclass(frozen=True, repr=False)
class Simplex(CoupledLengths):
    """Directions along a simplex with chi lengths, independent by default; independent blocks of them if m exceeds one block.

    Attributes:
        vertices: projections per block, 2 <= vertices <= d + 1; None stands for d, as simplex random features have it.
            Fewer vertices have larger angles: for m < d projections, ``vertices=m`` has cosine -1/(m-1).
    """

    vertices: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.vertices is not None:
            check_vertices(self.vertices)

    def block(self, d: int) -> int:
        if self.vertices is None:
            if d == 1:
                raise ValueError("d must be >= 2 for a simplex of d vertices, got 1")
            return d
        if self.vertices > d + 1:
            raise ValueError(f"vertices must be at most d + 1 = {d + 1} in R^{d}, got {self.vertices}")
        return self.vertices

    def geometry_in(self, d: int) -> Geometry | None:
        vertices = self.block(d)
        return Geometry(Fraction(-1, vertices - 1), vertices) if self.lengths == "independent" else None

    def members(self, size: int, d: int) -> int:
        return min(size, self.block(d) - 1)

    def arrange(
        self, generator: np.random.Generator, frames: Array, projections: Array, lengths: Array, d: int
    ) -> None:
        self.fill_lengths(generator, d, lengths)
        members, rows = frames.swapaxes(0, 2), projections.swapaxes(0, 2)
        if len(members) < len(rows):
            vertices(members, rows)
        else:
            equal_angles(members, -1 / (self.block(d) - 1), rows)
        projections *= lengths
