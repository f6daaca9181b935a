"""Data sets on which `choose` is tested, and its answers for them."""

from __future__ import annotations

from functools import cache

import numpy as np

from rftheory._choose import Choice, choose
from rftheory.experiments import data
from rftheory.inputs.arrays import Array

#: queries, and keys, of each data set
ROWS = 8


@cache
def rows(name: str, count: int = 2 * ROWS) -> Array:
    """Standardised rows of a data set, every seventh."""
    inputs = data.scaled(data.load(name))
    return inputs[: 7 * count : 7]


@cache
def sets(name: str) -> tuple[Array, Array]:
    """Queries and keys: different rows."""
    return rows(name)[:ROWS], rows(name)[ROWS:]


@cache
def chosen(name: str, kernel: str = "gaussian") -> Choice:
    queries, keys = sets(name)
    if kernel == "softmax":
        # |q|^2/t = 1/2 on average
        temperature = 2 * float(np.square(rows(name)).sum(axis=1).mean())
        return choose(
            queries, keys, kernel="softmax", temperature=temperature, features=16, target=0.1, attention=False
        )
    return choose(queries, keys, bandwidth="median", features=16, target=0.1)


def kernel_matrix(choice: Choice, x: Array, y: Array) -> Array:
    if choice.kernel == "softmax":
        return np.exp(x @ y.T)
    return np.exp(-np.square(x[:, None] - y).sum(axis=-1) / 2)


def attended(
    seed: int, queries: int, keys: int, d: int, size: float = 0.5, width: int = 3
) -> tuple[Array, Array, Array]:
    """Queries, keys and values of attention."""
    generator = np.random.default_rng(seed)
    x, y = size * generator.standard_normal((queries, d)), size * generator.standard_normal((keys, d))
    return x, y, generator.standard_normal((keys, width))
