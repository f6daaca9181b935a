"""Pairs of inputs for plots: random ones of several kinds, and images."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np

from rftheory.inputs.arrays import Array


def normal(generator: np.random.Generator, pairs: int, d: int) -> tuple[Array, Array]:
    """x, y ~ N(0, I), shape (pairs, d) each."""
    x, y = generator.standard_normal((2, pairs, d))
    return x, y


def sphere(generator: np.random.Generator, pairs: int, d: int) -> tuple[Array, Array]:
    """x, y uniform on the unit sphere."""
    x, y = generator.standard_normal((2, pairs, d))
    return x / np.linalg.norm(x, axis=1, keepdims=True), y / np.linalg.norm(y, axis=1, keepdims=True)


def heterogen(generator: np.random.Generator, pairs: int, d: int) -> tuple[Array, Array]:
    """x ~ N(0, I), y ~ N(1, I) with the vector of ones."""
    x, y = normal(generator, pairs, d)
    return x, y + 1


def digits(generator: np.random.Generator, pairs: int, d: int = 64) -> tuple[Array, Array]:
    """Different images of 8x8 pixels in [0, 1], of scikit-learn's digits; they have 64 pixels whatever d is.

    Raises:
        ImportError: without scikit-learn.
    """
    try:
        from sklearn.datasets import load_digits
    except ImportError as error:
        raise ImportError("the digits need scikit-learn: install rftheory[experiments]") from error
    images = load_digits().data / 16
    chosen = images[generator.choice(len(images), 2 * pairs, replace=False)]
    return chosen[:pairs], chosen[pairs:]


#: kinds of pairs by name
REGIMES = {"normal": normal, "sphere": sphere, "heterogen": heterogen, "digits": digits}


def available() -> list[str]:
    """The kinds that can be drawn here: images need scikit-learn."""
    return [name for name in REGIMES if REGIMES[name] is not digits or find_spec("sklearn")]
