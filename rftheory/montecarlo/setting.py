"""What is estimated: an estimator of a kernel, pairs of inputs, how many projections it has; and what draws of it are."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike

from rftheory.families.mixtures.kernels import log_kernel
from rftheory.inputs.arrays import Array, check_count, paired
from rftheory.montecarlo.estimators.estimator import Estimator


@dataclass(frozen=True, eq=False)
class Setting:
    """An estimator with all parameters fixed, at P pairs of inputs.

    Args:
        estimator: what is drawn (`estimators.coupled.Coupled` for a family with a coupling, hybrids, weighted estimators).
        x, y: inputs, shape (P, d), paired row by row; or (d,), one pair.
        m: projections of each draw; n: projections of the coefficient of a hybrid.
        share: whether the draws of all pairs are made from the same random numbers. Each pair keeps its law; differences
            between pairs then have small errors.
    """

    estimator: Estimator
    x: Array
    y: Array
    m: int
    n: int = 1
    share: bool = False

    @classmethod
    def of(cls, estimator: Estimator, x: ArrayLike, y: ArrayLike, m: int, n: int = 1, share: bool = False) -> Setting:
        """A setting from inputs as a user gives them."""
        return cls(estimator, *paired(x, y), check_count("m", m), check_count("n", n), share)

    @property
    def pairs(self) -> int:
        """P."""
        return len(self.x)

    @property
    def dimension(self) -> int:
        """d."""
        return int(self.x.shape[1])

    @property
    def log_kernel(self) -> Array:
        """log K of each pair, shape (P,): of the kernel that the estimator is meant for."""
        return log_kernel(self.estimator.kernel, self.x, self.y)

    @property
    def digest(self) -> str:
        """Of the inputs, bit by bit."""
        return hashlib.sha256(self.x.tobytes() + self.y.tobytes()).hexdigest()

    @property
    def label(self) -> str:
        """A stable text of all that the law of the draws depends on; random streams are derived from it."""
        return repr((self.estimator, self.x.shape, self.digest, self.m, self.n, self.share))


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
