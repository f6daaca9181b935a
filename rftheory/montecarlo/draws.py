"""Draws of estimators, in units in which nothing overflows."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from rftheory.arrays import Array


class Draws(NamedTuple):
    """Independent draws, in units of ``exp(log_unit)`` of the sampler.

    Attributes:
        estimates: ``K_hat/exp(log_unit)`` of each pair, shape (P, R), real or complex. Buffers: what needs them later
            copies them.
        squares: ``1/m sum_i |Z_i - K|^2/exp(2 log_unit)`` over the samples of each draw, shape (P, R); None if not asked for.
        weights: density of the law of interest over that of the draws, shape (P, R); None if they are the same.
    """

    estimates: Array
    squares: Array | None = None
    weights: Array | None = None


class Sampler(Protocol):
    """Draws one setting. Samplers are frozen, small, can be pickled, and keep no state between calls but buffers.

    Attributes:
        log_unit: shape (P,).
        label: a stable text of all that the law and the order of the draws depend on.
    """

    @property
    def log_unit(self) -> Array: ...

    @property
    def kernel(self) -> Array:
        """``K/exp(log_unit)``, shape (P,)."""
        ...

    @property
    def label(self) -> str: ...

    @property
    def cost(self) -> int:
        """Numbers that one replicate fills, about: fixes how many replicates are drawn at a time."""
        ...

    def draw(self, generator: np.random.Generator, size: int, squares: bool = False) -> Draws:
        """So many replicates; ``squares`` asks for the squares of the samples (only where `Sampler.has_squares`)."""
        ...

    @property
    def has_squares(self) -> bool: ...
