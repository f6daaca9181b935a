r"""Proposals of maps with two features per projection for two known inputs x and y: ``p_Omega |Z(x, y, .)|``.

Hyperbolic: ``Z = c cosh(w.z)``, z = x + y, positive, so the optimum is the even mixture of ``N(z, I)`` and ``N(-z, I)`` and has
no variance left. Trigonometric: ``Z = c cos(w.delta)``, delta = x - y, changes sign: ``E |Z| > |E Z|`` unless delta = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.families.proposals.proposal import GaussianBase, by_rejection
from rftheory.inputs.arrays import Array

#: below this, |w.delta| > pi/2 has probability < 1e-17; above, exp(-2 n^2 delta^2) < 1e-16 from n = 40 on
_SHORT = 0.18
_TERMS = 40


@dataclass(frozen=True)
class HyperbolicPair(GaussianBase):
    """``log_factor = log c``."""

    z: tuple[float, ...]
    log_factor: float

    @property
    def width(self) -> int:
        return len(self.z)

    @cached_property
    def log_normaliser(self) -> float:
        return self.log_factor + float(np.dot(self.z, self.z)) / 2

    def log_q(self, draws: Array) -> Array:
        image = draws @ np.array(self.z)
        return np.asarray(self.log_factor + np.logaddexp(image, -image) - np.log(2))

    def _draw(self, generator: np.random.Generator, size: int) -> Array:
        signs = generator.choice([-1.0, 1.0], (size, 1))
        return generator.standard_normal((size, self.width)) + signs * np.array(self.z)


@dataclass(frozen=True)
class TrigonometricPair(GaussianBase):
    """``log_factor = log c``."""

    delta: tuple[float, ...]
    log_factor: float

    @property
    def width(self) -> int:
        return len(self.delta)

    @cached_property
    def log_normaliser(self) -> float:
        """``E |cos(s g)| = (2/pi) (1 + 2 sum_n (-1)^(n+1) exp(-2 n^2 s^2) / (4 n^2 - 1))``, s = |delta|."""
        square = float(np.dot(self.delta, self.delta))
        if square < _SHORT**2:
            return self.log_factor - square / 2
        n = np.arange(1, _TERMS + 1, dtype=float)
        series = (-1) ** (n + 1) * np.exp(-2 * n**2 * square) / (4 * n**2 - 1)
        return self.log_factor + float(np.log(2 / np.pi) + np.log1p(2 * series.sum()))

    def log_q(self, draws: Array) -> Array:
        with np.errstate(divide="ignore"):
            return np.asarray(self.log_factor + np.log(np.abs(np.cos(draws @ np.array(self.delta)))))

    def _draw(self, generator: np.random.Generator, size: int) -> Array:
        def envelope(generator: np.random.Generator, size: int) -> Array:
            return generator.standard_normal((size, self.width))

        return by_rejection(generator, size, envelope, lambda draws: self.log_q(draws) - self.log_factor)
