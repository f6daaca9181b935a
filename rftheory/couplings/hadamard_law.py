"""The exact law of directions of ``R = prod_(i=1)^k H D_i``, by enumeration of the signs.

A row of R is ``e_i^T H D_1 ... H D_k``: each factor multiplies a row by the Walsh-Hadamard matrix and then by all 2^D patterns of signs
with equal probability. Without the factor D^(-k/2) its entries are integers, so that laws are exact.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

#: rows of a product, times D^(k/2), with their probabilities
RowLaw = dict[tuple[int, ...], Fraction]
#: several rows together, times D^(k/2), with their probabilities
RowsLaw = dict[tuple[tuple[int, ...], ...], Fraction]
#: 2^D patterns of signs are enumerated
_LARGEST = 16


def row_law(dimension: int, k: int, row: int = 0) -> RowLaw:
    """The law of a row of a product of k blocks HD in a given dimension D."""
    return {vector: probability for (vector,), probability in rows_law(dimension, k, (row,)).items()}


def rows_law(dimension: int, k: int, rows: Sequence[int]) -> RowsLaw:
    """The joint law of several rows of one product of k blocks HD in a given dimension D."""
    return dict(_law(dimension, k, tuple(rows)))


@cache
def _law(dimension: int, k: int, rows: tuple[int, ...]) -> RowsLaw:
    start = tuple(tuple(int(column == row) for column in range(dimension)) for row in rows)
    before = {start: Fraction(1)} if k == 1 else _law(dimension, k - 1, rows)
    found: RowsLaw = {}
    share = Fraction(1, 2**dimension)
    for vectors, probability in before.items():
        images = [_transform(vector) for vector in vectors]
        for signs in itertools.product((1, -1), repeat=dimension):
            product = tuple(tuple(a * s for a, s in zip(image, signs, strict=True)) for image in images)
            found[product] = found.get(product, Fraction(0)) + probability * share
    return found


def _transform(vector: tuple[int, ...]) -> tuple[int, ...]:
    """The product with the Hadamard matrix of entries 1 and -1."""
    if len(vector) == 1:
        return vector
    half = len(vector) // 2
    first, second = _transform(vector[:half]), _transform(vector[half:])
    sums = tuple(a + b for a, b in zip(first, second, strict=True))
    return sums + tuple(a - b for a, b in zip(first, second, strict=True))
