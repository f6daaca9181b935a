"""All pairs of the 8x8 digits that ship with scikit-learn, in exact integer arithmetic.

The images have 64 pixels with the integer values 0, ..., 16; divided by 16 they are inputs x in [0, 1]^64. Over all pairs of different
images, 256 |x + y|^2 and 256 |x - y|^2 take some thousands of integer values, so that averages over the 1.6 million pairs are sums over
these values with integer weights.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rftheory.vocabulary import *
from rftheory.rules.tables import Drawn, FiniteLaw

SOURCE = "pair of digits"
#: pixels are multiples of this
UNIT = sp.Rational(1, 16)
_SHADES = 16


@cache
def images() -> NDArray[np.int64]:
    """The images, shape (1797, 64), as integers 0, ..., 16.

    Raises:
        ImportError: without scikit-learn.
    """
    try:
        from sklearn.datasets import load_digits
    except ImportError as error:
        raise ImportError("the digits need scikit-learn: install rftheory[experiments]") from error
    data: NDArray[Any] = load_digits().data
    whole = data.astype(np.int64)
    if not (whole == data).all() or whole.min() < 0 or whole.max() > _SHADES:
        raise ValueError(f"pixels must be integers from 0 to {_SHADES}, got values from {data.min()} to {data.max()}")
    return whole


def pair_squares(rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """``|x + y|^2`` and ``|x - y|^2`` of all pairs of different rows, in units of 1/256."""
    gram = rows @ rows.T
    first, second = np.triu_indices(len(rows), 1)
    norms, cross = np.diag(gram)[first] + np.diag(gram)[second], 2 * gram[first, second]
    return norms + cross, norms - cross


def _law(values: NDArray[np.int64]) -> FiniteLaw:
    distinct, weights = np.unique(values, return_counts=True)
    return FiniteLaw(tuple(map(int, distinct)), tuple(map(int, weights)), UNIT**2)


@cache
def statistics() -> tuple[Drawn, Drawn]:
    """|x + y|^2 and |x - y|^2 of a random pair of different digits."""
    for name, values in zip(("|x + y|^2", "|x - y|^2"), pair_squares(images()), strict=True):
        Drawn.table(SOURCE, name, _law(values))
    return Drawn(SOURCE, "|x + y|^2"), Drawn(SOURCE, "|x - y|^2")
